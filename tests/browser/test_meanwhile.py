"""What a keeper changes while a phone is offline or frozen: nothing that was tapped there is lost or unsaid.

`tests/sharing/test_offline_phone.py` has the server’s side of it.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.core.sheet import read_sheet
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game
from tests.browser.sharing import join, named_table
from tests.browser.taps import all_loaded, all_sent, arrived, bid_of, draw_on_phone, record_by_script, wait_for_rows
from tests.browser.test_following import erase
from tests.sharing.test_devices import removed
from tests.web import at_table

pytestmark = pytest.mark.browser


def away(open_page: OpenPage) -> tuple[Page, Page, str]:
    """Ann’s phone, a keeper’s; and Ben’s, which is offline in her game, in whose first hand Ann bids; the table."""
    ann, ben = open_page(), open_page(refused=[403, 404], cut=True)
    table = named_table(ann)
    join(ben, ann, table, "Ben")
    ben.goto(start_game(ann).page.url)
    draw_on_phone(ben)
    all_loaded(ben)
    ben.context.set_offline(True)
    Pad(ben).bid("Ann", "4")
    expect(ben.get_by_role("alert")).to_contain_text("1 tap waiting")
    return ann, ben, table


def test_phone_that_was_removed_meanwhile_keeps_its_taps_until_it_joins_again(open_page: OpenPage) -> None:
    ann, ben, table = away(open_page)
    record_by_script(ben, 7, "3 5 2")
    keeper = Unseen(ann)
    keeper.open(f"{table}/share")
    removed(keeper, "Ben")
    ben.context.set_offline(False)
    notice = ben.get_by_role("alert").filter(has_text="taps weren’t recorded. This phone keeps them")
    expect(notice).to_contain_text("5 taps")
    with ben.expect_download() as download:
        notice.get_by_role("button", name="Save as a file").click()
    assert len(read_sheet(json.loads(download.value.path().read_bytes())).hands) == 1
    join(ben, ann, table, "Ben")
    ben.goto("/rules")
    wait_for_rows(ben, "taps", lambda rows: rows == 0)
    ben.goto(ann.url)
    Pad(ben).expect_hand(2)
    Pad(ann).expect_hand(2)


def test_taps_come_after_an_erasure_and_show_the_new_name(open_page: OpenPage) -> None:
    ann, ben, _table = away(open_page)
    erase(Unseen(ann), "Dee")
    ben.context.set_offline(False)
    all_sent(ben)
    expect(ben.get_by_role("banner")).to_contain_text("Player 1 deals")
    expect(bid_of(ben, "Ann")).to_have_text("4")
    expect(bid_of(ann, "Ann")).to_have_text("4")
    ben.reload()
    expect(bid_of(ben, "Ann")).to_have_text("4")
    assert "Dee" not in ben.locator("body").inner_text()


def test_frozen_page_that_thaws_sends_its_tap_and_shows_what_others_did(open_page: OpenPage) -> None:
    """A debugger stops its scripts, since `Page.setWebLifecycleState` does nothing in a browser without windows."""
    ann, ben, _table = away(open_page)
    devtools = ben.context.new_cdp_session(ben)
    frozen: list[str] = []
    devtools.on("Debugger.paused", lambda event: frozen.append(event["reason"]))
    ben.evaluate("void setInterval(() => {}, 50)")  # it stops at the next step of a script: a page at rest has none
    devtools.send("Debugger.enable")
    devtools.send("Debugger.pause")
    assert arrived(ann, frozen)
    ben.context.set_offline(False)
    keeper = Unseen(ann)
    keeper.open(ann.url)
    at_table.Pad(keeper).bids("4, 3")
    Pad(ann).expect_bidder("Cal")
    devtools.send("Debugger.resume")
    devtools.send("Debugger.disable")
    all_sent(ben)
    Pad(ben).expect_bidder("Cal")
    expect(bid_of(ben, "Ben")).to_have_text("3")
    Pad(ben).bid("Cal", "2")
    Pad(ann).expect_bidder("Dee")
