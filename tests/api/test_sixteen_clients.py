"""Sixteen programs post the same hand at once: one is recorded, and the other fifteen learn which."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from flask import Flask

from tests.api.calling import EVEN, Program
from tests.databases import on_both

CLIENTS = 16


@on_both
@pytest.mark.parametrize("seq", [1, None], ids=["having seen the last entry", "after whatever is last"])
def test_one_of_sixteen_posts_is_recorded(app: Flask, seq: int | None) -> None:
    program = Program(app)
    game = program.start()
    at_once = Barrier(CLIENTS)

    def post(client: int) -> tuple[int, str]:
        body = {"id": str(uuid4()), "seq": seq, "kind": "hand", "hand": 1, **EVEN, "note": f"client {client}"}
        at_once.wait()
        answer = program.call("POST", f"/games/{game}/entries", body)
        answer_json = answer.get_json()
        entry = answer_json["error"]["entry"] if answer.status_code == 409 else program.entries(game)[1]
        return answer.status_code, entry["payload"]["note"]

    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(post, range(CLIENTS)))
    assert sorted(status for status, _note in answers) == [201, *[409] * 15]
    assert len({note for _status, note in answers}) == 1
    assert len(program.entries(game)) == 2


@on_both
def test_sixteen_identical_posts_are_one_event(app: Flask) -> None:
    program = Program(app)
    game = program.start()
    at_once = Barrier(CLIENTS)
    body = {"id": str(uuid4()), "seq": 1, "kind": "hand", "hand": 1, **EVEN}

    def post(_client: int) -> int:
        at_once.wait()
        return program.call("POST", f"/games/{game}/entries", body).status_code

    with ThreadPoolExecutor(CLIENTS) as clients:
        assert sorted(clients.map(post, range(CLIENTS))) == [*[200] * 15, 201]
    assert len(program.entries(game)) == 2
