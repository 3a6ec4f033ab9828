"""A table's name and place, its players' names, and how games and their ends are listed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.core.game import CLOSE, SUBSTITUTE
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.services.game_cache import ending_text, load_game, sides_now
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import record
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import archive_table, is_empty, rename_player, rename_table
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, find_game, find_table
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import NoSuchPlayer, add_player, find_player, names_of
from tests.services.cast import ANN, BEN, BIG, EVEN, game_setup, play

OVER = (BIG, BIG, BIG, BIG)


def number_of(table: Table, name: str) -> int:
    """The number of the player with this name."""
    player = find_player(table.id, name)
    assert player is not None
    return player.id


def seated(game_id: str) -> list[str]:
    """Who sits at each seat now."""
    return [
        load_game(game_id).state.setup.player_at(seat) for seat in load_game(game_id).state.setup.rules.seating.bidders
    ]


def test_a_name_that_is_taken_is_refused(table: Table, game_id: str) -> None:
    cal = number_of(table, "Cal")
    with pytest.raises(CannotMerge, match=r"^Dee plays here already\. Same person\? Merge the two$"):
        rename_player(table.id, cal, "Dee", BEN)
    with pytest.raises(InvalidInput):
        rename_player(table.id, cal, "D\u0435\u0435", BEN)
    with pytest.raises(NoSuchPlayer):
        rename_player(create_table("Monday").id, cal, "Carla", BEN)
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Dee"]
    assert len(events_of(game_id)) == 1


def test_a_player_may_get_one_of_their_own_names(table: Table, game_id: str) -> None:
    add_player(table.id, "Callum")
    merge_players(table.id, "Callum", "Cal")
    assert rename_player(table.id, number_of(table, "Callum"), "Callum", BEN) == "Cal"
    assert seated(game_id) == ["Ann", "Ben", "Callum", "Dee"]


def test_a_game_in_which_the_new_name_is_taken_keeps_the_old_one(table: Table, game_id: str) -> None:
    sheet = game_setup()
    pair = replace(sheet.sides[0], name="Ann & Cal", players=("Ann", "Cal"))
    other = start_game(table.id, replace(sheet, sides=(pair, sheet.sides[1])), author=ANN).game.id
    record(other, SUBSTITUTE, {"hand": 1, "seat": 2, "player": "Eve"}, author=ANN)
    assert rename_player(table.id, number_of(table, "Ann"), "Anna", BEN) == "Ann"
    assert [seated(game) for game in (game_id, other)] == [
        ["Anna", "Ben", "Cal", "Dee"],
        ["Anna", "Ben", "Eve", "Dee"],
    ]


def test_a_table_gets_another_name_that_hides_nothing(table: Table) -> None:
    rename_table(table.id, "Saturday")
    assert find_table(table.id).name == "Saturday"
    with pytest.raises(InvalidInput):
        rename_table(table.id, "Sat\u202eurday")
    assert find_table(table.id).name == "Saturday"


def test_an_archived_table_says_since_when(table: Table) -> None:
    archive_table(table.id, archived=True)
    since = find_table(table.id).archived
    assert since is not None
    assert timedelta(0) <= datetime.now(UTC) - since < timedelta(minutes=1)
    archive_table(table.id, archived=False)
    assert find_table(table.id).archived is None


def test_only_a_game_without_a_saved_hand_is_empty(game_id: str) -> None:
    record(game_id, "bids", {"hand": 1, "bids": [["4", None], [None, None]]}, author=ANN)
    assert is_empty(load_game(game_id).state)
    play(game_id, EVEN)
    assert not is_empty(load_game(game_id).state)


def test_the_list_says_how_a_game_ended(table: Table) -> None:
    conceded = start_game(table.id, game_setup(EVEN), author=ANN).game.id
    record(conceded, CLOSE, {"reason": "late", "forfeit": 0}, author=ANN)
    assert ending_text(find_game(conceded)) == "Ben & Dee won 51–70; Ann & Cal conceded after 1 hand"
    stopped = start_game(table.id, game_setup(EVEN, EVEN, closed="late"), author=ANN).game.id
    assert ending_text(find_game(stopped)) == "Ann & Cal won 140–102; the table stopped after 2 hands"
    running = start_game(table.id, game_setup(EVEN), author=ANN).game.id
    assert ending_text(find_game(running)) == ""
    substituted = start_game(table.id, game_setup(), author=ANN).game.id
    record(substituted, SUBSTITUTE, {"hand": 1, "seat": 2, "player": "Eve"}, author=ANN)
    play(substituted, *OVER)
    assert ending_text(find_game(substituted)) == "Ann & Eve won 520 to −80"
    assert sides_now(find_game(substituted)) == [("Ann & Eve", ["Ann", "Eve"]), ("Ben & Dee", ["Ben", "Dee"])]
    assert sides_now(find_game(stopped)) == [("Ann & Cal", ["Ann", "Cal"]), ("Ben & Dee", ["Ben", "Dee"])]
