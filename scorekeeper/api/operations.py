"""Operations: what API functions declare about themselves, as an OpenAPI document."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, wraps
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_type_hints

from flask import Blueprint, Flask, Response, current_app, request
from flask.blueprints import BlueprintSetupState
from flask.typing import RouteCallable

from scorekeeper import hooks
from scorekeeper.access import ANYONE, OWN_TOKEN, TABLE_CREATOR, Access, Route
from scorekeeper.access.limits import RateLimit
from scorekeeper.api import codes
from scorekeeper.api.asking import asked, described, refuse_unknown
from scorekeeper.api.making import REPEATABLE
from scorekeeper.api.schemas import all_schemas, ref
from scorekeeper.api.serializers import BODY, json_body
from scorekeeper.api.sizes import reached, with_maximum
from scorekeeper.api.words import WORDS, notes_of, with_words
from scorekeeper.core.inputs import Json
from scorekeeper.core.words.language import translatable
from scorekeeper.declared import read, schema
from scorekeeper.found_rooms import is_open
from scorekeeper.services.exporting import LEFT_OUT_HEADER
from scorekeeper.storage.members import Role
from scorekeeper.version import program_version

Body = Json | str | tuple[str, ...] | None

A_FILE = "application/octet-stream"
"""A body that is a file of any kind."""

PREFIX = "/api/v1"


class Calls(Blueprint):
    """The calls of the table and of the rooms that are open in the app.

    A room's call with the endpoint of one of the table's takes its place.
    """

    def __init__(self, name: str, import_name: str, url_prefix: str) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix)
        self._modules: dict[str, list[str]] = {}  # that have a call of this endpoint, the table's first

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: RouteCallable | None = None,
        provide_automatic_options: bool | None = None,
        **options: Any,
    ) -> None:
        """Add a call, unless its room is closed."""
        module = "" if view_func is None else view_func.__module__
        modules = self._modules.setdefault(endpoint or rule, [])
        modules.append(module)

        def add(state: BlueprintSetupState) -> None:
            opened = [own for own in modules if is_open(own, state.app.config["ROOMS"])]
            if opened[-1:] == [module]:
                state.add_url_rule(
                    rule, endpoint, view_func, provide_automatic_options=provide_automatic_options, **options
                )

        self.record(add)


calls = Calls("api", __name__, url_prefix=PREFIX)

DESCRIPTION = ("api.openapi", "api.page")
"""The endpoints of the documentation, which are not documented themselves."""

RETRY_AFTER, LIMIT_HEADERS = "Retry-After", ("RateLimit", "RateLimit-Policy")
LOCATION, ETAG = "Location", "ETag"
HEADERS = {
    LOCATION: {
        "description": "The address of what was made, by which it is read, changed or removed.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    ETAG: {
        "description": "The version of this answer, for If-None-Match in the next call.",
        "schema": {"type": "string"},
    },
    RETRY_AFTER: {"description": "How many seconds to wait.", "schema": {"type": "integer", "minimum": 1}},
    "RateLimit": {
        "description": "For each limit that counted this call: how many are left (r), and for how many seconds (t).",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "The same limits: how many there may be (q) in how many seconds (w).",
        "schema": {"type": "string"},
    },
    LEFT_OUT_HEADER: {
        "description": "How many games are damaged and not in the file. Only in answers that are not streamed.",
        "schema": {"type": "integer", "minimum": 1},
    },
}
"""Limits as in draft-ietf-httpapi-ratelimit-headers-10; every answer of a call that is counted has them."""
IDEMPOTENCY_KEY: Json = {
    "name": REPEATABLE,
    "in": "header",
    "description": translatable("A UUID; the same post again with it makes nothing more, and answers 200."),
    "schema": {"type": "string", "format": "uuid"},
}
IF_NONE_MATCH: Json = {
    "name": "If-None-Match",
    "in": "header",
    "description": translatable("The ETag of the last answer; the answer is 304 until something changes."),
    "schema": {"type": "string"},
}
MADE_BEFORE = translatable("The same post came before with this key; nothing more was made.")
BY_TOKEN = (401, 403, 429)
AT_A_TABLE = (*BY_TOKEN, 404)
WITH_A_BODY = (413, 422)
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Operation:
    """What a call declares. `ok` has a description and a body for each status.

    A body is the schema of its JSON, or else its media type, or all that it may have; None: there is none.
    `refused` lists errors beyond those that follow from the role and what is sent; `parts` has the schemas of path
    parameters that are not simply a text or a number; `headers` names those that a good answer may have; `schemas` are
    those that the document has by name.
    """

    summary: str
    ok: Mapping[int, tuple[str, Body]]
    refused: tuple[int, ...] = ()
    text: str = ""
    body: Body = None
    examples: Mapping[str, Any] = field(default_factory=dict)
    query: tuple[Json, ...] = ()
    parts: Mapping[str, Json] = field(default_factory=dict)
    headers: tuple[str, ...] = ()
    schemas: Mapping[str, Json] = field(default_factory=dict)


View = TypeVar("View", bound=Callable[..., Any])
DECLARED: list[Operation] = []
"""What all calls declare, of open rooms and of closed ones."""


def call(
    at: str, role: Access, name: str = "", grows: RateLimit | None = None, with_names: bool = False, **more: Any
) -> Callable[[View], View]:
    """Declare a call: its method and path, and who may make it; `name`, if it has another one than its function.

    The function's docstring has its title, what there is to say about it, and a line for each good answer:

        List a table's games

        The newest first.

        200: A page of games.
        304: Nothing has changed.

    The types of its `query` (see `api.asking`) and its `body` (see `declared`) say what these are, a body perhaps with
    its name in the document: `Annotated[NewTeam, "NewTeam"]`; one with a default may be left out. The annotation of
    what it returns says what that is as JSON: `Annotated[Response, "Games"]`. A schema of the document is written by
    its name. `grows` and `with_names` are those of a `Route`, `more` is what else an `Operation` has; `answers`, by
    status, are other bodies.
    """
    method, _, path = at.partition(" ")

    def declare(view: View) -> View:
        operation = _operation_of(view, **more)
        DECLARED.append(operation)
        options: Json = {"endpoint": name or view.__name__, "methods": [method], "role": role, "operation": operation}
        options |= {"grows": grows, "with_names": with_names}
        calls.add_url_rule(path, view_func=_with_what_is_sent(view), **options)
        return view

    return declare


def _operation_of(
    view: Callable[..., Any], *, answers: Mapping[int, Any] = MappingProxyType({}), **more: Any
) -> Operation:
    title, *paragraphs = [" ".join(part.split()) for part in cleandoc(view.__doc__ or "").split("\n\n")]
    found = ANSWERS.split(f" {paragraphs.pop()}")[1:] if paragraphs else []
    if not found or not paragraphs:
        raise RuntimeError(f"{view.__name__}: its docstring needs a title, a text, and a line for each answer")
    hints = get_type_hints(view, include_extras=True)
    (answered,) = getattr(hints["return"], "__metadata__", (None,))
    query = described(hints["query"]) if "query" in hints else ()
    body, schemas = _body(more.pop("body", None)), {}
    if "body" in hints:
        made = get_type_hints(view)["body"]
        body = with_words(schema(made), notes_of(made))
        for name in getattr(hints["body"], "__metadata__", ()):
            body, schemas = ref(name), {name: body}
    ok = {
        int(status): (words, None if int(status) in WITHOUT_BODY else _body(answers.get(int(status), answered)))
        for status, words in zip(found[::2], found[1::2], strict=True)
    }
    return Operation(title, ok, text=" ".join(paragraphs), body=body, query=query, schemas=schemas, **more)


def _with_what_is_sent(view: View) -> View:
    """The function as Flask calls it: with what its `query` and its `body` declare, read from the request."""
    hints = get_type_hints(view)
    query, body = hints.get("query"), hints.get("body")
    is_needed = body is not None and signature(view).parameters["body"].default is Parameter.empty

    @wraps(view)
    def answered(*own: Any, **parts: Any) -> Any:
        refuse_unknown(query)
        if query is not None:
            parts["query"] = asked(query)
        if body is not None and (is_needed or request.content_length):
            parts["body"] = read(body, json_body(), BODY)
        return view(*own, **parts)

    return cast(View, answered)


def _body(of: Body) -> Body:
    """The schema of this name; what is none, as it is."""
    return ref(of) if isinstance(of, str) and "/" not in of else of


ANSWERS = re.compile(r" (\d{3}): ")
WITHOUT_BODY = (204, 304)


def messages_of_calls(*_file: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of all calls for translators, as `babel.cfg` collects them."""
    subjects()  # imports the calls of rooms
    for each in DECLARED:
        notes = (part["description"] for part in each.query)
        for text in (each.summary, each.text, *notes, *(words for words, _ in each.ok.values())):
            yield 1, None, text, []


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call of a route: `module` has its function, and is named after its subject.

    `path` is below `/api/v1`, with parameters like `{game}`; `numbers` are the integer ones.
    """

    endpoint: str
    module: str
    method: str
    path: str
    numbers: tuple[str, ...]
    role: Access
    operation: Operation

    @property
    def name(self) -> str:
        """The endpoint without its blueprint: OpenAPI's operation id."""
        return self.endpoint.removeprefix(f"{calls.name}.")

    @property
    def subject(self) -> str:
        """What it is about: the last part of the module's name."""
        return self.module.rpartition(".")[2]

    @property
    def answer(self) -> object:
        """An example of its first good answer; None if that has no body, or is a file."""
        return answers_in(answers_beside(self.module)).get(self.name)

    @property
    def answers_with(self) -> Body:
        """The body of its first good answer."""
        return next(iter(self.operation.ok.values()))[1]

    @property
    def makes(self) -> bool:
        """Whether it makes something: once for each key, and the answer says where that is."""
        return self.method == "post" and 201 in self.operation.ok

    @property
    def answers(self) -> dict[int, tuple[str, Body]]:
        """Every good answer."""
        made = self.operation.ok.get(201)
        return {**({200: (MADE_BEFORE, made[1])} if made and self.makes else {}), **self.operation.ok}

    @property
    def parameters(self) -> tuple[Json, ...]:
        """What a call may have in its query and headers."""
        keyed = (IDEMPOTENCY_KEY,) if self.makes else ()
        return (*keyed, *((IF_NONE_MATCH,) if 304 in self.operation.ok else ()), *self.operation.query)

    @property
    def refused(self) -> list[int]:
        """Every status that an error of this call can have."""
        by_role = (
            AT_A_TABLE if isinstance(self.role, Role) else BY_TOKEN if self.role in (OWN_TOKEN, TABLE_CREATOR) else ()
        )
        by_body = WITH_A_BODY if self.operation.body else (422,) if self.operation.query else ()
        by_key = (409, 422) if self.makes else ()
        return sorted({*by_role, *by_body, *by_key, *self.operation.refused})

    @property
    def errors(self) -> set[int]:
        """Every status that it may refuse with, also for what has nothing to do with it."""
        there = (404,) if "{" in self.path else ()
        sent = (415,) if self.operation.body not in (None, A_FILE) else ()
        written = () if self.method == "get" else (403, 507)
        return {*self.refused, *there, *sent, *written, *codes.ALWAYS}


