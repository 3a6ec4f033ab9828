"""A program that keeps score: a table with its tokens, a game, and events."""

from __future__ import annotations

from copy import copy
from typing import Any
from uuid import uuid4

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.access import Route
from scorekeeper.api import calls
from scorekeeper.api.operations import ApiCall, calls_of, subjects
from scorekeeper.found_rooms import room_modules
from scorekeeper.storage.players import shown_names_of
from scorekeeper.web.formatting import CONVERTERS

Json = dict[str, Any]

PAIRS: Json = {
    "rules": "partnership",
    "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
}
EVEN: Json = {"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}


def every_call() -> list[ApiCall]:
    """Every call of the API, without the rest of the app."""
    app = Flask("scorekeeper")
    app.url_rule_class = Route
    app.url_map.converters |= CONVERTERS
    app.config["ROOMS"] = tuple(room_modules())
    subjects()  # imports the calls of rooms
    app.register_blueprint(calls)
    return calls_of(app)


API_CALLS = every_call()


class Program:
    """A plain client with the token of one table's link; it has no cookie."""

    def __init__(self, app: Flask, role: str = "keeper") -> None:
        self.client = app.test_client(use_cookies=False)
        answer = self.client.post("/api/v1/tables", json={"name": "Thursday"})
        assert answer.status_code == 201, answer.text
        assert answer.json is not None
        self.made: Json = answer.json
        self.table: str = self.made["table"]
        self.token: str = self.made["tokens"][role]

    def again(self) -> Program:
        """The same program with its own client, on a fresh database."""
        program = copy(self)
        program.client = self.client.application.test_client(use_cookies=False)
        return program

    def players(self) -> dict[str, int]:
        """The table's players by name, with the numbers that calls name them by."""
        with self.client.application.app_context():
            return {name: number for number, name in shown_names_of(self.table).items()}

    def call(
        self, method: str, path: str, body: object = None, file: bytes | None = None, **headers: str
    ) -> TestResponse:
        """One call with a JSON body or a file; `path` below `/api/v1`."""
        sent = {"Authorization": f"Bearer {self.token}"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        more: dict[str, Any] = {"data": file} if body is None else {"json": body}
        return self.client.open(f"/api/v1{path}", method=method, headers=sent, **more)

    def get(self, path: str, **headers: str) -> Json:
        """Get a resource."""
        answer = self.call("GET", path, None, None, **headers)
        assert answer.status_code == 200, answer.text
        found: Json = answer.get_json()
        return found

    def post(self, path: str, body: object = None, status: int = 201, **headers: str) -> Json:
        """Post, and expect this status."""
        answer = self.call("POST", path, body, None, **headers)
        assert answer.status_code == status, answer.text
        found: Json = answer.get_json()
        return found

    def start(self, sheet: Json | None = None) -> str:
        """A new game; its id."""
        return str(self.post(f"/tables/{self.table}/games", sheet or PAIRS)["game"])

    def write(self, game: str, kind: str, status: int = 201, **parts: Any) -> Json:
        """Record an event."""
        return self.post(f"/games/{game}/entries", {"id": str(uuid4()), "kind": kind, **parts}, status)

    def hand(self, game: str, number: int, status: int = 201, **parts: Any) -> Json:
        """A partnership hand."""
        return self.write(game, "hand", status, hand=number, **{**EVEN, **parts})

    def error(self, answer: Json) -> Json:
        """The error in a response, which has nothing else."""
        assert set(answer) == {"error"}
        error: Json = answer["error"]
        assert {"code", "message", "where"} <= set(error)
        return error

    def entries(self, game: str) -> list[Json]:
        """All recorded events."""
        found: list[Json] = self.get(f"/games/{game}/entries")["entries"]
        return found
