"""Pages for paper: a button prints them, where a browser runs scripts, and their text can be read on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game

pytestmark = pytest.mark.browser

SIZES = """() => [...document.querySelectorAll(".paper-sheet tbody :is(th, td), .paper-rules p")]
    .map((part) => parseFloat(getComputedStyle(part).fontSize))"""


def test_a_button_prints_the_sheet(phone: Page) -> None:
    start_game(phone)
    game = phone.url
    phone.add_init_script("window.print = () => (window.printed = (window.printed ?? 0) + 1)")
    for address in (f"{game}/print", "/rules/partnership/paper"):
        phone.goto(address)
        phone.get_by_role("button", name="Print").click()
        assert phone.evaluate("printed") == 1, address
        assert min(phone.evaluate(SIZES)) >= 15, address  # px
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.emulate_media(media="print")
        expect(phone.get_by_role("button", name="Print")).to_be_hidden()
        phone.emulate_media(media="screen")


def test_without_scripts_there_is_no_such_button(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/rules/partnership/paper")
    expect(page.get_by_text("Print this page on A4")).to_be_visible()
    expect(page.locator("[data-print]")).to_be_hidden()
