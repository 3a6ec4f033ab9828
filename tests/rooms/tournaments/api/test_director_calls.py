"""Programs call the director for a table, list who waits, and answer."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log import events as ev
from tests.rooms.tournaments.directing import Directed

STAGE = {"format": "swiss", "rules": "partnership", "rounds": 3}


@pytest.fixture
def directed(app: Flask) -> Directed:
    """Four teams, whose first round is published."""
    found = Directed(app, STAGE)
    found.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    found.pair()
    return found


def waiting(directed: Directed) -> list[dict[str, object]]:
    calls: list[dict[str, object]] = directed.call("GET", "/calls", None, 200)["calls"]
    return calls


def test_call_is_listed_until_it_is_answered_as_done(directed: Directed) -> None:
    made = directed.call("POST", "/matches/1/call", {"reason": "ruling"})
    assert waiting(directed) == [made]
    assert (made["match"], made["table"], made["reason"], made["answered"]) == (1, 1, "ruling", None)
    coming = directed.call("POST", "/matches/1/call/answer", {"answered": "coming"})
    assert coming["answered"] == "coming"
    assert waiting(directed) == [coming]
    assert directed.call("POST", "/matches/1/call/answer", {"answered": "done"})["answered"] == "done"
    assert waiting(directed) == []


def test_repeated_call_is_recorded_once(directed: Directed) -> None:
    body = {"id": "2f3a1a5e-7a52-4a53-9c5c-0e9d3a1c7b11"}
    assert directed.call("POST", "/matches/2/call", body) == directed.call("POST", "/matches/2/call", body, 200)


def test_refusals(directed: Directed) -> None:
    assert directed.refused("POST", "/matches/1/call/answer", {"answered": "coming"}) == "no-open-call"
    assert directed.refused("POST", "/matches/1/call", {"reason": "hunger"}) == "not-one-of"
    directed.call("POST", "/matches/1/call", {})
    assert directed.refused("POST", "/matches/1/call", {}) == "called-already"
    assert directed.refused("POST", "/matches/1/call/answer", {"answered": "match-done"}) == "not-one-of"
    assert directed.refused("POST", "/matches/9/call", {}) == "no-such-match"


def test_entry_of_a_call_is_exported_with_who_called(directed: Directed) -> None:
    directed.call("POST", "/matches/1/call", {"reason": "time"})
    entry = directed.call("GET", "/entries", None, 200)["entries"][-1]
    assert (entry["kind"], entry["payload"], entry["reason"]) == (ev.DIRECTOR_CALL, {"match": 1}, "time")
    assert entry["who"]
