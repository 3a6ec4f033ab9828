"""Presets: house rules under one name, for every game that has these options."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.presets import (
    PRESETS,
    changed_from,
    find_preset,
    fits,
    full,
    is_like,
    preset_of,
    presets_for,
)
from scorekeeper.core.rules.ruleset import Option, Options, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.rulesets import NAMES, preset_name, preset_words
from tests.each_case import each_case

PAIRS = Shape(2, 2)
PARTNERSHIP = rule_set("partnership").options(PAIRS)


GAMES = Path(__file__).parents[2] / "games"
WITH_A_GAME = ("club-night", "cookout", "contest", "winners-night", "lodge", "league", "thirty-minutes")


def sheet_of_preset(key: str) -> dict[str, Any]:
    """A whole game by this preset, as it was written down."""
    sheet: dict[str, Any] = json.loads((GAMES / f"partnership-{key}.json").read_text("utf-8"))["sheet"]
    return sheet


def changed(key: str) -> Options:
    """The values of a partnership preset that differ from the defaults."""
    return rule_set("partnership").with_options(find_preset("partnership", PARTNERSHIP, key).options).changed_options()


@each_case(
    ("key", "plays"),
    [
        ("classic", {"blind_nil": 200}),
        ("no-blinds", {}),
        ("ten-for-200", {"blind_nil": 200, "ten_for_200": "ladder"}),
        ("short-game", {"blind_nil": 200, "target": 250}),
        ("tournament", {"blind_nil": 200, "hands": 4, "overtrick_points": 0, "team_minimum": 4}),
        *[(key, sheet_of_preset(key)["options"]) for key in WITH_A_GAME],
    ],
)
def test_options_of_each_preset(key: str, plays: dict[str, Value]) -> None:
    assert changed(key) == plays


def test_partnership_at_a_new_table_begins_with_classic() -> None:
    assert [rules.key for rules in rule_sets().values() if rules.begins_with] == ["partnership"]
    assert rule_set("partnership").begins_with == "classic"
    assert rule_set("partnership").with_options({}).options["blind_nil"] == 0


@each_case("key", list(rule_sets()))
def test_every_offered_preset_can_be_played(key: str) -> None:
    for shape in rule_set(key).shapes:
        options = rule_set(key).options(shape)
        offered = presets_for(options)
        for preset in offered:
            played = rule_set(key).with_options(preset.options, shape).options
            found = preset_of(options, played)
            assert found is not None
            assert is_like(options, full(options, found.options), played)
        assert preset_of(options, full(options, {})) in offered


def test_one_preset_plays_the_printed_rules() -> None:
    assert [preset.key for preset in presets_for(rule_set("miser").options(Shape(4)))] == ["standard"]
    assert "standard" not in [preset.key for preset in presets_for(PARTNERSHIP)]


def test_preset_with_an_unknown_option_is_not_offered() -> None:
    alone = [preset.key for preset in presets_for(rule_set("cutthroat").options(Shape(4)))]
    assert "tournament" not in alone
    assert "classic" in alone


def test_ten_for_200_is_not_offered_in_smaller_hands() -> None:
    for key, shape in (("cutthroat", Shape(6)), ("partnership", Shape(3, 2))):
        offered = [preset.key for preset in presets_for(rule_set(key).options(shape))]
        assert "ten-for-200" not in offered
        assert "short-game" in offered
    assert "ten-for-200" in [preset.key for preset in presets_for(rule_set("cutthroat").options(Shape(5)))]


def test_unknown_preset_is_refused_with_a_list() -> None:
    with pytest.raises(InvalidInput) as refused:
        find_preset("miser", rule_set("miser").options(Shape(4)), "classic")
    assert "classic" in fault_text(refused.value.fault)
    assert "standard" in fault_text(refused.value.fault)


def test_options_without_a_preset_have_none() -> None:
    assert preset_of(PARTNERSHIP, full(PARTNERSHIP, {"nil": 50})) is None


def test_idle_options_are_not_compared() -> None:
    """Without blind nil it does not matter how far behind a side must be."""
    found = preset_of(PARTNERSHIP, full(PARTNERSHIP, {"blind_behind": 200}))
    assert found is not None
    assert found.key == "no-blinds"
    assert preset_of(PARTNERSHIP, full(PARTNERSHIP, {"blind_nil": 200, "blind_behind": 200})) is None


def test_value_in_an_older_spelling_is_accepted() -> None:
    assert fits({"ten_for_200": True}, PARTNERSHIP)
    assert full(PARTNERSHIP, {"ten_for_200": True})["ten_for_200"] == "ladder"


@pytest.mark.parametrize("chosen", [{"bemo": 1}, {"target": 49}, {"bags_carry": 1}])
def test_values_of_another_game_do_not_fit(chosen: Options) -> None:
    assert not fits(chosen, PARTNERSHIP)


def test_every_preset_has_a_name_of_its_own() -> None:
    names = [preset_name(key) for key in NAMES]
    assert len(set(names)) == len(names)
    assert {preset.key for preset in PRESETS} < set(NAMES)


def test_preset_sentence_names_options_and_target() -> None:
    assert "500" in preset_words(PARTNERSHIP, {"blind_nil": 200})
    assert "200" in preset_words(PARTNERSHIP, {"blind_nil": 200})
    words = preset_words(PARTNERSHIP, {"blind_nil": 0, "blind_behind": 100})
    assert "100" not in words  # how far behind makes no difference
    assert preset_words((Option("ante", "Ante", "", 1, high=9),), {})


def test_only_what_differs_from_the_rules_as_printed_is_changed() -> None:
    assert changed_from(PARTNERSHIP, {}) == {}
    assert changed_from(PARTNERSHIP, {"target": 250, "bags": 10}) == {"target": 250}
