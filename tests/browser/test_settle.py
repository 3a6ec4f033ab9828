"""Settle it, in a browser: questions are found as one types, and without JavaScript by the form."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game

pytestmark = pytest.mark.browser

NIL = "What is nil worth?"
TIE = "We are level at the end: what now?"


def settle(page: Page) -> None:
    """Open the questions of a new game."""
    start_game(page)
    page.goto(f"{page.url}/settle")


def test_typing_finds_questions(open_page: OpenPage) -> None:
    page = open_page()
    settle(page)
    expect(page.get_by_text(TIE)).to_be_visible()
    find = page.get_by_role("searchbox")
    find.press_sequentially("nil worth")
    expect(page.get_by_text(TIE)).to_be_hidden()
    expect(page.get_by_text(NIL)).to_be_visible()
    find.fill("zebra")
    expect(page.get_by_text(NIL)).to_be_hidden()
    expect(page.get_by_text("No question has that word.")).to_be_visible()


def test_form_finds_questions_without_javascript(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    settle(page)
    expect(page.get_by_text("No question has that word.")).to_be_hidden()
    page.get_by_role("searchbox").fill("nil worth")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text(NIL)).to_be_visible()
    expect(page.get_by_text(TIE)).to_be_hidden()