def answers_beside(module: str) -> Path:
    """The file with examples of the answers of a module's calls, which `tests/api/answers.py` writes."""
    return Path(str(sys.modules[module].__file__)).with_name("answers.json")


@cache
def answers_in(path: Path) -> Mapping[str, Any]:
    """Examples of answers by the names of their calls."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def calls_of(app: Flask) -> list[ApiCall]:
    """Every call of the app, in the order of subjects. Raises `RuntimeError` for one without an operation."""
    found = []
    for rule in app.url_map.iter_rules():
        if not rule.endpoint.startswith(f"{calls.name}.") or rule.endpoint in DESCRIPTION:
            continue
        if not isinstance(rule, Route) or not isinstance(rule.operation, Operation) or rule.role is None:
            raise RuntimeError(f"{rule.endpoint} has no operation: declare it by call(…)")
        path = PLACEHOLDER.sub(r"{\1}", rule.rule.removeprefix(PREFIX))
        numbers = tuple(re.findall(r"<int:(\w+)>", rule.rule))
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        module = app.view_functions[rule.endpoint].__module__
        found += [
            ApiCall(rule.endpoint, module, name.lower(), path, numbers, rule.role, rule.operation) for name in methods
        ]
    order = [*subjects(), *(call.subject for call in found)]
    return sorted(found, key=lambda call: order.index(call.subject))


PART = re.compile(r"\{(\w+)\}")
TEXT_PART = {"type": "string", "minLength": 1}
NUMBER_PART = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
AN_ID, PARTS = "3n8dKqVbX1yTzR5wLm0GfC", {"key": "partnership", "night": "2026-11-19"}
"""Examples of parts of a path: of an id, and of what is none."""
ABOUT = (
    "Keeps the score of Spades at real card tables: the same use cases as the pages. A token is for a table and has a "
    "role: keeper (everything), scorer (records, corrects, undoes), watcher (reads). Send it as `Authorization: Bearer "
    '…`. Errors are `{"error": {"code", "message", "where"}}`, where `message` is for a person; `pointer` says where '
    "in a JSON body, and `fault` what exactly. A parameter that a call does not take is refused. To a token of "
    "another table an address answers 404, as if there were nothing."
)
SUBJECTS = {
    "tables": "A table and its settings.",
    "sharing": "Links, phones and the pen.",
    "players": "Players and their names.",
    "presets": "A table’s house rules.",
    "games": "Games and their scoreboards.",
    "entries": "What was written in a game, and writing more.",
    "scripted": "Custom games: lists of deals with rules of their own.",
    "transfer": "Files out and in.",
    "checking": "Whether a file or a paper sheet is right; nothing is stored.",
    "erasing": "Names and tables that must go.",
    "rule_sets": "The games that the app can score, and scoring without a table.",
}
"""What each of the table's modules of calls is about."""


