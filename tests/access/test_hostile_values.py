"""Every route with hostile values in path, query, form, body and headers: a proper answer, never a server error.

The suite tries a few values at each place of a third of the routes, forms and calls; `make soak` tries all of them
everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.storage.members import Role
from tests.access.attack import UNSAFE, Attack, encoded
from tests.access.cast import Cast
from tests.access.hostile import BODIES, HEADERS, JSON_VALUES, PATHS, TEXTS, TYPES, Asked, changed_bodies
from tests.access.roles import CALLS, ROLES
from tests.access.test_every_route import address
from tests.api.calling import API_CALLS
from tests.hypothesis_budget import IN_SOAK
from tests.sampled import sampled
from tests.web.browsing import Form, Phone


@pytest.fixture
def attack(cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Attack:
    """The test cast without form tokens and rate limits, which would refuse most requests early."""
    cast.app.config |= {"WTF_CSRF_ENABLED": False, "WTF_CSRF_CHECK_DEFAULT": False, "RATE_LIMITS": False}
    monkeypatch.setattr(cast.app.request_class, "parameter_storage_class", Asked)
    attack = Attack(cast, tmp_path)
    assert attack.first == attack.state
    return attack


FORM = "application/x-www-form-urlencoded"


def forms(attack: Attack, rule: Rule) -> Iterator[Form]:
    """The forms of a page, unchanged."""
    if "GET" in (rule.methods or ()) and rule.endpoint not in CALLS and rule.endpoint != "static":
        phone = Phone(attack.cast.alice)
        answer = phone.client.get(address(rule, attack.cast))
        if answer.status_code == 200 and answer.mimetype == "text/html":
            yield from phone.open(address(rule, attack.cast)).forms


def test_no_route_breaks_and_no_refusal_writes(attack: Attack) -> None:
    for rule in sampled(attack.app.url_map.iter_rules(), 3):
        valid = address(rule, attack.cast)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            is_for_all = not isinstance(ROLES[rule.endpoint], Role)
            hostile_addresses(attack, rule, "alice", method)
            hostile_fields(attack, valid, "alice", method)
            if IN_SOAK or not is_for_all:  # the gate looks at the address before it stops a stranger
                hostile_addresses(attack, rule, "charlie", method)
            if IN_SOAK or (is_for_all and method in UNSAFE):
                hostile_fields(attack, valid, "charlie", method)
            if method in UNSAFE:
                attack.check_and_restore(rule.endpoint)
    assert not attack.broke, "\n".join(attack.broke)


def hostile_addresses(attack: Attack, rule: Rule, who: str, method: str) -> None:
    for part in sorted(rule.arguments):
        for value in attack.some(PATHS, 1):
            attack.send(who, method, address_with(attack.cast, rule.rule, part, value))


def address_with(cast: Cast, rule: str, part: str, value: str) -> str:
    """The route's URL with a hostile value in one of its parts."""
    hole = re.sub(rf"<(?:[^<>]*:)?{part}>", "\x01", rule)
    return address(FakeRule(hole), cast).replace("\x01", value)  # type: ignore[arg-type]


class FakeRule:
    """A rule of which only the text is used."""

    def __init__(self, rule: str) -> None:
        self.rule = rule


def hostile_fields(attack: Attack, path: str, who: str, method: str) -> None:
    Asked.names.clear()
    attack.send(who, method, path)
    names = sorted(Asked.names)
    for value in attack.some(TEXTS, 1) if names else ():
        fields = encoded(dict.fromkeys(names, value))
        if method == "GET":
            attack.send(who, method, f"{path}?{fields.decode()}")
        else:
            attack.send(who, method, path, repr(value), data=fields, content_type=FORM)
    for body in attack.some(BODIES, 1) if method in UNSAFE else ():
        attack.send(who, method, path, repr(body[:20]), data=body, content_type=next(attack.some(TYPES, 1)))
        attack.send(who, method, path, "chunked", chunked=True, data=body)
    for name, values in HEADERS.items():
        if IN_SOAK or next(attack.turns) % len(HEADERS) == 0:
            for value in attack.some(values, 1):
                attack.send(who, method, path, f"{name}: {value}", headers={name: value})


def test_no_hostile_field_breaks_a_valid_form(attack: Attack) -> None:
    seen: set[tuple[str, ...]] = set()
    for rule in sampled(attack.app.url_map.iter_rules(), 3):
        for form in forms(attack, rule):
            kind = (form.action.partition("?")[0], *sorted(form.fields))
            if kind in seen:
                continue
            seen.add(kind)
            for name in {*form.fields, *form.choices} - {"csrf_token"}:
                for value in attack.some(TEXTS, 1):
                    fields = encoded({**form.fields.to_dict(), name: value})
                    if form.method == "get":
                        attack.send("alice", "GET", f"{form.action.partition('?')[0]}?{fields.decode()}")
                    else:
                        attack.send("alice", "POST", form.action, f"{name}={value!r}", data=fields, content_type=FORM)
            if form.method == "post":
                attack.check_and_restore(form.action)
                for turn in ("sent", "sent again"):  # a double tap, or Back and another tap
                    data = encoded(form.fields.to_dict())
                    attack.send("alice", "POST", form.action, turn, data=data, content_type=FORM)
                attack.check_and_restore(form.action)
    assert not attack.broke, "\n".join(attack.broke)


def test_no_hostile_value_breaks_a_call(attack: Attack) -> None:
    for call in sampled(API_CALLS, 3):
        path = "/api/v1" + call.path.format_map(Known(attack.cast))
        for example in call.operation.examples.values():
            for place, body in changed_bodies(example):
                for value in attack.some(JSON_VALUES, 1):
                    attack.send(
                        "alice",
                        call.method.upper(),
                        path,
                        f"{place}={value!r}",
                        data=body(value),
                        content_type="application/json",
                    )
        if call.method.upper() in UNSAFE:
            attack.check_and_restore(call.endpoint)
    assert not attack.broke, "\n".join(attack.broke)


class Known(dict[str, str]):
    """The parts of URLs at Alice's table."""

    def __init__(self, cast: Cast) -> None:
        super().__init__(table=cast.table, game=cast.game)

    def __missing__(self, key: str) -> str:
        return "x"


def test_requests_reach_the_app(app: Flask) -> None:
    assert len(list(app.url_map.iter_rules())) > 100
