"""Disguised names and texts are refused wherever one enters; a name typed on two keyboards is one name."""

from __future__ import annotations

import unicodedata
from datetime import date

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.chain import verify
from scorekeeper.formats.game_json import game_json
from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.club.storage.results import every_sum
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.house_rules import save_preset
from scorekeeper.services.importing import import_file
from scorekeeper.services.members import set_player
from scorekeeper.services.starting import start_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import games_of
from scorekeeper.storage.members import Role, add_member, member_by_id
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import find_player, names_of
from tests.formats.exports.games import game_of_sheet
from tests.formats.imports.files import file
from tests.refusals import refuses
from tests.services.cast import ANN, BIG, play
from tests.services.erasures import everything_kept
from tests.services.test_every_name_is_checked import COMPOSED, DECOMPOSED, sheet_with


def season(table: Table, name: str) -> str:
    nights = {"first_night": date(2026, 1, 1), "last_night": date(2026, 3, 31), "best_nights": None}
    points = {"counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": None}
    return save_season(table.id, {"name": name, "least_games": 5} | nights | points).name


def test_seasons_and_presets_may_not_look_alike(table: Table) -> None:
    season(table, "Winter")
    save_preset(table.id, "partnership", None, "Ours", {})
    for write in (
        lambda: season(table, "W\u0456nter"),
        lambda: save_preset(table.id, "partnership", None, "Our\u0455", {}),
    ):
        with refuses(InvalidInput, match="looks like"):
            write()


@pytest.mark.parametrize(("known", "typed"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED)])
def test_name_in_another_form_is_the_same_player(table: Table, known: str, typed: str) -> None:
    """An older version, or a file, may have stored it decomposed."""
    import_file(file(game_json(game_of_sheet(sheet_with(known), 1))), table.id)
    started = start_game(table.id, read_sheet(sheet_with(typed)), author=ANN).game.id
    play(started, BIG, BIG, BIG, BIG)
    zoe = find_player(table.id, typed)
    assert zoe is not None
    assert zoe == find_player(table.id, known)
    assert sorted(names_of(table.id)) == sorted(["Ben", "Cal", "Dee", zoe.name])
    assert zoe.name == COMPOSED
    assert [each.totals.games for each in every_sum(table.id) if each.player == zoe] == [1]
    member = add_member(table.id, "one", name="A phone", role=Role.SCORER, seen=True)
    set_player(member, typed)
    assert member_by_id(table.id, member.id).player == zoe  # type: ignore[union-attr]
    assert erase_player(table.id, zoe.id, ANN)[1]
    kept = unicodedata.normalize("NFC", everything_kept())
    assert COMPOSED not in kept
    for game in games_of(table.id):
        assert verify(events_of(game.id)) is None