def subjects(rooms: Iterable[hooks.RoomParts] | None = None) -> dict[str, str]:
    """What each module of calls is about: the table's, then those of these rooms; None: of all, open or closed."""
    found = dict(SUBJECTS)
    for room in hooks.parts() if rooms is None else rooms:
        found |= room.calls()
    return found


MADE = "scorekeeper-openapi"


@calls.get("/openapi.json", endpoint="openapi", role=ANYONE)
def description() -> Response:
    answer = Response(document(), mimetype="application/json")
    answer.add_etag()
    answer.headers["Cache-Control"] = "no-cache"  # public, but revalidated each time
    answer.make_conditional(request)
    return answer


def document() -> str:
    """The OpenAPI document of this app, made once."""
    made = current_app.extensions
    if MADE not in made:
        made_now = openapi(calls_of(current_app), program_version(), request.script_root)
        made[MADE] = json.dumps(made_now, ensure_ascii=False)
    return str(made[MADE])


def openapi(found: list[ApiCall], version: str, root: str = "") -> Json:
    """The whole OpenAPI document; `root` is the path below which the app is."""
    paths: dict[str, Json] = {}
    shown = {str(call.answers_with): call.answer for call in reversed(found) if call.answer is not None}
    for call in found:
        own = shown.get(str(call.answers_with)) if call.answer is None else call.answer
        paths.setdefault(call.path, {})[call.method] = _operation(call, own)
    schemas, about = all_schemas(), subjects(hooks.open_parts())
    for call in found:
        schemas |= call.operation.schemas
    schemas = {name: with_words(own, WORDS, name) for name, own in schemas.items()}
    sent = reached([call.operation.body for call in found], schemas, set())
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Scorekeeper",
            "version": version,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"{root}{PREFIX}"}],
        "tags": [{"name": subject, "description": about[subject]} for subject in _subjects(found)],
        "paths": with_words(paths, WORDS),
        "components": {
            "schemas": {name: with_maximum(own) if name in sent else own for name, own in schemas.items()},
            "headers": HEADERS,
            "responses": codes.responses(HEADERS_OF_ERRORS, _headers),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A token of a table's link."}
            },
        },
    }


