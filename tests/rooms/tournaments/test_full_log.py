"""A tournament has a maximum of events; undoing goes on a little longer."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain import bounds, checks
from tests.rooms.tournaments.directing import Directed

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


def test_maximum_is_far_above_what_a_large_tournament_needs() -> None:
    """128 teams that all meet: three events for each match, and as many undos again."""
    assert bounds.MAX_EVENTS > 128 * 127 // 2 * 3 * 2
