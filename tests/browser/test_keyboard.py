"""A whole game with only the keyboard: Tab reaches every control, in order, and Enter or Space presses it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, Pad
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, bid_of, draw_on_phone, draw_on_server, press_to_load, scripts_run
from tests.browser.timers import stopped_timers
from tests.sampled import sampled

pytestmark = pytest.mark.browser

NAMED = """() => {
    const at = document.activeElement;
    const label = at.labels?.[0]?.textContent ?? '';
    return (at.getAttribute('aria-label') || label || at.textContent).trim().replace(/\\s+/g, ' ');
}"""
MAX_TABS = 40


def go_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab until the element with the focus has this name (a regular expression)."""
    for _ in range(MAX_TABS):
        page.keyboard.press(key)
        if re.fullmatch(name, page.evaluate(NAMED)):
            assert page.evaluate("document.activeElement.matches(':focus-visible')"), f"{name}: the focus is not seen"
            return
    raise AssertionError(f"{name!r} is not reached within {MAX_TABS} tabs on {page.url}")


def press(page: Page, name: str) -> None:
    """Go to it, and press it; a page that the last press brought is here, with its script."""
    page.wait_for_load_state()
    expect(page.locator("html:not([data-sending])")).to_be_attached()
    go_to(page, name)
    page.keyboard.press("Enter")


def test_whole_game_with_the_keyboard(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    press(page, "New table")
    expect(page.get_by_label("Name of the table")).to_be_visible()
    go_to(page, "Name of the table")
    page.keyboard.type("Thursday")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday")
    press(page, "Start a game")
    page.wait_for_url("**/games/new")
    press(page, "Games for 2 players")
    page.wait_for_url("**players=2*")
    press(page, "Two-player Spades.*")
    page.wait_for_url("**rules=two-player*")
    press(page, "Seat 1 .*")
    expect(page.get_by_role("heading", name="Who has seat 1?")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Who has seat 2?")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Draw for seats")).to_be_visible()
    for name in ("House rules .*", "Customize"):
        go_to(page, name)
        page.keyboard.press("Space")
    expect(page.get_by_role("heading", level=1)).to_have_text("Customize")
    go_to(page, "Play to")
    page.keyboard.press("Control+a")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Seats")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_focused()
    page.keyboard.press("Enter")

    pad = Pad(page)
    pad.expect_hand(1)
    expect(page.locator("html[data-on-phone]")).to_be_attached()  # the next pages need no server
    pad.expect_bidder("Ben")
    press(page, "3")
    pad.expect_bidder("Ann")
    press(page, "7")
    expect(pad.tricks).to_be_visible()
    press(page, "8")
    pad.expect_count("Ben", 5)
    press(page, "Save and finish the game")
    pad.expect_totals(71, 32)
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    press(page, "Undo")
    pad.expect_hand(1)
    press(page, "Redo")
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    press(page, "Rematch")
    pad.expect_hand(1)
    pad.expect_totals(0, 0)


def close_menu(page: Page) -> None:
    """Escape closes the open menu and goes back to its button; a tap elsewhere closes it too."""
    rules = page.get_by_role("link", name="Settle it")
    for by_tap in (False, True):
        page.locator(".more > summary").click()
        expect(rules).to_be_visible()
        if by_tap:
            page.get_by_role("heading", level=1).click()
        else:
            rules.focus()
            page.keyboard.press("Escape")
            expect(page.locator(".more > summary")).to_be_focused()
        expect(rules).to_be_hidden()


