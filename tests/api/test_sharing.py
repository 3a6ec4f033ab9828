"""Sharing over the API: what a token is for, the links of a table, and who has the pen."""

from __future__ import annotations

from tests.api.calling import Program


def test_program_asks_what_its_token_is_for(program: Program) -> None:
    scorer = program.made["tokens"]["scorer"]
    found = program.get("/me", Authorization=f"Bearer {scorer}")
    assert (found["table"], found["name"], found["role"]) == (program.table, "Thursday", "scorer")
    assert (found["member"], found["player"]) == (None, None)
    assert program.get("/me")["role"] == "keeper"


def test_without_a_valid_token_nobody_is_anyone(program: Program) -> None:
    assert program.client.get("/api/v1/me").status_code == 401
    assert program.call("GET", "/me", Authorization="Bearer nothing").status_code == 401
    program.call("DELETE", f"/tables/{program.table}/roles/scorer")
    scorer = f"Bearer {program.made['tokens']['scorer']}"
    assert program.call("GET", "/me", Authorization=scorer).status_code == 403


def test_keeper_lists_the_links_that_let_someone_in(program: Program) -> None:
    path = f"/tables/{program.table}/invites"
    guests = program.post(path, {"role": "watcher", "hours": 3, "guests": True})
    listed = program.get(path)["invites"]
    assert [link["role"] for link in listed] == ["keeper", "scorer", "watcher", "watcher"]
    assert {link["role"]: link["token"] for link in listed[:3]} == program.made["tokens"]
    assert listed[3] == guests
    assert program.get(f"{path}?limit=0")["invites"] == listed[:3]
    program.call("DELETE", f"{path}/{guests['invite']}")
    assert program.get(path)["invites"] == listed[:3]


def test_only_a_keeper_sees_links(program: Program) -> None:
    scorer = f"Bearer {program.made['tokens']['scorer']}"
    assert program.call("GET", f"/tables/{program.table}/invites", Authorization=scorer).status_code == 403


def test_keeper_passes_the_pen_to_a_phone(program: Program) -> None:
    browser = program.client.application.test_client()
    browser.get(program.made["links"]["watcher"], follow_redirects=True)
    (phone,) = program.get(f"/tables/{program.table}")["members"]
    answer = program.call("PUT", f"/tables/{program.table}/pen", {"member": phone["member"]})
    assert answer.status_code == 204
    (phone,) = program.get(f"/tables/{program.table}")["members"]
    assert (phone["pen"], phone["role"]) == (True, "scorer")


def test_nobody_else_gets_the_pen(program: Program) -> None:
    path = f"/tables/{program.table}/pen"
    assert program.call("PUT", path, {"member": 999}).status_code == 404
    assert program.call("PUT", path, {"member": "Ann"}).status_code == 422
    assert program.call("PUT", path, {}).status_code == 422
