"""A rule set as data for the rules pages, the API and the command line, made from the objects that score."""

from functools import cache

from scorekeeper.core.examples.hands import can_be_bid
from scorekeeper.core.inputs import Json
from scorekeeper.core.pages.looking_up.calls import calls_json
from scorekeeper.core.rules.bidding_rule import BiddingRule
from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.rules.deal import HandRules
from scorekeeper.core.rules.endings import SetTooOften
from scorekeeper.core.rules.lines import RuleText
from scorekeeper.core.rules.presets import Preset, full, is_like, presets_for
from scorekeeper.core.rules.ruleset import HouseRules, Option, RuleSet, ScoringRules, values_alone
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words import bidding as bidding_words
from scorekeeper.core.words.bidding import limits_words, no_bid
from scorekeeper.core.words.cards_and_play import cards_and_play, renege_words
from scorekeeper.core.words.endings import at_time, not_before
from scorekeeper.core.words.language import current_language, translate as _
from scorekeeper.core.words.options import option_rule, value_label
from scorekeeper.core.words.rules import limit_text, players_words, rule_sentence, stopping, takes_words
from scorekeeper.core.words.rulesets import (
    deal_name,
    deal_rule,
    option_help,
    option_label,
    preset_agreed,
    preset_name,
    preset_text,
    rules_idea,
    rules_name,
    rules_notice,
    rules_readings,
    rules_source,
)

FORMAT = "scorekeeper-rules/1"


def contents() -> list[Json]:
    """All rule sets in the order of the menu, each in a few words."""
    return [_head(rules) for rules in rule_sets().values()]


def describe(rules: HouseRules) -> Json:
    """A rule set with this table's house rules. All numbers come from the rules that score."""
    ruleset, scoring = rules.ruleset, rules.scoring
    return {
        "format": FORMAT,
        **_head(ruleset),
        "notice": rules_notice(ruleset),
        "reading": rules_readings(rules),
        "revision": ruleset.revision,
        "tables": [_table(ruleset, shape) for shape in ruleset.shapes],
        "table": _table(ruleset, rules.shape) | {"tricks": rules.seating.tricks},
        "cards_and_play": cards_and_play(rules),
        "renege": renege_words(rules),
        "unit": scoring.unit,
        "overtrick": scoring.overtrick_word,
        "target": scoring.target or None,
        "calls": calls_json(scoring),
        "deals": [_deal(number, deal) for number, deal in enumerate(scoring.deals, start=1)],
        "limits": limits_of(scoring.deals) + ([] if can_be_bid(rules) else [{"rule": "no-bid", "text": no_bid()}]),
        "scoring": scoring_of(scoring),
        "endings": [
            *(rule_sentence(ending.rule_text()) for ending in scoring.endings),
            *([not_before(scoring.least_hands)] if scoring.least_hands > 1 else []),
            at_time(rules.ranking_at_time),
            stopping(bool(scoring.endings), any(isinstance(ending, SetTooOften) for ending in scoring.endings)),
        ],
        "options": [option_json(option, rules) for option in ruleset.options(rules.shape)],
        "presets": [preset_json(preset, rules) for preset in presets_for(ruleset.options(rules.shape))],
    }


def with_house_rules(ruleset: RuleSet, shape: Shape) -> tuple[Json, ...]:
    """The rules that only a house rule adds or removes, each once, with that option.

    So the score lines of all games can link to their rules on the rule set's page.
    """
    return _with_house_rules(ruleset, shape, current_language())


@cache
def _with_house_rules(ruleset: RuleSet, shape: Shape, _language: str) -> tuple[Json, ...]:
    usual = ruleset.with_options({}, shape)
    texts = {str(part["rule"]): part | {"with": ""} for part in _rules_of(usual.scoring)}
    for option in ruleset.options(shape):
        for part in _brought_by(option, ruleset, shape):
            texts.setdefault(str(part["rule"]), part)
    return tuple(texts.values())


def _brought_by(option: Option, ruleset: RuleSet, shape: Shape) -> list[Json]:
    """The rules that there are with any value of an option; where several values say it differently, what it does."""
    by_rule: dict[str, Json] = {}
    label = option_label(option)
    for value in values_alone(option, ruleset.options(shape)):
        name = _("{option}: no", option=label) if value is False else label
        texts: dict[str, object] = {}
        for part in _rules_of(ruleset.with_options({option.key: value}, shape).scoring):
            texts.setdefault(str(part["rule"]), part["text"])
        for rule, text in texts.items():
            first = by_rule.setdefault(rule, {"rule": rule, "text": text, "with": name})
            if first["text"] != text or value not in option.values:
                first["text"] = option_help(option)
    return list(by_rule.values())


def _rules_of(scoring: ScoringRules) -> list[Json]:
    """Every rule with an anchor, in a sentence."""
    calls = [{"rule": call["rule"], "text": _worth(call)} for call in calls_json(scoring) if call["code"] != PARTNER]
    return [*calls, *limits_of(scoring.deals), *scoring_of(scoring)]


