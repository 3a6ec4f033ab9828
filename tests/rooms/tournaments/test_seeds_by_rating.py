"""Seeds by rating: what a room knows of players’ strength decides who meets whom."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from flask import Flask

from scorekeeper import hooks
from tests.rooms.tournaments.directing import Directed

RATED = {"Ann": 20.0, "Ben": 22.0, "Cal": 30.0, "Dee": 26.0, "Eve": 24.0}
TEAMS = (("Ann", "Ben"), ("Cal", "Dee"), ("Eve", "Fay"), ("Gus", "Hal"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The names of which each call asks a room that knows five players."""
    calls: list[set[str]] = []

    def strengths(table_id: str, names: Collection[str]) -> list[dict[str, float]]:
        calls.append({*names})
        return [{name: own for name, own in RATED.items() if name in names}]

    monkeypatch.setattr(hooks, "strengths", strengths)
    return calls


def first_round(app: Flask, seeds: str) -> list[list[int]]:
    """The teams of the matches of a bracket’s first round."""
    held = Directed(app, {"format": "single-elimination", "rules": "partnership", "seeds": seeds})
    held.enter(*TEAMS)
    return sorted(match["teams"] for match in held.pair())


def test_strongest_team_meets_the_one_that_nobody_knows(app: Flask, asked: list[set[str]]) -> None:
    assert first_round(app, "rating") == [[2, 4], [3, 1]], "means of 28, 24 of one player, and 21; the last has none"
    assert asked[0] == {name for team in TEAMS for name in team}


def test_other_seeds_ask_nobody(app: Flask, asked: list[set[str]]) -> None:
    assert first_round(app, "entry") == [[1, 4], [2, 3]]
    assert asked == []


def test_without_ratings_seeds_are_drawn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "strengths", lambda table_id, names: [])
    assert sorted(team for teams in first_round(app, "rating") for team in teams) == [1, 2, 3, 4]
