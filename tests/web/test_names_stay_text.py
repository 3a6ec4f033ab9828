"""Names are text on every page: a formula, a script, quotes and other alphabets come out unchanged."""

from __future__ import annotations

from html import escape

import pytest

from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Phone

NAMES = ('=HYPERLINK("http://x","y")', "<script>alert(1)</script>", "\"><img src=x onerror='a'>", "{{ 7 * 7 }} أحمد")


@pytest.fixture
def table(phone: Phone) -> str:
    """A table whose name is a script."""
    return start_table(phone, "<script>alert(0)</script>")


@pytest.fixture
def played(phone: Phone, table: str) -> Pad:
    """A game of the four with a hand for each kind of text."""
    pad = start_game(phone, names=NAMES, dealer=NAMES[3], table=table, target="100")
    pad.bids("4, 3, 3, 2")
    phone.tap("7")
    phone.submit(phone.page.form_with("note"), note="<b>bold</b> & =1+1")
    phone.tap("Correct hand 1")
    phone.tap("8")
    phone.submit(phone.page.form_with("reason"), reason="", other="<i>miscounted</i>")
    return pad


def assert_plain_text(html: str) -> None:
    """No name has become markup."""
    assert "<script>" not in html
    assert "<img" not in html
    assert "<b>bold" not in html
    assert "<i>mis" not in html
    assert "49 أحمد" not in html


def test_names_stay_text_on_every_page(phone: Phone, table: str, played: Pad) -> None:
    pages = ["/", table, f"{table}/games/new", f"{table}/games/new?rules=partnership", played.url]
    pages += [f"{played.url}?seat={seat}" for seat in range(4)] + [f"{played.url}/hands/1/correction"]
    pages += [link.url for link in played.reload().links if link.url.startswith(played.url)]
    for url in pages:
        assert_plain_text(phone.open(url).html)


def test_names_are_shown_in_full(phone: Phone, table: str, played: Pad) -> None:
    page = played.reload()
    for name in (NAMES[1], NAMES[3]):
        assert escape(name) in page.html.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")
    assert "“<b>bold</b> & =1+1”" in page.text
    assert "<i>miscounted</i>" in page.text
    assert NAMES[0] in phone.open(table).text


def test_names_stay_text_in_every_phase_and_message(phone: Phone, played: Pad) -> None:
    assert_plain_text(phone.tap("Undo").html)
    assert_plain_text(phone.tap("Redo").html)
    played.bids("1, 5, 1, 5")
    assert_plain_text(phone.page.html)
    phone.tap("13")
    assert_plain_text(phone.page.html)
    played.save()
    assert phone.page.heading == "Game over"
    assert_plain_text(phone.page.html)
    assert_plain_text(phone.open("/").html)


def test_names_stay_text_in_errors(phone: Phone, table: str) -> None:
    phone.open(f"{table}/games/new?rules=partnership")
    typed = dict.fromkeys((f"seat-{seat}" for seat in range(4)), NAMES[1])
    page = phone.submit(phone.page.form_with("seat-0"), None, 422, **typed)
    assert_plain_text(page.html)
    assert f"{NAMES[1]} is already seated" in page.text
