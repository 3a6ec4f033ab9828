"""Rules pages with any house rules: no text about a default remains once the option has another value."""

import re
from typing import Any

from hypothesis import example, given, settings, strategies as st

from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rules.ruleset import HouseRules, Option, Options, Value, is_same
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.language import signed
from tests.each_case import each_case
from tests.hypothesis_budget import examples
from tests.strategies import options_of

SAID_OF_DEFAULTS = {
    "target": r"has (500|300) or more|five hundred|to (500|300)\b",
    "bags": r"\b(10|ten) bags|the tenth\b",
    "bag_penalty": r"bags cost 100 |a hundred",
    "bags_carry": r"carry over|count towards the next",
    "nil": r"^Nil: no tricks, \+100",
    "blind_behind": r"100 or more behind|need no deficit",
    "failed_nil": r"[a-z] a bag of the pair|are (bags|overtricks)|don’t count|count for nothing",
    "tie": r"another hand decides|another hand does|On a tie at the top, play another hand|the fewest overtricks",
    "overtrick_points": r"is a bag and scores 1\b",
    "pair_bids": r"Everyone bids once|numbers add up",
    "first_hand": r"(Everyone|Each pair) bids once",
    "zero": r"A bid of 0 is a nil",
    "set_costs": r"^9: at least 9 tricks, \+90, −\d+$",
    "overtrick_penalty": r"overtrick of the game costs 100 points\.|100 more at the twentieth",
    "blind_exact": r"a blind bid\)|needs at least the number",
    "perfect_run": r"[Pp]erfect bid|run of perfect bids",
    "boston_missed": r"it costs nothing|^13 \(Boston\): at least 13 tricks, \+500, 0",
    "all_hands": r"has 500 or more",
    "hands": r"\b(3|three) hands",
    "passing": r"cards to the left",
    "ante": r"puts in a chip as an ante",
    "odd_chips": r"one each",
    "tricks": r"\b(thirteen|seventeen) (tricks|cards)|has 13 tricks|standard deck",
}
"""What a page says about an option at its default, and must not say at any other value."""
TIES = {"play-on": "the fewest overtricks", "fewest-overtricks": "another hand (does|decides)"}


def sentences(rules: HouseRules) -> list[str]:
    """Everything that the page says, sentence by sentence, with its calls and their points."""
    book: Any = describe(rules)
    calls = [
        f"{call['name']}: {call['promise']}, {signed(call['made'])}, {call['failed_text']}" for call in book["calls"]
    ]
    remarks = [remark for call in book["calls"] for remark in call["remarks"]]
    listed = [part["text"] for part in (*book["limits"], *book["scoring"])]
    plain = [book["idea"], book["notice"], book["renege"], *book["reading"], *book["cards_and_play"]]
    return [*plain, *listed, *book["endings"], *calls, *remarks]


def stale(option: Option, value: Value) -> str:
    """A pattern for what the page must not say with this value; empty for the default."""
    if is_same(value, option.default) or option.key not in SAID_OF_DEFAULTS:
        return ""
    if (
        option.key == "failed_nil"
    ):  # solo games and pairs have other defaults, and `helps` leaves bags without a partner
        return {"bags": r"don’t count|count for nothing", "ignored": r"are (bags|overtricks)|a bag of the pair"}.get(
            str(value), r"don’t count|count for nothing"
        )
    if option.key == "blind_exact":
        return "needs at least the number" if value else r"a blind bid\)"
    if option.key == "target" and value in (300, 500):
        return rf"has {500 if value == 300 else 300} or more"  # some games have the one as default, some the other
    if option.key == "hands" and value == 3:
        return ""  # Hurricane's default, and not that of Call Break
    if option.key == "blind_behind" and value == 100:
        return "need no deficit"  # Berkley's default
    if option.key == "tie" and value in TIES:
        return TIES[str(value)]
    return SAID_OF_DEFAULTS[option.key]


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, Shape, Options]:
    """Any rule set at any of its tables, with any options."""
    key = draw(st.sampled_from(list(rule_sets())))
    shape = draw(st.sampled_from(rule_sets()[key].shapes))
    return key, shape, options_of(draw, rule_sets()[key].options(shape), one_in=2)


@settings(max_examples=examples(25))
@example(("two-player", Shape(2, 1), {"target": 300}))
@given(choices())
def test_no_page_states_a_changed_default(choice: tuple[str, Shape, Options]) -> None:
    key, shape, chosen = choice
    rules = rule_sets()[key].with_options(chosen, shape)
    texts = sentences(rules)
    for option in rules.ruleset.options(shape):
        if rules.options[option.key] == "bags-unscored" and not rules.options["bags"]:
            continue  # without bags its tricks count for nothing
        pattern = stale(option, rules.options[option.key])
        found = [sentence for sentence in texts if pattern and re.search(pattern, sentence)]
        assert not found, (key, option.key, rules.options[option.key], found)


@each_case("key", list(SAID_OF_DEFAULTS))
def test_page_states_the_default(key: str) -> None:
    pages = [
        sentences(rules.with_options({}, shape))
        for rules in rule_sets().values()
        for shape in rules.shapes
        if any(option.key == key for option in rules.options(shape))
    ]
    assert any(re.search(SAID_OF_DEFAULTS[key], sentence) for page in pages for sentence in page)
