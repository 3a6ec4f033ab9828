"""API calls: each is one function, with its role and its OpenAPI operation declared on its route."""

import re
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Flask

from scorekeeper.access import TABLE_CREATOR, Access, Route
from scorekeeper.core.words.language import translatable
from scorekeeper.storage import Role

Json = dict[str, Any]

PREFIX = "/api/v1"
calls = Blueprint("api", __name__, url_prefix=PREFIX)

DESCRIPTION = ("api.openapi", "api.page")
"""The description itself, which does not describe itself."""

REFUSED = {
    401: translatable("No token, or an unknown one."),
    403: translatable("This role may not do that, or the link has ended."),
    404: translatable("Nothing here for this token."),
    409: translatable("Another entry came first; the error includes it."),
    413: translatable("The body is larger than 4 MB."),
    422: translatable("Malformed, or irregular and not overruled. Nothing was written."),
    429: translatable("Too many guesses, new tables or sheets from this address."),
    503: translatable("Busy. Try again after Retry-After seconds."),
}
BY_TOKEN = (401, 403, 429)
AT_A_TABLE = (*BY_TOKEN, 404)
WITH_A_BODY = (413, 422)
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Operation:
    """What a call's function declares. `ok` has the answers by status, each with words and a schema, None for no body.

    `refused` lists the errors beyond those that the role and a body bring; `parts` the schemas of parts of the address
    that are more than a text or a number.
    """

    summary: str
    ok: dict[int, tuple[str, Json | None]]
    refused: tuple[int, ...] = ()
    text: str = ""
    body: Json | None = None
    examples: Json = field(default_factory=dict)
    parameters: tuple[Json, ...] = ()
    parts: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call as its route has it: `path` below `/api/v1`, its parts as `{game}`; `numbers` names the integer parts."""

    endpoint: str
    method: str
    path: str
    numbers: tuple[str, ...]
    role: Access
    operation: Operation

    @property
    def name(self) -> str:
        """The endpoint without its blueprint: what OpenAPI calls the operation's id."""
        return self.endpoint.removeprefix(f"{calls.name}.")

    @property
    def refused(self) -> list[int]:
        """Every status that an error of this call can have."""
        by_role = AT_A_TABLE if isinstance(self.role, Role) else BY_TOKEN if self.role is TABLE_CREATOR else ()
        return sorted({*by_role, *(WITH_A_BODY if self.operation.body else ()), *self.operation.refused})


def calls_of(app: Flask) -> list[ApiCall]:
    """Every call of the app, in the order of registration. Raises `RuntimeError` for one without an operation."""
    found = []
    for rule in app.url_map.iter_rules():
        if not rule.endpoint.startswith(f"{calls.name}.") or rule.endpoint in DESCRIPTION:
            continue
        if not isinstance(rule, Route) or not isinstance(rule.operation, Operation) or rule.role is None:
            raise RuntimeError(f"{rule.endpoint} has no operation: say it on the route, as operation=Operation(…)")
        path = PLACEHOLDER.sub(r"{\1}", rule.rule.removeprefix(PREFIX))
        numbers = tuple(re.findall(r"<int:(\w+)>", rule.rule))
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        found += [ApiCall(rule.endpoint, name.lower(), path, numbers, rule.role, rule.operation) for name in methods]
    return found
