"""The OpenAPI document: it has every call, every example works as described, and a page shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import copy
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from flask import Blueprint, Flask
from jsonschema import Draft202012Validator
from markupsafe import escape
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import func, select, update

from scorekeeper.access import ANYONE, Route
from scorekeeper.api import operations
from scorekeeper.api.operations import A_FILE, PREFIX, ApiCall, Operation, calls_of, subjects
from scorekeeper.api.schemas import entry_schemas
from scorekeeper.api.scripted import TWO_DEALS
from scorekeeper.api.transfer import HAND_LIST
from scorekeeper.clock import utc_now as now
from scorekeeper.core.game.event_json import READERS
from scorekeeper.formats.text_record import record_of
from scorekeeper.services.exporting import LEFT_OUT_HEADER
from scorekeeper.services.members import end_access
from scorekeeper.storage import idempotency_keys
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.idempotency_keys import KEPT, IdempotencyKey
from scorekeeper.storage.invites import Invite
from tests.api.calling import API_CALLS, EVEN, PAIRS, Json, Program
from tests.each_case import each_case
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


@pytest.mark.parametrize(
    "docstring", [None, "Look outside", "Look outside\n\n200: Spades.", "Look outside\n\nAt noon."]
)
def test_call_that_does_not_say_what_it_answers_is_refused(docstring: str | None) -> None:
    def weather() -> str:
        return "spades"

    weather.__doc__ = docstring
    with pytest.raises(RuntimeError, match="weather: its docstring needs"):
        operations.call("GET /weather", ANYONE)(weather)


def test_every_call_says_what_it_is_about() -> None:
    assert [call.name for call in API_CALLS if call.subject not in subjects()] == []


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


def test_every_call_has_an_example_that_is_as_described(program: Program) -> None:
    """Of its body, of its answer, or at least of its address: for what answers nothing, or with a file."""
    document, without, wrong = described(program), [], []
    for call in API_CALLS:
        documented = document["paths"][call.path][call.method]
        wrong += [
            (call.name, fault)
            for part in documented["parameters"]
            for fault in holds(document, part["schema"], part["example"] if part["in"] == "path" else None)
            if part["in"] == "path"
        ]
        (_, body), *_ = call.operation.ok.values()
        answer = documented["responses"][str(next(iter(call.operation.ok)))]
        if isinstance(body, dict):
            shown = answer["content"]["application/json"]
            wrong += [(call.name, fault) for fault in holds(document, shown["schema"], shown.get("example"))]
        elif not call.operation.examples and "{" not in call.path and call.operation.body != A_FILE:
            without.append(call.name)
        if isinstance(call.operation.body, dict) and not call.operation.examples:
            without.append(call.name)
    assert not wrong
    assert not without


def undescribed(schema: Any, of: str) -> Iterator[str]:
    """The properties that have no description, with what has them."""
    if isinstance(schema, list):
        for part in schema:
            yield from undescribed(part, of)
    elif isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from (f"{of}.{name}" for name, part in properties.items() if not part.get("description"))
        for key, part in schema.items():
            if key not in ("example", "examples"):
                yield from undescribed(part, of if key in ("properties", "items", "oneOf") else f"{of}.{key}")


def test_every_property_is_described(program: Program) -> None:
    document = described(program)
    found = [*undescribed(document["components"]["schemas"], ""), *undescribed(document["paths"], "")]
    assert found == [], "say it in the type’s docstring, beside the property, or in api/words.py"


def test_every_call_documents_what_any_call_may_answer(program: Program) -> None:
    document = described(program)
    kinds = {"application/json", "application/problem+json"}
    assert all(set(answer["content"]) == kinds for answer in document["components"]["responses"].values())
    for call in API_CALLS:
        answers = set(document["paths"][call.path][call.method]["responses"])
        due = {400, 414, 422, 429, 431, 500, 503, "default"} | ({413} if call.operation.body else set())
        due |= {403, 507} if call.method != "get" else set()
        due |= {415} if isinstance(call.operation.body, dict) else set()
        assert {str(status) for status in due} <= answers, call.name


def test_codes_are_listed_and_open(program: Program) -> None:
    schemas = described(program)["components"]["schemas"]
    for name, known in (("ErrorCode", "id-taken"), ("FaultCode", "tricks-do-not-add-up")):
        listed, any_text = schemas[name]["anyOf"]
        assert known in listed["enum"]
        assert any_text == {"type": "string"}


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
        self.parts |= {"invite": invite, "member": str(member), "over": over, "preset": str(saved)}
        self.parts |= {"scripted": scripted, "player": str(program.players()["Ann"])}
        own_list = HAND_LIST | {"started": "2025-02-14T20:00:00Z"}
        (self.parts["imported"],) = program.post(f"/tables/{program.table}/imports/hands", own_list, 200)["games"]
        self.parts["schema"] = "game"
        program.call("POST", f"/tables/{program.table}/players/merge", {"name": "Eddie", "into": "Ed"})
        for room in rooms_with("evening"):
            self.parts |= room.come(program)

    def path(self, call: ApiCall) -> str:
        named = call.path.replace("{game}/rematch", "{over}/rematch").replace("{game}/taken", "{imported}/taken")
        named = named.replace("{tournament}/exports/{form}", "{tournament}/exports/{file}")
        named = named.replace("{tournament}/rounds", "{unpaired}/rounds")
        if named.endswith("/take-out"):
            named = named.replace("{tournament}", "{brought}")
        named = named.replace("{tournament}/fixtures", "{league}/fixtures")
        named = named.replace("{tournament}/teams/list", "{league}/teams/list")
        forms = call.operation.parts.get("form", {}).get("enum", ["json"])
        return named.format(**self.parts | {"form": "json" if "json" in forms else forms[0]})


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
    bodies: Mapping[str, Any] = call.operation.examples or {"": None}
    for name, body in bodies.items():
        file = EXPORTED if call.operation.body == A_FILE else None
        answer = program.call(call.method.upper(), evening.path(call), body, file)
        assert answer.status_code in call.answers, f"{name}: {answer.text}"
        documented = document["paths"][call.path][call.method]
        for header in documented["responses"][str(answer.status_code)].get("headers", {}):
            assert header in answer.headers or header == LEFT_OUT_HEADER, f"{name}: {header}"
        if body is not None:
            asked = documented["requestBody"]["content"]["application/json"]
            assert holds(document, asked["schema"], body) == [], name
            assert asked["examples"][name]["value"] == body
        given = call.answers[answer.status_code][1]
        if isinstance(given, str):
            assert answer.mimetype == given
        elif isinstance(given, tuple):
            assert answer.mimetype in given
        elif given is not None:
            schema = documented["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
            assert holds(document, schema, answer.get_json()) == [], name


MAKING = [call for call in API_CALLS if call.makes]
UNCHANGED = [call for call in API_CALLS if 304 in call.operation.ok]


@pytest.mark.parametrize("call", MAKING, ids=lambda call: call.endpoint)
def test_what_is_made_is_made_once_for_a_key_and_says_where_it_is(
    program: Program, evening: Evening, call: ApiCall
) -> None:
    path, key = evening.path(call), str(uuid4())
    body = next(iter(call.operation.examples.values()), None)
    first = program.call("POST", path, body, Idempotency_Key=key)
    again = program.call("POST", path, body, Idempotency_Key=key)
    assert [first.status_code, again.status_code] == [201, 200], again.text
    assert again.get_json() == first.get_json()
    where = first.headers["Location"]
    assert again.headers["Location"] == where
    methods = {*program.client.application.url_map.bind("").allowed_methods(where.partition("?")[0])}
    assert methods & {"GET", "PUT", "PATCH", "DELETE"}
    program.token = first.get_json().get("tokens", {"keeper": program.token})["keeper"]
    if "GET" in methods:
        assert program.get(where.removeprefix(PREFIX))


NAMED = ("new_table", "new_preset", "new_scripted_game", "new_season", "new_tournament")


@pytest.mark.parametrize("call", [call for call in MAKING if call.name in NAMED], ids=lambda call: call.endpoint)
def test_a_key_that_made_something_else_is_refused(program: Program, evening: Evening, call: ApiCall) -> None:
    path, key = evening.path(call), str(uuid4())
    body = next(iter(call.operation.examples.values()))
    program.post(path, body, Idempotency_Key=key)
    answer = program.post(path, body | {"name": "Another"}, 409, Idempotency_Key=key)
    assert program.error(answer)["code"] == "id-taken"


def test_a_key_is_forgotten_after_a_day(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    key, body = str(uuid4()), {"role": "watcher"}
    first = program.post(f"/tables/{program.table}/invites", body, Idempotency_Key=key)
    later = now() + KEPT + timedelta(minutes=1)
    monkeypatch.setattr(idempotency_keys, "utc_now", lambda: later)
    assert program.post(f"/tables/{program.table}/invites", body, Idempotency_Key=key)["invite"] != first["invite"]


def test_a_key_of_another_table_or_address_makes_something(program: Program) -> None:
    key = str(uuid4())
    made = program.post("/tables", {"name": "Thursday"}, Idempotency_Key=key)
    tables = [
        program.client.post(
            f"{PREFIX}/tables",
            json={"name": "Thursday"},
            headers={"Idempotency-Key": key},
            environ_base={"REMOTE_ADDR": address},
        ).json
        for address in ("127.0.0.1", "203.0.113.7")
    ]
    assert [table and table["tokens"] == made["tokens"] for table in tables] == [True, False]
    other = copy(program)
    other.table, other.token = made["table"], made["tokens"]["keeper"]
    invites = [
        one.post(f"/tables/{one.table}/invites", {"role": "watcher"}, Idempotency_Key=key) for one in (program, other)
    ]
    assert invites[0]["invite"] != invites[1]["invite"]


@each_case(
    ("path", "body", "ended"),
    [
        ("/tables", {"name": "Thursday"}, "DELETE /tables/{table}/roles/watcher"),
        ("/tables", {"name": "Thursday"}, "PATCH /tables/{table}"),
        ("/tables", {"name": "Thursday"}, ""),
        ("/tables/{own}/invites", {"role": "watcher", "uses": 3}, "DELETE {invite}"),
    ],
)
def test_a_repeat_never_brings_back_what_was_revoked(
    program: Program, path: str, body: dict[str, Any], ended: str
) -> None:
    key, path = str(uuid4()), path.format(own=program.table)
    first = program.call("POST", path, body, Idempotency_Key=key)
    assert program.post(path, body, 200, Idempotency_Key=key) == first.get_json()
    made = copy(program)
    if "tokens" in first.get_json():
        made.token = first.get_json()["tokens"]["keeper"]
    with program.client.application.app_context():
        if not ended:  # as `scorekeeper revoke` does
            end_access(first.get_json()["table"])
    if ended:
        method, _space, where = ended.partition(" ")
        where = where.format(table=first.get_json().get("table"), invite=first.headers["Location"].removeprefix(PREFIX))
        assert made.call(method, where, {"name": "Friday"} if method == "PATCH" else None).status_code < 300
    with program.client.application.app_context():
        links = db.session.scalar(select(func.count()).select_from(Invite))
    again = program.post(path, body, 409, Idempotency_Key=key)
    assert program.error(again)["code"] == "answer-gone"
    with program.client.application.app_context():
        assert db.session.scalar(select(func.count()).select_from(Invite)) == links, "a repeat made a link"


def test_a_used_link_is_answered_as_it_was_made(program: Program, app: Flask) -> None:
    key, body = str(uuid4()), {"role": "watcher", "uses": 3}
    first = program.post(f"/tables/{program.table}/invites", body, Idempotency_Key=key)
    with app.app_context(), write_transaction() as session:
        session.execute(update(Invite).where(Invite.id == first["invite"]).values(uses_left=1))
    assert program.post(f"/tables/{program.table}/invites", body, 200, Idempotency_Key=key) == first


def test_keys_and_bodies_are_stored_as_hashes(program: Program) -> None:
    key = str(uuid4())
    made = program.post("/tables", {"name": "Thursday at Ann’s"}, Idempotency_Key=key)
    with program.client.application.app_context():
        (row,) = db.session.scalars(select(IdempotencyKey))
    assert row.table_id == made["table"]
    assert row.made.partition(" ")[0] == made["table"]
    assert not any(token in row.made for token in made["tokens"].values())
    assert key not in row.key + row.body
    assert "Ann" not in row.body
    body = {"name": "Thursday at Ann’s"}
    assert (
        program.client.post(
            f"{PREFIX}/tables/{made['table']}/erase",
            json=body,
            headers={"Authorization": f"Bearer {made['tokens']['keeper']}"},
        ).status_code
        == 200
    )
    with program.client.application.app_context():
        assert not db.session.scalars(select(IdempotencyKey)).all()


def test_a_key_that_is_no_uuid_is_refused(program: Program) -> None:
    answer = program.call("POST", f"/tables/{program.table}/invites", {"role": "watcher"}, Idempotency_Key="mine")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, "malformed")


@pytest.mark.parametrize("call", UNCHANGED, ids=lambda call: call.endpoint)
def test_what_is_asked_for_again_is_not_sent_again(program: Program, evening: Evening, call: ApiCall) -> None:
    path = evening.path(call)
    answer = program.call("GET", path, Accept_Encoding="identity")
    assert answer.status_code == 200
    again = program.call("GET", path, Accept_Encoding="identity", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_sheet_players_and_table_have_a_new_version_once_they_change(program: Program) -> None:
    game = program.start(PAIRS)
    paths = [f"/games/{game}/sheet", f"/tables/{program.table}", f"/tables/{program.table}/players"]

    def tags() -> list[str]:
        return [program.call("GET", path, Accept_Encoding="identity").headers["ETag"] for path in paths]

    before = tags()
    program.hand(game, 1)
    program.start({"rules": "two-player", "sides": [{"name": "Eve"}, {"name": "Fay"}]})
    program.call("PATCH", f"/tables/{program.table}", {"name": "Friday"})
    assert not set(before) & set(tags())


def test_errors_are_as_described(program: Program, game: str) -> None:
    document = described(program)
    program.hand(game, 1)
    error = {"$ref": "#/components/schemas/Error"}
    for answer in (program.hand(game, 1, 409), program.hand(game, 1, 409, seq=1), program.write(game, "hop", 422)):
        assert holds(document, error, answer) == []


def test_unchanged_description_is_not_sent_again(program: Program) -> None:
    tag = program.call("GET", "/openapi.json", Accept_Encoding="identity").headers["ETag"]
    assert program.call("GET", "/openapi.json", If_None_Match=tag, Accept_Encoding="identity").status_code == 304


def test_page_shows_parameters_bodies_and_answers_with_their_types(program: Program) -> None:
    page = LexborHTMLParser(program.client.get(PREFIX).text)

    def shown(name: str) -> str:
        found = page.css_first(f"#{name}")
        assert found is not None
        return " ".join(found.text(separator=" ").split())

    assert 'role "watcher" | "scorer" | "keeper"' in shown("new_invite")
    assert "uses integer | null 1…1000 optional" in shown("new_invite")
    assert "Idempotency-Key header uuid optional A UUID" in shown("new_invite")
    assert "201 The link and its token. Invite" in shown("new_invite")
    assert "members query integer 0…10000 optional How many phones to list" in shown("table")
    assert "EntryBids | EntryHand |" in shown("new_entry")
    assert "games[].sides[].players string[]" in shown("schema-Games")


def test_a_page_shows_every_call_with_its_role_and_its_examples(program: Program) -> None:
    answer = program.client.get(PREFIX)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    for call in API_CALLS:
        assert str(escape(call.operation.summary)) in answer.text
        assert call.path in answer.text
    assert answer.text.count("Example: ") == sum(len(call.operation.examples) for call in API_CALLS)
    shapes = set(re.findall(r'href="#(schema-\w+)"', answer.text))
    assert shapes
    assert shapes <= set(re.findall(r'id="(schema-\w+)"', answer.text))
    assert not re.search(r'(?:href|src)="(?:https?:)?//(?!localhost)', answer.text)
