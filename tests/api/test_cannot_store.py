"""If the database fails, a program gets an error code, and knows that it can retry."""

from __future__ import annotations

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.storage.database import db
from tests.api.calling import EVEN, PAIRS, Program
from tests.shared_app import file_of


def test_full_disk_has_its_own_code(app: Flask, program: Program) -> None:
    game = program.start(PAIRS | {"options": {"target": 10_000}})
    with app.app_context(), db.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        connection.rollback()

    def post(number: int) -> TestResponse:
        return program.call("POST", f"/games/{game}/entries", {"kind": "hand", "hand": number, **EVEN})

    number = 1
    while (answer := post(number)).status_code == 201:
        number += 1
    assert answer.status_code == 507
    assert program.error(answer.get_json())["code"] == "disk-full"
    assert "Retry-After" not in answer.headers
    assert len(program.entries(game)) == number, "what was acknowledged is there, and nothing else"


def test_deleted_file_is_noticed_before_an_event_is_acknowledged(app: Flask, program: Program) -> None:
    game = program.start()  # the server has the file open
    for file in file_of(app).parent.glob(f"{file_of(app).name}*"):
        file.unlink()
    assert program.error(program.hand(game, 1, 503))["code"] == "database-gone"
    assert len(program.entries(game)) == 1
