"""A phone’s own settings, on a real phone’s screen: large text, the left hand, vibration, another language."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game
from tests.browser.taps import all_sent, draw_on_phone

pytestmark = pytest.mark.browser

BUZZES = "navigator.vibrate = (time) => (window.buzzes = (window.buzzes || 0) + 1)"


def box(element: Locator) -> FloatRect:
    """Where it is on the screen."""
    found = element.bounding_box()
    assert found
    return found


def choose(page: Page, label: str) -> None:
    """Choose a setting, from the game and back to it."""
    game = page.url
    page.locator(".more > summary").click()
    page.locator(".more li summary").get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name=label, exact=True).click()
    expect(page.get_by_role("button", name=label, exact=True, pressed=True)).to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_url(game)


def choose_unseen(page: Page, *labels: str) -> None:
    """Choose settings without showing their page, which every other tap here is about; then open the game again."""
    all_sent(page)
    phone = Unseen(page)
    phone.open("/settings")
    for label in labels:
        phone.tap(label)
    page.reload()


def test_large_text_left_hand_and_vibration(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, is_mobile=True, has_touch=True, script=BUZZES)
    pad = start_game(page)
    page.wait_for_load_state()
    page.evaluate("window.buzzes = 0")
    pad.bid("Ann", "4")
    assert page.evaluate("window.buzzes") == 1

    choose(page, "Large")
    draw_on_phone(page)
    pad.undo()
    pad.bid("Ann", "5")
    assert page.evaluate("innerWidth") == 325  # 390 / 1.2: everything is a fifth larger
    assert Pad(page).fits()
    key, bar = box(page.get_by_role("button", name="13", exact=True)), box(page.get_by_role("navigation", name="Game"))
    assert key["y"] + key["height"] <= bar["y"]

    choose_unseen(page, "Normal", "Left-handed")
    page.set_viewport_size({"width": 844, "height": 390})
    draw_on_phone(page)
    pad.bid("Ben", "3")
    bar, key = box(page.get_by_role("navigation", name="Game")), box(page.get_by_role("button", name="7", exact=True))
    board = box(page.get_by_role("region", name="Score", exact=True))
    assert bar["x"] == 0
    assert bar["x"] + bar["width"] <= key["x"]
    assert key["x"] + key["width"] <= board["x"]

    choose_unseen(page, "Off")
    page.wait_for_load_state()
    page.get_by_role("button", name="2", exact=True).click()
    pad.expect_bidder("Dee")
    assert not page.evaluate("window.buzzes")


def test_server_draws_the_pages_in_every_language_but_english(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page)
    other = open_page(locale="en-XA", storage_state=page.context.storage_state())
    asked: list[str] = []
    other.on("request", lambda request: asked.append(urlsplit(request.url).path))
    with other.expect_response("**/play.js*"):
        other.goto(page.url)
        other.get_by_role("heading", level=1).click()
    with other.expect_request(lambda request: request.method == "POST") as tap:
        other.locator(".pad .key").first.click()
    assert not tap.value.url.endswith("/events")
    other.wait_for_load_state("networkidle")
    assert "/static/phone.js" not in asked
