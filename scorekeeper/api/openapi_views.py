"""The API's own description: as OpenAPI for programs, as a page for people."""

import json
import re

from flask import Response, current_app, render_template, request

from scorekeeper.access import ANYONE
from scorekeeper.access.routes import collect_roles
from scorekeeper.api.blueprint import PREFIX, calls
from scorekeeper.api.description import OPERATIONS, Operation, openapi
from scorekeeper.api.description.operations import REFUSED
from scorekeeper.api.serializers import Json, program_version
from scorekeeper.storage import Role

PART = re.compile(r"\{(\w+)\}")


@calls.get("/openapi.json", endpoint="openapi", role=ANYONE)
def description() -> Response:
    answer = Response(json.dumps(openapi(program_version()), ensure_ascii=False), mimetype="application/json")
    answer.add_etag()
    answer.headers["Cache-Control"] = "no-cache"  # it is everyone's, and asked about anew
    answer.make_conditional(request)
    return answer


@calls.get("", endpoint="page", role=ANYONE)
def page() -> str:
    return render_template("api/index.html", prefix=PREFIX, calls=[_shown(operation) for operation in OPERATIONS])


def _shown(operation: Operation) -> Json:
    role = collect_roles(current_app)[operation.endpoint]
    example = next(iter(operation.examples.values()), None)
    return {
        "id": operation.endpoint.removeprefix("api."),
        "method": operation.method.upper(),
        "path": operation.path,
        "summary": operation.summary,
        "text": operation.text.replace("`", ""),
        "who": role.value if isinstance(role, Role) else "anyone",
        "answers": [(status, words) for status, (words, _schema) in operation.ok.items()],
        "refused": [(status, REFUSED[status]) for status in sorted(operation.refused)],
        "parameters": [
            {"name": parameter["name"], "in": parameter["in"], "text": parameter["description"]}
            for parameter in operation.parameters
        ],
        "examples": [
            {"name": name, "body": json.dumps(body, ensure_ascii=False, indent=2)}
            for name, body in operation.examples.items()
        ],
        "curl": _curl(operation, example),
    }


def _curl(operation: Operation, example: object) -> str:
    path = PART.sub(lambda part: f"${part[1].upper()}", operation.path)
    words = ["curl"]
    if operation.method != "get":
        words.append(f"-X {operation.method.upper()}")
    if 401 in operation.refused and operation.path != "/tables":
        words.append('-H "Authorization: Bearer $TOKEN"')
    if example is not None:
        words.append(f"-d '{json.dumps(example, ensure_ascii=False)}'")
    return " ".join([*words, f'"{request.host_url.rstrip("/")}{PREFIX}{path}"'])
