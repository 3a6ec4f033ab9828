"""Leaving: the device loses access to one table or to all, and the browser deletes its data."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from scorekeeper.access.cookie import NAME, secure_name
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.access.test_cookies import cookies
from tests.sharing.test_devices import renamed, share

HTTPS = "https://cards.example"
SECURE_NAME = secure_name(NAME, "")


def test_leaving_a_table_asks_first(cast: Cast) -> None:
    bob = share(cast, "bob")
    bob.tap("Leave this table")
    assert bob.page.heading == "Leave Thursday?"
    assert cast.bob.get(f"/tables/{cast.table}").status_code == 200
    bob.tap("Leave")
    assert cast.bob.get(f"/tables/{cast.table}").status_code == 404
    assert "2 devices" in share(cast).page.text


def test_device_that_left_can_join_again_with_a_new_name(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    bob = share(cast, "bob")
    bob.tap("Leave this table")
    bob.tap("Leave")
    cast.joins("bob", cast.tokens["bob"])
    assert cast.bob.get(f"/tables/{cast.table}").status_code == 200
    assert "“Bob 2”" in renamed(cast, "bob", "Bob").page.text  # the first one's events stay its own


def test_leaving_one_table_keeps_the_others(cast: Cast) -> None:
    cast.joins("olga", cast.score(Role.SCORER))
    olga = share(cast, "olga")
    olga.tap("Leave this table")
    olga.tap("Leave")
    assert "You left Thursday." in olga.page.text
    assert cast.olga.get(f"/tables/{cast.other_table}").status_code == 200


def test_leaving_drops_the_pen(cast: Cast) -> None:
    bob = cast.phone("bob")
    bob.open(f"/games/{cast.game}")
    bob.tap("4")
    assert "Scorekeeper nobody yet" not in share(cast).page.text
    bob.open(f"/tables/{cast.table}/leave")
    bob.tap("Leave")
    assert "Scorekeeper nobody yet" in share(cast).page.text


def test_last_keeper_is_warned_on_leaving(cast: Cast) -> None:
    alice = cast.phone("alice")
    page = alice.open(f"/tables/{cast.table}/leave")
    assert "You’re this table’s last keeper." in page.text
    alice.tap("Show the keeper link")
    assert alice.page.url == f"/tables/{cast.table}/share"
    cast.joins("bob", cast.score(Role.KEEPER))
    cast.bob.get(f"/tables/{cast.table}")
    assert "last keeper" not in alice.open(f"/tables/{cast.table}/leave").text


def test_temporary_keeper_does_not_count(cast: Cast) -> None:
    from datetime import timedelta

    invite_link = cast.invited(Role.KEEPER, lasts=timedelta(hours=1), guests=True)
    cast.joins("charlie", str(invite_link.token))
    assert "last keeper" in cast.phone("alice").open(f"/tables/{cast.table}/leave").text
    assert "last keeper" not in cast.phone("charlie").open(f"/tables/{cast.table}/leave").text


def test_removed_device_cannot_return_by_leaving(cast: Cast) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    assert cast.rita.post(f"/tables/{cast.table}/leave").status_code == 403
    cast.rita.post("/forget")
    assert cast.rita.get(f"/join/{cast.tokens['rita']}").status_code == 410


def test_device_can_leave_all_tables(cast: Cast) -> None:
    cast.joins("olga", cast.score(Role.SCORER))
    olga = cast.phone("olga")
    olga.open("/")
    olga.tap("Forget this device")
    assert "At 2 tables" in olga.page.text
    assert "This table has no other keeper." in olga.page.text
    secret = cast.olga.get_cookie(NAME)
    olga.tap("Forget this device")
    assert olga.page.heading == "Device forgotten"
    assert secret
    cast.olga.set_cookie(NAME, secret.value)  # a copy of it is worthless
    for table in (cast.table, cast.other_table):
        assert cast.olga.get(f"/tables/{table}").status_code == 404


def forgotten(cast: Cast, name: str, place: str, base: str = "http://localhost") -> TestResponse:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    return cast.clients[name].post(place, base_url=base)


@pytest.mark.parametrize("place", ["/forget", "/tables/{table}/leave"], ids=["every table", "the last one"])
def test_leaving_clears_the_browser_s_data(cast: Cast, place: str) -> None:
    answer = forgotten(cast, "bob", place.format(table=cast.table))
    assert answer.headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    gone = cookies(answer)
    assert all("Max-Age=0" in gone[name] for name in (NAME, "session", "scorekeeper_theme"))
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= set(gone[NAME].split("; "))
    assert cast.bob.get_cookie(NAME) is None


def test_leaving_over_https_removes_the_secure_cookie(cast: Cast) -> None:
    cast.charlie.get(f"/join/{cast.score(Role.SCORER)}", base_url=HTTPS)
    gone = cookies(forgotten(cast, "charlie", "/forget", HTTPS))
    assert "Max-Age=0" in gone[SECURE_NAME]
    assert "Secure" in gone[SECURE_NAME]
    assert "Everything this site keeps" in cast.charlie.get("/forget", base_url=HTTPS).text
    assert "Everything this site keeps" not in cast.bob.get("/forget").text  # no browser clears it over plain http


def test_leaving_keeps_queued_taps_of_other_tables(cast: Cast) -> None:
    cast.joins("olga", cast.score(Role.SCORER))
    answer = forgotten(cast, "olga", f"/tables/{cast.table}/leave")
    assert answer.headers["Clear-Site-Data"] == '"cache"'


def test_stranger_cannot_leave(cast: Cast) -> None:
    assert "At no table" in cast.charlie.get("/forget").text
    assert forgotten(cast, "charlie", "/forget").status_code == 200
