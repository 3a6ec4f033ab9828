"""A new tournament format is one new file, with its name and its reasons in the words of tournaments."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.rooms.tournaments.domain import formats, words
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.words import why_text
from tests.rooms.tournaments.fields import enter, latest, play_on, stage, tournament

LADDER = '''
"""Ladder: each team meets the one a rung above it, in turns."""

from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Why
from scorekeeper.rooms.tournaments.domain.format import UNNUMBERED, Format, Proposal


class Ladder(Format):
    key = "ladder"
    order = 90

    def rounds(self, stage, teams, tables=None):
        return stage.rounds or 2

    def is_over(self, state, stage, now=0):
        return len(state.rounds_of(stage)) >= self.rounds(state.stages[stage - 1], 0)

    def pair(self, request):
        request.check_teams(2)
        rungs = request.seeds[request.number % 2 == 0 :]
        met = zip(rungs[::2], rungs[1::2])
        pairings = tuple(Pairing(UNNUMBERED, ((one,), (other,)), why=(Why("rungs"),)) for one, other in met)
        return Proposal(pairings, draw=(request.seeds,) if request.number == 1 else ())


FORMAT = Ladder()
'''


def look_again() -> None:
    """Search for the formats again."""
    formats.formats.cache_clear()
    sys.modules.pop("scorekeeper.rooms.tournaments.domain.formats.ladder", None)


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One file in its own folder, and its words; its key."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "ladder.py").write_text(LADDER, "utf-8")
    with monkeypatch.context() as found:
        found.setattr(formats, "__path__", [*formats.__path__, str(folder)])
        found.setitem(words.FORMATS, "ladder", "One rung up")
        found.setitem(words.REASONS, "rungs", lambda _params, _names: "a rung apart")
        look_again()
        yield "ladder"
    look_again()


def test_a_tournament_is_played_in_the_new_format(ladder: str) -> None:
    assert list(formats.formats())[-1] == ladder
    state = play_on(enter(tournament([stage(ladder, seeds="entry", rounds=3)]), 6))
    assert [match.teams for match in latest(state)] == [(1, 2), (3, 4), (5, 6)]
    assert [why_text(match.pairing.why, {}) for match in latest(state)] == ["a rung apart"] * 3
    assert {place.team for place in standings(state, 1)[:2]} == {1, 3}
