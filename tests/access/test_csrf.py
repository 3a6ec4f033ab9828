"""Every form that changes something has a token from its page; without it nothing changes."""

from __future__ import annotations

import time

import pytest
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from tests.access.cast import Cast
from tests.access.roles import CALLS
from tests.access.test_every_route import METHODS, address, rules
from tests.each_case import each_case
from tests.web.browsing import Page

SAFE = {"GET", "HEAD", "OPTIONS"}


def test_form_without_its_token_is_refused(cast: Cast) -> None:
    reached: list[str] = []

    def noted(**_parts: object) -> str:
        reached.append("a view")
        return ""

    for endpoint in cast.app.view_functions:
        cast.app.view_functions[endpoint] = noted
    for rule in rules(cast.app):
        for method in (rule.methods or set()) - SAFE & set(METHODS):
            if rule.endpoint not in CALLS:
                answer = cast.alice.open(address(rule, cast), method=method)
                assert answer.status_code == 400, f"{method} {rule}"
                assert "Not saved" in answer.text
    assert reached == []


SAFE_URL = "https://cards.example"


def sent_from(client: FlaskClient, referrer: str | None) -> TestResponse:
    """A form with its valid token, over https, with this origin."""
    form = client.get("/tables/new", base_url=SAFE_URL)
    typed = {"csrf_token": Page(200, "", form.text).form_with("name").fields["csrf_token"], "name": "Thursday"}
    headers = {} if referrer is None else {"Referer": referrer}
    return client.post("/tables", data=typed, base_url=SAFE_URL, headers=headers)


def test_https_form_from_our_page_is_accepted(cast: Cast) -> None:
    assert sent_from(cast.charlie, f"{SAFE_URL}/tables/new").status_code == 303


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://other.example"}, {"Origin": "http://cards.example:81"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_write_that_another_website_sends_is_refused(cast: Cast, headers: dict[str, str]) -> None:
    """Over plain http too, where the form's token is the only other check."""
    here = "http://cards.example"
    form = cast.charlie.get("/tables/new", base_url=here)
    typed = {"csrf_token": Page(200, "", form.text).form_with("name").fields["csrf_token"], "name": "Thursday"}
    refused = cast.charlie.post("/tables", data=typed, base_url=here, headers=headers)
    assert refused.status_code == 403
    assert "another website" in refused.text
    call = cast.charlie.post("/api/v1/tables", json={"name": "Thursday"}, base_url=here, headers=headers)
    assert (call.status_code, call.get_json()["error"]["code"]) == (403, "cross-site")
    assert cast.charlie.post("/tables", data=typed, base_url=here, headers={"Origin": here}).status_code == 303


@pytest.mark.parametrize(
    "referrer", [None, "", "http://cards.example/", "https://other.example/", "https://cards.example:81/", "https://["]
)
def test_https_form_from_elsewhere_is_refused(cast: Cast, referrer: str | None) -> None:
    answer = sent_from(cast.charlie, referrer)
    assert answer.status_code == 400
    assert "did not come from a page of" in answer.text
    assert "let its proxy pass the Host header on" in answer.text
    assert "Thursday" not in cast.charlie.get("/").text


def token_of(client: FlaskClient) -> str:
    """The token of the forms that this browser gets."""
    return Page(200, "", client.get("/tables/new").text).form_with("name").fields["csrf_token"]


@each_case("token", ["", "é", "made up"])
def test_form_with_a_made_up_token_is_refused(cast: Cast, token: str) -> None:
    token_of(cast.charlie)
    assert cast.charlie.post("/tables", data={"csrf_token": token, "name": "Thursday"}).status_code == 400


def test_form_with_a_token_of_another_session_is_refused(cast: Cast) -> None:
    token_of(cast.charlie)
    others = token_of(cast.app.test_client())
    assert cast.charlie.post("/tables", data={"csrf_token": others, "name": "Thursday"}).status_code == 400


def test_form_signed_before_a_restart_is_accepted(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(TimestampSigner, "get_timestamp", lambda _signer: int(time.time()) - 3600)
        token = token_of(cast.charlie)
    assert token_of(cast.charlie) != token
    assert cast.charlie.post("/tables", data={"csrf_token": token, "name": "Thursday"}).status_code == 303


def test_program_needs_no_form_token(cast: Cast) -> None:
    answer = cast.charlie.post(
        f"/api/v1/tables/{cast.table}/invites", json={"role": "watcher"}, headers=cast.bearer("alice")
    )
    assert answer.status_code == 201
