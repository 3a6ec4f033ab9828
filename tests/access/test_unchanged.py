"""A phone whose game page is current gets a 304, and only then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

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


def asks(cast: Cast, who: str, version: str) -> TestResponse:
    """Somebody's phone asks whether this version of the game is current."""
    return cast.clients[who].get(f"/games/{cast.game}/version", headers={"If-None-Match": version})


def version(cast: Cast, who: str) -> str:
    """The version of somebody's game page."""
    return asks(cast, who, "").headers["ETag"]


def test_a_304_has_no_content_and_no_policy(cast: Cast) -> None:
    """The browser has both, with the page."""
    again = asks(cast, "alice", version(cast, "alice"))
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Security-Policy" not in again.headers


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
