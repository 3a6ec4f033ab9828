"""One way for each thing: unknown parameters are refused, lists page alike, and older names still work."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.calling import API_CALLS, EVEN, PAIRS, Program
from tests.api.test_conventions import assert_read_by_the_page

PAGED = {"after", "limit"}
OPEN_ENDED = {"entries", "tournament_entries"}
"""Lists whose `after` is a `seq`, and which are complete without `limit`."""


@pytest.mark.parametrize("path", ["/me", "/tables/{table}", "/tables/{table}/games", "/rules", "/games/{game}"])
def test_unknown_parameter_is_refused(program: Program, game: str, path: str) -> None:
    path = path.format(table=program.table, game=game)
    assert program.call("GET", path).status_code == 200
    answer = program.call("GET", f"{path}?srot=name")
    assert answer.status_code == 422
    error = program.error(answer.get_json())
    assert (error["code"], error["where"], error["fault"]["code"]) == ("malformed", "query: srot", "unknown-part")
    assert error["message"] == 'This call has no parameter "srot"'


def test_unknown_parameter_of_a_write_is_refused_before_it_writes(program: Program) -> None:
    program.post(f"/tables/{program.table}/games?presets=x", PAIRS, 422)
    assert program.get(f"/tables/{program.table}/games")["games"] == []


def test_every_list_with_a_next_page_takes_after_and_limit() -> None:
    for call in API_CALLS:
        names = {part["name"]: part for part in call.operation.query}
        if "after" in names and call.name != "events":
            assert set(names) >= PAGED, call.name
            assert names["limit"]["schema"]["maximum"] == 200, call.name
            assert call.name in OPEN_ENDED or "`next`" in names["after"]["description"], call.name


def test_links_are_read_by_the_page(program: Program) -> None:
    for _ in range(2):
        program.post(f"/tables/{program.table}/invites", {"role": "watcher", "uses": 1})
    whole = program.get(f"/tables/{program.table}/invites")
    assert (len(whole["invites"]), whole["next"]) == (5, None)
    first = program.get(f"/tables/{program.table}/invites?limit=2")
    second = program.get(f"/tables/{program.table}/invites?limit=2&after={first['next']}")
    third = program.get(f"/tables/{program.table}/invites?limit=2&after={second['next']}")
    assert first["invites"] + second["invites"] + third["invites"] == whole["invites"]
    assert third["next"] is None


def test_phones_are_read_by_the_page(program: Program) -> None:
    for _ in range(2):
        program.client.application.test_client().get(program.made["links"]["watcher"], follow_redirects=True)
    assert_read_by_the_page(program, f"/tables/{program.table}/members")
    whole = program.get(f"/tables/{program.table}/members")
    assert whole["members"] == program.get(f"/tables/{program.table}")["members"]


def test_a_game_counts_or_does_not(program: Program) -> None:
    game = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
    path = f"/games/{game}/counted"
    for body, status in (
        ({"counted": False, "reason": "practice"}, 204),
        ({"counted": True}, 204),
        ({"left_out": "practice"}, 204),
        ({"left_out": None}, 204),
        ({"counted": False}, 422),
        ({}, 422),
    ):
        answer = program.call("PUT", path, body)
        assert answer.status_code == status, body
    assert program.error(program.call("PUT", path, {}).get_json())["pointer"] == "/counted"


def test_a_taken_name_is_a_conflict(program: Program) -> None:
    preset = {"name": "Short", "rules": "partnership", "options": {"target": 150}}
    path = f"/tables/{program.table}/presets"
    program.post(path, preset)
    error = program.error(program.post(path, preset, 409, Idempotency_Key=str(uuid4())))
    assert (error["code"], error["fault"]["code"], error["pointer"]) == ("taken", "same-name", "/name")
    program.start()
    ann = f"/tables/{program.table}/players/{program.players()['Ann']}"
    answer = program.call("PATCH", ann, {"name": "Ben"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "taken")


def test_parameters_of_addresses_are_named_alike() -> None:
    assert not {name for call in API_CALLS for name in ("{invite_id}", "{file}") if name in call.path}
