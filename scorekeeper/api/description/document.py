"""The description put together: one document of OpenAPI 3.1."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.api.description.operations import OPERATIONS, REFUSED, Operation
from scorekeeper.api.description.schemas import all_schemas, ref

Json = dict[str, Any]

PARAMETERS = {
    "table": {"type": "string", "minLength": 1},
    "game": {"type": "string", "minLength": 1},
    "key": {"type": "string", "minLength": 1},
    "invite_id": {"type": "string", "minLength": 1},
    "member": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
    "role": {"enum": ["watcher", "scorer", "keeper"]},
}
ABOUT = (
    "Keeps the score of Spades at real card tables: the same use cases as the pages. A token stands for a table and a "
    "role: keeper (everything), scorer (records, corrects, undoes), watcher (reads). Send it as `Authorization: Bearer "
    '…`. Errors are `{"error": {"code", "message", "where"}}`, where `message` is for a person. To a token of '
    "another table an address answers 404, as if there were nothing."
)


@dataclass(frozen=True, slots=True)
class Example:
    """A body that a call takes, ready to be posted."""

    operation: Operation
    name: str
    body: Any


@cache
def openapi(version: str) -> Json:
    """The whole description."""
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": version, "description": ABOUT},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": all_schemas(),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A token of a table's link."}
            },
        },
    }


def examples_of(operation: Operation) -> Iterator[Example]:
    """What can be posted to a call."""
    for name, body in operation.examples.items():
        yield Example(operation, name, body)


def _operation(operation: Operation) -> Json:
    described: Json = {
        "operationId": operation.endpoint.removeprefix("api."),
        "summary": operation.summary,
        "description": operation.text,
        "security": [{"token": []}] if 401 in operation.refused and operation.path != "/tables" else [],
        "parameters": [*_path_parameters(operation.path), *operation.parameters],
        "responses": {
            **{str(status): _answer(words, schema) for status, (words, schema) in operation.ok.items()},
            **{str(status): _answer(REFUSED[status], ref("Error")) for status in sorted(operation.refused)},
        },
    }
    if operation.path == "/tables":
        described["security"] = [{}, {"token": []}]
    if operation.body is not None:
        shown = {name: {"value": body} for name, body in operation.examples.items()}
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": operation.body, "examples": shown}},
        }
    return described


def _path_parameters(path: str) -> list[Json]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names]


def _answer(words: str, schema: Json | None) -> Json:
    if schema is None:
        return {"description": words}
    return {"description": words, "content": {"application/json": {"schema": schema}}}
