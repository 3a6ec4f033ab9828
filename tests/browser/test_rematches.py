"""Two phones start the rematch of one game: they play one game, or two if both played without the server."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, bid_of, draw_on_phone

pytestmark = pytest.mark.browser

WITHOUT_MOTION: Any = {"cut": True, "reduced_motion": "reduce"}


def rematch(page: Page) -> Locator:
    """The button for another game."""
    return page.get_by_role("button", name="Rematch")


def links(page: Page) -> Locator:
    """The links to rematches that were started."""
    return page.get_by_role("link", name="Rematch: game")


def two_phones_at_the_end(open_page: OpenPage) -> tuple[Page, Page]:
    """A finished game on two phones, both of which draw it."""
    page = open_page(**WITHOUT_MOTION)
    pad = start_game(page, ("Ann", "Ben"), "Ben", "two-player", target="50", bids="7, 3")
    draw_on_phone(page)
    pad.took("Ann", 8)
    pad.save()
    expect(rematch(page)).to_be_visible()
    all_sent(page)
    other = open_page(**WITHOUT_MOTION, storage_state=page.context.storage_state())
    other.goto(page.url)
    draw_on_phone(other)
    return page, other


def start_offline(page: Page) -> str:
    """Start the rematch without the server; its URL on this phone."""
    over = page.url
    page.context.set_offline(True)
    rematch(page).click()
    Pad(page).expect_hand(1)
    assert page.url != over
    return page.url


def reconnect(page: Page, here: str) -> str:
    """Give the rematch at this URL to the server, after which it has another; that one."""
    page.context.set_offline(False)
    page.wait_for_url(lambda url: "/games/" in url and url != here)
    Pad(page).expect_hand(1)
    all_sent(page)
    return page.url


def test_second_phone_is_led_to_the_rematch_of_the_first(open_page: OpenPage) -> None:
    page, other = two_phones_at_the_end(open_page)
    over = page.url
    rematch(page).click()
    Pad(page).expect_hand(1)
    rematch(other).click()
    Pad(other).expect_hand(1)
    expect(other.get_by_role("status").filter(has_text="The rematch has already begun: game 2.")).to_be_visible()
    assert other.url == page.url

    page.goto(over)
    expect(links(page)).to_have_text("Rematch: game 2")
    draw_on_phone(page)
    page.context.set_offline(True)  # the phone draws the end again
    Pad(page).undo()
    Pad(page).redo()
    expect(links(page)).to_have_text("Rematch: game 2")
    expect(rematch(page)).to_have_count(0)


def test_rematches_played_on_two_phones_without_the_server_both_stay(open_page: OpenPage) -> None:
    page, other = two_phones_at_the_end(open_page)
    over = page.url
    for phone, call in ((page, "4"), (other, "5")):
        here = start_offline(phone)
        Pad(phone).bid("Ben", call)
        reconnect(phone, here)
        phone.reload()
        expect(bid_of(phone, "Ben")).to_contain_text(call)
    assert page.url != other.url
    page.goto(over)
    expect(links(page)).to_have_text(["Rematch: game 2", "Rematch: game 3"])


def test_rematch_that_was_only_opened_without_the_server_gives_way(open_page: OpenPage) -> None:
    page, other = two_phones_at_the_end(open_page)
    here = start_offline(other)
    rematch(page).click()
    Pad(page).bid("Ben", "4")
    all_sent(page)
    assert reconnect(other, here) == page.url
    expect(bid_of(other, "Ben")).to_contain_text("4")
