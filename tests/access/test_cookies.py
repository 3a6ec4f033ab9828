"""The cookies: hidden from scripts, not sent by other sites, and behind https sent over https only."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

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


@pytest.mark.parametrize("name", ["__Host-scorekeeper_device", "session"])
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
