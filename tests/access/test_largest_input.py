"""The largest input of every form and of every call: what it costs, and how long the answer is.

A route that takes something is tried with every field that it asks for, each as long as the route allows, also with
letters that take more room on a page; and each form of a page with its own values but one. A call is tried with the
largest body that its schema allows, and with its examples grown. The suite draws a part; `make soak` tries all.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from werkzeug.routing import Rule

from scorekeeper.access.limits import KEY as LIMITS
from scorekeeper.access.routes import A_FILE, MAX_FORM_TEXT, Route
from scorekeeper.api.operations import A_FILE as A_FILE_BODY, ApiCall
from scorekeeper.api.sizes import MAX_PARTS, SMALL
from scorekeeper.formats.heavy import SECONDS, Task
from scorekeeper.storage.custom_games import add_custom_game
from tests.access.attack import UNSAFE, Attack
from tests.access.cast import Cast
from tests.access.hostile import Asked, changed_bodies
from tests.access.roles import CALLS
from tests.access.test_every_route import address
from tests.access.test_hostile_values import Known
from tests.api.calling import API_CALLS
from tests.hypothesis_budget import IN_SOAK
from tests.rooms import rooms_with
from tests.sampled import sampled
from tests.web.conftest import run_here, work_here

MOST_SECONDS, MOST_BYTES = 1.0, 200_000
"""For a request: processor seconds of its thread, and bytes of its answer, whether it is taken or refused."""
WHOLE_GAMES, OF_A_WHOLE_GAME = ("api.new_game", "api.score"), 300_000
"""Calls that import or score a game with its hands, and the bytes of their answer about a thousand hands of two. More
than a small body counts as dear, as any import; a refusal has the usual bytes.
"""
UNITS = (f"{'a' * 36} & {'b' * 30}\n", "&", '"\n', "1,2,A,B\n", "👍", "9", "[", ",\n", "a ", "1 ")
"""Lists of names, of what takes room on a page, of rows, of numbers, and of what nobody can read."""
MAX_HANDS = 1000
"""Of a game."""
MAX_LEVELS = 6
"""Of a body: schemas may have themselves in them."""
OF_FORMATS = {
    "uuid": "6f1c6f0e-2b1f-4c58-9d0e-0f4c8a1d2b3e",
    "date": "2026-12-31",
    "date-time": "2026-12-31T23:59:59Z",
}
MAX_BODY = 3_900_000
"""Bytes; a body has 4 MB with what is around it."""
A_TAP = "a tap, which has no field"
OF_ROOMS = rooms_with("largest")
WITHOUT_FIELDS = {
    "damaged.delete_game": A_TAP,
    "ending.delete": A_TAP,
    "house_rules.remove": A_TAP,
    "leaving.forget": A_TAP,
    "leaving.leave": A_TAP,
    "own_bids.create": "as hands.bid, for a seat of one’s own",
    "own_bids.take_back": A_TAP,
    "preferences.moved": "an address of earlier versions",
    "custom_games.copy": A_TAP,
    "custom_games.remove": A_TAP,
    "custom_limits.remove_limit": A_TAP,
    "seats.later": A_TAP,
    "tables.form_moved": "an address of earlier versions",
}
for room in OF_ROOMS:
    WITHOUT_FIELDS |= room.WITHOUT_FIELDS


class Posting:
    """Posts as a keeper, and notes what was dear or long. What a worker process does is not counted."""

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self._fresh = attack.cast.again()
        self.restore()
        self.dear: list[tuple[str, str, int, float, int]] = []
        self.sent = 0
        self._apart = 0.0

    def restore(self) -> None:
        """Undo what was posted, and forget its cookies."""
        self.attack.restore()
        self.attack.cast.clients = self._fresh.again().clients

    def run_apart(self, task: Task, content: bytes | Iterable[bytes], seconds: int = SECONDS) -> Iterator[object]:
        """As `run_sandboxed`."""
        began = time.thread_time()
        found = list(run_here(task, content, seconds))
        self._apart += time.thread_time() - began
        return iter(found)

    def post(self, method: str, path: str, label: str, most: int = MOST_BYTES, **more: Any) -> None:
        """Post, and measure; `most` are the bytes of a good answer."""
        self._apart, began = 0.0, time.thread_time()
        try:
            answer = self.attack.cast.alice.open(path, method=method, **more)
        except Exception as error:
            self.dear.append((f"{method} {path[:60]}", f"{label[:50]} {error!r:.200}", 500, 0, 0))
            return
        size = len(answer.get_data())
        took = time.thread_time() - began - self._apart
        answer.request.input_stream.close()  # a large form is sent from a file
        self.sent += 1
        if (
            answer.status_code >= 500
            or took > MOST_SECONDS
            or size > (most if answer.status_code < 400 else MOST_BYTES)
        ):
            self.dear.append((f"{method} {path[:60]}", label[:50], answer.status_code, round(took, 2), size))


def things_of(cast: Cast) -> dict[str, str]:
    """What stands in addresses, so that their pages are there."""
    with cast.app.app_context():
        ours = add_custom_game(cast.table, {"name": "Ours", "deals": [{"name": "plain", "rule": "As usual."}]})
        found = {"custom_game": str(ours.id)}
    for room in OF_ROOMS:
        found |= room.come(cast)
    return found


@pytest.fixture
def posting(cast: Cast, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Posting:
    cast.app.config |= {"WTF_CSRF_ENABLED": False, "WTF_CSRF_CHECK_DEFAULT": False}
    cast.of_rooms |= things_of(cast)
    monkeypatch.setattr(cast.app.extensions[LIMITS], "enabled", False)
    monkeypatch.setattr(cast.app.request_class, "parameter_storage_class", Asked)
    posting = Posting(Attack(cast, tmp_path))
    work_here(monkeypatch, posting.run_apart)
    return posting


def written_by(posting: Posting) -> list[tuple[Route, str]]:
    """Every route of a page that takes something, with a method."""
    return [
        (rule, method)
        for rule in posting.attack.app.url_map.iter_rules()
        if isinstance(rule, Route) and rule.endpoint not in CALLS
        for method in sorted((rule.methods or set()) & {*UNSAFE})
    ]


def fields_of(posting: Posting, rule: Rule, method: str) -> list[str]:
    """The fields that a route asks for, also those that it asks for once others are there."""
    names: list[str] = []
    while True:
        Asked.names.clear()
        posting.attack.cast.alice.open(
            address(rule, posting.attack.cast), method=method, data=dict.fromkeys(names, "1")
        )
        posting.restore()
        if Asked.names <= {*names}:
            return names
        names = sorted({*names, *Asked.names})


def units(count: int) -> list[str]:
    return list(UNITS) if IN_SOAK else sampled(UNITS, len(UNITS) // count)


def long_text(unit: str, length: int, parts: int) -> str:
    """A text of these, as long as the route allows, and as a body has room for."""
    length = min(length, MAX_BODY // max(1, parts) // len(unit.encode()) * len(unit))
    return (unit * (length // len(unit) + 1))[:length]


def test_every_form_asks_for_something_or_says_why_not(posting: Posting) -> None:
    """The largest inputs are drawn: what asks for no field would pass unseen."""
    asks_nothing = {rule.endpoint for rule, method in written_by(posting) if not fields_of(posting, rule, method)}
    assert asks_nothing == {*WITHOUT_FIELDS}


def test_largest_forms_cost_little_and_are_answered_shortly(posting: Posting) -> None:
    for rule, method in sampled(written_by(posting), 4):
        names = fields_of(posting, rule, method)
        for unit in units(3 if rule.longest == A_FILE else 1):
            text = long_text(unit, rule.longest, len(names))
            place, kind = address(rule, posting.attack.cast), "multipart/form-data"
            posting.post(method, place, unit, data=dict.fromkeys(names, text), content_type=kind)
            posting.restore()
    assert not posting.dear
    assert posting.sent > 20


def largest(schema: Any, schemas: dict[str, Any], unit: str, room: int, depth: int = 0) -> Any:
    """The largest value that a schema allows, of about `room` bytes at most."""
    if "$ref" in schema:
        return largest(schemas[schema["$ref"].rpartition("/")[2]], schemas, unit, room, depth + 1)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return max((largest(one, schemas, unit, room, depth) for one in schema[several]), key=length_of)
    for several in ("enum", "const"):
        if several in schema:
            return schema[several][-1] if several == "enum" else schema[several]
    kinds = schema.get("type", "object")
    kind = kinds[0] if isinstance(kinds, list) else kinds
    if kind == "array":
        one = largest(schema.get("items", {"type": "null"}), schemas, unit, room // 2, depth + 1)
        return [one] * min(schema.get("maxItems", MAX_PARTS), max(1, room // (length_of(one) + 1)))
    if kind == "object":
        parts = {} if depth > MAX_LEVELS else schema.get("properties", {})
        share = room // max(1, len(parts))
        found = {name: largest(own, schemas, unit, share, depth + 1) for name, own in parts.items()}
        more = schema.get("additionalProperties", not parts)
        if more and depth <= MAX_LEVELS:
            one = largest(more if isinstance(more, dict) else {"type": "null"}, schemas, unit, share, depth + 1)
            count = min(MAX_PARTS, max(1, share // (length_of(one) + 8)))
            found |= {f"{unit[:4]}{number}": one for number in range(count)}
        return found
    if kind == "string":
        longest = min(schema.get("maxLength", MAX_FORM_TEXT), room)
        return OF_FORMATS.get(schema.get("format", "")) or long_text(unit, longest, 1)
    return {"integer": schema.get("maximum", 10**9 - 1), "number": 1e9, "boolean": True}.get(kind)


def length_of(value: Any) -> int:
    return len(json.dumps(value))


def bodies_of(call: ApiCall, document: Any, unit: str) -> Iterator[Any]:
    """The largest body of a call by its schema; then its examples, with each text and list as long as it may be."""
    content = document["paths"][call.path][call.method]["requestBody"]["content"]
    if "application/json" in content:
        yield largest(content["application/json"]["schema"], document["components"]["schemas"], unit, MAX_BODY // 2)
    for example in call.operation.examples.values():
        for place, body in changed_bodies(example):
            value = value_at(example, place)
            if isinstance(value, list) and value:
                yield json.loads(body([*value * (MAX_PARTS // len(value))][:MAX_PARTS]))
                yield json.loads(body([*value * (MAX_HANDS // len(value))][:MAX_HANDS]))
            elif isinstance(value, str):
                yield json.loads(body(long_text(unit, MAX_FORM_TEXT, 1)))


def value_at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def test_largest_calls_cost_little_and_are_answered_shortly(posting: Posting) -> None:
    document: Any = posting.attack.app.test_client().get("/api/v1/openapi.json").json
    headers = posting.attack.cast.bearer("alice")
    for call in sampled([call for call in API_CALLS if call.operation.body is not None], 3):
        path = "/api/v1" + call.path.format_map(Known(posting.attack.cast))
        if call.operation.body == A_FILE_BODY:
            for unit in units(3):
                content = long_text(unit, MAX_BODY, 1).encode()
                posting.post(call.method.upper(), path, unit, data=content, headers=headers)
            continue
        for unit in units(1):
            for body in bodies_of(call, document, unit):
                is_import = call.endpoint in WHOLE_GAMES and length_of(body) > SMALL
                most = OF_A_WHOLE_GAME if is_import else MOST_BYTES
                posting.post(call.method.upper(), path, json.dumps(body)[:60], most, json=body, headers=headers)
            posting.restore()
    assert not posting.dear
    assert posting.sent > 10
