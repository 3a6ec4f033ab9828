"""A tournament has a maximum of events; undoing goes on a little longer."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import checks, events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import propose
from scorekeeper.rooms.tournaments.domain.setting_up import bounds
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import refused_with, tournament

pytestmark = [pytest.mark.parametrize("kind", ["sqlite"]), pytest.mark.usefixtures("kind")]


def test_full_log_takes_only_some_undos(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Directed(app, {"format": "swiss", "rules": "partnership"})
    held.write("message", text="Tea is ready")
    path = f"/api/v1/tournaments/{held.id}"
    own = {"Authorization": f"Bearer {held.program.made['tokens']['keeper']}"}
    client = app.test_client()
    seq = client.get(path, headers=own).json["seq"]  # type: ignore[index]
    monkeypatch.setattr(checks, "MAX_EVENTS", seq)
    monkeypatch.setattr(checks, "MORE_UNDOS", 1)
    tea = {"kind": "message", "text": "Tea is cold"}
    refused = client.post(f"{path}/entries", json=tea, headers=own)
    assert (refused.status_code, "log is full" in refused.json["error"]["message"]) == (422, True)  # type: ignore[index]
    assert client.post(f"{path}/undo", json={}, headers=own).status_code < 300
    again = client.post(f"{path}/undo", json={}, headers=own)
    assert again.status_code >= 400
    assert client.get(path, headers=own).status_code == 200


def entered(form: dict[str, object], teams: int) -> TournamentState:
    state = replay([read_start({"name": "Open", "stages": [{"rules": "partnership", **form}]})])
    for team in range(1, teams + 1):
        players = (f"Ann {team}",) if form["format"] == "rotation" else (f"Ann {team}", f"Ben {team}")
        state = apply(state, ev.TeamEntered(seq=state.seq + 1, team=team, players=players))
    arrived = ev.TeamStatusChanged(seq=state.seq + 1, teams=tuple(range(1, teams + 1)), status=ev.ARRIVED)
    return apply(state, arrived)


@each_case(
    "form",
    [
        {"format": "swiss", "rounds": bounds.MAX_ROUNDS},
        {"format": "rotation", "rounds": bounds.MAX_ROUNDS},
        {"format": "round-robin", "settings": {"movement": "half-sit"}, "rounds": bounds.MAX_ROUNDS},
        {"format": "round-robin", "settings": {"legs": 2, "pools": 21}},
        {"format": "single-elimination"},
        {"format": "double-elimination"},
        {"format": "open"},
    ],
)
def test_log_has_room_for_the_longest_of_each_format(form: dict[str, object]) -> None:
    (stage,) = tournament([{"rules": "partnership", **form}]).stages
    assert find_format(stage.format).matches(stage, bounds.MAX_TEAMS) <= bounds.MAX_MATCHES
    assert bounds.MAX_FIXTURES <= bounds.MAX_MATCHES


@each_case(("legs", "teams"), [(1, 130), (2, 92)])
def test_stage_that_would_fill_the_log_does_not_begin(legs: int, teams: int) -> None:
    """The largest field below begins; three events for each match, and each may be undone."""
    form: dict[str, object] = {"format": "round-robin", "settings": {"legs": legs}}
    state = entered(form, teams)
    with refused_with("too-many-matches"):
        propose(state, seq=state.seq + 1, lot_seed=7)
    state = entered(form, teams - 1)
    assert propose(state, seq=state.seq + 1, lot_seed=7).pairings
