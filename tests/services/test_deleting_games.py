"""A game started by mistake is deleted, with the players whom nothing else at the table needs."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.services.recording import record
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import remove_empty_game
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import names_of
from tests.databases import on_both
from tests.services.cast import BEN, BIG, EVEN, game_setup, hand_body, play


def begun(table: Table, *pairs: tuple[str, str]) -> str:
    """The id of a game of these partners in which nothing has happened."""
    sheet = game_setup()
    sides = [replace(side, players=pair) for side, pair in zip(sheet.sides, pairs, strict=True)]
    return start_game(table.id, replace(sheet, sides=tuple(sides)), author=BEN).game.id


@on_both
def test_players_stay_while_a_game_has_them(table: Table) -> None:
    start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=BEN)
    playing = begun(table, ("Eve", "Fay"), ("Gus", "Hal"))
    record(playing, SUBSTITUTE, {"hand": 1, "seat": 0, "player": "Ida"}, author=BEN)
    mistake = begun(table, ("Ann", "Fay"), ("Ida", "Kim"))
    remove_empty_game(mistake)
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"]


def test_a_name_in_a_note_or_in_another_name_keeps_no_player(table: Table) -> None:
    playing = begun(table, ("Annabel", "Fay"), ("Gus", "Hal"))
    play(playing, EVEN)
    record(playing, "hand", {**hand_body(2, EVEN), "note": "Lea sent Anna home"}, author=BEN)
    remove_empty_game(begun(table, ("Anna", "Lea"), ("Gus", "Hal")))
    assert sorted(names_of(table.id)) == ["Annabel", "Fay", "Gus", "Hal"]
