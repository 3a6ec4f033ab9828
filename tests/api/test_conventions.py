"""What programs expect of any API: limits in headers, lists by the page, pages of other websites by setting."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.access.limits import RateLimit
from tests.api.calling import API_CALLS, Program
from tests.web.conftest import MakeApp

WEBSITE = "https://club.example.org"


def test_every_counted_answer_says_what_is_left(program: Program) -> None:
    answer = program.call("POST", f"/tables/{program.table}/games", {"rules": "nonsense"})
    assert answer.status_code == 422
    assert answer.headers["RateLimit-Policy"] == (
        '"writes-minute";q=600;w=60, "games-hour";q=200;w=3600, "games-day";q=1000;w=86400'
    )
    left = re.findall(r'"([\w-]+)";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
    assert [(name, int(count)) for name, count, _ in left] == [
        ("writes-minute", 599), ("games-hour", 199), ("games-day", 999)
    ]  # fmt: skip
    assert all(0 < int(seconds) <= 86401 for _, _, seconds in left)


def test_answer_past_a_limit_says_that_nothing_is_left(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimit.SCORES, "_value_", ("1 per hour", "Enough."))
    answers = [program.call("POST", "/score", {}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [422, 429]
    assert all('"scores-hour";r=0;t=' in answer.headers["RateLimit"] for answer in answers)


def test_reading_is_not_counted(program: Program) -> None:
    assert "RateLimit" not in program.call("GET", f"/tables/{program.table}/games").headers


def assert_read_by_the_page(program: Program, path: str) -> None:
    """The list at this path, which has two items, is read in two pages; the first links the second."""
    key = path.rpartition("/")[2]
    whole = program.get(path)
    assert (len(whole[key]), whole["next"]) == (2, None)
    answer = program.call("GET", f"{path}?limit=1")
    first = answer.get_json()
    (link,) = re.findall(r'<(.+)>; rel="next"', answer.headers["Link"])
    assert link == f"/api/v1{path}?limit=1&after={first['next']}"
    second = program.get(link.removeprefix("/api/v1"))
    assert first[key] + second[key] == whole[key]
    assert second["next"] is None


LISTS = ("/tables/{table}/games", "/games/{game}/entries")


@pytest.mark.parametrize("path", LISTS)
def test_list_is_read_by_the_page(program: Program, path: str) -> None:
    game = program.start()
    program.start()
    program.hand(game, 1)
    assert_read_by_the_page(program, path.format(table=program.table, game=game))


def test_every_list_with_a_next_page_takes_after() -> None:
    lists = {"Games", "Players", "FigureHands", "Entries", "Tournaments", "TournamentEntries"} | {
        "Seasons",
        "Leaderboard",
    }
    for call in API_CALLS:
        answers = str(call.operation.ok)
        if any(f"/{name}'" in answers for name in lists):
            assert "after" in [parameter["name"] for parameter in call.operation.query], call.name


@pytest.fixture
def open_to_a_website(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setenv("SCOREKEEPER_API_ORIGINS", f"{WEBSITE}/ http://10.0.0.2:8080")
    return make_app().test_client()


ASKED = {"Origin": WEBSITE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def test_page_of_a_website_in_the_settings_may_call(open_to_a_website: FlaskClient) -> None:
    asked = open_to_a_website.options("/api/v1/tables", headers=ASKED)
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == WEBSITE
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]
    headers = {"Origin": WEBSITE, "Sec-Fetch-Site": "cross-site"}
    made = open_to_a_website.post("/api/v1/tables", json={"name": "Thursday"}, headers=headers)
    assert made.status_code == 201
    assert made.headers["Access-Control-Allow-Origin"] == WEBSITE
    assert "RateLimit" in made.headers["Access-Control-Expose-Headers"]
    assert "Origin" in made.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in made.headers
    missing = open_to_a_website.get("/api/v1/nothing", headers=headers)
    assert (missing.status_code, missing.headers["Access-Control-Allow-Origin"]) == (404, WEBSITE)


def test_no_other_website_and_no_page_is_opened_by_that(open_to_a_website: FlaskClient) -> None:
    other = {**ASKED, "Origin": "https://other.example.org", "Sec-Fetch-Site": "cross-site"}
    assert open_to_a_website.options("/api/v1/tables", headers=other).status_code != 204
    refused = open_to_a_website.post("/api/v1/tables", json={"name": "Thursday"}, headers=other)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (403, "cross-site")
    assert "Access-Control-Allow-Origin" not in refused.headers
    page = open_to_a_website.post("/tables", data={"name": "x"}, headers={"Origin": WEBSITE})
    assert page.status_code == 400
    assert "Access-Control-Allow-Origin" not in page.headers


def test_by_default_no_website_may_call(program: Program) -> None:
    answer = program.client.options("/api/v1/tables", headers=ASKED)
    assert answer.status_code != 204
    assert not any(name.startswith("Access-Control") for name, _ in answer.headers)


def test_schemas_of_the_record_have_an_address_here(program: Program) -> None:
    answer = program.client.get("/api/v1/schemas/game")
    assert (answer.status_code, answer.mimetype) == (200, "application/schema+json")
    found = json.loads(answer.text)
    assert found["$id"] == "http://localhost/api/v1/schemas/game"
    assert found["properties"]["sheet"]["$ref"] == "http://localhost/api/v1/schemas/sheet"
    again = program.client.get("/api/v1/schemas/game", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert program.client.get("/api/v1/schemas/nothing").status_code == 404