def _subjects(found: list[ApiCall]) -> list[str]:
    """The subjects of the calls in their order, each once."""
    return list(dict.fromkeys(call.subject for call in found))


def _operation(call: ApiCall, example: object) -> Json:
    operation, first = call.operation, next(iter(call.operation.ok))
    written: Json = {
        "operationId": call.name,
        "tags": [call.subject],
        "summary": operation.summary,
        "description": operation.text,
        "security": _security(call),
        "parameters": with_maximum([*_path_parameters(call), *call.parameters]),
        "responses": {
            **{
                str(status): _answer(words, answered, example if status == first else None)
                | _headers(_headers_of(call, status))
                for status, (words, answered) in call.answers.items()
            },
            **codes.references(call.errors),
        },
    }
    if operation.body is not None:
        shown = {name: {"value": body} for name, body in operation.examples.items()}
        written["requestBody"] = {
            "required": True,
            "content": _content(with_maximum(operation.body), {"examples": shown} if shown else {}),
        }
    return written


def _headers_of(call: ApiCall, status: int) -> tuple[str, ...]:
    """The headers that a good answer may have."""
    own = call.operation.headers
    return (*own, *((LOCATION,) if status == 201 else ()), *((ETAG,) if 304 in call.operation.ok else ()))


def _security(call: ApiCall) -> list[Json]:
    if isinstance(call.role, Role) or call.role is OWN_TOKEN:
        return [{"token": []}]
    return [{}, {"token": []}] if call.role is TABLE_CREATOR else []


def _path_parameters(call: ApiCall) -> list[Json]:
    schemas = {**dict.fromkeys(call.numbers, NUMBER_PART), **call.operation.parts}
    found = {name: schemas.get(name, TEXT_PART) for name in PART.findall(call.path)}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema, "example": _part_example(name, schema)}
        for name, schema in found.items()
    ]


def _part_example(name: str, schema: Json) -> object:
    if "enum" in schema:
        return schema["enum"][0]
    return 1 if schema.get("type") == "integer" else PARTS.get(name, AN_ID)


def _answer(words: str, body: Body, example: object = None) -> Json:
    shown = {} if example is None else {"example": example}
    return {"description": words} if body is None else {"description": words, "content": _content(body, shown)}


HEADERS_OF_ERRORS = {429: (RETRY_AFTER, *LIMIT_HEADERS), 503: (RETRY_AFTER,)}


def _headers(names: tuple[str, ...]) -> Json:
    return {"headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names}} if names else {}


def _content(body: Json | str | tuple[str, ...], more: Json) -> Json:
    if isinstance(body, dict):
        return {"application/json": {"schema": body, **more}}
    return {
        media_type: {"schema": {}, **(more if media_type.startswith("text/") else {})}
        for media_type in ((body,) if isinstance(body, str) else body)
    }