def _worth(call: Json) -> str:
    name, promised, failed = str(call["name"]), str(call["promise"]), str(call["failed_text"])
    if call["wins"]:
        return _("{call}: {promise}, wins the game, {failed} failed", call=name, promise=promised, failed=failed)
    return _(
        "{call}: {promise}, {made} made, {failed} failed",
        call=name,
        promise=promised,
        made=str(call["made_text"]),
        failed=failed,
    )


def scoring_of(scoring: ScoringRules) -> list[Json]:
    """The scoring rules other than the calls, each with its anchor."""
    partnership_contracts = any(deal.partnership_contracts for deal in scoring.deals)
    for_both = any(deal.one_number_a_pair for deal in scoring.deals)
    summed: list[Json] = [{"rule": "number", "text": bidding_words.summed(for_both)}] if partnership_contracts else []
    if not for_both and any(deal.partner_may_share_bid for deal in scoring.deals):
        summed = [*summed, {"rule": "pair-bids", "text": bidding_words.blind_for_both()}]
    return summed + [_rule_text(rule_text) for step in scoring.steps for rule_text in step.rule_texts()]


def limits_of(deals: tuple[HandRules, ...]) -> list[Json]:
    """The bidding limits of every hand; the limits of one hand are listed with that hand."""
    always = [limit for limit in deals[0].limits if all(limit in deal.limits for deal in deals)]
    of_one_hand = {limit.rule for deal in deals for limit in deal.limits if limit not in always}
    if not own_rule(deals[0]):
        of_one_hand = of_one_hand | {limit.rule for limit in always if isinstance(limit, BiddingRule)}
    texts = [
        *_order_of_bidding(deals[0]),
        *(_rule_text(limit.rule_text()) for limit in always if limit.rule not in of_one_hand),
    ]
    texts += [{"rule": rule, "text": _("Each hand has its own bidding rule.")} for rule in sorted(of_one_hand)]
    irregular = _("Illegal bids still count; the sheet flags them.")
    return [*texts, {"rule": "irregular", "text": irregular}]


def _rule_text(rule_text: RuleText) -> Json:
    return {"rule": rule_text.rule, "text": rule_sentence(rule_text)}


def _order_of_bidding(deal: HandRules) -> list[Json]:
    """What a bid of 0 is, what can be added to a number, and the rounds of rebidding."""
    slots = [[call.code for call in deal.calls if call.slot == slot] for slot in deal.slots]
    alone = [call.code for call in deal.calls if deal.slots and not call.slot and call.alone]
    by_rule = {
        "beside": bidding_words.beside(slots, alone) if slots else "",
        "zero": bidding_words.zero(deal),
        "exchange": bidding_words.exchange(deal),
        "rounds": bidding_words.rounds(deal.rebid.single_round) if deal.rebid and deal.rebid.prompts else "",
    }
    return [{"rule": rule, "text": text} for rule, text in by_rule.items() if text]


def option_json(option: Option, rules: HouseRules) -> Json:
    """A house rule: what it does, its possible values, its default, and this table's choice.

    `rule` is the house rule as a sentence; `idle` if the other options make it irrelevant.
    """
    return {
        "key": option.key,
        "name": option_label(option),
        "help": option_help(option),
        "default": option.default,
        "value": rules.options[option.key],
        "values": list(option.values),
        "low": option.low if option.has_range else None,
        "high": option.high if option.has_range else None,
        "takes": takes_words(option),
        "rule": option_rule(option, rules.options),
        "choices": [{"value": value, "label": value_label(option, value)} for value in option.values],
        "idle": option.has_no_effect(rules.options),
    }


def preset_json(preset: Preset, rules: HouseRules) -> Json:
    """A preset: its name, its rules in sentences, the options and lines it sets, and whether this table plays by it."""
    options = rules.ruleset.options(rules.shape)
    return {
        "key": preset.key,
        "name": preset_name(preset.key),
        "text": preset_text(options, preset),
        "agreed": preset_agreed(preset.key),
        "minutes": preset.minutes or None,
        "options": dict(preset.options),
        "chosen": is_like(options, full(options, preset.options), rules.options),
    }


def _head(rules: RuleSet) -> Json:
    return {
        "key": rules.key,
        "name": rules_name(rules),
        "players": players_words(rules.shapes),
        "idea": rules_idea(rules),
        "source": rules_source(rules),
    }


def _table(rules: RuleSet, shape: Shape) -> Json:
    return {
        "sides": shape.sides,
        "people": shape.players_per_side,
        "tricks": rules.with_options({}, shape).seating.tricks,
    }


def _deal(number: int, deal: HandRules) -> Json:
    return {
        "number": number,
        "name": deal_name(deal.name),
        "text": deal_rule(deal.text),
        "calls": [call.code for call in deal.calls],
        "limits": [limit_text(limit) for limit in deal.limits],
        "own": own_rule(deal),
    }


def own_rule(deal: HandRules) -> str:
    """The bidding rules of this deal as sentences, without calls that it does not allow."""
    limits = [limit for rule in deal.limits if isinstance(rule, BiddingRule) for limit in rule.limits]
    return limits_words([limit for limit in limits if limit.kind != "only-by" or limit.by])


def promises_something(call: Json) -> bool:
    """Whether a page lists this call: some hand has it, and it is more than leaving the number to the partner."""
    return bool(call["granted"]) and call["code"] != PARTNER
