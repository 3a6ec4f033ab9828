"""The cookies: hidden from scripts, not sent by other sites, and behind https sent over https only."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from flask import Flask, g
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from scorekeeper.access.cookie import NAME, renew_cookie, secure_name
from scorekeeper.services.membership import Membership
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.web.browsing import Page
from tests.web.conftest import MakeApp


def new_table(client: FlaskClient, base: str = "http://localhost", **headers: str) -> TestResponse:
    """Fill in the form as a browser does, with the form's origin."""
    form = client.get("/tables/new", base_url=base, headers=headers)
    typed = {"csrf_token": Page(200, "", form.text).form_with("name").fields["csrf_token"], "name": "Thursday"}
    seen = urlsplit(base)._replace(scheme=headers.get("X-Forwarded-Proto", urlsplit(base).scheme)).geturl()
    sent = client.post("/tables", data=typed, base_url=base, headers={"Referer": f"{seen}/tables/new"} | headers)
    assert sent.status_code == 303, sent.text
    return sent


def cookies(answer: TestResponse) -> dict[str, str]:
    return {line.partition("=")[0]: line for line in answer.headers.getlist("Set-Cookie")}


def test_device_cookie_has_its_attributes(cast: Cast) -> None:
    set_cookie = cookies(new_table(cast.charlie))["scorekeeper_device"]
    assert "HttpOnly" in set_cookie
    assert "SameSite=Lax" in set_cookie
    assert "Path=/" in set_cookie
    assert "Max-Age=34560000" in set_cookie
    assert "Secure" not in set_cookie


def test_session_cookie_has_its_attributes(cast: Cast) -> None:
    set_cookie = cookies(cast.charlie.get("/tables/new"))["session"]
    assert "HttpOnly" in set_cookie
    assert "SameSite=Lax" in set_cookie
    assert "Secure" not in set_cookie


@pytest.mark.parametrize("name", ["__Host-scorekeeper_device", "__Host-session"])
def test_over_https_both_are_secure(cast: Cast, name: str) -> None:
    place = "/tables/new"
    answers = [
        cast.charlie.get(place, base_url="https://cards.example"),
        new_table(cast.charlie, "https://cards.example"),
    ]
    sent = [set_cookie[name] for set_cookie in map(cookies, answers) if name in set_cookie]
    assert sent
    assert all("Secure" in set_cookie for set_cookie in sent)


def test_cookies_are_secure_behind_a_trusted_https_proxy(make_app: MakeApp) -> None:
    client = make_app(PROXIES=1).test_client()
    set_cookie = cookies(new_table(client, **{"X-Forwarded-Proto": "https"}))
    assert "Secure" in set_cookie["__Host-scorekeeper_device"]


def test_forged_cookie_gives_no_access(cast: Cast) -> None:
    for value in ("", "x", "A" * 43, "A" * 3000, "../../etc", "é"):
        cast.charlie.set_cookie("scorekeeper_device", value)
        assert cast.charlie.get(f"/tables/{cast.table}").status_code == 404
        assert cast.charlie.get("/").status_code == 200


def test_home_shows_the_devices_own_tables_only(cast: Cast) -> None:
    assert "Thursday" in cast.bob.get("/").text
    assert "Friday" not in cast.bob.get("/").text
    assert "Thursday" not in cast.charlie.get("/").text
    assert "Thursday" not in cast.rita.get("/").text
    assert "Thursday" not in cast.xenia.get("/").text


HTTP, HTTPS = "http://cards.example", "https://cards.example"
SECURE_NAME = secure_name(NAME, "")
TODAY = Membership("t1", Role.SCORER, "Ann", member_id=7)
NEXT_DAY = replace(TODAY, renew_cookie=True)
PROGRAM = Membership("t1", Role.SCORER, "Program (scorer)", invite_id="i1")
RENEWALS: list[tuple[str, Membership | None, str, str, str, list[str]]] = [
    ("a new day", NEXT_DAY, HTTP, NAME, "", [NAME]),
    ("a new day over https", NEXT_DAY, HTTPS, SECURE_NAME, "", [SECURE_NAME]),
    ("the same day", TODAY, HTTP, NAME, "", []),
    ("the same day over https", TODAY, HTTPS, SECURE_NAME, "", []),
    ("its first request over https", TODAY, HTTPS, NAME, "", [SECURE_NAME, NAME]),
    ("the page has a session cookie too", NEXT_DAY, HTTP, NAME, "session", ["session", NAME]),
    ("the page sets or deletes the cookie", NEXT_DAY, HTTP, NAME, NAME, [NAME]),
    ("the page sets the secure cookie", NEXT_DAY, HTTPS, NAME, SECURE_NAME, [SECURE_NAME]),
    ("a program in a browser: its cookie may be forged", PROGRAM, HTTPS, NAME, "", []),
    ("a page for anyone", None, HTTPS, NAME, "", []),
]


def test_only_a_member_s_cookie_is_renewed_and_never_the_one_that_a_page_sets(app: Flask) -> None:
    for why, membership, base, sent, given, names in RENEWALS:
        answer = Response()
        if given:
            answer.set_cookie(given, "of the page")
        with app.test_request_context("/", base_url=base, headers={"Cookie": f"{sent}={'s' * 43}"}):
            if membership is not None:
                g.membership = membership
            renewed = renew_cookie(answer).headers.getlist("Set-Cookie")
        assert [line.partition("=")[0] for line in renewed] == names, why