def test_hand_can_be_typed_with_digits_and_backspace(open_page: OpenPage) -> None:
    """`1` may be the first of two digits; after a count, Enter is on the button that saves."""
    page = open_page()
    pad = start_game(page)
    for player, digits in (("Ann", "4"), ("Ben", "10"), ("Cal", "n"), ("Dee", "1")):
        pad.expect_bidder(player)
        with stopped_timers(page):  # two digits are typed as fast as a person does
            page.keyboard.type(digits)
    expect(page.get_by_role("banner")).to_contain_text("15 bid, 2 over")
    expect(pad.bid_of("Ben")).to_contain_text("10")
    scripts_run(page, "later.js")  # which closes the menu
    close_menu(page)
    page.keyboard.press("Backspace")
    pad.expect_bidder("Dee")
    page.keyboard.type("2")
    expect(pad.tricks).to_be_visible()
    page.keyboard.type("6")
    pad.expect_count("Ben & Dee", 7)
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Count tricks")).to_be_visible()
    page.evaluate("addEventListener('submit', () => window.submitted = true)")
    page.keyboard.type("5")
    pad.expect_count("Ann & Cal", 5)
    save = page.get_by_role("button", name="Save hand 1")
    expect(save).to_be_focused()
    page.evaluate("window.submitted = false")
    page.get_by_role("textbox", name="Note").press("Enter")
    assert not page.evaluate("window.submitted")
    page.keyboard.press("Tab")
    save.focus()
    page.keyboard.press("Enter")
    pad.expect_hand(2)
    pad.expect_totals(141, -120)
    expect(page.locator(".total.long")).to_contain_text("−120")  # four characters are a little smaller

    page.wait_for_url(re.compile(r"/games/\w+$"))  # the address follows a frame after the page
    all_sent(page)  # else the server does not know the hand that is opened
    page.goto(f"{page.url}/hands/1/correction")
    page.wait_for_load_state()
    page.keyboard.type("6")
    expect(page.get_by_role("region", name="Changes")).to_contain_text("Hand 1")
    page.evaluate("addEventListener('submit', () => window.submitted = true)")
    page.get_by_text("Other", exact=True).click()
    page.get_by_role("textbox", name="Other reason").press("Enter")
    assert not page.evaluate("window.submitted")
    page.get_by_text("Miscount", exact=True).click()
    go_to(page, "Save correction", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Hand 1 corrected")).to_be_visible()
    pad.expect_totals(142, -120)


def test_a_typed_hand_needs_no_tab(open_page: OpenPage) -> None:
    """Digits, N and Enter from the first bid to the saved hand; another Enter bids nothing, and Z undoes the hand."""
    page = open_page()
    pad = start_game(page)
    draw_on_phone(page)
    for player, typed in (("Ann", "4"), ("Ben", "3"), ("Cal", "n"), ("Dee", "5")):
        pad.expect_bidder(player)
        with stopped_timers(page):
            page.keyboard.type(typed)
    expect(page.get_by_role("button", name="Count tricks")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-count]").first).to_be_visible()
    page.keyboard.type("6")
    pad.expect_count("Ann & Cal", 6)
    expect(page.get_by_role("button", name="Save hand 1")).to_be_focused()
    page.keyboard.press("Enter")
    pad.expect_hand(2)
    page.keyboard.press("Enter")
    pad.expect_bidder("Ben")
    page.keyboard.press("Z")
    pad.expect_hand(1)
    expect(page.get_by_role("status").filter(has_text="Undid")).to_be_visible()


THREES, NILS = ("3333", ("3", "3", "3", "3")), ("nn53", ("Nil", "Nil", "5", "3"))


@pytest.mark.parametrize(
    ("drawn", "delay", "typed", "bids"),
    [
        *sampled([(draw_on_phone, 20, *THREES), (draw_on_phone, 120, *NILS)], 2),
        *sampled([(draw_on_server, 20, *NILS), (draw_on_server, 120, *THREES)], 2),
    ],
)
def test_equal_keys_typed_quickly_bid_for_one_seat_each(
    open_page: OpenPage, drawn: Callable[[Page], None], delay: float, typed: str, bids: tuple[str, ...]
) -> None:
    page = open_page(cut=drawn is draw_on_server)
    if drawn is draw_on_server:
        drawn(page)
    pad = start_game(page)
    if drawn is draw_on_phone:
        drawn(page)
    page.keyboard.type(typed, delay=delay)
    for player, call in zip(CAST, bids, strict=True):
        expect(pad.bid_of(player)).to_contain_text(call)


def test_a_key_that_is_held_down_bids_once(open_page: OpenPage) -> None:
    page = open_page()
    pad = start_game(page)
    draw_on_phone(page)
    for key in ("3", "n"):
        for _ in range(4):
            page.keyboard.down(key)
        page.keyboard.up(key)
    pad.expect_bidder("Cal")
    page.locator(".pad .key[value='4']").focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    pad.expect_bidder("Dee")
    for _ in range(4):
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    pad.expect_bidder("Cal")
    expect(bid_of(page, "Ben")).to_have_text("Nil")


def test_shortcuts_can_be_turned_off(open_page: OpenPage) -> None:
    """Someone who speaks to the browser would press keys by a word in the room (WCAG 2.1.4)."""
    page = open_page(viewport={"width": 1280, "height": 800})
    pad = start_game(page)
    words = page.get_by_text("Enter counts and saves")
    expect(words).to_be_visible()
    game = page.url
    page.goto("/settings")
    press_to_load(page.get_by_role("form", name="Keyboard shortcuts").get_by_role("button", name="Off"))
    page.goto(game)
    expect(words).to_be_hidden()
    page.keyboard.type("4")
    page.keyboard.press("Backspace")
    pad.expect_bidder("Ann")
    page.locator(".pad .key[value='4']").focus()
    page.keyboard.press("Enter")
    pad.expect_bidder("Ben")


RING_FITS = """() => {
    const { outlineOffset, outlineWidth } = getComputedStyle(document.activeElement);
    const { left, top, right } = document.activeElement.getBoundingClientRect();
    const ring = parseFloat(outlineOffset) + parseFloat(outlineWidth);
    return left >= ring && top >= ring && right + ring <= innerWidth;
}"""


def test_menu_closes_behind_the_focus(open_page: OpenPage) -> None:
    """Open, it would hide what has the focus next."""
    page = open_page(viewport={"width": 375, "height": 553})
    start_game(page)
    scripts_run(page, "later.js")  # which closes the menu
    menu = page.locator("details[data-menu]")
    go_to(page, "More")
    assert page.evaluate(RING_FITS)
    page.keyboard.press("Enter")
    press(page, "More")
    go_to(page, "Cancel game")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(menu).not_to_have_attribute("open", "")
    press(page, "More")
    page.keyboard.press("Shift+Tab")
    expect(menu).not_to_have_attribute("open", "")
