"""Tables over the API: three links, three tokens, and the members."""

from __future__ import annotations

import pytest

from tests.api.calling import EVEN, PAIRS, Program
from tests.each_case import each_case


def test_new_table_has_a_link_and_a_token_for_each_role(program: Program) -> None:
    assert set(program.made) == {"table", "name", "links", "tokens"}
    for role in ("keeper", "scorer", "watcher"):
        assert program.made["links"][role] == f"http://localhost/join/{program.made['tokens'][role]}"


@pytest.mark.parametrize("role", ["keeper", "scorer", "watcher"])
def test_a_browser_that_opens_a_link_lands_on_the_table(program: Program, role: str) -> None:
    browser = program.client.application.test_client()
    landed = browser.get(program.made["links"][role], follow_redirects=True)
    assert landed.status_code == 200
    assert landed.request.path == f"/tables/{program.table}"
    assert f"You’re in as a {role}" in landed.text


def test_url_of_a_game_is_its_page(program: Program, game: str) -> None:
    browser = program.client.application.test_client()
    browser.get(program.made["links"]["watcher"], follow_redirects=True)
    assert browser.get(program.get(f"/games/{game}")["url"]).status_code == 200


def test_table_lists_its_members(program: Program) -> None:
    browser = program.client.application.test_client()
    browser.get(program.made["links"]["scorer"], follow_redirects=True)
    found = program.get(f"/tables/{program.table}")
    assert found["role"] == "keeper"
    assert [(member["name"], member["role"], member["pen"]) for member in found["members"]] == [
        ("A phone", "scorer", False)
    ]


def test_table_lists_as_many_members_as_asked(program: Program) -> None:
    for _ in range(2):
        browser = program.client.application.test_client()
        browser.get(program.made["links"]["scorer"], follow_redirects=True)
    every = program.get(f"/tables/{program.table}")["members"]
    assert len(every) == 2
    assert program.get(f"/tables/{program.table}?members=1")["members"] == every[:1]
    assert program.get(f"/tables/{program.table}?members=0")["members"] == []
    assert program.call("GET", f"/tables/{program.table}?members=-1").status_code == 422


def test_a_device_is_removed(program: Program) -> None:
    browser = program.client.application.test_client()
    browser.get(program.made["links"]["scorer"], follow_redirects=True)
    member = program.get(f"/tables/{program.table}")["members"][0]["member"]
    assert program.call("DELETE", f"/tables/{program.table}/members/{member}").status_code == 200
    assert browser.get(f"/tables/{program.table}").status_code == 403
    assert program.call("DELETE", f"/tables/{program.table}/members/{member}").status_code == 404


def test_link_with_limits_is_made_and_revoked(program: Program) -> None:
    made = program.post(f"/tables/{program.table}/invites", {"role": "scorer", "uses": 2, "hours": 3, "guests": True})
    assert (made["role"], made["uses"], made["guests"]) == ("scorer", 2, True)
    assert made["link"].endswith(made["token"])
    place = f"/tables/{program.table}/invites/{made['invite']}"
    assert program.call("DELETE", place).status_code == 204
    assert program.call("DELETE", place).status_code == 404
    assert program.client.get(f"/join/{made['token']}").status_code == 410


@each_case(
    "body",
    [
        {},
        [],
        {"role": "owner"},
        {"role": ["keeper"]},
        {"role": "keeper", "uses": 0},
        {"role": "keeper", "hours": "1"},
    ],
)
def test_a_malformed_link_is_refused(program: Program, body: object) -> None:
    answer = program.call("POST", f"/tables/{program.table}/invites", body)
    assert answer.status_code == 422


def test_whole_role_can_be_revoked(program: Program) -> None:
    assert program.call("DELETE", f"/tables/{program.table}/roles/scorer").status_code == 204
    token = f"Bearer {program.made['tokens']['scorer']}"
    assert program.call("GET", f"/tables/{program.table}", Authorization=token).status_code == 403
    assert program.call("DELETE", f"/tables/{program.table}/roles/king").status_code == 404


def test_a_table_is_renamed_and_a_game_without_hands_is_deleted(program: Program, game: str) -> None:
    answer = program.call("PATCH", f"/tables/{program.table}", {"name": "Friday"})
    assert answer.get_json() == {"table": program.table, "name": "Friday", "archived": False, "club": True}
    answer = program.call("PATCH", f"/tables/{program.table}", {"archived": True})
    assert answer.get_json() == {"table": program.table, "name": "Friday", "archived": True, "club": True}
    assert program.get(f"/tables/{program.table}")["name"] == "Friday"
    program.post(f"/games/{game}/entries", {"kind": "hand", "hand": 1} | EVEN)
    assert program.error(program.call("DELETE", f"/games/{game}").get_json())["code"] == "not-now"
    other = program.post(f"/tables/{program.table}/games", PAIRS)["game"]
    assert program.call("DELETE", f"/games/{other}").status_code == 204
    assert program.call("GET", f"/games/{other}").status_code == 404
