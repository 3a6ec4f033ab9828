"""Days and moments at the limits of the calendar, wherever a program sends one: refused with the reason."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from flask import Flask

from tests.api.calling import EVEN, Program

LIMITS = ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"]


@pytest.mark.parametrize("moment", LIMITS)
def test_moment_at_the_limit_is_refused_everywhere(app: Flask, moment: str) -> None:
    program = Program(app)
    game = program.start()
    entry = {"id": str(uuid4()), "kind": "hand", "hand": 1, **EVEN, "at": moment}
    batch = program.call("POST", f"/games/{game}/entries", {"seq": 1, "entries": [entry]})
    text = "hand,Ann bid,Ben bid,Ann took,Ben took\n1,5,6,6,7\n"
    sides = [{"name": name, "players": [name]} for name in ("Ann", "Ben")]
    listed = {"list": text, "rules": "two-player", "started": moment, "sides": sides}
    hands = program.call("POST", f"/tables/{program.table}/imports/hands", listed)
    for answer in (batch, hands):
        assert answer.status_code == 422, answer.text
        assert answer.get_json()["error"]["fault"]["code"] == "out-of-range"


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_night_at_the_limit_is_refused(app: Flask, day: str) -> None:
    program = Program(app)
    assert program.call("GET", f"/tables/{program.table}/history?from={day}&to={day}").status_code == 422


@pytest.mark.parametrize("moment", LIMITS)
def test_file_with_a_moment_at_the_limit_is_no_good_file(app: Flask, moment: str) -> None:
    program = Program(app)
    whole = program.call("GET", f"/games/{program.start()}/exports/json").data
    file = re.sub(rb'"started":\s*"[^"]+"', f'"started":"{moment}"'.encode(), whole)
    assert file != whole
    checked = program.call("POST", "/check", None, file)
    assert checked.status_code in (200, 422), checked.text
    assert checked.get_json().get("ok") is not True
    imported = program.call("POST", f"/tables/{program.table}/imports", None, file)
    assert imported.status_code in (200, 422), imported.text
    assert not imported.get_json().get("games")
