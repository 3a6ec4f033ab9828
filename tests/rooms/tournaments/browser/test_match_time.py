"""Time in a match: the phone that keeps score calls it itself, from its own copy of the room's clock, offline too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen
from tests.browser.taps import all_loaded, all_sent, draw_on_phone
from tests.browser.test_time import OFFSET

pytestmark = pytest.mark.browser

TEAMS = "Ann & Abe\nBea & Ben"


def keep_score(page: Page) -> Unseen:
    """Two teams are paired for forty minutes, the clock runs, and this phone keeps the score; returns the director."""
    director = Unseen(page)
    director.open("/tournaments/new")
    form = director.page.form_with("format")
    director.submit(form, None, 200, name="Open", teams="2", format="swiss", playoff="0", rounds="1")
    tournament = "/".join(director.page.url.split("/")[:3])
    director.open(f"{tournament}/teams")
    director.submit(director.page.form_with("teams"), None, 200, teams=TEAMS)
    for label in ("All are here", "Pair round 1", "Publish round 1", "Start"):
        director.tap(label)
    director.open(f"{tournament}/my-match")
    director.tap("Ann")
    game = director.tap("Keep score on this phone").url
    page.goto(game)
    director.open(f"{tournament}/desk")
    return director


def test_keeping_phone_calls_time_by_itself_without_the_server(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, cut=True)
    keep_score(page)
    draw_on_phone(page)
    all_loaded(page)
    expect(page.locator("[data-clock]")).to_have_text(re.compile(r"^(39|40) min left$"))
    page.context.set_offline(True)
    page.evaluate(OFFSET, 41)
    expect(page.get_by_role("heading", name="Hand 1, the last")).to_be_visible()
    page.context.set_offline(False)
    all_sent(page)
    page.reload()
    expect(page.get_by_role("heading", name="Hand 1, the last")).to_be_visible()


def test_counts_go_on_after_time_and_the_hand_ends_the_match(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, cut=True)
    keep_score(page)
    draw_on_phone(page)
    all_loaded(page)
    pad = Pad(page)
    for _ in range(4):
        pad.bid(pad.bidding.get_by_role("heading").first.inner_text().split(" bids")[0], "3")
    page.context.set_offline(True)
    pad.took("Ann & Abe", 7)
    page.evaluate(OFFSET, 41)
    expect(pad.heading).to_have_text("Hand 1, the last")
    pad.expect_count("Ann & Abe", 7)
    pad.save()
    expect(pad.heading).to_have_text("Game over")
    expect(page.get_by_role("link", name="Where you play next")).to_be_visible()


def test_last_hand_that_the_desk_calls_reaches_the_pad(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664})
    director = keep_score(page)
    draw_on_phone(page)
    director.open(f"{director.page.url}/clock/last-hand")
    director.tap("Call last hand")
    expect(page.get_by_role("heading", name="Hand 1, the last")).to_be_visible()


def test_message_of_the_desk_shows_on_the_pad(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664})
    director = keep_score(page)
    draw_on_phone(page)
    director.submit(director.page.form_with("text"), None, 200, text="Dinner is ready")
    expect(page.locator("#main").get_by_text("Dinner is ready")).to_be_visible()
    page.evaluate(OFFSET, 11)
    expect(page.locator("#main").get_by_text("Dinner is ready")).to_be_hidden()
