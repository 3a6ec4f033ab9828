"""What is wrong with rules: rule sets, options, shapes of tables, lists of deals."""

from collections.abc import Iterator

from scorekeeper.core.rules import faults, presets, ruleset, scripted_deals
from scorekeeper.core.rules.faults import BadRules, InScript
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.rule_faults import rules_fault

BIDS = ("nil", "1", "2")
PARTNERSHIP = {option.key: option for option in rule_set("partnership").options(Shape(2, 2))}

REFUSED = [
    BadRules(faults.UNKNOWN_RULES, faults.UnknownRules("bridge", ("partnership", "miser"))),
    BadRules(ruleset.UNKNOWN_OPTION, ruleset.UnknownOption("Miser", "bags", ("target", "tie"))),
    BadRules(ruleset.UNKNOWN_OPTION, ruleset.UnknownOption("Toss", "bags", ())),
    BadRules(presets.UNKNOWN_PRESET, presets.UnknownPreset("Miser", "classic", ("standard",))),
    BadRules(ruleset.VALUE_REFUSED, ruleset.ValueRefused(PARTNERSHIP["bags"], 1)),
    BadRules(ruleset.VALUE_REFUSED, ruleset.ValueRefused(PARTNERSHIP["tie"], "never")),
    BadRules(ruleset.OPTIONS_APART, ruleset.OptionsApart("sets_in_a_row", True, "sets_in_a_row_lose", 2)),
    BadRules(faults.NOT_SEATED, faults.NotSeated("Miser", (Shape(2), Shape(3), Shape(4)), Shape(2, 2))),
    BadRules(faults.NOT_SEATED, faults.NotSeated("Whiz", (Shape(2, 2),), Shape(3))),
    BadRules(scripted_deals.TAKES_NO_SCRIPT, scripted_deals.TakesNoScript("Miser")),
    BadRules(scripted_deals.TOO_MANY_DEALS, scripted_deals.TooMany(101, 100)),
    BadRules(scripted_deals.NO_WORDS, scripted_deals.ScriptedDeal("", "")),
    BadRules(scripted_deals.TOO_MANY_LIMITS, scripted_deals.TooMany(9, 8)),
    BadRules(scripted_deals.UNKNOWN_LIMIT, scripted_deals.UnknownLimit(("sum-is", "at-least"))),
    BadRules(scripted_deals.BAD_NUMBER, scripted_deals.BadNumber(101, 100)),
    BadRules(scripted_deals.NO_BID, scripted_deals.UnknownBid("", BIDS)),
    BadRules(scripted_deals.UNKNOWN_BID, scripted_deals.UnknownBid("14", BIDS)),
    BadRules(scripted_deals.BAD_COUNTS, scripted_deals.BadCounts(3, 2, 4)),
    BadRules(scripted_deals.BAD_PLACE, scripted_deals.BadPlace(5, 4)),
]

PLACES = (InScript(3, "Whiz"), InScript(3, "Whiz", "sum-is"))


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code; the last one also inside a list of deals."""
    for fault in REFUSED:
        yield fault.code, rules_fault(fault)
    for place in PLACES:
        yield "where", rules_fault(BadRules(scripted_deals.BAD_PLACE, scripted_deals.BadPlace(5, 4), place=place))
