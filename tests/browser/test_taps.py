"""Taps when things go wrong: two at once, no connection, an answer that is lost, another phone, a device put out."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, Pad, start_game, start_table

pytestmark = pytest.mark.browser

NO_CONNECTION = "No connection"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A phone at a table, with a poor connection."""
    page = open_page(cut=True)
    start_table(page)
    return page


def bid_of(page: Page, player: str) -> Locator:
    """What stands in a seat."""
    return page.locator(".seat", has_text=player).locator(".said")


def key(page: Page, call: str) -> None:
    """A tap that waits for nothing."""
    page.locator(f".pad .key[value='{call}']").first.click()


def entries(page: Page, kind: str) -> list[str]:
    """The entries whose words begin so, in the game's history."""
    page.goto(page.url.partition("?")[0] + "/history")
    return [text for text in page.locator(".log li").all_inner_texts() if text.startswith(kind)]


def test_bids_that_are_tapped_quickly_arrive_in_order(page: Page) -> None:
    pad = start_game(page)
    held: list[Route] = []
    page.route("**/bids", lambda route: route.continue_() if held else held.append(route))
    for call in ("4", "3", "5"):
        key(page, call)
    pad.expect_bidder("Dee")
    with page.expect_response("**/bids") as first:
        held[0].continue_()
    assert first.value.status == 303
    expect(page.locator("html:not([data-sending])")).to_be_attached()
    page.reload()
    pad.expect_bidder("Dee")
    for player, call in zip(CAST[:3], ("4", "3", "5"), strict=True):
        expect(bid_of(page, player)).to_have_text(call)


def test_a_double_tap_on_the_last_bid_is_one_tap(page: Page) -> None:
    pad = start_game(page)
    for player, call in zip(CAST[:3], ("4", "3", "3"), strict=True):
        pad.bid(player, call)
    page.locator(".pad .key[value='2']").dblclick()
    expect(pad.tricks).to_be_visible()
    expect(page.get_by_role("banner")).to_contain_text("12 bid of 13")


def test_undo_waits_for_the_bids_that_are_under_way(page: Page) -> None:
    pad = start_game(page)
    pad.bid("Ann", "4")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/bids", hold)
    key(page, "3")
    pad.expect_bidder("Cal")
    page.get_by_role("button", name="Undo").click()
    held[0].continue_()
    expect(page.get_by_role("status").filter(has_text="Taken back: a bid of hand 1")).to_be_visible()
    pad.expect_bidder("Ben")
    expect(bid_of(page, "Ann")).to_have_text("4")


def test_a_hand_saved_without_a_connection_is_saved_when_it_is_back(page: Page) -> None:
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)
    expect(pad.tricks).to_be_visible()
    page.context.set_offline(False)
    pad.expect_hand(2)
    pad.expect_totals(70, 51)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(entries(page, "Hand 1, ")) == 1


def test_an_answer_that_is_lost_writes_no_second_hand(page: Page) -> None:
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(parse_qs(route.request.post_data or "")["entry_id"][0])
        if len(sent) > 1:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.abort()

    page.route("**/hands", lose_the_first)
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)
    page.get_by_role("button", name="Send now").click()
    pad.expect_hand(2)
    pad.expect_totals(70, 51)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert len(entries(page, "Hand 1, ")) == 1


def test_a_tap_outlives_a_reload(page: Page) -> None:
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    page.route("**/hands", lambda route: route.abort())
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)
    page.unroute("**/hands")
    page.reload()
    pad.expect_hand(2)
    pad.expect_totals(70, 51)


def test_what_was_typed_and_opened_stays_while_tricks_are_counted(page: Page) -> None:
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    page.get_by_text("Add a note").click()
    page.get_by_label("Note").fill("Ben looked late")
    pad.took("Ann & Cal", 8)
    expect(page.get_by_label("Note")).to_have_value("Ben looked late")
    pad.save()
    expect(page.locator("#hand-1")).to_contain_text("Ben looked late")


def test_a_hand_that_was_opened_stays_open(page: Page) -> None:
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    pad.save()
    page.locator("#hand-1 summary").click()
    pad.bid("Ben", "4")
    expect(page.locator("#hand-1")).to_have_attribute("open", "")


