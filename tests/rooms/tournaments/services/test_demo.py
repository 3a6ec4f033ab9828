"""The tournament of the demo."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.demo import ROUNDS
from scorekeeper.rooms.tournaments.storage import tournaments_of
from scorekeeper.services import demo


def test_last_round_of_a_tournament_is_being_played(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "NIGHTS", 1)
    (row,) = tournaments_of(demo.make_club(datetime.now(UTC), "UTC"))
    state = load_tournament(row.id).state
    assert {player for team in state.teams.values() for player in team.players} == {*demo.players_of_club()}
    matches = [match for match in state.matches.values() if not match.pairing.is_bye]
    assert len(matches) == ROUNDS * len(demo.SKILLS) // 4
    assert [state.is_over(match) for match in matches].count(False) == 2
