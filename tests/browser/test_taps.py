"""Taps without a page load: two at once, unchanged parts of the page, announcements, the back button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, Pad, ask_seat, start_table, take_seats
from tests.browser.ready import finished_game, start_game
from tests.browser.taps import (
    TWO_FRAMES,
    all_bid,
    all_sent,
    bid_of,
    draw_on_phone,
    draw_on_server,
    hold_request,
    key,
    scripts_run,
)
from tests.browsers import until

pytestmark = pytest.mark.browser

RESTED = 800  # ms; a second tap on the same button is only then another tap


def test_quick_bids_arrive_in_order(page: Page) -> None:
    """The board, the keys and the bar stay the same elements, and no key stays marked."""
    pad = start_game(page)
    draw_on_phone(page)
    page.evaluate("window.stays = [...document.querySelectorAll('.board, .pad .key, .bar')]")
    release = hold_request(page, "**/events")
    for call in ("4", "3", "5"):
        key(page, call)
    pad.expect_bidder("Dee")
    assert page.evaluate("stays.every(each => each.isConnected)")
    expect(page.locator(".key[aria-pressed]")).to_have_count(0)
    release()
    all_sent(page)
    page.reload()
    pad.expect_bidder("Dee")
    for player, call in zip(CAST[:3], ("4", "3", "5"), strict=True):
        expect(bid_of(page, player)).to_have_text(call)


def test_a_bid_that_is_not_sent_yet_can_be_undone(page: Page) -> None:
    pad = start_game(page)
    draw_on_phone(page)
    pad.bid("Ann", "4")
    all_sent(page)
    release = hold_request(page, "**/events")
    key(page, "3")
    pad.expect_bidder("Cal")
    pad.undo()
    pad.expect_bidder("Ben")
    release()
    all_sent(page)
    page.reload()
    pad.expect_bidder("Ben")
    expect(bid_of(page, "Ann")).to_have_text("4")


def test_bids_tapped_while_a_slow_server_answers_are_for_the_next_seats(page: Page) -> None:
    """As on the phone that draws every tap itself: a pair may bid the same number twice, if it taps it again."""
    draw_on_server(page)
    pad = start_game(page)
    release = hold_request(page, "**/bids")
    for player, call in zip(CAST, ("4", "3"), strict=False):
        key(page, call)
        expect(bid_of(page, player)).to_have_text(call)
    page.wait_for_timeout(RESTED)
    key(page, "3")
    with page.expect_request_finished(lambda request: "seat=2" in (request.post_data or "")):
        release()
    pad.expect_bidder("Dee")
    page.reload()
    for player, call in zip(CAST[:3], ("4", "3", "3"), strict=True):
        expect(bid_of(page, player)).to_have_text(call)


def test_taps_that_wait_for_others_are_said_to_be_on_their_way(page: Page) -> None:
    """On a slow line each of four bids takes its seconds, and none of them is slow by itself."""
    draw_on_server(page)
    pad = start_game(page)
    release = hold_request(page, "**/bids")
    key(page, "4")
    page.wait_for_timeout(RESTED)
    key(page, "3")
    release_next = hold_request(page, "**/bids")
    release()
    expect(page.get_by_role("status")).to_have_text("Still sending …")
    release_next()
    pad.expect_bidder("Cal")
    expect(page.get_by_role("status")).to_have_count(0)


def test_bid_for_a_seat_that_has_bid_meanwhile_is_dropped(page: Page) -> None:
    """Ben's bid arrives from his own phone: the key tapped for him is not Cal's bid."""
    draw_on_server(page)
    pad = start_game(page)
    address, form = page.locator(".dock form").evaluate("form => [form.action, Object.fromEntries(new FormData(form))]")
    release = hold_request(page, "**/bids")
    key(page, "4")
    key(page, "3")
    for seat, call in ((form["seat"], "4"), (str((int(form["seat"]) + 1) % 4), "5")):
        assert page.request.post(address, form=form | {"seat": seat, "call": call}).ok
    release()
    pad.expect_bidder("Cal")
    page.reload()
    pad.expect_bidder("Cal")


def test_pending_taps_are_sent_in_order(page: Page) -> None:
    """A key right after a count is for that count, and the hand is saved with it."""
    draw_on_server(page)
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    expect(pad.tricks.get_by_role("button", name="Save hand 1")).to_be_visible()
    release = hold_request(page, "**/games/*?*")
    pad.count("Ben & Dee").click()
    for tricks in ("4", "5"):
        pad.tricks.get_by_role("button", name=tricks, exact=True).click()
    pad.tricks.get_by_role("button", name="Save hand 1").click()
    release()
    pad.expect_hand(2)
    pad.expect_totals(71, 50)


def test_pending_tap_presses_the_button_that_was_meant(page: Page) -> None:
    """A side's two buttons, to confirm and to dispute, send to the same address."""
    finished_game(page)
    release = hold_request(page, "**/signing/0")
    for side in ("Ann", "Ben"):
        page.get_by_role("button", name=f"{side}: confirm score").click()
    release()
    expect(page.locator(".agreed")).to_have_count(2)


