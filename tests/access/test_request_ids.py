"""Request ids: an error page has the id that is in the logs; only a trusted proxy can set one, and nothing hostile."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.conftest import MakeApp

PROXYS = "0af7651916cd43dd-8448eb21.1c80319c"
OWN = re.compile(r"[0-9a-f]{16}")


def test_an_error_page_and_its_header_have_the_same_id(app: Flask) -> None:
    answer = app.test_client().get("/nothing")
    found = answer.headers["X-Request-ID"]
    assert OWN.fullmatch(found)
    assert f"<code>{found}</code>" in answer.text
    assert app.test_client().get("/nothing").headers["X-Request-ID"] != found


def test_an_error_of_the_api_has_one_in_its_header(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/nothing")
    assert answer.is_json
    assert OWN.fullmatch(answer.headers["X-Request-ID"])


def test_what_went_well_has_none(app: Flask) -> None:
    assert "X-Request-ID" not in app.test_client().get("/rules").headers


def test_the_id_of_a_trusted_proxy_is_taken(make_app: MakeApp) -> None:
    answer = make_app(PROXIES=1).test_client().get("/nothing", headers={"X-Request-ID": PROXYS})
    assert answer.headers["X-Request-ID"] == PROXYS
    assert f"<code>{PROXYS}</code>" in answer.text


def test_nobody_else_names_a_request(app: Flask) -> None:
    answer = app.test_client().get("/nothing", headers={"X-Request-ID": PROXYS})
    assert OWN.fullmatch(answer.headers["X-Request-ID"])


def test_an_id_that_could_do_harm_is_replaced(make_app: MakeApp) -> None:
    client = make_app(PROXIES=1).test_client()
    for given in ("short", "x" * 65, "<script>alert(1)", "two words", "id=12345678;", "12345678é", "", "12345678\t1"):
        answer = client.get("/nothing", headers={"X-Request-ID": given})
        assert OWN.fullmatch(answer.headers["X-Request-ID"]), given


@pytest.mark.parametrize("wrong_host", ["http://other.example"])
def test_a_request_to_a_wrong_host_has_one_too(make_app: MakeApp, wrong_host: str) -> None:
    client = make_app(PUBLIC_URL="https://cards.example").test_client()
    assert OWN.fullmatch(client.get("/", base_url=wrong_host).headers["X-Request-ID"])
