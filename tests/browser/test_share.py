"""Sharing in a real browser: join by link and by code, see one's role, pass the pen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.web.formatting import ZONE_COOKIE
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game, start_table
from tests.browser.sharing import drawer, join, named_table, scanned, share
from tests.browser.taps import all_sent, bid_of, draw_on_phone, hold_request
from tests.browser.timers import stopped_timers
from tests.tables import sheet_of

pytestmark = pytest.mark.browser


def test_pen_is_passed_by_a_scan(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page()
    table = named_table(ann)
    join(ben, ann, table, "Ben")
    with share(ann, table).expect_navigation():  # that page has a QR code too
        ann.get_by_role("button", name="Pass the pen").click()
    ben.goto(scanned(ann))
    ben.get_by_role("button", name="Take the pen").click()
    expect(ben).to_have_url(re.compile(f"{table}$"))
    expect(ann.get_by_role("status")).to_have_text("Ben is keeping score now.")
    share(ann, table)
    expect(ann.get_by_role("heading", name="Scorekeeper")).to_contain_text("Ben")
    ann.get_by_role("button", name="Take the pen").click()
    expect(ann.get_by_role("heading", name="Scorekeeper")).to_contain_text("this phone")


def joins_as(page: Page, link: str, name: str) -> None:
    """Open a link, and say who one is; the phone goes straight to the game."""
    assert "/join/" in link
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re in. Who are you?")
    assert "/join/" not in page.url, "the token is in the address bar"
    assert page.evaluate("document.cookie").partition("=")[0] in ("", ZONE_COOKIE)  # no script reads the token
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_url("**/games/*")


def test_three_phones_bid_pass_the_pen_and_lose_one(open_page: OpenPage) -> None:
    ann, ben, cal = open_page(), open_page(refused=403), open_page()
    start_table(ann)
    table = ann.url
    token = share(ann, table, "keeper").get_by_label("Link", exact=True).input_value().rpartition("/")[2]
    sheet = sheet_of("partnership", dealer="Dee", blind_nil=200, blind_behind=0)
    call = table.replace("/tables/", "/api/v1/tables/") + "/games"
    game = ann.request.post(call, data=sheet, headers={"Authorization": f"Bearer {token}"}).json()["url"]
    joins_as(ben, scanned(share(ann, table, "watcher")), "Ben")
    ann.emulate_media(color_scheme="dark")
    joins_as(cal, scanned(share(ann, table, "scorer")), "Cal")
    ann.goto(game)
    pad = Pad(ann)
    pad.bid("Ann", "4")
    expect(ben.get_by_role("heading", name="Your bid, Ben")).to_be_visible()
    ben.get_by_role("button", name="Blind nil").click()
    expect(ben.get_by_role("heading", name="Waiting for Cal")).to_contain_text("hidden until all have bid")
    pad.expect_bidder("Cal")
    expect(bid_of(ann, "Ben")).to_contain_text("✓")
    expect(cal.get_by_role("heading", name="Your bid, Cal")).to_be_visible()
    cal.get_by_role("button", name="3", exact=True).click()
    expect(cal.get_by_role("heading", name="Waiting for Dee")).to_contain_text("You bid 3")
    pad.expect_bidder("Dee")
    expect(bid_of(ann, "Ben")).to_contain_text("✓")
    ann.get_by_role("region", name="Bidding").get_by_role("button", name="2", exact=True).click()
    for phone in (ann, ben, cal):
        expect(Pad(phone).bid_of("Ben")).to_contain_text("Nil blind")
    drawer(ann, table, "Cal").keyboard.press("Escape")
    expect(ann.get_by_role("button", name="Pass the pen Cal")).to_be_hidden()
    drawer(ann, table, "Cal").get_by_role("button", name="Pass the pen Cal").click()
    expect(ann.get_by_role("status")).to_contain_text("Cal has the pen.")
    expect(cal.get_by_role("status")).to_contain_text("You have the pen. This phone keeps score now.")
    drawer(ann, table, "Ben").get_by_role("link", name="Remove Ben").click()
    ann.get_by_role("button", name="Remove", exact=True).click()
    expect(ben.get_by_role("heading", name="You’ve been removed")).to_be_visible()


def two_counts(ann: Page, ben: Page) -> Pad:
    """Ann has saved 7 tricks of hand 1, and Ben saves 8, since his phone does not hear of hers; his pad."""
    for address in ("**/live", "**/version"):
        ben.route(address, lambda route: route.abort())
    table = named_table(ann)
    join(ben, ann, table, "Ben")
    first, second = start_game(ann, bids="4, 3, 3, 2"), Pad(ben)
    ben.goto(ann.url.partition("?")[0])
    second.took("Ann & Cal", 8)
    first.took("Ann & Cal", 7)
    first.save()
    all_sent(ann)
    ben.get_by_role("button", name="Save hand 1").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Two scores for hand 1")
    return second


def test_a_question_keeps_the_tap_under_a_finger(open_page: OpenPage) -> None:
    """What another phone saved arrives while a finger is on the menu: its tap counts, and the question follows."""
    ann, ben = open_page(), open_page(refused=409, cut=True)
    for address in ("**/live", "**/version"):
        ben.route(address, lambda route: route.abort())
    join(ben, ann, named_table(ann), "Ben")
    first, second = start_game(ann, bids="4, 3, 3, 2"), Pad(ben)
    ben.goto(ann.url.partition("?")[0])
    draw_on_phone(ben)
    second.took("Ann & Cal", 8)
    first.took("Ann & Cal", 7)
    first.save()
    all_sent(ann)
    answer_arrives = hold_request(ben, "**/events")
    ben.get_by_role("button", name="Save hand 1").click()
    second.expect_hand(2)
    menu = ben.locator(".more > summary")
    menu.evaluate("menu => menu.addEventListener('click', () => { window.tapped = true; })")
    menu.hover()
    with stopped_timers(ben):
        ben.mouse.down()
        with ben.expect_response("**/events"):
            answer_arrives()
        ben.mouse.up()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Two scores for hand 1")
    assert ben.evaluate("window.tapped")


def test_question_of_the_server_is_answered_on_a_phone_that_draws_since(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page(refused=409, cut=True)
    drawing_arrives = hold_request(ben, "**/static/play.js*")
    second = two_counts(ann, ben)
    expect(ben.get_by_role("alert")).to_contain_text("Ann saved a different count")
    drawing_arrives()
    draw_on_phone(ben)
    ben.get_by_role("button", name="Use mine").click()
    second.expect_totals(71, 50)
