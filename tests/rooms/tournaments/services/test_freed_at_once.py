"""Open play: two matches that end at the same moment free their teams for each other, on every database."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.log.reported import version
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import pair_round
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_teams, set_status
from scorekeeper.services.recording import Author, record
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Table
from tests.databases import on_both

pytestmark = on_both

DESK = Author("Alice")
STAGE = {"format": "open", "rules": "partnership", "options": {"target": 50}, "seeds": "entry"}
HAND = {"hand": 1, "bids": [["4", "4"], ["3", "2"]], "took": [8, 5]}
TEAMS = (("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))


@pytest.fixture
def tournament(app: Flask, table: Table, token_key: None) -> str:
    """Four teams play two matches, one signature short of their end."""
    start = read_start({"name": "Harbour Open", "stages": [STAGE]})
    found = start_tournament(table.id, start.name, start.stages, start.settings, DESK)[0].id
    enter_teams(found, [Entry(players) for players in TEAMS], DESK)
    set_status(found, [1, 2, 3, 4], "arrived", DESK)
    pair_round(found, DESK, publish=True)
    for match in (1, 2):
        game = start_match(found, match, "Alice")
        record(game, "hand", HAND, author=DESK)
        record(game, "sign", {"side": 0, "verdict": "agreed"}, author=DESK)
    return found


def sign(tournament: str, match: int) -> None:
    game = load_tournament(tournament).state.matches[match].game
    record(str(game), "sign", {"side": 1, "verdict": "agreed"}, author=DESK)


def on_paper(tournament: str, match: int) -> None:
    state = load_tournament(tournament).state
    instead, seen = version(state, state.matches[match])
    give_result(tournament, match, {"scores": [60, 20], "signed": True, "instead": instead, "record": seen}, DESK)


def at_once(app: Flask, tournament: str, first: Callable[[str, int], None], second: Callable[[str, int], None]) -> None:
    """Match 2 ends while the end of match 1 is written, but not yet saved."""
    is_written, failed = Event(), []

    def end_second() -> None:
        try:
            with app.app_context():
                is_written.wait()
                second(tournament, 2)
        except Exception as problem:  # reported in the test's own thread
            failed.append(problem)

    other = Thread(target=end_second)
    other.start()

    def wait_for_other(_session: object) -> None:
        if not is_written.is_set():
            is_written.set()
            other.join(0.3)  # it is over by now, unless it waits for this one

    event.listen(db.session, "before_commit", wait_for_other)
    try:
        first(tournament, 1)
    finally:
        event.remove(db.session, "before_commit", wait_for_other)
    other.join()
    assert not failed


@pytest.mark.parametrize(("first", "second"), [(sign, sign), (on_paper, sign), (sign, on_paper)])
def test_teams_that_are_freed_at_the_same_moment_are_paired(
    app: Flask, tournament: str, first: Callable[[str, int], None], second: Callable[[str, int], None]
) -> None:
    at_once(app, tournament, first, second)
    with app.app_context():
        matches = load_tournament(tournament).state.matches
    assert len(matches) == 4
