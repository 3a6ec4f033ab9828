"""Worked examples: the engine makes them, for every rule set and house rule, and they change with the rules."""

from typing import Any

import pytest

from scorekeeper.core.examples import games, worked_examples
from scorekeeper.core.examples.hands import Example
from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.presets import full
from scorekeeper.core.rules.ruleset import HouseRules, Option, Options, Value, options_apart
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.bidding import no_bid
from scorekeeper.core.words.examples import example_words
from tests.each_case import each_case
from tests.hypothesis_budget import IN_SOAK
from tests.tables import TABLE_IDS, TABLES

FIRST = {option.key: key for key, rules in reversed(rule_sets().items()) for option in rules.options(rules.shapes[0])}
"""The first rule set with each option."""


def examples(key: str, **options: Value) -> dict[str, Example]:
    """The examples by their titles."""
    found = worked_examples(rule_set(key).with_options(options))
    return {example_words(example).title: example for example in found}


def end(key: str, title: str, **options: Value) -> str:
    """The result of an example, as text."""
    return example_words(examples(key, **options)[title]).comes_to


def points(key: str, title: str, **options: Value) -> int:
    """What our side scores in an example."""
    return examples(key, **options)[title].sides[0].points


def choices(option: Option) -> list[Value]:
    """Every other value of an option than the usual one, or the ends of a range; in the soak their neighbours too."""
    ends = [option.low, option.high] if option.has_range else []
    if IN_SOAK and option.has_range:
        ends += [option.low + 1, option.low + 2]
    return [value for value in dict.fromkeys((*option.values, *ends)) if value != option.default]


@pytest.mark.parametrize(("key", "shape"), TABLES, ids=TABLE_IDS)
def test_examples_of_every_house_rule_are_regular(key: str, shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual rules at every table, and every house rule at one; the soak tries all at all tables."""
    played: list[Scoreboard] = []
    after = Scoreboard.after

    def watched(board: Scoreboard, record: HandRecord) -> Scoreboard:
        played.append(after(board, record))
        return played[-1]

    monkeypatch.setattr(Scoreboard, "after", watched)
    rules = rule_set(key)
    at_one = [option for option in rules.options(shape) if FIRST.get(option.key) == key and shape == rules.shapes[0]]
    options = rules.options(shape) if IN_SOAK else at_one
    usual = full(rules.options(shape), {})
    changes = [{option.key: value} for option in options for value in choices(option)]
    changes = [changed for changed in changes if options_apart(rules.options(shape), usual | changed) is None]
    for changed in ({}, *changes):
        found = worked_examples(rules.with_options(changed, shape))
        assert found, changed
        for example in found:
            for side in example.sides:
                assert side.points == sum(line.points for line in side.lines if line.in_total)
    assert played
    assert [board.hands[-1].record.bids for board in played if board.hands[-1].objections] == []


def test_examples_of_partnership() -> None:
    assert points("partnership", "Made to the trick") == 50
    assert points("partnership", "Made, with two to spare") == 52
    assert points("partnership", "Set, one trick short") == -50
    assert points("partnership", "Nil, made") == 150
    assert points("partnership", "Nil, set") == -48
    assert end("partnership", "Level at the target") == "Play another hand."


def test_examples_follow_the_options() -> None:
    assert points("partnership", "Nil, made", nil=50) == 100
    assert points("partnership", "Nil, set", failed_nil="ignored") == -50
    assert "5 bags" in examples("partnership", bags=5)
    assert "Nil, made" not in examples("partnership", nil=0)
    assert points("partnership", "Blind nil, made", blind_nil=200) == 250
    assert end("partnership", "Level at the target", tie="shared").endswith("share the win at 500.")


def test_berkley_shows_each_kind_of_call() -> None:
    assert points("berkley-two", "Naught, made") == 250
    assert points("berkley-two", "Bemo, made with the first 6 tricks") == 111
    assert points("berkley-two", "Blind 6, one trick short") == -60
    assert points("berkley-two", "3 perfect bids in a row") == 120
    assert end("berkley-two", "Level at the target").startswith("Ann won at 500 on fewest overtricks")
    assert end("berkley-three-1", "An automatic win")


def test_a_pot_is_won_and_shared_by_all_sides() -> None:
    won, shared = examples("gambling")["The pot, won"], examples("gambling")["The pot, shared"]
    assert sum(side.points for side in won.sides) == sum(side.points for side in shared.sides) == 0
    assert [side.points > 0 for side in won.sides] == [True, False, False, False]
    assert [side.points > 0 for side in shared.sides] == [True, True, False, False]


def test_example_of_an_end_is_of_a_hand_that_can_end_the_game() -> None:
    title = "Two at the target"
    assert end("two-player", title, least_hands=5) == end("two-player", title) == "Ann won 530–500."
    assert title not in examples("two-player", least_hands=5, hands=2), "the second hand ends the game, and no target"


@each_case("options", [{"target": 50}, {"bags": 20, "target": 50}, {"hands": 1}, {"least_hands": 5, "hands": 2}])
def test_examples_of_an_end_end_by_it_and_no_example_is_of_a_hand_that_counts_for_nothing(options: Options) -> None:
    ended = {
        games.TWO_AT_TARGET.key: "target",
        games.LEVEL_AT_TARGET.key: "target",
        games.AFTER_HANDS.key: "hands",
        games.LEVEL_AFTER_HANDS.key: "hands",
    }
    for key in ("partnership", "berkley-three-2", "two-player", "call-break"):
        known = [option.key for option in rule_set(key).options(rule_set(key).shapes[0])]
        chosen = {name: value for name, value in options.items() if name in known}
        for example in worked_examples(rule_set(key).with_options(chosen)):
            assert all(side.lines for side in example.sides)
            outcome = example.params.outcome if isinstance(example.params, games.End) else None
            assert outcome is None or outcome.ended_by == ended[example.code]


@each_case(
    ("key", "shape", "options"),
    [
        ("partnership", Shape(2, 2), {"team_minimum": 9, "highest_bid": 8, "nil": 0}),
        ("whiz", Shape(2, 2), {"team_minimum": 13, "pair_bids": "pair"}),
        ("toss", Shape(2), {"tricks": 4, "least_total": 10}),
        ("partnership", Shape(3, 2), {"tricks": 3, "team_minimum": 4, "zero": "refused"}),
    ],
)
def test_rules_without_a_legal_bid_have_a_page_that_says_so(key: str, shape: Shape, options: Options) -> None:
    rules = rule_set(key).with_options(options, shape)
    usual = rule_set(key).with_options({}, shape)
    assert worked_examples(rules) == []
    assert [each["rule"] for each in limits(rules) if each["text"] == no_bid()] == ["no-bid"]
    assert [each for each in limits(usual) if each["text"] == no_bid()] == []


def test_rules_that_leave_only_nils_have_a_page() -> None:
    rules = rule_set("partnership").with_options({"team_minimum": 9, "highest_bid": 8})
    assert [each for each in limits(rules) if each["text"] == no_bid()] == []
    assert worked_examples(rules)


def limits(rules: HouseRules) -> list[Any]:
    found = describe(rules)["limits"]
    assert isinstance(found, list)
    return found