def test_what_another_phone_writes_shows_by_itself(page: Page, open_page: OpenPage) -> None:
    pad = start_game(page)
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url)
    Pad(other).bid("Ann", "4")
    pad.expect_bidder("Ben")
    expect(bid_of(page, "Ann")).to_have_text("4")


def test_the_large_screen_follows(page: Page, open_page: OpenPage) -> None:
    pad = start_game(page)
    screen = open_page(storage_state=page.context.storage_state())
    screen.goto(f"{page.url}/screen")
    pad.bid("Ann", "4")
    expect(screen.get_by_role("banner")).to_contain_text("Ben bids")


def test_two_hands_that_were_saved_at_once_are_both_shown(open_page: OpenPage) -> None:
    page = open_page(refused=409)
    start_table(page)
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    page.route("**/version", lambda route: route.fulfill(status=304))
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url.partition("?")[0])
    theirs = Pad(other)
    theirs.took("Ann & Cal", 8)
    theirs.save()
    address = page.url
    page.get_by_role("button", name="Save hand").click()
    expect(page.get_by_role("heading", name="Hand 1 twice")).to_be_visible()
    assert page.url == address, "a refused form stands nowhere"
    page.get_by_role("button", name="Yours is right").click()
    pad.expect_hand(2)
    pad.expect_totals(70, 51)


def test_a_device_that_is_put_out_is_told(open_page: OpenPage) -> None:
    page = open_page()
    start_table(page)
    table = page.url
    game = start_game(page).page.url
    guest = open_page(refused=403)
    page.goto(f"{table}/share?role=watcher")
    link = page.get_by_label("Link", exact=True).input_value()
    guest.goto(link)
    guest.goto(game)
    expect(guest.get_by_role("region", name="Watching")).to_be_visible()
    page.goto(f"{table}/share")
    page.get_by_role("button", name="Put ").first.click()
    expect(guest.get_by_role("heading", name="This device is no longer in")).to_be_visible()


def test_back_after_a_rematch_is_the_game_before(page: Page) -> None:
    pad = start_game(page, ("Ann", "Ben"), "Ben", "Two-player Spades", target="50")
    pad.bid("Ann", "7")
    pad.bid("Ben", "3")
    pad.took("Ann", 8)
    pad.save()
    page.get_by_role("button", name="Rematch").click()
    pad.expect_hand(1)
    page.go_back()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    pad.expect_totals(71, 32)


def test_what_is_asked_next_is_said_aloud(page: Page) -> None:
    pad = start_game(page)
    voice = page.locator("[aria-live]")
    pad.bid("Ann", "4")
    expect(voice).to_contain_text("Ben bids")
    pad.undo()
    expect(voice).to_contain_text("Taken back")
    expect(voice).to_contain_text("Ann bids")


def test_the_keyboard_stays_on_the_key_that_was_pressed(page: Page) -> None:
    pad = start_game(page)
    page.locator(".pad .key[value='4']").focus()
    page.keyboard.press("Enter")
    pad.expect_bidder("Ben")
    expect(page.locator("html:not([data-sending])")).to_be_attached()
    assert page.evaluate("document.activeElement.value") == "4"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_total_counts_up_where_motion_is_welcome(open_page: OpenPage, motion: str) -> None:
    page = open_page(reduced_motion=motion)
    start_table(page)
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    page.evaluate("""() => {
        window.seen = [];
        new MutationObserver(() => window.seen.push(document.querySelector('.total')?.textContent))
            .observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    pad.save()
    pad.expect_totals(70, 51)
    seen = set(json.loads(page.evaluate("JSON.stringify(window.seen.map(text => parseInt(text)))"))) - {0, 70, None}
    assert bool(seen) == (motion == "no-preference")


def test_seats_change_places_by_a_drag(page: Page) -> None:
    page.get_by_role("link", name="First game").click()
    page.get_by_role("link", name="Partnership Spades").first.click()
    for seat, name in enumerate(CAST, start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    page.locator(".swap").nth(0).drag_to(page.locator(".swap").nth(2))
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("Cal")
    expect(page.get_by_label("Seat 3", exact=True)).to_have_value("Ann")
    page.locator(".swap").nth(0).click()
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("Ben")
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("Cal")


def all_bid(page: Page) -> Pad:
    """A game whose four have bid."""
    pad = start_game(page)
    for player, call in zip(CAST, ("4", "3", "3", "2"), strict=True):
        pad.bid(player, call)
    return pad
