"""`scorekeeper demo --fill`: the club's year is there, adds up, and is made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.services import demo
from scorekeeper.services.tournament_cache import load_tournament
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.games import count_games, tables
from scorekeeper.storage.seasons import seasons_of
from scorekeeper.storage.tournaments import tournaments_of
from tests.cli.runs import inside, run

FEW = 6


def test_demo_makes_a_club_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "NIGHTS", FEW)
    first = run("demo", str(tmp_path / "club"), "--fill")
    assert run("demo", str(tmp_path / "club"), "--fill").exit_code == first.exit_code == 0
    with inside():
        (table,) = tables()
        assert 2 * FEW <= count_games(table.id) <= 6 * FEW
        assert len(seasons_of(table.id)) > 0
        (row,) = tournaments_of(table.id)
        state = load_tournament(row.id).state
        assert {player for team in state.teams.values() for player in team.players} == {*demo.SKILLS}
        matches = [match for match in state.matches.values() if not match.pairing.is_bye]
        assert len(matches) == demo.ROUNDS * len(demo.SKILLS) // 4
        assert [state.is_over(match) for match in matches].count(False) == 2  # the last round is being played
        assert verify_stored(table.id).findings == []