def test_deal_tapped_while_a_slow_server_adds_the_last_name_deals_the_game(page: Page) -> None:
    """Add and Deal are buttons of one form: only a second tap on the same one is dropped."""
    start_table(page)
    page.get_by_role("link", name="Start a game").click()
    page.get_by_role("region", name="Partnership Spades", exact=True).get_by_role("link", name="Seats").click()
    take_seats(page, CAST[:3], "Cal")
    ask_seat(page, 3)
    page.get_by_role("textbox", name="Name", exact=True).fill(CAST[3])
    release = hold_request(page, "**/games")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Deal", exact=True).click()
    release()
    Pad(page).expect_hand(1)
    expect(page.locator(".board")).to_contain_text(CAST[3])


def test_typed_text_and_an_open_hand_survive_a_page_swap(page: Page) -> None:
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    page.get_by_label("Note").fill("Ben looked late")
    pad.took("Ann & Cal", 8)
    expect(page.get_by_label("Note")).to_have_value("Ben looked late")
    pad.save()
    expect(page.locator("#hand-1")).to_contain_text("Ben looked late")
    page.locator("#hand-1 summary").click()
    pad.bid("Ben", "4")
    expect(page.locator("#hand-1")).to_have_attribute("open", "")


def test_back_after_a_rematch_shows_the_earlier_game(page: Page) -> None:
    pad = finished_game(page)
    page.get_by_role("button", name="Rematch").click()
    pad.expect_hand(1)
    page.go_back()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    pad.expect_totals(71, 32)


def test_next_question_is_announced_and_the_focus_stays_on_the_pressed_key(page: Page) -> None:
    pad = start_game(page)
    voice = page.locator("[aria-live]")
    page.locator(".pad .key[value='4']").focus()
    page.keyboard.press("Enter")
    expect(voice).to_contain_text("Ben bids")
    pad.expect_bidder("Ben")
    assert page.evaluate("document.activeElement.value") == "4"
    pad.undo()
    expect(voice).to_contain_text("Undid")
    expect(voice).to_contain_text("Ann bids")


def test_focus_stays_on_the_key_when_the_next_side_is_counted(page: Page) -> None:
    pad = start_game(page, CAST[:3], "Cal", "cutthroat", bids="5, 6, 4")
    page.locator(".keys .key[value='4']").focus()
    page.keyboard.press("Enter")
    expect(pad.tricks.get_by_role("form", name="Ben: tricks?")).to_be_visible()
    assert page.evaluate("document.activeElement.value") == "4"


BETWEEN = "() => window.seen.some(total => total > 0 && total < 70)"
SLOWER = """() => {
    const now = performance.now.bind(performance), frame = requestAnimationFrame, began = now();
    performance.now = () => began + (now() - began) / 100;
    window.requestAnimationFrame = work => frame(() => work(performance.now()));
    window.usual = () => (performance.now = now);
}"""
"""Time passes more slowly until `usual`, so that even a slow machine draws a frame while the total counts."""


def watch_totals(page: Page) -> None:
    """Note each total that the board shows."""
    page.evaluate("""() => {
        window.seen = [];
        new MutationObserver(() => window.seen.push(parseInt(document.querySelector('.total')?.textContent)))
            .observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")


def test_total_counts_up_unless_motion_is_reduced(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce", used_up=True)
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    watch_totals(page)
    pad.save()
    page.evaluate(TWO_FRAMES)
    assert not page.evaluate(BETWEEN)
    pad.expect_totals(70, 51)
    page.emulate_media(reduced_motion="no-preference")
    pad.undo()
    pad.took("Ann & Cal", 7)
    watch_totals(page)
    scripts_run(page, "later.js")  # which counts
    page.evaluate(SLOWER)
    pad.save()
    until(page, BETWEEN)
    page.evaluate("window.usual()")
    pad.expect_totals(70, 51)


COUNT_UP = """async () => {
    const loaded = () => performance.getEntriesByType("resource").find(({ name }) => name.includes("later.js"));
    while (!loaded()) await new Promise((resume) => setTimeout(resume, 10));
    await import(loaded().name);
    const frames = [];
    window.requestAnimationFrame = (frame) => frames.push(frame);
    const show = (after) => frames.splice(0).forEach((frame) => frame(performance.now() + after));
    const total = document.querySelector("[data-total]");
    const text = (total.querySelector("a") ?? total).firstChild;
    const seen = [];
    text.data = "60";
    dispatchEvent(new Event("pageshown"));
    show(250);
    seen.push(text.data);
    dispatchEvent(new Event("pageshown"));
    show(1000);
    return [...seen, text.data, frames.length];
}"""


def test_total_counts_up_to_the_end_when_the_next_page_shows_meanwhile(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page)
    draw_on_phone(page)
    between, last, frames = page.evaluate(COUNT_UP)
    assert 0 < int(between) < 60
    assert (last, frames) == ("60", 0)
