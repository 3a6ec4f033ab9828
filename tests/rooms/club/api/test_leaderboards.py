"""Leaderboards, seasons, head to head and the search of games over the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rooms.club.services.seasons import MAX_PLACES
from scorekeeper.services.series import night_of
from tests.api.calling import EVEN, PAIRS, Json, Program

PLAYED: Json = PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}}


def tonight() -> str:
    return night_of(datetime.now(UTC), UTC).isoformat()


def season(program: Program, **more: object) -> Json:
    day = night_of(datetime.now(UTC), UTC)
    nights = {"first_night": f"{day - timedelta(1)}", "last_night": f"{day + timedelta(1)}"}
    asked = program.call("POST", f"/tables/{program.table}/seasons", {"name": "Winter"} | nights | more)
    assert asked.status_code == 201, asked.text
    found: Json = asked.get_json()
    return found


def test_leaderboard_ranks_by_rating_and_by_each_period(program: Program) -> None:
    for _ in range(2):
        program.start(PLAYED)
    path = f"/tables/{program.table}/leaderboard"
    best = program.get(f"{path}?least=2")
    assert (best["period"], best["sort"], best["ranked_from"], best["next"]) == ("all", "rating", 2, None)
    assert [(row["name"], row["rank"], row["games"], row["won"]) for row in best["players"]][:2] == [
        ("Ann", 1, 2, 2),
        ("Cal", 1, 2, 2),
    ]
    assert best["players"][0]["rating"] > 1500 > best["players"][-1]["rating"]
    for period in ("month", "night"):
        found = program.get(f"{path}?period={period}&sort=points&least=1")["players"]
        assert next((row["name"], row["rank"], row["rating"]) for row in found) == ("Ann", 1, None), period


@pytest.mark.parametrize("query", ["period=year", "sort=luck", "sort=score", "period=night&sort=rating", "games=odd"])
def test_leaderboard_that_nobody_has_is_refused(program: Program, query: str) -> None:
    answer = program.call("GET", f"/tables/{program.table}/leaderboard?{query}")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, "malformed")


def test_season_is_started_read_changed_and_removed(program: Program) -> None:
    program.start(PLAYED)
    made = season(program, least_games=1)
    assert (made["counted_by"], made["over"]) == ("points", False)
    assert [(row["name"], row["score"]) for row in made["first"]] == [("Ann", 3), ("Cal", 3)]
    path = f"/tables/{program.table}/seasons/{made['season']}"
    assert program.get(path) == made
    assert program.get(f"/tables/{program.table}/seasons")["seasons"] == [made]
    league = {"counted_by": "places", "for_places": [6, 3], "best_nights": 1}
    changed = program.call("PATCH", path, league).get_json()
    assert [row["score"] for row in changed["first"]] == [6, 6]
    board = program.get(f"/tables/{program.table}/leaderboard?season={made['season']}")
    assert [(row["name"], row["rank"], row["score"]) for row in board["players"]] == [
        ("Ann", 1, 6),
        ("Cal", 1, 6),
        ("Ben", 3, 0),
        ("Dee", 3, 0),
    ]
    assert program.call("DELETE", path).status_code == 204
    assert program.call("GET", path).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"first_night": "2026-02-30"},
        {"last_night": "1999-01-01"},
        {"counted_by": "luck"},
        {"for_win": -1},
        {"for_places": 6},
        {"for_places": ["six"]},
        {"least_games": 0},
        {"best_nights": "two"},
        {"name": ""},
        {"prize": 5},
    ],
)
def test_what_no_season_can_be_is_refused(program: Program, body: Json) -> None:
    nights = {"name": "Winter", "first_night": tonight(), "last_night": tonight()}
    answer = program.call("POST", f"/tables/{program.table}/seasons", nights | body)
    assert answer.status_code == 422, answer.text


def test_season_has_as_many_places_as_in_the_form(program: Program) -> None:
    nights = {"name": "Winter", "first_night": tonight(), "last_night": tonight(), "counted_by": "places"}
    path = f"/tables/{program.table}/seasons"
    refused = program.call("POST", path, nights | {"for_places": [1] * (MAX_PLACES + 1)})
    assert refused.status_code == 422
    assert f"{MAX_PLACES + 1}" in refused.get_json()["error"]["message"]
    assert program.get(path)["seasons"] == []
    made = program.call("POST", path, nights | {"for_places": [1] * MAX_PLACES})
    assert made.get_json()["for_places"] == [1] * MAX_PLACES
    changed = program.call("PATCH", f"{path}/{made.get_json()['season']}", {"for_places": [2] * (MAX_PLACES + 1)})
    assert changed.status_code == 422
    assert program.get(path)["seasons"][0]["for_places"] == [1] * MAX_PLACES


def test_head_to_head_counts_partners_and_opponents(program: Program) -> None:
    program.start(PLAYED)
    found = program.get(f"/tables/{program.table}/head-to-head?period=night")
    names = {row["player"]: row["name"] for row in found["players"]}
    partners = {(names[row["player"]], names[row["other"]]): (row["games"], row["won"]) for row in found["partners"]}
    assert partners == {("Ann", "Cal"): (1, 1), ("Cal", "Ann"): (1, 1), ("Ben", "Dee"): (1, 0), ("Dee", "Ben"): (1, 0)}
    assert len(found["opponents"]) == 8
    ann, ben = (next(number for number, name in names.items() if name == who) for who in ("Ann", "Ben"))
    two = program.get(f"/tables/{program.table}/head-to-head?players={ann},{ben}")
    assert [(row["player"], row["won"]) for row in two["opponents"]] == [(ann, 1), (ben, 0)]
    assert program.call("GET", f"/tables/{program.table}/head-to-head?players=Ann").status_code == 422


def test_games_are_found_by_player_rules_status_and_night(program: Program) -> None:
    pairs, duel = (
        program.start(PLAYED),
        program.start({"rules": "two-player", "sides": [{"name": "Eve"}, {"name": "Fay"}]}),
    )
    path = f"/tables/{program.table}/history"

    def found(query: str) -> list[str]:
        return [game["game"] for game in program.get(f"{path}?{query}")["games"]]

    ann = next(
        row["player"] for row in program.get(f"/tables/{program.table}/players")["players"] if row["name"] == "Ann"
    )
    assert found("") == [duel, pairs]
    assert (found(f"player={ann}"), found("rules=two-player"), found("status=playing")) == ([pairs], [duel], [duel])
    assert found(f"from={tonight()}&to={tonight()}") == [duel, pairs]
    assert found("to=2020-01-01") == []
    assert found("before=2") == [pairs]
    assert found(f"season={season(program)['season']}&status=over") == [pairs]
    for wrong in ("from=today", "rules=whist", "status=lost", "before=0"):
        assert program.call("GET", f"{path}?{wrong}").status_code == 422, wrong


def test_nothing_of_the_club_is_answered_where_it_is_switched_off(program: Program) -> None:
    program.start(PLAYED)
    assert program.call("PATCH", f"/tables/{program.table}", {"club": False}).get_json()["club"] is False
    for path in ("leaderboard", "head-to-head", "seasons", f"nights/{tonight()}", "exports/ratings"):
        assert program.call("GET", f"/tables/{program.table}/{path}").status_code == 404, path
    player = program.get(f"/tables/{program.table}/players")["players"][0]["player"]
    assert program.get(f"/tables/{program.table}/players/{player}")["ratings"] == []
    assert program.call("PATCH", f"/tables/{program.table}", {"club": True}).get_json()["club"] is True
    assert program.call("GET", f"/tables/{program.table}/leaderboard").status_code == 200
