"""Request ids: an error page has the id that is in the logs; only a trusted proxy can set one, and nothing hostile."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.conftest import MakeApp

PROXYS = "0af7651916cd43dd-8448eb21.1c80319c"
OWN = re.compile(r"[0-9a-f]{16}")


def test_error_page_and_its_header_have_the_same_id(app: Flask) -> None:
    answer = app.test_client().get("/nothing")
    found = answer.headers["X-Request-ID"]
    assert OWN.fullmatch(found)
    assert f"<code>{found}</code>" in answer.text
    assert app.test_client().get("/nothing").headers["X-Request-ID"] != found


def test_api_error_has_its_id_in_a_header(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/nothing")
    assert answer.is_json
    assert OWN.fullmatch(answer.headers["X-Request-ID"])


def test_successful_response_has_no_id(app: Flask) -> None:
    assert "X-Request-ID" not in app.test_client().get("/rules").headers


def test_id_of_a_trusted_proxy_is_used(make_app: MakeApp) -> None:
    answer = make_app(PROXIES=1).test_client().get("/nothing", headers={"X-Request-ID": PROXYS})
    assert answer.headers["X-Request-ID"] == PROXYS
    assert f"<code>{PROXYS}</code>" in answer.text


def test_ids_of_others_are_ignored(app: Flask) -> None:
    answer = app.test_client().get("/nothing", headers={"X-Request-ID": PROXYS})
    assert OWN.fullmatch(answer.headers["X-Request-ID"])


def test_malformed_id_is_replaced(make_app: MakeApp) -> None:
    client = make_app(PROXIES=1).test_client()
    for given in ("short", "x" * 65, "<script>alert(1)", "two words", "id=12345678;", "12345678é", "", "12345678\t1"):
        answer = client.get("/nothing", headers={"X-Request-ID": given})
        assert OWN.fullmatch(answer.headers["X-Request-ID"]), given


@pytest.mark.parametrize("wrong_host", ["http://other.example"])
def test_request_to_a_wrong_host_has_an_id(make_app: MakeApp, wrong_host: str) -> None:
    client = make_app(PUBLIC_URL="https://cards.example").test_client()
    assert OWN.fullmatch(client.get("/", base_url=wrong_host).headers["X-Request-ID"])
