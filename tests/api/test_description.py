"""The OpenAPI document: it has every call, every example works as described, and a page shows it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from flask import Blueprint, Flask
from jsonschema import Draft202012Validator
from markupsafe import escape

from scorekeeper.access import ANYONE, Route
from scorekeeper.api.operations import A_FILE, PREFIX, ApiCall, Operation, calls_of, subjects
from scorekeeper.api.schemas import entry_schemas
from scorekeeper.api.scripted import TWO_DEALS
from scorekeeper.api.transfer import HAND_LIST
from scorekeeper.core.game.event_json import READERS
from scorekeeper.formats.text_record import record_of
from tests.api.calling import API_CALLS, EVEN, PAIRS, Json, Program
from tests.formats.exports.games import game_of_sheet
from tests.rooms import rooms_with
from tests.shared_app import Begun
from tests.tables import sheet_of
from tests.web.record import HANDS

EXPORTED = record_of(game_of_sheet(sheet_of("two-player", *HANDS, closed="late"))).encode()


@cache
def document_of(app: Flask) -> Json:
    """The document, read once."""
    found: Json = app.test_client().get(f"{PREFIX}/openapi.json").get_json()
    return found


def described(program: Program) -> Json:
    return document_of(program.client.application)


def one_route(**options: Any) -> Flask:
    """An app with one API route."""
    app, api = Flask("one"), Blueprint("api", "one", url_prefix=PREFIX)
    app.url_rule_class = Route
    api.get("/weather", endpoint="weather", **options)(lambda: "spades")
    app.register_blueprint(api)
    return app


def test_the_address_that_people_try_first_leads_to_the_page_of_calls(program: Program) -> None:
    for path in ("/api", "/api/"):
        answer = program.client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/api/v1")


def test_call_without_an_operation_keeps_the_app_from_starting() -> None:
    with pytest.raises(RuntimeError, match=r"api\.weather has no operation"):
        calls_of(one_route(role=ANYONE))


def test_call_with_its_operation_is_described() -> None:
    (call,) = calls_of(one_route(role=ANYONE, operation=Operation("Look outside", {200: ("Spades.", None)})))
    assert (call.name, call.method, call.path, call.refused) == ("weather", "get", "/weather", [])


def test_every_call_says_what_it_is_about() -> None:
    assert [call.name for call in API_CALLS if not call.operation.text or call.subject not in subjects()] == []


def test_every_kind_of_entry_is_described() -> None:
    assert {schema["properties"]["kind"]["const"] for schema in entry_schemas().values()} == set(READERS)


def test_every_schema_and_reference_is_valid(program: Program) -> None:
    document = described(program)
    assert document["openapi"] == "3.1.0"
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    found = set(re.findall(r'"\$ref": ?"#/components/schemas/(\w+)"', str(document).replace("'", '"')))
    assert found <= set(document["components"]["schemas"])
    assert "$defs" not in str(document)


def holds(document: Json, schema: Json, value: object) -> list[str]:
    """The document's schema's complaints."""
    whole = {**schema, "components": document["components"]}
    return [f"{fault.json_path}: {fault.message}" for fault in Draft202012Validator(whole).iter_errors(value)]


class Evening:
    """A table with everything that a URL can name, also of rooms, with each call's examples posted in order."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.start(PAIRS | {"dealer": 3})
        over = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
        invite = program.post(f"/tables/{program.table}/invites", {"role": "watcher"})["invite"]
        browser = program.client.application.test_client()
        browser.get(program.made["links"]["watcher"], follow_redirects=True)
        member = program.get(f"/tables/{program.table}")["members"][0]["member"]
        self.parts = {"table": program.table, "game": self.game, "key": "partnership", "role": "scorer"}
        preset = {"name": "Short", "rules": "partnership", "options": {"target": 150}}
        saved = program.post(f"/tables/{program.table}/presets", preset)["preset"]
        scripted = program.post(f"/tables/{program.table}/scripted-games", TWO_DEALS)["scripted"]
        for name in ("Dan", "Danny", "Ed", "Eddie"):
            program.start({"rules": "two-player", "sides": [{"name": "Ann"}, {"name": name}]})
        self.parts |= {"invite_id": invite, "member": str(member), "over": over, "preset": str(saved)}
        self.parts |= {"scripted": scripted, "player": str(program.players()["Ann"]), "form": "json"}
        own_list = HAND_LIST | {"started": "2025-02-14T20:00:00Z"}
        (self.parts["imported"],) = program.post(f"/tables/{program.table}/imports/hands", own_list, 200)["games"]
        self.parts["schema"] = "game"
        for room in rooms_with("evening"):
            self.parts |= room.come(program)

    def path(self, call: ApiCall) -> str:
        named = call.path.replace("{game}/rematch", "{over}/rematch").replace("{game}/taken", "{imported}/taken")
        return named.replace("{tournament}/rounds", "{unpaired}/rounds").format(**self.parts)


@pytest.fixture
def evening(program: Program, app: Flask, begun: Begun) -> Evening:
    def the_evening() -> Evening:
        return Evening(program)

    found = begun.continue_from(app, the_evening)
    found.program = program
    return found


@pytest.mark.parametrize("call", API_CALLS, ids=lambda call: call.endpoint)
def test_every_example_works_as_described(program: Program, evening: Evening, call: ApiCall) -> None:
    document = described(program)
    bodies: dict[str, Any] = call.operation.examples or {"": None}
    for name, body in bodies.items():
        file = EXPORTED if call.operation.body == A_FILE else None
        answer = program.call(call.method.upper(), evening.path(call), body, file)
        assert answer.status_code in call.operation.ok, f"{name}: {answer.text}"
        documented = document["paths"][call.path][call.method]
        if body is not None:
            asked = documented["requestBody"]["content"]["application/json"]
            assert holds(document, asked["schema"], body) == [], name
            assert asked["examples"][name]["value"] == body
        given = call.operation.ok[answer.status_code][1]
        if isinstance(given, str):
            assert answer.mimetype == given
        elif isinstance(given, tuple):
            assert answer.mimetype in given
        elif given is not None:
            schema = documented["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
            assert holds(document, schema, answer.get_json()) == [], name


def test_errors_are_as_described(program: Program, game: str) -> None:
    document = described(program)
    program.hand(game, 1)
    error = {"$ref": "#/components/schemas/Error"}
    for answer in (program.hand(game, 1, 409), program.hand(game, 1, 409, seq=1), program.write(game, "hop", 422)):
        assert holds(document, error, answer) == []


def test_unchanged_description_is_not_sent_again(program: Program) -> None:
    tag = program.call("GET", "/openapi.json", Accept_Encoding="identity").headers["ETag"]
    assert program.call("GET", "/openapi.json", If_None_Match=tag, Accept_Encoding="identity").status_code == 304


def test_a_page_shows_every_call_with_its_role_and_its_examples(program: Program) -> None:
    answer = program.client.get(PREFIX)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    for call in API_CALLS:
        assert str(escape(call.operation.summary)) in answer.text
        assert call.path in answer.text
    assert answer.text.count("Example: ") == sum(len(call.operation.examples) for call in API_CALLS)
    assert not re.search(r"https?://(?!localhost)", answer.text.replace("http://www.w3.org/2000/svg", ""))
