"""A table's house rules: the start of a new game, its own presets, and every refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import LIST_TOO_LONG
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.formats.custom_game import custom_game_json, shipped
from scorekeeper.services import house_rules
from scorekeeper.services.house_rules import (
    MAX_PRESETS,
    custom_game_by_key,
    first_options,
    preset_named,
    presets_at,
    remove_preset,
    rename_preset,
    save_preset,
)
from scorekeeper.services.starting import start_game
from scorekeeper.storage.custom_games import NoSuchCustomGame, add_custom_game
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.presets import NoSuchPreset, add_table_preset, table_presets
from tests.databases import on_both
from tests.refusals import refuses
from tests.services.cast import ANN, BIG, game_setup

PAIRS = Shape(2, 2)
PARTNERSHIP = rule_set("partnership")


def names(table: Table) -> list[str]:
    """The names of the table's presets."""
    return [preset.name for preset in table_presets(table.id)]


def test_partnership_at_a_new_table_begins_with_classic(table: Table) -> None:
    assert first_options(table.id, PARTNERSHIP, PAIRS) == PARTNERSHIP.with_options({"blind_nil": 200}).options
    assert first_options(table.id, rule_set("whiz"), PAIRS) == rule_set("whiz").with_options({}).options


def test_new_game_begins_with_the_last_options(table: Table) -> None:
    start_game(table.id, game_setup(BIG, nil=50, target=300), author=ANN)
    start_game(table.id, replace(game_setup(BIG), rules=rule_set("mirrors").with_options({"nil": 150})), author=ANN)
    options = first_options(table.id, PARTNERSHIP, PAIRS)
    assert (options["nil"], options["target"], options["blind_nil"]) == (50, 300, 0)
    assert first_options(create_table("Friday").id, PARTNERSHIP, PAIRS)["target"] == 500


def test_last_game_of_another_shape_is_ignored(table: Table) -> None:
    start_game(table.id, game_setup(BIG, nil=50), author=ANN)
    assert first_options(table.id, PARTNERSHIP, Shape(3, 2))["nil"] == 100


def test_preset_is_offered_only_where_it_fits(table: Table) -> None:
    high_low = rule_set("high-low")
    save_preset(table.id, "high-low", PAIRS, "Ours", {"team_minimum": 4})
    assert [preset.name for preset in presets_at(table.id, high_low, PAIRS)] == ["Ours"]
    assert presets_at(table.id, high_low, Shape(2)) == []
    assert presets_at(table.id, PARTNERSHIP, PAIRS) == []


def test_preset_is_found_by_name_with_all_options(table: Table) -> None:
    save_preset(table.id, "partnership", PAIRS, " Lunch  break ", {"target": 150})
    found = preset_named(table.id, PARTNERSHIP, PAIRS, "lunch break")
    assert found.options == PARTNERSHIP.with_options({"target": 150}).options
    assert preset_named(table.id, PARTNERSHIP, PAIRS, "classic").options["blind_nil"] == 200
    with refuses(InvalidInput, match="dinner"):
        preset_named(table.id, PARTNERSHIP, PAIRS, "dinner")


def test_preset_keeps_how_long_a_game_may_take(table: Table) -> None:
    save_preset(table.id, "partnership", PAIRS, "Late", {}, 40)
    save_preset(table.id, "partnership", PAIRS, "Early", {})
    names = ("Late", "Early", "contest", "classic")
    assert [preset_named(table.id, PARTNERSHIP, PAIRS, name).minutes for name in names] == [40, 0, 40, 0]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "Classic", "classic", "SHORT GAME", "ours", "a\u202eb", "a\nb"])
def test_invalid_name_is_refused(table: Table, name: str) -> None:
    save_preset(table.id, "partnership", PAIRS, "Ours", {})
    other = save_preset(table.id, "partnership", PAIRS, "Yours", {})
    with pytest.raises(InvalidInput):
        save_preset(table.id, "partnership", PAIRS, name, {})
    with pytest.raises(InvalidInput):
        rename_preset(table.id, other.id, name)
    assert names(table) == ["Ours", "Yours"]


def test_preset_can_be_renamed_to_another_spelling(table: Table) -> None:
    preset = save_preset(table.id, "partnership", PAIRS, "Ours", {})
    rename_preset(table.id, preset.id, "OURS")
    assert names(table) == ["OURS"]


