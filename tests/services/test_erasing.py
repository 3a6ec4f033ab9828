"""A player is erased: the name is gone from everything stored, the scores and the chain stay as they were."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.core.game import ERASE, SUBSTITUTE, NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.chain import verify
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import replay_stored
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import erase_table
from scorekeeper.services.exporting import exported_game, table_in_form
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.importing import import_file
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import record, undo
from scorekeeper.services.starting import Started, start_game
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, find_game, find_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, names_of
from tests.refusals import refuses
from tests.services.cast import BEN, BIG, EVEN, game_setup, hand_body, play
from tests.services.erasures import NAME, erase, everything_kept, finished_game


@pytest.fixture
def started(table: Table) -> Started:
    return finished_game(table)


def test_chain_keeps_every_hash_and_holds(started: Started, table: Table) -> None:
    before = events_of(started.game.id)
    erase(table)
    after = events_of(started.game.id)
    assert [entry.hash for entry in after[:-1]] == [entry.hash for entry in before]
    assert after[-1].kind == ERASE
    assert verify(after) is None
    changed = [entry.seq for old, entry in zip(before, after, strict=False) if old != entry]
    assert changed == [1, 3, 4, 5]
    assert [after[seq - 1].salt for seq in changed] == [None] * 4


def test_change_of_an_erased_event_is_found(started: Started, table: Table) -> None:
    erase(table)
    entries = events_of(started.game.id)
    entries[3] = entries[3]._replace(reason="Player 1 was right")
    found = verify(entries)
    assert found is not None
    assert (found.seq, found.code) == (4, "hash")


def test_change_of_an_erasure_is_found(started: Started, table: Table) -> None:
    erase(table)
    entries = events_of(started.game.id)
    entries[-1] = entries[-1]._replace(payload={"entries": {}})
    found = verify(entries)
    assert found is not None
    assert found.code == "hash"


@pytest.mark.parametrize("form", ["json", "text", "zip"])
def test_exports_of_an_erased_game_verify_and_can_be_imported(started: Started, table: Table, form: str) -> None:
    assert NAME.encode() in b"".join(table_in_form(table.id, "json"))
    erase(table)
    assert NAME.encode() not in b"".join(table_in_form(table.id, "json")), "nothing comes from the text before"
    exported = b"".join(table_in_form(table.id, form))
    assert check_file(io.BytesIO(exported)).findings == []
    board = load_game(started.game.id).state.board
    erase_table(table.id)
    imported = import_file(io.BytesIO(exported), create_table("Elsewhere").id)
    assert (imported.differences, imported.problems) == ([], [])
    assert load_game(imported.games[0]).state.board.scores == board.scores


def test_two_players_can_be_erased_one_after_the_other(started: Started, table: Table) -> None:
    erase(table)
    erase(table, "Cal")
    entries = events_of(started.game.id)
    assert verify(entries) is None
    assert replay_stored(entries).setup.sides[0].players == ("Player 1", "Player 2")
    assert check_file(io.BytesIO(game_json(exported_game(started.game.id)).encode())).findings == []


def test_merged_names_are_erased(started: Started, table: Table) -> None:
    add_player(table.id, "Maggie")
    merge_players(table.id, "Maggie", NAME)
    erase(table)
    assert sorted(name for name in names_of(table.id) if "Player" in name) == ["Player 1", "Player 2"]
    assert "Maggie" not in everything_kept()


def test_longer_name_of_another_player_stays(table: Table) -> None:
    sheet = game_setup()
    sides = (replace(sheet.sides[0], name="Ann", players=("Ann", "Ann Lee")), sheet.sides[1])
    game = start_game(table.id, replace(sheet, sides=sides), author=BEN).game.id
    record(game, "hand", {**hand_body(1, EVEN), "note": "ann and Ann Lee, and anna"}, author=BEN)
    erase(table, "Ann")
    sheet = load_game(game).state.sheet
    assert sheet.sides[0].players == ("Player 1", "Ann Lee")
    assert sheet.hands[0].note == "Player 1 and Ann Lee, and anna"


def test_words_of_the_rules_are_not_names(table: Table) -> None:
    sheet = game_setup()
    sides = (replace(sheet.sides[0], name="nil", players=("nil", "hand")), sheet.sides[1])
    game = start_game(table.id, replace(sheet, sides=sides), author=BEN).game.id
    record(game, "hand", {"hand": 1, "bids": [["nil", "7"], ["3", "2"]], "took": [[0, 7], 6]}, author=BEN)
    erase(table, "nil")
    erase(table, "hand")
    assert load_game(game).state.sheet.sides[0].players == ("Player 1", "Player 2")


def test_substitute_is_erased(started: Started, table: Table) -> None:
    game = start_game(table.id, game_setup(), author=BEN).game.id
    record(game, SUBSTITUTE, {"hand": 1, "seat": 0, "player": NAME}, author=BEN)
    erase(table)
    assert load_game(game).state.setup.substitutes[0].player == "Player 1"
    assert NAME not in everything_kept()


def test_undo_skips_an_erasure(table: Table) -> None:
    game = start_game(table.id, game_setup(), author=BEN).game.id
    play(game, EVEN)
    erase(table, "Ann")
    last = load_game(game).state.seq
    with refuses(NotNow, match="erased a name"):
        record(game, "take-back", {"entry": last}, author=BEN)
    assert undo(game, BEN).state.board.hands == ()


def test_erasure_cannot_be_recorded_by_hand(started: Started) -> None:
    with refuses(InvalidInput, match="The kind is"):
        record(started.game.id, ERASE, {"entries": {"2": "0" * 64}}, author=BEN)


def test_name_in_a_row_alone_is_erased_without_an_event(table: Table) -> None:
    """The reason why a game does not count is not one of its events."""
    add_player(table.id, NAME)
    game = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=BEN).game
    set_counted(load_game(game.id), f"{NAME} showed her cards")
    before = events_of(game.id)
    erase(table)
    assert find_game(game.id).not_counted == "Player 1 showed her cards"
    assert NAME not in everything_kept()
    assert events_of(game.id) == before
    assert verify_stored(table.id).holds


def test_name_in_the_name_of_the_table_is_erased(app: Flask) -> None:
    table = create_table(f"{NAME}’s kitchen")
    add_player(table.id, NAME)
    erase(table)
    assert find_table(table.id).name.endswith("’s kitchen")
    assert NAME not in find_table(table.id).name
