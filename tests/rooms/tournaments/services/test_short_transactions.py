"""What one request can ask holds the lock of all writers for a moment only: it is prepared before."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.chance import new_id
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAMS
from scorekeeper.rooms.tournaments.exports import checked_tournament
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.exporting import exported_tournament
from scorekeeper.rooms.tournaments.services.fixture_plan import plan_of
from scorekeeper.rooms.tournaments.services.fixtures import take
from scorekeeper.rooms.tournaments.services.presets import start_like
from scorekeeper.rooms.tournaments.services.recording import import_tournament, start_tournament
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_teams, set_status
from scorekeeper.services.batches import MAX_BATCH, PostedEvent, record_batch
from scorekeeper.services.erasing import erase_table
from scorekeeper.services.starting import start_game
from scorekeeper.storage import database
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.models import Table
from tests.databases import on_both
from tests.services.cast import ANN

MOST = 0.25
"""Seconds of a processor; the slowest of these takes 0.04 on two old cores, and 0.1 where six others want them."""
MAX_HANDS = 1000
FIRST = "6f1c6f0e-2b1f-4c58-9d0e-0f4c8a1d2b3e"
ENTRIES = [Entry((f"Ann {number}", f"Ben {number}")) for number in range(MAX_TEAMS)]


@pytest.fixture
def held(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds of this thread's processor in which each transaction held the lock."""
    found: list[float] = []
    real = database.write_lock

    @contextmanager
    def timed(*given: Any) -> Iterator[Any]:
        with real(*given) as left:
            began = time.thread_time()
            try:
                yield left
            finally:
                found.append(time.thread_time() - began)

    monkeypatch.setattr(database, "write_lock", timed)
    return found


def begin(table: Table, form: str) -> str:
    start = read_start({"name": form, "stages": [{"format": form, "rules": "partnership"}], "settings": {}})
    return start_tournament(table.id, start.name, start.stages, start.settings, ANN)[0].id


def test_full_field_enters_arrives_and_is_copied(table: Table, held: list[float]) -> None:
    tournament = begin(table, "swiss")
    held.clear()
    enter_teams(tournament, ENTRIES, ANN)
    assert len(held) == 1
    set_status(tournament, range(1, MAX_TEAMS + 1), ev.ARRIVED, ANN)
    row, new = start_like(tournament, "Again", ANN, teams=True)
    assert new
    assert len(load_tournament(row.id).state.teams) == MAX_TEAMS
    assert max(held) < MOST


def test_league_with_results_is_saved_at_once(table: Table, held: list[float]) -> None:
    tournament, lines = begin(table, "fixtures"), []
    for turn in range(4):
        ring = [ENTRIES[0], *ENTRIES[1 + turn :], *ENTRIES[1 : 1 + turn]]
        for one, other in zip(ring[:128], reversed(ring[128:]), strict=True):
            lines.append(f"{turn + 1},{' & '.join(one.players)},{' & '.join(other.players)},500,{100 + turn}")
    state = load_tournament(tournament).state
    plan = plan_of(state, "\n".join(lines))
    plan = plan_of(state, "\n".join(lines), {question.key: "no" for question in plan.questions})
    held.clear()
    take(tournament, plan, ANN, signed=True)
    after = load_tournament(tournament).state
    assert sum(map(after.is_over, after.matches.values())) == 4 * 128
    assert len(held) == 1
    assert held[0] < MOST


def test_full_tournament_is_imported_and_its_table_erased(table: Table, held: list[float]) -> None:
    tournament = begin(table, "swiss")
    enter_teams(tournament, ENTRIES, ANN)
    set_status(tournament, range(1, MAX_TEAMS + 1), ev.ARRIVED, ANN)
    exported = exported_tournament(tournament)
    held.clear()
    erase_table(table.id)
    checked, new = checked_tournament(replace(exported, cards=None)), create_table("Elsewhere")
    assert import_tournament(new.id, checked)
    assert len(load_tournament(tournament).state.teams) == MAX_TEAMS
    assert max(held) < MOST


def sheet(hands: int) -> Sheet:
    """A game that does not end, however many hands it has."""
    setup = {"rules": "two-player", "options": {"target": 10_000}, "sides": [{"name": "Ann"}, {"name": "Ben"}]}
    return read_sheet(setup | {"dealer": 0, "hands": [hand(number) for number in range(hands)]})


def hand(number: int) -> dict[str, Any]:
    return {"bids": ["7", "7"], "took": [6, 7] if number % 2 else [7, 6], "overruled": True}


def test_longest_game_is_stored_and_a_batch_of_a_phone(table: Table, held: list[float]) -> None:
    start_game(table.id, sheet(MAX_HANDS), author=ANN)
    begun = start_game(table.id, sheet(MAX_HANDS - MAX_BATCH), author=ANN)
    numbers = range(MAX_HANDS - MAX_BATCH, MAX_HANDS)
    posted = [PostedEvent(new_id(), "hand", {"hand": number + 1, **hand(number)}) for number in numbers]
    batch = record_batch(begun.game.id, posted, author=ANN, seq=begun.state.seq)
    assert len(batch.state.board.hands) == MAX_HANDS
    assert all(result.new for result in batch.results)
    assert max(held) < MOST


def test_large_table_is_erased(table: Table, held: list[float]) -> None:
    own = table.id
    for hands in [MAX_HANDS] * 5 + [1] * 20:
        start_game(own, sheet(hands), author=ANN)
    enter_teams(begin(table, "swiss"), ENTRIES, ANN)
    held.clear()
    erase_table(own)
    with pytest.raises(NoSuchTable):
        find_table(own)
    assert max(held) < MOST
    assert len(held) > 5


@on_both
def test_none_of_a_list_enters_if_one_may_not(table: Table) -> None:
    tournament = begin(table, "swiss")
    for bad in (Entry(("\u0410nn 3", "Cal")), Entry(("a", "b", "c"))):
        with pytest.raises(InvalidInput):
            enter_teams(tournament, [*ENTRIES[:10], bad], ANN)
    assert not load_tournament(tournament).state.teams
    enter_teams(tournament, ENTRIES[:10], ANN, FIRST)
    enter_teams(tournament, ENTRIES[:10], ANN, FIRST)
    assert len(load_tournament(tournament).state.teams) == 10
