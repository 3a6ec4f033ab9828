"""Every form that changes something has a token from its page; without it nothing changes."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.access.cast import Cast
from tests.access.roles import CALLS
from tests.access.test_every_route import METHODS, address, rules
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
    "referrer", [None, "", "http://cards.example/", "https://other.example/", "https://cards.example:81/", "https://["]
)
def test_https_form_from_elsewhere_is_refused(cast: Cast, referrer: str | None) -> None:
    answer = sent_from(cast.charlie, referrer)
    assert answer.status_code == 400
    assert "did not come from a page of" in answer.text
    assert "let its proxy pass the Host header on" in answer.text
    assert "Thursday" not in cast.charlie.get("/").text


def test_program_needs_no_form_token(cast: Cast) -> None:
    answer = cast.charlie.post(
        f"/api/v1/tables/{cast.table}/invites", json={"role": "watcher"}, headers=cast.bearer("alice")
    )
    assert answer.status_code == 201
