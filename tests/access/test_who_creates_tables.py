"""A setting says whether strangers can create tables; if not, keepers can."""

from __future__ import annotations

from scorekeeper.access.cookie import NAME
from tests.access.cast import Cast

BODY = {"name": "Friday"}


def closed(cast: Cast) -> Cast:
    cast.app.config["STRANGERS_CREATE_TABLES"] = False
    return cast


def test_strangers_can_create_tables_by_default(cast: Cast) -> None:
    assert "New table" in cast.charlie.get("/").text
    assert cast.charlie.get("/tables/new").status_code == 200
    assert cast.charlie.post("/api/v1/tables", json=BODY).status_code == 201


def test_refusal_says_whom_to_ask(cast: Cast) -> None:
    closed(cast)
    for name in ("charlie", "bob", "wendy", "rita", "xenia"):
        answer = cast.clients[name].get("/tables/new")
        assert answer.status_code == 403, name
        assert "Only keepers can create tables on this server" in answer.text
    assert "New table" not in cast.charlie.get("/").text
    assert "Quick game" not in cast.charlie.get("/").text


def test_keepers_can_create_tables_on_a_closed_server(cast: Cast) -> None:
    assert closed(cast).alice.get("/tables/new").status_code == 200
    for name in ("alice", "bob"):
        assert ("New table" in cast.clients[name].get("/").text) is (name == "alice")


def test_programs_need_a_keeper_token_on_a_closed_server(cast: Cast) -> None:
    closed(cast)
    assert cast.charlie.post("/api/v1/tables", json=BODY).status_code == 401
    assert cast.charlie.post("/api/v1/tables", json=BODY, headers=cast.bearer("bob")).status_code == 403
    assert cast.charlie.post("/api/v1/tables", json=BODY, headers=cast.bearer("rita")).status_code == 403
    assert cast.charlie.post("/api/v1/tables", json=BODY, headers=cast.bearer("alice")).status_code == 201
    assert cast.charlie.get_cookie(NAME) is None
