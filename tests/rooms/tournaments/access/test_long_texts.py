"""Every text that anybody sends has a maximum, whoever reads it."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.access.test_long_texts import LONG
from tests.rooms.tournaments.directing import Directed


@pytest.mark.parametrize("path", ["confirm", "stand"])
def test_reason_of_a_verdict_has_a_maximum(app: Flask, path: str) -> None:
    held = Directed(app, {"format": "swiss", "rules": "partnership"})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"))
    (match,) = held.pair()
    held.wins(match, match["teams"][0])
    before = held.now["seq"]
    app.config["WTF_CSRF_ENABLED"] = False
    phone = held.phone()
    for reason in ("x" * 1001, LONG):
        phone.client.post(f"/tournaments/{held.id}/desk/matches/{match['id']}/{path}", data={"reason": reason})
    assert held.now["seq"] == before
    phone.client.post(f"/tournaments/{held.id}/desk/matches/{match['id']}/{path}", data={"reason": "x" * 1000})
    assert held.now["seq"] == before + 1
