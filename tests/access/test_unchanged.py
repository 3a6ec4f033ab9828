"""A phone whose game page is current gets a 304 without Flask, exactly when and as the route would send it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import request_started
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from scorekeeper.access.cookie import NAME
from scorekeeper.services.membership import SEEN_EVERY
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.members import Member, revoke_members
from tests.access.cast import Cast
from tests.access.test_device_secrets import secret_of
from tests.sharing.test_whose_phone import passes_pen, says
from tests.web.conftest import MakeApp

HERE = "http://localhost"


def asks(cast: Cast, who: str, version: str, query: str = "", base: str = HERE) -> TestResponse:
    """Somebody's phone asks whether this version of the game is current. Flask answers any request with a query."""
    url = f"/games/{cast.game}/version{query}"
    return cast.clients[who].get(url, headers={"If-None-Match": version}, base_url=base)


def version(cast: Cast, who: str, base: str = HERE) -> str:
    """The version of somebody's game page."""
    return asks(cast, who, "", base=base).headers["ETag"]


@pytest.mark.parametrize("base", [HERE, "https://localhost"])
def test_304_equals_the_response_of_the_route(cast: Cast, base: str) -> None:
    current = version(cast, "alice", base)
    by_flask: list[Any] = []
    with request_started.connected_to(lambda _app, **_: by_flask.append(1), cast.app):
        before = asks(cast, "alice", current, base=base)
        assert not by_flask
        route = asks(cast, "alice", current, "?by=flask", base)
        assert by_flask
    assert before.status_code == route.status_code == 304
    route.headers.pop("Date")  # the server sends one too
    assert sorted(before.headers) == sorted(route.headers)
    assert "Content-Security-Policy" not in before.headers, "the browser has it, with the page"
    assert before.data == route.data == b""


def test_an_app_answers_each_current_phone_without_flask(make_app: MakeApp) -> None:
    cast = Cast(make_app())
    says(cast, "bob", "Ben")
    passes_pen(cast, "alice", "Ben")
    by_flask: list[Any] = []
    for who in ("alice", "bob", "wendy"):
        current = version(cast, who)
        with request_started.connected_to(lambda _app, **_: by_flask.append(1), cast.app):
            assert asks(cast, who, current).status_code == 304
    assert not by_flask


def test_each_phone_has_its_own_version(cast: Cast) -> None:
    alice, wendy = version(cast, "alice"), version(cast, "wendy")
    assert [asks(cast, "alice", each).status_code for each in (alice, wendy)] == [304, 200]
    assert [asks(cast, "wendy", each).status_code for each in (alice, wendy)] == [200, 304]
    assert [asks(cast, who, alice).status_code for who in ("charlie", "olga", "rita", "xenia")] == [404, 404, 403, 403]


def test_version_ends_with_the_next_event_and_with_the_pen(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    says(cast, "wendy", "Dee")
    bob = cast.phone("bob")
    before = version(cast, "wendy")
    bob.open(f"/games/{cast.game}")
    bob.tap("4")
    assert asks(cast, "wendy", before).status_code == 200
    before = version(cast, "wendy")
    assert asks(cast, "wendy", before).status_code == 304
    passes_pen(cast, "bob", "Dee")
    assert asks(cast, "wendy", before).status_code == 200


def test_a_polling_phone_is_noted_as_seen_once_a_minute(cast: Cast) -> None:
    """A 304 without Flask writes nothing, so Flask answers a phone that was last noted longer ago."""
    current = version(cast, "wendy")
    long_ago = datetime.now(UTC) - SEEN_EVERY - timedelta(seconds=1)
    with cast.app.app_context(), write_transaction() as session:
        session.execute(update(Member).values(last_seen=long_ago))
    assert asks(cast, "wendy", current).status_code == 304
    with cast.app.app_context():
        seen = db.session.scalars(select(Member.last_seen)).all()
    assert len([moment for moment in seen if moment != long_ago]) == 1


def test_removed_phone_is_refused_even_if_its_version_is_current(cast: Cast) -> None:
    current = version(cast, "wendy")
    assert asks(cast, "wendy", current).status_code == 304
    with cast.app.app_context(), write_transaction():
        revoke_members(cast.table)
    assert asks(cast, "wendy", current).status_code == 403


def test_a_phone_at_another_host_learns_the_right_url(cast: Cast, make_app: MakeApp) -> None:
    current, same_tables = version(cast, "bob"), cast.app.config["SQLALCHEMY_DATABASE_URI"]
    here, elsewhere = "http://cards.example", "http://other.example"
    client = make_app(PUBLIC_URL=here, SQLALCHEMY_DATABASE_URI=same_tables).test_client()

    def status(base: str) -> int:
        client.set_cookie(NAME, secret_of(cast.bob), domain=urlsplit(base).netloc)
        url = f"/games/{cast.game}/version"
        return client.get(url, headers={"If-None-Match": current}, base_url=base).status_code

    assert [status(here), status(elsewhere)] == [304, 400]
