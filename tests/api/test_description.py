"""The description: every call is in it, every example works and answers as it says, and a page shows it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from markupsafe import escape

from scorekeeper.api.blueprint import PREFIX
from scorekeeper.api.description import OPERATIONS, Operation, openapi
from scorekeeper.api.description.schemas import KINDS, all_schemas
from scorekeeper.core.game.event_json import READERS
from tests.access.roles import CALLS
from tests.api.calling import EVEN, PAIRS, Json, Program

UNDESCRIBED = {"api.page", "api.openapi"}


def described(program: Program) -> Json:
    return program.get("/openapi.json")


def test_every_call_is_described_and_no_other(app: Flask) -> None:
    rules = {
        (rule.endpoint, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix(PREFIX)), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint in CALLS and rule.endpoint not in UNDESCRIBED
    }
    assert {(operation.endpoint, operation.path, operation.method) for operation in OPERATIONS} == rules


def test_every_kind_of_entry_is_described() -> None:
    schemas = all_schemas()
    assert {schemas[name]["properties"]["kind"]["const"] for name in KINDS} == set(READERS)


def test_every_schema_is_one_and_every_reference_leads_somewhere(program: Program) -> None:
    document = described(program)
    assert document["openapi"] == "3.1.0"
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    found = set(re.findall(r'"\$ref": ?"#/components/schemas/(\w+)"', str(document).replace("'", '"')))
    assert found <= set(document["components"]["schemas"])
    assert "$defs" not in str(document)


def holds(document: Json, schema: Json, value: object) -> list[str]:
    """What a schema of the description finds wrong."""
    whole = {**schema, "components": document["components"]}
    return [f"{fault.json_path}: {fault.message}" for fault in Draft202012Validator(whole).iter_errors(value)]


class Evening:
    """A table with all that an address may name, each call's examples posted as they come."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.start(PAIRS | {"dealer": 3})
        over = program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
        invite = program.post(f"/tables/{program.table}/invites", {"role": "watcher"})["invite"]
        browser = program.client.application.test_client()
        browser.get(program.made["links"]["watcher"], follow_redirects=True)
        member = program.get(f"/tables/{program.table}")["members"][0]["member"]
        self.parts = {"table": program.table, "game": self.game, "key": "partnership", "role": "scorer"}
        self.parts |= {"invite_id": invite, "member": str(member), "over": over}

    def path(self, operation: Operation) -> str:
        named = operation.path.replace("{game}/rematch", "{over}/rematch")
        return named.format(**self.parts)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.endpoint)
def test_every_example_works_and_is_answered_as_described(program: Program, operation: Operation) -> None:
    document = described(program)
    evening = Evening(program)
    bodies: dict[str, Any] = operation.examples or {"": None}
    for name, body in bodies.items():
        answer = program.call(operation.method.upper(), evening.path(operation), body)
        assert answer.status_code in operation.ok, f"{name}: {answer.text}"
        said = document["paths"][operation.path][operation.method]
        if body is not None:
            asked = said["requestBody"]["content"]["application/json"]
            assert holds(document, asked["schema"], body) == [], name
            assert asked["examples"][name]["value"] == body
        if answer.status_code != 204:
            schema = said["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
            assert holds(document, schema, answer.get_json()) == [], name


def test_errors_are_as_described(program: Program, game: str) -> None:
    document = described(program)
    program.hand(game, 1)
    error = {"$ref": "#/components/schemas/Error"}
    for answer in (program.hand(game, 1, 409), program.hand(game, 1, 409, seq=1), program.write(game, "hop", 422)):
        assert holds(document, error, answer) == []


def test_the_description_is_not_sent_twice(program: Program) -> None:
    tag = program.call("GET", "/openapi.json", Accept_Encoding="identity").headers["ETag"]
    assert program.call("GET", "/openapi.json", If_None_Match=tag, Accept_Encoding="identity").status_code == 304


def test_a_page_shows_every_call_with_its_role_and_its_examples(program: Program) -> None:
    answer = program.client.get(PREFIX)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    for operation in OPERATIONS:
        assert str(escape(operation.summary)) in answer.text
        assert operation.path in answer.text
    assert answer.text.count("Example: ") == sum(len(operation.examples) for operation in OPERATIONS)
    assert not re.search(r"https?://(?!localhost)", answer.text.replace("http://www.w3.org/2000/svg", ""))


def test_the_document_is_made_once() -> None:
    assert openapi("1") is openapi("1")
