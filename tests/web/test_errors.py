"""Every error has its own page: what it is, what to do, and never a traceback."""

from __future__ import annotations

import itsdangerous
import pytest

from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.web.games import hands
from tests.each_case import each_case
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Page, Phone
from tests.web.conftest import MakeApp


def assert_error_page(page: Page) -> None:
    """It looks like the other pages, says what to do, and shows no internals."""
    assert page.title.endswith("Scorekeeper")
    assert page.heading
    assert page.links
    for inside in ("Traceback", "werkzeug", "sqlalchemy", "File &#34;", "wtforms"):
        assert inside not in page.html


ADDRESSES = ["/nothing", "/games/nowhere", "/tables/nowhere", "/rules/poker", "/games/nowhere/hands/1/correction"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_unknown_url_is_not_found(phone: Phone, address: str) -> None:
    assert_error_page(phone.open(address, 404))


@pytest.mark.parametrize("path", ["/undo", "/redo", "/hands", "/bids", "/rematch", "/hands/1/correction"])
def test_form_for_an_unknown_game_is_not_found(phone: Phone, path: str) -> None:
    phone.open("/tables/new")
    token = phone.page.form_with("name").fields["csrf_token"]
    typed = {"csrf_token": token, "hand": "1", "seat": "0", "call": "4"}
    answer = phone.client.post(f"/games/nowhere{path}", data=typed)
    assert answer.status_code == 404
    assert_error_page(Page(404, path, answer.text))


@pytest.mark.parametrize("token", [None, "", "forged"])
def test_a_form_without_its_token_is_refused(pad: Pad, token: str | None) -> None:
    form = pad.page.form_with("seat")
    page = pad.phone.submit(form, None, 400, call="4", csrf_token=token)
    assert_error_page(page)
    assert page.heading == "Not saved"
    assert "Not saved" in page.text
    pad.reload()
    assert pad.bidder == "Ann"


ELSEWHERE = [
    "https://other.example/",
    "http://localhost.other.example/",
    "http://localhost@other.example/",
    "http://localhost:81/",
    "//other.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://[",
    "",
]


@each_case("referrer", ELSEWHERE)
def test_back_leads_to_no_other_site(phone: Phone, referrer: str) -> None:
    answer = phone.client.post("/tables", data={"name": "Thursday"}, headers={"Referer": referrer})
    assert [link.url for link in Page(400, "", answer.text).links if link.label == "Back"] == ["/"]


def test_back_leads_to_the_page_that_was_open(phone: Phone) -> None:
    here = "http://localhost/tables/new?again=1"
    answer = phone.client.post("/tables", data={"name": "Thursday"}, headers={"Referer": here})
    assert [link.url for link in Page(400, "", answer.text).links if link.label == "Back"] == [here]


def test_every_form_that_posts_carries_its_token(pad: Pad) -> None:
    for url in ["/tables/new", pad.url, f"{pad.url}?seat=0"]:
        for form in pad.phone.open(url).forms:
            assert form.method == "get" or form.fields["csrf_token"], (url, form)


def test_form_token_is_valid_for_hours(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    now = itsdangerous.TimestampSigner.get_timestamp
    monkeypatch.setattr(itsdangerous.TimestampSigner, "get_timestamp", lambda signer: now(signer) + 12 * 3600)
    pad.bid("Ann", "4")
    assert pad.bidder == "Ben"


def test_large_form_is_refused(pad: Pad) -> None:
    form = pad.page.form_with("seat")
    page = pad.phone.submit(form, None, 413, call="x" * (5 * 1024 * 1024))
    assert_error_page(page)
    assert page.heading == "Too large"
    pad.reload()
    assert pad.bidder == "Ann"


def test_wrong_method_is_refused(pad: Pad) -> None:
    answer = pad.phone.client.delete(pad.url)
    assert answer.status_code == 405
    assert_error_page(Page(405, pad.url, answer.text))


@pytest.fixture
def broken(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Pad:
    """A game in an app that fails, as people see it: without the tests' tracebacks."""
    pad = start_game(Phone(make_app(TESTING=False).test_client()))

    def fail(*_words: object, **_parts: object) -> None:
        raise KeyError("the roof fell in")

    monkeypatch.setattr(hands, "record_event", fail)
    return pad


def test_server_error_page_has_no_traceback(broken: Pad) -> None:
    page = broken.phone.tap("4", 500)
    assert_error_page(page)
    assert "roof" not in page.html
    broken.reload()
    assert broken.bidder == "Ann"


def test_busy_database_is_reported(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_words: object, **_parts: object) -> None:
        raise DatabaseBusy

    monkeypatch.setattr(hands, "record_event", busy)
    page = pad.phone.tap("4", 503)
    assert_error_page(page)
    assert "Nothing was saved. Try again in a moment." in page.text


def test_every_page_has_security_headers(phone: Phone) -> None:
    start_table(phone)
    for url in ("/", "/nothing", "/rules"):
        headers = phone.client.get(url).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_has_an_inline_script_or_style(pad: Pad) -> None:
    for url in ("/", "/rules", "/tables/new", pad.url, f"{pad.url}?seat=0"):
        html = pad.phone.open(url).html
        assert " style=" not in html
        assert "<style" not in html
        assert "<script>" not in html
        assert " onclick=" not in html
