"""A bid on a player's own phone without a connection: it shows, waits, and is a question if it comes too late."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen
from tests.browser.sharing import join, named_table
from tests.browser.taps import all_loaded, all_sent, draw_on_phone, key, wait_for_rows
from tests.browser.test_worker import IN_CHARGE
from tests.browsers import until
from tests.web import at_table

pytestmark = pytest.mark.browser


def on_own_phone(keeper: Page, cal: Page, ready: str = "") -> at_table.Pad:
    """The pad of the keeper, who has the pen, unseen; Cal's phone watches, draws the game itself, and has no line."""
    table = named_table(keeper)
    join(cal, keeper, table, "Cal", "watcher")
    pad = at_table.start_game(Unseen(keeper), table=table)
    phone = Unseen(cal)
    phone.open(f"{table}/who")
    phone.tap("Cal")
    cal.goto(pad.url)
    expect(cal.get_by_role("heading", name="Your bid, Cal")).to_be_visible()
    draw_on_phone(cal)
    all_loaded(cal)
    if ready:
        until(cal, ready)
        wait_for_rows(cal, "pages", lambda rows: rows > 0)
    cal.context.set_offline(True)
    key(cal, "3")
    expect(cal.get_by_role("heading", name="Waiting for Ann")).to_contain_text("You bid 3, waiting on this phone")
    expect(cal.get_by_role("alert")).to_contain_text("Offline · 1 tap waiting")
    return pad


def test_own_bid_waits_for_a_connection_and_for_its_turn(open_page: OpenPage) -> None:
    keeper, cal = open_page(), open_page(cut=True, service_workers="allow", used_up=True)
    pad = on_own_phone(keeper, cal, IN_CHARGE)
    cal.get_by_role("link", name="Change my bid").click()
    key(cal, "4")
    expect(cal.get_by_text("You bid 4, waiting on this phone", exact=True)).to_be_visible()
    context = cal.context
    cal.close()
    cal = context.new_page()
    cal.goto(pad.url)
    expect(cal.get_by_text("You bid 4, waiting on this phone", exact=True)).to_be_visible()
    context.set_offline(False)
    expect(cal.get_by_text("You bid 4, shown on your turn", exact=True)).to_be_visible()
    all_sent(cal)
    pad.bids("4, 3")
    expect(cal.get_by_role("heading", name="Waiting for Dee")).to_contain_text("You bid 4")


def test_own_bid_that_comes_too_late_is_a_question_to_its_owner(open_page: OpenPage) -> None:
    keeper, cal = open_page(), open_page(refused=422, cut=True)
    pad = on_own_phone(keeper, cal)
    pad.hand("4, 3, 5, 1", 7)
    cal.context.set_offline(False)
    expect(cal.get_by_role("heading", level=1)).to_have_text("Your bid for hand 1")
    expect(cal.get_by_role("alert")).to_contain_text(
        "You bid 3 without a connection. It came too late: the sheet says 5."
    )
    keeper.goto(pad.url)
    Pad(keeper).expect_hand(2)
    cal.get_by_role("button", name="Keep 5").click()
    Pad(cal).expect_hand(2)
    cal.reload()
    Pad(cal).expect_hand(2)


def test_own_bid_beside_another_one_is_the_question_of_two_bids(open_page: OpenPage) -> None:
    keeper, cal = open_page(), open_page(refused=422, cut=True)
    pad = on_own_phone(keeper, cal)
    pad.bids("4, 3, 5")
    cal.context.set_offline(False)
    expect(cal.get_by_role("heading", name="Two bids for Cal")).to_be_visible()
    cal.get_by_role("button", name="3 Use mine").click()
    expect(cal.get_by_text("You bid 3", exact=True)).to_be_visible()
    all_sent(cal)
    keeper.goto(pad.url)
    expect(keeper.locator(".seat", has_text="Cal")).to_contain_text("3")
