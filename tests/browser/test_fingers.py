"""Fingers on the screen while a response arrives: a tap stays a tap, and a drag moves a seat."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, Pad
from tests.browser.ready import start_game, start_table
from tests.browser.taps import (
    all_sent,
    bid_of,
    draw_on_phone,
    draw_on_server,
    hold_request,
    hold_second_count,
    record_by_script,
)
from tests.browser.timers import stopped_timers
from tests.browsers import until

pytestmark = pytest.mark.browser


def test_page_swap_does_not_lose_a_held_key(page: Page) -> None:
    """A finger is down for a tenth of a second, and a response arrives sooner: nothing under the finger changes."""
    pad, release = hold_second_count(page)
    page.locator(".save").hover()
    with stopped_timers(page):
        page.mouse.down()
        with page.expect_response("**/games/*?*"):
            release()
    page.mouse.up()
    pad.expect_hand(2)
    pad.expect_totals(71, 50)


def test_a_finger_under_which_the_page_has_changed_taps_nothing(page: Page, open_page: OpenPage) -> None:
    """Held for longer than a tap, it keeps nobody's news from the page: the key is another player's then."""
    pad = start_game(page)
    draw_on_phone(page)
    other = Pad(open_page(storage_state=page.context.storage_state()))
    other.page.goto(page.url)
    page.locator(".pad .key[value='4']").hover()
    page.mouse.down()
    other.bid("Ann", "6")
    pad.expect_bidder("Ben")
    page.mouse.up()
    pad.bid("Ben", "3")
    pad.expect_bidder("Cal")
    expect(bid_of(page, "Ann")).to_have_text("6")
    expect(bid_of(page, "Ben")).to_have_text("3")
    all_sent(page)


SHOWN_IN_STYLE = """() => new MutationObserver(() => {
    if (document.querySelector("h1").textContent.includes("Game over"))
        window.isInStyle ??= Boolean(document.querySelector("link[href*='over.css']")?.sheet);
}).observe(document, { childList: true, subtree: true, characterData: true })"""


def test_nothing_moves_under_a_finger_because_styles_come_after_their_page(page: Page) -> None:
    """Who taps where Rematch stands must not find what moved there."""
    pad = start_game(page)
    draw_on_phone(page)
    record_by_script(page, 9)
    all_sent(page)
    release = hold_request(page, "**/events")
    pad.bid("Ben", "4")
    page.locator("a[href$='/stop']").first.dispatch_event("click")  # in the menu
    page.evaluate(SHOWN_IN_STYLE)
    page.get_by_role("button", name="End game").click()
    expect(pad.heading).to_have_text("Game over")
    assert page.evaluate("isInStyle")
    release()
    all_sent(page)


FETCHED = """() => performance.getEntriesByType("resource")
    .filter(({ name, responseEnd }) => name.includes("/over.css") && responseEnd)
    .map(({ initiatorType, transferSize }) => [initiatorType, transferSize > 0])"""
"""What asked for the styles of the end, and whether they came over the line."""


def test_end_of_a_game_does_not_wait_for_its_styles(page: Page) -> None:
    """The phone has them since it had nothing else to do."""
    pad = start_game(page)
    draw_on_phone(page)
    until(page, f"() => ({FETCHED})().length")
    record_by_script(page, 9)
    page.locator("a[href$='/stop']").first.dispatch_event("click")
    page.get_by_role("button", name="End game").click()
    expect(pad.heading).to_have_text("Game over")
    assert ["link", True] not in page.evaluate(FETCHED)  # the browser may not list at all what it has in memory


def test_finger_that_is_never_lifted_blocks_nothing(page: Page) -> None:
    """A browser's own menu or window may swallow the finger's end: the page continues a moment later."""
    pad = start_game(page)
    page.get_by_role("heading", level=1).dispatch_event("pointerdown", {"pointerId": 9})
    pad.bid("Ann", "4")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    pad.undo()
    pad.expect_bidder("Ann")


BUSY = """() => document.addEventListener("submit", () => {
    for (const end = performance.now() + 300; performance.now() < end;);
})"""
"""A phone that takes longer for a tap than a bounce lasts."""


BOUNCE = 0.15
"""Seconds in which another touch on the same button is a bounce."""


def bounce(button: Locator, after: float = 0.04) -> None:
    """Touch a button twice, the second time `after` some seconds, whatever time the browser takes for it.

    The times are given; touches that are no bounce are that far apart in truth too, as a busy browser may not believe
    the times.
    """
    expect(button.page.locator("html[data-resting]")).to_have_count(0)
    box = button.bounding_box()
    assert box
    # No browser believes in touches to come, nor in those from before the page.
    until(button.page, "after => performance.now() > after", after * 1000)
    first = time.time() - after
    finger = {"x": box["x"] + 9, "y": box["y"] + 9, "button": "left", "clickCount": 1}
    devtools = button.page.context.new_cdp_session(button.page)
    for at in (first, first + after):
        if at > first and after > BOUNCE:
            time.sleep(after)
        for kind in ("mousePressed", "mouseReleased"):
            devtools.send("Input.dispatchMouseEvent", {"type": kind, "timestamp": at, **finger})
    devtools.detach()


def test_bounced_taps_bid_once_and_undo_once(page: Page) -> None:
    pad = start_game(page, bids="4, 3")
    draw_on_phone(page)
    page.evaluate(BUSY)
    bounce(page.locator(".pad .key[value='3']"))
    pad.expect_bidder("Dee")
    bounce(page.locator(".pad .key[value='2']"))
    expect(pad.tricks).to_be_visible()
    expect(page.get_by_role("banner")).to_contain_text("12 bid, 1 loose")
    bounce(page.get_by_role("button", name="Undo"))
    pad.expect_bidder("Dee")
    all_sent(page)
    page.reload()
    pad.expect_bidder("Dee")
    expect(bid_of(page, "Cal")).to_have_text("3")


@pytest.mark.parametrize(("after", "bidder", "bids"), [(0.08, "Ben", ["3"]), (0.25, "Cal", ["3", "3"])])
def test_second_touch_bids_for_the_next_seat_only_if_it_is_no_bounce(
    page: Page, after: float, bidder: str, bids: list[str]
) -> None:
    """On a slow phone, as a fast one has less to confuse: what counts is when the finger was there."""
    pad = start_game(page)
    draw_on_phone(page)
    page.evaluate(BUSY)
    bounce(page.locator(".pad .key[value='3']"), after)
    pad.expect_bidder(bidder)
    all_sent(page)
    page.reload()
    pad.expect_bidder(bidder)
    for player, call in zip(CAST, bids, strict=False):
        expect(bid_of(page, player)).to_have_text(call)


TOUCH = """([selector, at]) => {
    const touch = new MouseEvent("click", {bubbles: true, cancelable: true, detail: 1});
    Object.defineProperty(touch, "timeStamp", {value: at});
    const key = document.querySelector(selector);
    for (const event of [new PointerEvent("pointerdown", {bubbles: true}), new PointerEvent("pointerup"), touch])
        key.dispatchEvent(event);
}"""
"""A touch at this time, in milliseconds, whenever it is handled."""


def test_bounce_on_a_phone_that_draws_at_once_bids_for_nobody(page: Page) -> None:
    """The next seat is asked about before the finger touches its key again."""
    pad = start_game(page)
    draw_on_phone(page)
    key = ".pad .key[value='3']"
    page.evaluate(TOUCH, [key, 10_000])
    pad.expect_bidder("Ben")
    page.evaluate(TOUCH, [key, 10_100])
    page.evaluate(TOUCH, [key, 10_300])
    pad.expect_bidder("Cal")
    all_sent(page)
    page.reload()
    pad.expect_bidder("Cal")


RESTING = "html[data-resting]"
KEYS_ARE_PALE = "Number(getComputedStyle(document.querySelector('.dock > *')).opacity) < 1"


def middle_of(button: Locator) -> tuple[float, float]:
    """Where a finger taps it, once taps are taken."""
    expect(button.page.locator(RESTING)).to_have_count(0)
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("drawn", [draw_on_phone, draw_on_server])
def test_second_tap_on_save_does_nothing_until_the_keys_have_rested(page: Page, drawn: Callable[[Page], None]) -> None:
    if drawn is draw_on_server:
        drawn(page)
    pad = start_game(page, bids="4, 3, 3, 2")
    if drawn is draw_on_phone:
        drawn(page)
    pad.took("Ann & Cal", 7)
    finger = middle_of(page.locator(".save"))
    with stopped_timers(page):
        page.mouse.click(*finger)
        pad.expect_hand(2)
        assert page.evaluate(KEYS_ARE_PALE)
        for _ in range(3):
            page.mouse.click(*finger)
            page.wait_for_timeout(160)
        page.mouse.click(*middle_of_resting(page.locator(".dock .key[value='3']")))
        pad.expect_bidder("Ben")
    expect(page.locator(RESTING)).to_have_count(0)
    pad.bid("Ben", "5")
    all_sent(page)


def middle_of_resting(button: Locator) -> tuple[float, float]:
    """Where a finger taps it, at once."""
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_keys_rest_when_somebody_else_has_bid(page: Page, open_page: OpenPage) -> None:
    """The keys are another seat’s now, which the thumb does not know."""
    pad = start_game(page)
    draw_on_phone(page)
    other = Pad(open_page(storage_state=page.context.storage_state()))
    other.page.goto(page.url)
    key = middle_of(page.locator(".dock .key[value='4']"))
    with stopped_timers(page):
        other.bid("Ann", "6")
        pad.expect_bidder("Ben")
        page.mouse.click(*key)
        pad.expect_bidder("Ben")
    expect(page.locator(RESTING)).to_have_count(0)
    expect(bid_of(page, "Ben")).to_have_attribute("data-unbid", "")


def test_own_bids_and_counts_need_no_rest_between_them(page: Page) -> None:
    """The next seat has the same keys, and so has the count: Ann’s 3 and Ben’s 4 come as quickly as fingers can."""
    pad = start_game(page, bids="4, 3")
    draw_on_phone(page)
    with stopped_timers(page):
        pad.bid("Cal", "3")
        assert page.locator(RESTING).count() == 0
        pad.bid("Dee", "2")
        assert page.locator(RESTING).count() == 1
    pad.took("Ann & Cal", 7)
    assert page.locator(RESTING).count() == 0


def test_impatient_taps_while_a_slow_server_answers_are_one_bid(page: Page) -> None:
    """The tap shows at once: the bid stands at its seat, and the next one is asked. Who taps again means no other."""
    draw_on_server(page)
    pad = start_game(page)
    release = hold_request(page, "**/bids")
    key = middle_of(page.locator(".dock .key[value='3']"))
    for _ in range(4):
        page.mouse.click(*key)
        page.wait_for_timeout(BOUNCE * 1000 + 10)
    expect(bid_of(page, "Ann")).to_have_text("3")
    pad.expect_bidder("Ben")
    expect(page.locator(".seat[aria-current=step]")).to_contain_text("Ben")
    expect(page.locator(".tally")).to_have_text("")  # it would count the bids without this one
    release()
    expect(page.locator(".tally")).to_have_text("Bid 3 of 13")
    expect(bid_of(page, "Ben")).to_have_attribute("data-unbid", "")
    page.reload()
    pad.expect_bidder("Ben")
    expect(bid_of(page, "Ann")).to_have_text("3")


def test_keys_rest_once_a_tap_has_led_to_a_slow_page(page: Page) -> None:
    """The moment begins when the page can be touched, not when it was asked for: until then thumbs are impatient."""
    page.goto("/")
    release = hold_request(page, "**/pad.js*")
    page.get_by_role("button", name="Quick game").click(no_wait_after=True)
    page.locator(".dock .key").first.wait_for()
    page.wait_for_timeout(800)
    release()
    page.wait_for_load_state()
    expect(page.locator(RESTING)).to_have_count(1)
    expect(page.locator(RESTING)).to_have_count(0)


def test_a_tap_before_the_scripts_are_here_is_not_taken(page: Page) -> None:
    """It would show nothing for as long as the line takes, and be made again."""
    pad = start_game(page)
    release = hold_request(page, "**/pad.js*")
    page.goto(page.url, wait_until="commit")
    key = page.locator(".dock .key[value='3']")
    key.wait_for()
    for _ in range(2):
        page.mouse.click(*middle_of(key))
    expect(bid_of(page, "Ann")).to_have_attribute("data-unbid", "")
    release()
    pad.bid("Ann", "4")
    expect(bid_of(page, "Ann")).to_have_text("4")


def test_keys_work_as_forms_where_the_scripts_never_come(page: Page) -> None:
    pad = start_game(page)
    page.route("**/pad.js*", lambda route: route.abort())
    page.reload()
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    with page.expect_navigation():
        page.locator(".dock .key[value='3']").click()
    pad.expect_bidder("Ben")


def test_seats_can_be_swapped_by_dragging(page: Page) -> None:
    start_table(page)
    page.get_by_role("link", name="Start a game").click()
    page.get_by_role("link", name="Seats").click()
    places = page.locator("[data-place]")
    places.nth(0).click()
    page.get_by_role("textbox", name="Name").fill("Ann")
    page.keyboard.press("Enter")
    expect(places.nth(0)).to_contain_text("Ann")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Done")).to_be_hidden()
    page.wait_for_load_state()  # before the script runs, a drag does nothing
    places.nth(0).drag_to(places.nth(2))
    expect(places.nth(2)).to_contain_text("Ann deals")
    expect(places.nth(0)).to_contain_text("North tap to name")
