"""Settle it, in a browser: questions are found as one types, without JavaScript by the form, and without a server."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game
from tests.browser.taps import open_menu
from tests.served import reserved_port
from tests.static_folder import BELOW, hosted, static_folder

__all__ = ["static_folder"]

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


def test_pad_as_files_answers_in_its_language(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(static_folder, tmp_path / BELOW)
    with reserved_port() as port, hosted(tmp_path, port) as pad:
        page = browser.new_page(reduced_motion="reduce", locale="de-DE")
        page.goto(f"{pad}de/")
        page.get_by_role("link", name="Schnellspiel").click()
        open_menu(page)
        page.get_by_role("link", name="Klären").click()
        expect(page.get_by_text("Was ist ein Nil wert?")).to_be_visible()
        page.get_by_role("searchbox").press_sequentially("zebra")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Was ist ein Nil wert?")).to_be_hidden()
        page.reload()
        expect(page.locator("[data-none-found]")).to_be_visible()
        page.get_by_role("searchbox").fill("nil wert")
        expect(page.get_by_text("Was ist ein Nil wert?")).to_be_visible()
        page.close()
