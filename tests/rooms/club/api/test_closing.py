"""A season is closed and reopened over the API, and says what changed in its games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.services.series import night_of
from tests.api.calling import EVEN, PAIRS, Json, Program
from tests.rooms.club.pages.test_players_pages import begin_earlier

PLAYED: Json = PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}}


@pytest.fixture
def season(app: Flask, program: Program) -> str:
    """The address of a season that is over, with a game."""
    game = program.start(PLAYED)
    begin_earlier(app, game, timedelta(14))
    day = night_of(datetime.now(UTC), UTC)
    nights = {"first_night": f"{day - timedelta(20)}", "last_night": f"{day - timedelta(8)}"}
    made = program.post(f"/tables/{program.table}/seasons", {"name": "Winter", "least_games": 1} | nights)
    return f"/tables/{program.table}/seasons/{made['season']}"


def test_season_is_closed_changed_and_reopened(program: Program, season: str) -> None:
    before = program.get(season)
    assert (before["closed"], program.get(f"{season}/changes")) == (None, {"changes": []})
    champion = before["first"][0]
    closed = program.call("PUT", f"{season}/closed", {"players": [champion["player"]]}).get_json()
    assert closed["closed"] is not None
    assert closed["first"] == [champion]
    game = program.get(f"/tables/{program.table}/games")["games"][0]["game"]
    program.call("PUT", f"/games/{game}/counted", {"counted": False, "reason": "practice"})
    (change,) = program.get(f"{season}/changes")["changes"]
    assert (change["game"], change["number"], change["words"]) == (game, 1, "Left out: practice")
    assert program.get(season)["first"] == [champion]
    number = season.rpartition("/")[2]
    board = program.get(f"/tables/{program.table}/leaderboard?period=season&season={number}")
    assert board["players"][0]["rank"] == 1
    opened = program.call("DELETE", f"{season}/closed").get_json()
    assert (opened["closed"], opened["first"]) == (None, [])


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("PUT", "/closed", {}, "not-now"),
        ("PATCH", "", {"least_games": 3}, "not-now"),
        ("DELETE", "", None, "not-now"),
    ],
)
def test_closed_season_refuses_what_would_change_it(
    program: Program, season: str, method: str, path: str, body: Json | None, code: str
) -> None:
    assert program.call("PUT", f"{season}/closed", {}).status_code == 200
    answer = program.call(method, f"{season}{path}", body)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, code)


@pytest.mark.parametrize("players", [[], [0], [10**6], "Ann"])
def test_nobody_else_is_champion(program: Program, season: str, players: object) -> None:
    assert program.call("PUT", f"{season}/closed", {"players": players}).status_code == 422
    assert program.get(season)["closed"] is None
