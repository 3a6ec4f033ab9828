"""Every route, every role, every method: allowed requests reach the view, all others learn why not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle

import pytest
from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.access import ANYONE, OWN_SEAT, OWN_TOKEN, TABLE_CREATOR, WATCHER, Access, RoomRole, Route
from scorekeeper.access.routes import Open, Own, check_roles, collect_roles, is_probe, role_of
from scorekeeper.storage.members import Role
from tests.access.cast import GUESTS, Cast
from tests.access.roles import CALLS, ROLES
from tests.each_case import each_case
from tests.web.conftest import MakeApp

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
REACHED = 299
MEMBERS = {"alice": Role.KEEPER, "bob": Role.SCORER, "wendy": Role.WATCHER}
REMOVED = ("rita", "xenia")
STRANGERS = ("charlie", "olga")
LED_TO_MATCH = 303


def rules(app: Flask) -> Iterator[Rule]:
    yield from app.url_map.iter_rules()


def address(rule: Rule, cast: Cast) -> str:
    """The route's URL at Alice's table."""
    known = {"table": cast.table, "game": cast.game, **cast.of_rooms}

    def value(part: re.Match[str]) -> str:
        converter, name = part[1], part[2]
        if converter.startswith("any("):
            return converter[4:].split(",")[0].rstrip(")")
        return known.get(name, {"int": "1", "float": "1", "day": "2026-01-01"}.get(converter, "x"))

    return re.sub(r"<(?:([^<>]*):)?(\w+)>", lambda part: value(_filled(part)), rule.rule)


def _filled(part: re.Match[str]) -> re.Match[str]:
    return part if part[1] is not None else re.fullmatch(r"<?(?:(\w*):)?(\w+)>?", f"string:{part[2]}")  # type: ignore[return-value]


@pytest.fixture
def stubbed(cast: Cast) -> Cast:
    """The app with empty views: an allowed request gets a plain answer, and changes nothing."""
    for endpoint in cast.app.view_functions:
        cast.app.view_functions[endpoint] = lambda **_parts: ("", REACHED)
    cast.app.config["WTF_CSRF_ENABLED"] = False
    cast.app.config["WTF_CSRF_CHECK_DEFAULT"] = False
    cast.app.config["RATE_LIMITS"] = False
    return cast


def expected(role: Access, who: str, by_program: bool) -> int:
    """The status that a route with this role gives somebody."""
    if isinstance(role, Open):
        return REACHED
    if who in ("charlie", *GUESTS) and by_program:
        return 401
    if role is OWN_TOKEN:
        return 403 if who in REMOVED else REACHED
    if who in GUESTS:
        return REACHED if role in GUESTS[who] else 404
    if who in (*STRANGERS, *REMOVED):
        return 404 if who in STRANGERS else 403
    if role is OWN_SEAT:  # nobody has said who they are yet
        return 409
    if isinstance(role, Own | RoomRole):
        return REACHED
    return REACHED if MEMBERS[who].may(role) else 403


def takers(app: Flask) -> defaultdict[tuple[str, str], set[str]]:
    """The endpoints for each path and method."""
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for rule in rules(app):
        for method in rule.methods or ():
            found[rule.rule, method].add(rule.endpoint)
    return found


@pytest.mark.parametrize("who", ["alice", "bob", "wendy", *REMOVED, *STRANGERS, *GUESTS])
def test_every_route_and_method(stubbed: Cast, who: str) -> None:
    wrong = []
    taken, turns = takers(stubbed.app), cycle(METHODS)
    for rule in rules(stubbed.app):
        by_program = rule.endpoint in CALLS
        supported = [each for each in METHODS if taken[rule.rule, each]]
        if who in ("alice", "olga"):  # no role matters for HEAD, or for the next unsupported method: two try them
            methods = [*supported, next(each for each in turns if each not in supported)]
        else:
            methods = [each for each in supported if each != "HEAD"]
        for method in methods:
            answer = stubbed.clients[who].open(
                address(rule, stubbed), method=method, headers=stubbed.bearer(who) if by_program else {}
            )
            for endpoint in taken[rule.rule, method] or (None,):  # rules can share a path
                want = expected(ROLES[endpoint], who, by_program) if endpoint else 405
                if endpoint == "tables.show" and who in GUESTS:
                    want = LED_TO_MATCH
                if answer.status_code != want:
                    wrong.append(f"{who} {method} {rule.rule}: {answer.status_code}, not {want}")
    assert wrong == []


def test_cookie_opens_no_call_and_token_opens_no_page(stubbed: Cast) -> None:
    token = stubbed.bearer("alice")
    for rule in rules(stubbed.app):
        if not isinstance(ROLES[rule.endpoint], Role):
            continue
        method = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})[0]
        if rule.endpoint in CALLS:
            assert stubbed.alice.open(address(rule, stubbed), method=method).status_code == 401, rule
        else:
            assert stubbed.charlie.open(address(rule, stubbed), method=method, headers=token).status_code == 404, rule


def test_routes_have_the_pinned_roles(app: Flask) -> None:
    assert dict(collect_roles(app)) == ROLES


def test_endpoint_with_two_urls_has_one_role(app: Flask) -> None:
    assert all(role_of(rule) is ROLES[rule.endpoint] for rule in rules(app))


class AnApp(Flask):
    """A small app whose routes have roles."""

    url_rule_class = Route


READER = RoomRole("own shelf", "shelf", lambda _membership: False)
Added = tuple[str, str, Access | None]


@each_case(
    ("added", "why"),
    [
        (
            [("/cellar/<game>", "cellar", None), ("/back-door", "back_door", None), ("/door", "door", ANYONE)],
            "no role for back_door, cellar: declare one on the route, as role=KEEPER",
        ),
        ([("/door", "door", Role.WATCHER)], "door has a role, but /door has no table or game or shelf"),
        ([("/<table>/door", "door", OWN_SEAT)], "door is for a seat, but /<table>/door has no game"),
        ([("/<table>/door", "door", READER)], "door is for own shelf, but /<table>/door has no shelf"),
    ],
)
def test_app_does_not_start_with_an_unsafe_route(added: list[Added], why: str) -> None:
    app = AnApp("with more doors")
    for rule, endpoint, role in (
        ("/tables/<table>", "tables", Role.WATCHER),
        ("/games/<game>", "games", Role.KEEPER),
        ("/games/<game>/bid", "bid", OWN_SEAT),
        ("/shelves/<shelf>", "shelves", WATCHER),
        ("/shelves/<shelf>/own", "own", READER),
    ):
        app.add_url_rule(rule, endpoint, lambda: "open", role=role)
    check_roles(app, ["shelf"])
    for rule, endpoint, added_role in added:
        app.add_url_rule(rule, endpoint, lambda: "open", role=added_role)
    with pytest.raises(RuntimeError) as refused:
        check_roles(app, ["shelf"])
    assert str(refused.value) == why


def test_only_marked_routes_are_probes() -> None:
    app = AnApp("with a probe")
    app.add_url_rule("/alive", "alive", lambda: f"{is_probe()}", role=ANYONE, probe=True)
    app.add_url_rule("/", "home", lambda: f"{is_probe()}", role=ANYONE)
    assert [app.test_client().get(path).text for path in ("/alive", "/")] == ["True", "False"]


def test_route_added_after_start_is_closed(make_app: MakeApp) -> None:
    cast = Cast(make_app())
    cast.app._got_first_request = False
    cast.app.add_url_rule("/back-door", "back_door", lambda: "open")
    answer = cast.alice.get("/back-door")
    assert answer.status_code == 404
    assert "The address may be cut off, or this device hasn’t joined." in answer.text


OPEN_TO_ALL = {
    "calendars.public",
    "calendars.team",
    "public.show",
    "public.version",
    "api.audit",
    "api.check",
    "static",
    "health.alive",
    "health.ready",
    "home.index",
    "metrics.show",
    "preferences.create",
    "preferences.moved",
    "preferences.show",
    "offline.begin",
    "offline.game",
    "offline.show",
    "offline.take",
    "offline.worker",
    "secure.certificate",
    "secure.show",
    "rules.glossary",
    "rules.index",
    "rules.show",
    "cards.show_card",
    "cards.use_card",
    "sign_up.show_sign_up",
    "sign_up.sign_up",
    "sign_up.claim",
    "join.open",
    "join.show",
    "join.create",
    "latest_api.documentation",
    "leaving.confirm_device",
    "leaving.forget",
    "exports.empty",
    "check.show",
    "check.create",
    "receipts.show",
    "published_keys.index",
    "audit.show",
    "audit.create",
    "api.page",
    "api.openapi",
    "api.rules",
    "api.rule_set",
    "api.schema",
    "api.tournament_presets",
    "api.score",
}
TABLE_CREATORS = {
    "quick.blank",
    "quick.create",
    "tables.new",
    "tables.create",
    "tournaments.new_with_table",
    "tournaments.create_with_table",
    "tournament_presets.index_with_table",
    "tournament_presets.one_with_table",
    "tournament_presets.take_with_table",
    "api.new_table",
}


def test_only_these_routes_are_public() -> None:
    assert {endpoint for endpoint, role in ROLES.items() if role is ANYONE} == OPEN_TO_ALL & set(ROLES)
    assert {endpoint for endpoint, role in ROLES.items() if role is TABLE_CREATOR} == TABLE_CREATORS & set(ROLES)


WATCHERS_WRITE = {"who.create", "devices.rename", "leaving.leave", "share.code", "sign_off.create"}


def test_watcher_can_only_say_whose_device_it_is(app: Flask) -> None:
    """Its name or its player; plus leaving the table, the code of the watchers' own link, and its side's signature."""
    write_transaction = {
        rule.endpoint
        for rule in rules(app)
        if (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"} and ROLES[rule.endpoint] is Role.WATCHER
    }
    assert write_transaction == WATCHERS_WRITE


def test_only_keepers_can_use_these_routes() -> None:
    keepers = {endpoint for endpoint, role in ROLES.items() if role is Role.KEEPER}
    assert keepers >= {
        "share.limited",
        "share.end",
        "share.end_role",
        "devices.confirm_removal",
        "devices.remove",
        "api.new_invite",
        "api.end_invite",
        "api.put_out",
        "api.end_role",
    }
