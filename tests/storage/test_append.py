"""Appending an event: it is stored unchanged, in order, and the game's row is updated."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from uuid import uuid4

import pytest

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.events import (
    append,
    bids_wait,
    events_of,
    events_of_games,
    hash_and_last_seq,
    last_seq_of,
    last_times,
    time_of,
)
from scorekeeper.storage.games import GameSetup, GameSummary, change_waiting, find_game
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created, create_game

NINE_O_CLOCK = datetime(2126, 11, 20, 21, 0, 0, 123456, tzinfo=UTC)


def test_event_reads_back_unchanged(game_id: str) -> None:
    new = UnsavedEvent(
        id=str(uuid4()),
        kind="correction",
        payload={"hand": 1, "bids": ["4", "nil>5"], "took": [6, [7, 0]], "note": "späte Bieterin \0 \ud83d ♠"},
        who="Dee's phone ♥",
        reason="took 6, not 7",
        at=NINE_O_CLOCK,
    )
    appended = append(game_id, new)
    assert appended.new
    assert events_of(game_id, after=1) == [appended.stored]
    for name in ("id", "kind", "payload", "who", "reason", "at"):
        assert getattr(appended.stored, name) == getattr(new, name)


def test_stored_chain_is_valid(game_id: str) -> None:
    last = append(game_id, UnsavedEvent(kind="hand", payload={"hand": 1})).stored
    assert verify(events_of(game_id), last_hash=last.hash) is None


def test_time_is_the_same_in_any_time_zone(game_id: str) -> None:
    vienna = NINE_O_CLOCK.astimezone(timezone(timedelta(hours=1)))
    append(game_id, UnsavedEvent(kind="hand", payload={}, at=vienna))
    assert events_of(game_id, after=1)[0].at == NINE_O_CLOCK
    assert verify(events_of(game_id)) is None


def test_row_of_the_game_is_updated(started: Created) -> None:
    last = append(started.game.id, UnsavedEvent(kind="hand", payload={}, at=NINE_O_CLOCK)).stored
    game = find_game(started.game.id)
    assert (game.last_seq, game.last_hash, game.last_activity) == (2, last.hash, NINE_O_CLOCK)


def test_no_other_game_s_row_is_changed(table: Table, game_setup: GameSetup, game_id: str) -> None:
    other = create_game(table.id, game_setup).game.id
    append(game_id, UnsavedEvent(kind="hand", payload={}), expected_seq=1, row=GameSummary(status="over").columns(2))
    found = [(game.last_seq, game.summary_seq, game.status) for game in (find_game(game_id), find_game(other))]
    assert found == [(2, 2, "over"), (1, 1, "playing")]


def test_event_is_of_no_other_game_or_kind(table: Table, game_setup: GameSetup, game_id: str) -> None:
    other = create_game(table.id, game_setup).game.id
    for game, kind, minutes in ((game_id, "hand", 1), (other, "hand", 2), (game_id, "sign", 3)):
        append(game, UnsavedEvent(kind=kind, payload={}, at=NINE_O_CLOCK + timedelta(minutes=minutes)))
    assert last_times([game_id, other], ["hand"]) == {
        game_id: NINE_O_CLOCK + timedelta(minutes=1),
        other: NINE_O_CLOCK + timedelta(minutes=2),
    }
    assert last_times([game_id, other], ["hand", "sign"])[game_id] == NINE_O_CLOCK + timedelta(minutes=3)
    assert last_times([other], ["sign"]) == {}
    assert time_of(game_id, 2) == NINE_O_CLOCK + timedelta(minutes=1)
    assert (time_of(other, 3), time_of("nowhere", 1)) == (None, None)
    of_both = events_of_games([other, game_id, "nowhere"])
    assert of_both == {other: events_of(other), game_id: events_of(game_id), "nowhere": []}
    assert [event.seq for event in of_both[game_id]] == [1, 2, 3]
    assert events_of_games([]) == {}
    assert hash_and_last_seq("nowhere", 1) == (None, 0)
    assert hash_and_last_seq(game_id, 2)[0] == of_both[game_id][1].hash


def test_event_says_whether_bids_wait_for_their_turn(game_id: str) -> None:
    assert bids_wait(append(game_id, UnsavedEvent(kind="hand", payload={}))) is False
    change_waiting(game_id, 1, {"seat": 1, "deal": 1, "bid": "4"})
    assert bids_wait(append(game_id, UnsavedEvent(kind="hand", payload={}))) is True


def test_later_changes_of_a_payload_have_no_effect(game_id: str) -> None:
    payload = {"took": [6, 7]}
    new = UnsavedEvent(kind="hand", payload=payload)
    payload["took"].append(13)
    assert append(game_id, new).stored.payload == {"took": [6, 7]}


def test_number_of_the_last_event_is_read(game_id: str) -> None:
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert last_seq_of(game_id) == 2
    with pytest.raises(NoSuchGame):
        last_seq_of("nowhere")


def test_hash_of_an_event_is_found_by_its_number(game_id: str) -> None:
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    hashes = [entry.hash for entry in events_of(game_id)]
    found = [hash_and_last_seq(game_id, seq) for seq in (0, 1, 2, 3)]
    assert found == [(None, 2), (hashes[0], 2), (hashes[1], 2), (None, 2)]