def test_options_that_do_not_fit_are_refused(table: Table) -> None:
    with refuses(InvalidInput, match="target"):
        save_preset(table.id, "partnership", PAIRS, "Ours", {"target": 10})
    with refuses(InvalidInput, match="bridge"):
        save_preset(table.id, "bridge", None, "Ours", {})
    assert names(table) == []


def test_table_can_have_twenty_presets(table: Table) -> None:
    for number in range(MAX_PRESETS):
        save_preset(table.id, "partnership", PAIRS, f"Ours {number}", {})
    with refuses(InvalidInput, match="at most 20 presets, not 21"):
        save_preset(table.id, "partnership", PAIRS, "One more", {})


def test_preset_of_another_table_cannot_be_changed(table: Table) -> None:
    preset = save_preset(create_table("Friday").id, "partnership", PAIRS, "Ours", {})
    with pytest.raises(NoSuchPreset):
        rename_preset(table.id, preset.id, "Mine")
    with pytest.raises(NoSuchPreset):
        remove_preset(table.id, preset.id)
    with pytest.raises(NoSuchPreset):
        remove_preset(table.id, 99)


@on_both
def test_same_name_saved_twice_at_once_gives_one_preset(table: Table) -> None:
    """If both find the name free, the unique key decides."""
    add_table_preset(table.id, "partnership", "Ours", {})
    with pytest.raises(TakenByAnother):
        add_table_preset(table.id, "partnership", "Ours", {})
    assert names(table) == ["Ours"]


def test_blank_name_of_a_preset_is_refused(table: Table) -> None:
    with refuses(InvalidInput, match=r"^The name is blank"):
        save_preset(table.id, "partnership", PAIRS, " ", {})


def test_refusals_of_a_preset_say_where(table: Table) -> None:
    tried: list[tuple[Callable[[], object], str]] = [
        (lambda: preset_named(table.id, PARTNERSHIP, PAIRS, "dinner"), "preset"),
        (lambda: save_preset(table.id, "bridge", None, "Ours", {}), "preset"),
        (lambda: save_preset(table.id, "partnership", PAIRS, "Classic", {}), "preset"),
        (lambda: save_preset(table.id, "partnership", PAIRS, "", {}), "preset"),
    ]
    for attempt, path in tried:
        with pytest.raises(InvalidInput) as refused:
            attempt()
        assert refused.value.fault.path.words.split(": ")[0] == path


def test_a_full_list_of_presets_says_how_many_there_would_be(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_rules, "MAX_PRESETS", 1)
    save_preset(table.id, "partnership", None, "Ours", {})
    with pytest.raises(InvalidInput) as refused:
        save_preset(table.id, "partnership", None, "Yours", {})
    assert (refused.value.fault.code, refused.value.fault.params) == (
        LIST_TOO_LONG.key,
        {"what": "presets", "found": 2, "most": 1},
    )


def test_a_preset_is_saved_for_the_shape_that_it_fits(table: Table) -> None:
    fits_pairs = save_preset(table.id, "high-low", None, "Ours", {"team_minimum": 4})
    assert fits_pairs.options["team_minimum"] == 4
    assert save_preset(table.id, "partnership", Shape(3, 2), "Six", {}).options == (
        PARTNERSHIP.with_options({}, Shape(3, 2)).options
    )


def test_a_deleted_preset_is_returned_and_gone(table: Table) -> None:
    kept, gone = (save_preset(table.id, "partnership", None, name, {}) for name in ("Ours", "Yours"))
    assert remove_preset(table.id, gone.id) == gone
    assert names(table) == [kept.name]


def test_a_new_table_has_no_presets_of_its_own() -> None:
    assert presets_at(None, PARTNERSHIP, PAIRS) == []
    assert preset_named(None, PARTNERSHIP, PAIRS, "classic").options["blind_nil"] == 200


def test_a_custom_game_is_found_by_its_number_or_its_name(table: Table) -> None:
    own = add_custom_game(table.id, {"name": "Ours", "deals": []})
    assert custom_game_by_key(table.id, str(own.id)) == ({"name": "Ours", "deals": []}, 1)
    name, game = next(iter(shipped().items()))
    assert custom_game_by_key(table.id, name) == (custom_game_json(game), None)
    elsewhere = create_table("Monday").id
    for at, key in ((elsewhere, str(own.id)), (table.id, "999999999"), (table.id, "Ours"), (table.id, f"{own.id:010}")):
        with pytest.raises(NoSuchCustomGame):
            custom_game_by_key(at, key)
    assert custom_game_by_key(table.id, f"{own.id:09}")[1] == 1
