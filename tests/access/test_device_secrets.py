"""A device's secret: only issued ones are accepted, each join gives a new one, and use extends the cookie."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from scorekeeper.access.cookie import NAME, secure_name
from scorekeeper.services.membership import device_hash
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.members import Member, ReplacedSecret, Role, members_of
from tests.access.cast import Cast
from tests.access.test_cookies import cookies

HTTPS = "https://cards.example"
SECURE_NAME = secure_name(NAME, "")
MADE_UP = "A" * 43


def secret_of(client: FlaskClient, name: str = NAME, domain: str = "localhost") -> str:
    cookie = client.get_cookie(name, domain)
    assert cookie is not None, name
    return cookie.value


def with_cookie(cast: Cast, secret: str) -> FlaskClient:
    """A browser with only this cookie."""
    client = cast.app.test_client()
    client.set_cookie(NAME, secret)
    return client


def moved_on(cast: Cast, **ago: float) -> None:
    """Let this much time pass."""
    passed = timedelta(**ago)
    with cast.app.app_context(), write_transaction() as session:
        for member in session.scalars(select(Member).where(Member.last_seen.is_not(None))):
            assert member.last_seen is not None
            change = update(Member).where(Member.id == member.id)
            session.execute(change.values(last_seen=member.last_seen - passed))
        for row in session.scalars(select(ReplacedSecret)):
            row.replaced -= passed


@pytest.mark.parametrize("held", [MADE_UP, "x", ""])
def test_forged_secret_is_replaced_on_joining(cast: Cast, held: str) -> None:
    client = with_cookie(cast, held)
    client.get(f"/join/{cast.score(Role.SCORER)}")
    assert secret_of(client) != held
    assert client.get(f"/tables/{cast.table}").status_code == 200
    assert with_cookie(cast, MADE_UP).get(f"/tables/{cast.table}").status_code == 404
    with cast.app.app_context():
        assert db.session.scalar(select(Member).where(Member.device == device_hash(MADE_UP))) is None


def test_forged_secret_is_replaced_on_creating_a_table(cast: Cast) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    client = with_cookie(cast, MADE_UP)
    client.post("/tables", data={"name": "Sunday"})
    assert secret_of(client) != MADE_UP


def test_each_join_gives_a_new_secret_for_all_tables(cast: Cast) -> None:
    first = secret_of(cast.olga)
    cast.joins("olga", cast.score(Role.SCORER))
    assert secret_of(cast.olga) != first
    for table in (cast.table, cast.other_table):
        assert cast.olga.get(f"/tables/{table}").status_code == 200
    assert "Thursday" in cast.olga.get("/").text
    assert "Friday" in cast.olga.get("/").text


def test_member_keeps_its_secret(cast: Cast) -> None:
    first = secret_of(cast.bob)
    cast.joins("bob", cast.tokens["bob"])
    assert secret_of(cast.bob) == first


def test_old_secret_ends_once_the_new_one_is_used(cast: Cast) -> None:
    first = secret_of(cast.olga)
    cast.joins("olga", cast.score(Role.SCORER))
    assert (
        with_cookie(cast, first).get(f"/tables/{cast.table}").status_code == 200
    )  # this request was already under way
    moved_on(cast, minutes=2)
    assert cast.olga.get(f"/tables/{cast.other_table}").status_code == 200
    for table in (cast.table, cast.other_table):
        assert with_cookie(cast, first).get(f"/tables/{table}").status_code == 404
    assert "Friday" not in with_cookie(cast, first).get("/").text


def test_old_secret_works_if_the_new_one_never_arrived(cast: Cast) -> None:
    first = secret_of(cast.olga)
    cast.joins("olga", cast.score(Role.SCORER))
    lost = with_cookie(cast, first)
    for _evening in range(3):
        moved_on(cast, days=7)
        assert lost.get(f"/tables/{cast.other_table}").status_code == 200
        assert "Thursday" in lost.get("/").text
    assert lost.get(f"/join/{cast.score(Role.KEEPER)}", follow_redirects=True).request.path == "/join"


def test_secrets_of_several_lost_responses_lead_to_the_newest(cast: Cast) -> None:
    first = secret_of(cast.olga)
    lost = with_cookie(cast, first)
    cast.joins("olga", cast.score(Role.WATCHER))
    cast.joins("olga", cast.score(Role.SCORER))
    assert lost.get(f"/tables/{cast.table}").status_code == 200
    moved_on(cast, minutes=2)
    cast.olga.get(f"/tables/{cast.table}")
    assert lost.get(f"/tables/{cast.table}").status_code == 404


def test_removed_device_stays_out_with_all_its_secrets(cast: Cast) -> None:
    invite_link = cast.invited(Role.WATCHER)
    first = secret_of(cast.olga)
    cast.joins("olga", str(invite_link.token))
    with cast.app.app_context():
        from scorekeeper.services.members import revoke_member

        member = next(one for one in members_of(cast.table) if one.invite_id == invite_link.invite.id)
        revoke_member(member, renew_links=False)
    for client in (with_cookie(cast, first), cast.olga):
        assert client.get(f"/join/{invite_link.token}").status_code == 403


def renewed(answer: TestResponse, name: str = NAME) -> bool:
    return "Max-Age=34560000" in cookies(answer).get(name, "")


def test_cookie_is_renewed_once_a_day(cast: Cast) -> None:
    place = f"/games/{cast.game}"
    first = secret_of(cast.bob)
    cast.bob.get(place)
    assert not renewed(cast.bob.get(place))
    moved_on(cast, days=1)
    assert renewed(cast.bob.get(place))
    assert secret_of(cast.bob) == first
    assert not renewed(cast.bob.get(place))


def test_cookie_of_the_previous_version_works_until_the_next_join(cast: Cast) -> None:
    """As the previous version issued it: the same name, the hash at each of its tables."""
    old = "b" * 43
    with cast.app.app_context(), write_transaction() as session:
        session.execute(
            update(Member).where(Member.device == device_hash(secret_of(cast.olga))).values(device=device_hash(old))
        )
    client = with_cookie(cast, old)
    assert client.get(f"/tables/{cast.other_table}").status_code == 200
    cast.clients["olga"] = client
    cast.joins("olga", cast.score(Role.SCORER))
    assert secret_of(client) != old
    assert client.get(f"/tables/{cast.other_table}").status_code == 200


def test_https_cookie_is_for_this_host_only(cast: Cast) -> None:
    set_cookies = cookies(cast.charlie.get(f"/join/{cast.score(Role.SCORER)}", base_url=HTTPS))
    assert NAME not in set_cookies
    assert all(word in set_cookies[SECURE_NAME] for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"))
    assert "Domain" not in set_cookies[SECURE_NAME]
    assert cast.charlie.get(f"/tables/{cast.table}", base_url=HTTPS).status_code == 200


def test_device_that_joined_over_http_moves_to_a_secure_cookie(cast: Cast) -> None:
    client = cast.app.test_client()
    client.set_cookie(NAME, secret_of(cast.bob), domain="cards.example")
    answer = client.get(f"/tables/{cast.table}", base_url=HTTPS)
    assert answer.status_code == 200
    assert renewed(answer, SECURE_NAME)
    assert client.get_cookie(NAME, "cards.example") is None
    again = client.get(f"/tables/{cast.table}", base_url=HTTPS)
    assert again.status_code == 200
    assert SECURE_NAME not in cookies(again)
    assert client.get(f"/tables/{cast.table}", base_url="http://cards.example").status_code == 404


def test_https_cookie_name_gives_no_access_over_http(cast: Cast) -> None:
    client = cast.app.test_client()
    client.set_cookie(SECURE_NAME, secret_of(cast.bob))
    assert client.get(f"/tables/{cast.table}").status_code == 404
