"""The reference of the API as a page: the OpenAPI document for people, in their language.

The app draws it itself. The viewers that come as packages weigh 220 to 460 kB, speak English only, and are made by a
build with Node; but for Swagger UI, they need inline styles too, which no page here has (see `server.headers`).
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE, OWN_TOKEN, Access
from scorekeeper.api.codes import REFUSED
from scorekeeper.api.operations import A_FILE, PART, PREFIX, ApiCall, calls, calls_of, document
from scorekeeper.core.inputs import Json
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.storage.members import Role

WHO: dict[Access, str] = {
    Role.KEEPER: translatable("keeper"),
    Role.SCORER: translatable("scorer"),
    Role.WATCHER: translatable("watcher"),
    OWN_TOKEN: translatable("watcher"),
}
ANYBODY = translatable("anyone")
OR = Markup(" | ")

latest = Blueprint("latest_api", __name__, url_prefix="/api")


@latest.get("", role=ANYONE, strict_slashes=False)
def documentation() -> Response:
    """Redirect from the address that people try first."""
    return redirect(url_for("api.page"))


@calls.get("", endpoint="page", role=ANYONE)
def page() -> str:
    """Every call, then every schema that they refer to."""
    made = json.loads(document())
    schemas = {name: _value(schema) for name, schema in made["components"]["schemas"].items()}
    return render_template(
        "api/index.html",
        prefix=PREFIX,
        calls=[_shown(call, made["paths"][call.path][call.method]) for call in calls_of(current_app)],
        schemas=dict(sorted(schemas.items())),
    )


class Field(NamedTuple):
    """A parameter, or a field of an object; `name` also has the names of the objects and lists that it is in."""

    name: str
    type: Markup
    required: bool
    text: str


def _shown(call: ApiCall, documented: Json) -> Json:
    operation = call.operation
    body = documented.get("requestBody", {}).get("content", {}).get("application/json")
    return {
        "id": call.name,
        "method": call.method.upper(),
        "path": call.path,
        "summary": _(operation.summary),
        "text": _without_ticks(operation.text),
        "who": _(WHO.get(call.role, ANYBODY)),
        "parameters": [
            (part["in"], Field(part["name"], _type(part["schema"]), part.get("required", False), _text(part)))
            for part in documented["parameters"]
        ],
        "body": None if body is None else _value(body["schema"]),
        "answers": [
            (status, _without_ticks(words), _value(body) if isinstance(body, dict) else None)
            for status, (words, body) in call.answers.items()
        ],
        "refused": [(status, _(REFUSED[status])) for status in call.refused],
        "examples": [
            {"name": Markup("<code>{}</code>").format(name), "body": _written(body)}
            for name, body in operation.examples.items()
        ],
        "answer": next(map(_written, _examples(documented)), None),
        "curl": _curl(call),
    }


def _examples(documented: Json) -> Iterator[object]:
    """The examples of answers."""
    for answer in documented["responses"].values():
        yield from (body["example"] for body in answer.get("content", {}).values() if "example" in body)


def _value(schema: Json) -> Json:
    """What a body or an answer may be: its type, and its fields if that has no name of its own."""
    return {"type": _type(schema), "text": _text(schema), "fields": list(_fields(schema))}


def _fields(schema: Json, of: str = "") -> Iterator[Field]:
    """The fields of an object, or of those in a list, each before its own."""
    if schema.get("type") == "array":
        yield from _fields(schema.get("items", {}), f"{of}[]")
    for name, part in schema.get("properties", {}).items():
        place = f"{of}.{name}" if of else name
        yield Field(place, _type(part), name in schema.get("required", ()), _text(part))
        yield from _fields(part, place)


def _type(schema: Json) -> Markup:
    """A type in few words: `integer 1…12`, `"keeper" | "scorer"`, `Sheet[]`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#schema-{}">{}</a>').format(name, name)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return OR.join(json.dumps(value, ensure_ascii=False) for value in values)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return OR.join(dict.fromkeys(map(_type, schema[choice])))
    if schema.get("type") == "array":
        items = _type(schema.get("items", {}))
        return (Markup("({})[]") if OR in items else Markup("{}[]")).format(items)
    kinds = schema.get("type", "any")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return OR.join(str(schema.get("format", kind)) if kind == "string" else str(kind) for kind in kinds) + _bounds(
        schema
    )


def _bounds(schema: Json) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is None:
        return "" if low is None else f" ≥ {low}"
    return f" {low}…{high}"


def _text(schema: Json) -> str:
    return _without_ticks(schema.get("description", ""))


def _without_ticks(text: str) -> str:
    return _(text).replace("`", "") if text else ""


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _curl(call: ApiCall) -> str:
    path = PART.sub(lambda part: f"${part[1].upper()}", call.path)
    example = next(iter(call.operation.examples.values()), None)
    words = ["curl"]
    if call.method != "get":
        words.append(f"-X {call.method.upper()}")
    if isinstance(call.role, Role) or call.role is OWN_TOKEN:
        words.append('-H "Authorization: Bearer $TOKEN"')
    if example is not None:
        words.append(f"--json '{json.dumps(example, ensure_ascii=False)}'")
    if call.operation.body == A_FILE:
        words.append("--data-binary @FILE")
    return " ".join([*words, f'"{request.root_url.rstrip("/")}{PREFIX}{path}"'])
