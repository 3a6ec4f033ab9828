"""Every text that anybody sends has a maximum, whoever reads it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.formparser import FormDataParser
from wtforms import Form, StringField

from scorekeeper import rooms, web
from scorekeeper.access.routes import MAX_FORM_TEXT, Route
from scorekeeper.access.texts import MAX_ESCAPED, MAX_VALUES
from scorekeeper.api.sizes import FORMATS, LIMITED, MAX_MARKS, MAX_PARTS
from tests.access.cast import Cast

pytestmark = [pytest.mark.parametrize("kind", ["sqlite"]), pytest.mark.usefixtures("kind")]
Json = dict[str, Any]
LONG = "x" * (MAX_FORM_TEXT + 1)


def every_form() -> list[type[Form]]:
    """The form classes of the app."""
    for package in (web, rooms):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found, waiting = [], [Form]
    while waiting:
        waiting += (form := waiting.pop()).__subclasses__()
        found.append(form)
    return [form for form in found if form.__module__.startswith((web.__name__, rooms.__name__))]


def test_every_text_field_has_a_maximum(app: Flask) -> None:
    without, texts = [], 0
    for form in every_form():
        for name in dir(form):
            field = getattr(form, name)
            if getattr(field, "field_class", None) is None or not issubclass(field.field_class, StringField):
                continue
            texts += 1
            with app.test_request_context():
                bound = field.bind(form=None, name=name, _meta=form.Meta())
            if not bound.flags.maxlength:
                without.append(f"{form.__module__}.{form.__name__}.{name}")
    assert not without
    assert texts > 60


def test_no_form_takes_a_longer_text_than_its_route_says(app: Flask, cast: Cast) -> None:
    """Also in fields that no form has: whoever reads them later has a maximum."""
    app.config["WTF_CSRF_ENABLED"] = False
    keeper, accepted, posted = cast.phone("alice").client, [], 0
    for rule in app.url_map.iter_rules():
        if not isinstance(rule, Route) or rule.operation is not None or "POST" not in (rule.methods or ()):
            continue
        if not rule.arguments <= {"table"}:  # of one game or match there may be none
            continue
        posted += 1
        with app.test_request_context():
            path = app.url_map.bind("localhost").build(rule.endpoint, dict.fromkeys(rule.arguments, cast.table))
        answer = keeper.post(path, data={"anything": "x" * (rule.longest + 1)})
        if answer.status_code not in (413, 422):
            accepted.append((path, answer.status_code))
    assert not accepted
    assert posted > 20


def test_a_query_is_limited_for_pages_and_calls(app: Flask, cast: Cast) -> None:
    assert cast.phone("alice").client.get("/rules", query_string={"any": LONG}).status_code == 422
    answer = app.test_client().get("/api/v1/rules", query_string={"any": LONG})
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "too-long")  # type: ignore[index]


def test_number_of_fields_is_limited(cast: Cast) -> None:
    answer = cast.phone("alice").client.get("/rules?" + "&".join(f"a{number}" for number in range(MAX_VALUES)))
    assert answer.status_code == 422
    assert "at most 2000 fields" in answer.text


@pytest.mark.parametrize(
    ("content", "why"),
    [("&".join(map("a{}=1".format, range(MAX_VALUES))), "at most 2000 fields"), ("a=" + "%26" * (MAX_ESCAPED + 1), "")],
    ids=["many fields", "long text"],
)
def test_form_is_counted_before_it_is_read(cast: Cast, content: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_given: object) -> None:
        raise AssertionError

    monkeypatch.setattr(FormDataParser, "parse", read)
    answer = cast.phone("alice").client.post("/tables", data=content, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    assert why in answer.text


def parts_of(part: Any, path: str, document: Any, seen: set[str]) -> Iterator[tuple[str, Json]]:
    """Every schema in this part of the document, with its path, also those that it refers to, each once."""
    if isinstance(part, list):
        for number, one in enumerate(part):
            yield from parts_of(one, f"{path}/{number}", document, seen)
    if not isinstance(part, dict):
        return
    yield path, part
    where = str(part.get("$ref", ""))
    if where and where not in seen:
        seen.add(where)
        yield from parts_of(document["components"]["schemas"][where.rpartition("/")[2]], where, document, seen)
    for name, one in part.items():
        if name not in ("example", "examples", "default", "enum"):
            yield from parts_of(one, f"{path}/{name}", document, seen)


def lacks_maximum(schema: Json) -> bool:
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    is_free = not any(name in schema for name in LIMITED) and schema.get("format") not in FORMATS
    return ("string" in kinds and is_free) or ("array" in kinds and "maxItems" not in schema)


def test_every_text_and_list_of_a_call_has_a_maximum_in_the_document(app: Flask) -> None:
    document: Any = app.test_client().get("/api/v1/openapi.json").json
    without: list[str] = []
    seen: set[str] = set()
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            asked = [one for one in call["parameters"] if one.get("in") != "path"]  # a long address finds nothing
            sent = [asked, call.get("requestBody", {})]
            found = parts_of(sent, f"{method} {path}", document, seen)
            without += [where for where, schema in found if lacks_maximum(schema)]
    assert not without
    assert len(seen) > 10


def test_call_refuses_a_text_or_list_that_no_reader_asks_about(app: Flask, cast: Cast) -> None:
    def asked(body: object) -> tuple[int, str]:
        answer = app.test_client().post("/api/v1/tables", json=body)
        assert answer.json is not None
        return answer.status_code, answer.json["error"]["message"]

    assert asked({"name": "Thursday", "more": {"deep": [LONG]}})[0] == 422
    assert f"can have at most {MAX_FORM_TEXT}" in asked({"name": "Thursday", "more": {"deep": [LONG]}})[1]
    assert f"at most {MAX_PARTS} parts" in asked({"name": "Thursday", "more": [0] * (MAX_PARTS + 1)})[1]
    assert f"at most {MAX_MARKS} parts" in asked({"name": "Thursday", "more": [[0] * MAX_PARTS] * 51})[1]
