"""A finger rests on a key: the phone works out meanwhile what its tap will show, and records and shows it only then."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, Pad
from tests.browser.ready import start_game
from tests.browser.taps import COUNT, all_sent, bid_of, draw_on_phone, wait_for_rows
from tests.browser.test_access_lost import let_watch_only, scorers_phone
from tests.browser.timers import start_timers, stop_timers
from tests.browsers import until

pytestmark = pytest.mark.browser

COUNT_READ = """() => {
    window.read = 0;
    const create = document.createElement.bind(document);
    document.createElement = (...given) => { window.read += given[0] === 'template'; return create(...given); };
}"""
IS_READ = "() => window.read > 0"
"""The page after the tap has been drawn, and its parts read."""


TAPS_HERE = """() => new Promise(found => {
    const opening = indexedDB.open("scorekeeper");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("taps").objectStore("taps").getAll();
        const isHere = ({ game }) => location.pathname.includes(game);
        asked.onsuccess = () => { opening.result.close(); found(asked.result.filter(isHere).length); };
    };
})"""
"""How many taps of this game wait: those of tests before, in other games, may be sent meanwhile."""


def hold(key: Locator) -> None:
    """Put a finger on the key, until the phone knows what its tap will show: a quick tap, however long that takes.

    An answer of the server meanwhile would be something new, so there is none.
    """
    all_sent(key.page)
    key.hover()
    stop_timers(key.page)
    key.page.evaluate("window.read = 0")
    key.page.mouse.down()
    until(key.page, IS_READ)


def lift(page: Page) -> None:
    """Lift the finger again."""
    page.evaluate("window.read = 0")
    page.mouse.up()


def expect_nothing_read(page: Page) -> None:
    """After the tap, nothing of the next page was read or compared any more."""
    assert page.evaluate("window.read") == 0, "the next page was read again"


def end_rest(page: Page) -> None:
    """New keys can be tapped, as after the timer that is stopped."""
    page.evaluate("delete document.documentElement.dataset.resting")


def key_of(page: Page, value: str) -> Locator:
    """A key of the pad."""
    return page.locator(f".pad .key[value='{value}']").first


def test_a_hand_is_recorded_by_keys_that_are_held_a_moment(page: Page) -> None:
    pad = start_game(page)
    draw_on_phone(page)
    page.evaluate(COUNT_READ)
    hold(key_of(page, "4"))
    pad.expect_bidder("Ann")
    assert page.evaluate(TAPS_HERE) == 0
    lift(page)
    pad.expect_bidder("Ben")
    expect_nothing_read(page)
    for player, call in (("Ben", "3"), ("Cal", "5"), ("Dee", "1")):
        pad.expect_bidder(player)
        hold(key_of(page, call))
        lift(page)
    expect(pad.tricks).to_be_visible()
    expect_nothing_read(page)
    end_rest(page)
    hold(key_of(page, "9"))
    expect(page.locator(".save")).to_have_count(0)
    lift(page)
    expect(page.locator(".save")).to_be_enabled()
    expect(page).to_have_url(re.compile("=9$"))
    expect_nothing_read(page)
    end_rest(page)
    hold(page.locator(".save"))
    pad.expect_totals(0, 0)
    expect(page.locator("main .notice")).to_have_count(0)
    lift(page)
    pad.expect_hand(2)
    pad.expect_totals(90, 40)
    expect_nothing_read(page)
    expect(page.locator("main .notice p").first).to_have_text("Hand 1 saved")
    start_timers(page)
    all_sent(page)
    page.reload()
    pad.expect_totals(90, 40)


HOLD_FRAMES = "() => { window.frames_ = []; window.requestAnimationFrame = work => window.frames_.push(work); }"
DRAW_FRAMES = "() => { while (window.frames_.length) window.frames_.shift()(); }"


@pytest.mark.parametrize(("width", "height", "shows"), [(844, 390, 0), (1280, 800, 1)])
def test_a_score_sheet_below_the_screen_changes_after_it(page: Page, width: int, height: int, shows: int) -> None:
    """What is on the screen shows first; a sheet that is on it too gets its new hand at once."""
    page.set_viewport_size({"width": width, "height": height})
    pad = start_game(page, bids="4, 3, 5, 1")
    draw_on_phone(page)
    page.evaluate(COUNT_READ)
    key_of(page, "9").click()
    hold(page.locator(".save"))
    page.evaluate(HOLD_FRAMES)
    lift(page)
    pad.expect_totals(90, 40)
    hands = page.locator("#sheet details")
    expect(hands).to_have_count(shows)
    page.evaluate(DRAW_FRAMES)
    expect(hands).to_have_count(1)
    all_sent(page)


def test_a_key_that_is_left_records_nothing(page: Page) -> None:
    pad = start_game(page)
    draw_on_phone(page)
    page.evaluate(COUNT_READ)
    hold(key_of(page, "4"))
    page.get_by_role("heading", level=1).hover()
    lift(page)
    hold(key_of(page, "5"))
    lift(page)
    pad.expect_bidder("Ben")
    expect(bid_of(page, "Ann")).to_have_text("5")


CHANGES = {
    "4": "document.querySelector('.seats').replaceChildren()",
    "3": "document.querySelector('.prompt').remove()",
    "5": "document.querySelector('.pad .key').form.dataset.pressed = ''",
}
"""What happens to the page while these keys are held, one after the other."""


def test_what_changes_the_page_meanwhile_is_compared_again(page: Page) -> None:
    pad = start_game(page)
    draw_on_phone(page)
    page.evaluate(COUNT_READ)
    for (call, change), bidder in zip(CHANGES.items(), CAST[1:], strict=True):
        hold(key_of(page, call))
        page.evaluate(change)
        lift(page)
        pad.expect_bidder(bidder)
        assert page.evaluate("window.read") > 0, "the page was not read again"
        expect(page.locator("[data-pressed]")).to_have_count(0)
    for player, call in zip(CAST, CHANGES, strict=False):
        expect(bid_of(page, player)).to_have_text(call)


def test_what_another_phone_bids_meanwhile_counts(page: Page, open_page: OpenPage) -> None:
    start_game(page)
    draw_on_phone(page)
    page.evaluate(COUNT_READ)
    other = Pad(open_page(storage_state=page.context.storage_state()))
    other.page.goto(page.url)
    draw_on_phone(other.page)
    page.route("**/events", lambda _: None)  # no answer: the server must not be the one to notice
    hold(key_of(page, "4"))
    known = page.evaluate(COUNT, "events")
    other.bid("Ann", "6")
    wait_for_rows(page, "events", lambda count: count > known)
    lift(page)
    expect(page.get_by_role("heading", name="Two bids for Ann")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("says 6, this phone says 4.")


@pytest.mark.parametrize("hears", [True, False])
def test_phone_that_may_only_watch_meanwhile_records_nothing(open_page: OpenPage, hears: bool) -> None:
    """It hears of its new role while the finger is on the key, or with the answer to its tap."""
    ann, ben = open_page(), open_page(refused=403, cut=True)
    if not hears:
        for address in ("**/live", "**/version"):
            ben.route(address, lambda route: route.abort())
    table = scorers_phone(ann, ben)
    ben.evaluate(COUNT_READ)
    hold(key_of(ben, "4"))
    let_watch_only(ann, table)
    if hears:
        expect(key_of(ben, "4")).to_have_count(0)
    ben.mouse.up()
    if not hears:
        expect(ben.get_by_role("alert")).to_contain_text("1 tap wasn’t recorded. This phone keeps it")
        expect(ben.get_by_role("button", name="Save as a file")).to_be_visible()
    Pad(ben).expect_hand(1)
    expect(key_of(ben, "4")).to_have_count(0)
    expect(bid_of(ben, "Ann")).to_contain_text("bids now")
    Pad(ann).expect_bidder("Ann")
    kept = 0 if hears else 1
    wait_for_rows(ben, "taps", lambda count: count == kept)
