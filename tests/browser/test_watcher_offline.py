"""A watcher's phone opens a game without the server, and shows everything but the ways to record."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen
from tests.browser.sharing import join, named_table
from tests.browser.taps import all_loaded, draw_on_phone, wait_for_rows
from tests.browser.test_offline import tap_link
from tests.browser.test_worker import IN_CHARGE
from tests.web import at_table

pytestmark = pytest.mark.browser


def test_watcher_opens_a_game_without_the_server(open_page: OpenPage) -> None:
    keeper, watcher = open_page(), open_page(cut=True, service_workers="allow", used_up=True)
    table = named_table(keeper)
    join(watcher, keeper, table, "Dee", "watcher")
    begun = at_table.start_game(Unseen(keeper), table=table)
    begun.hand("4, 3, 5, 2", 7)
    watcher.goto(begun.url)
    Pad(watcher).expect_hand(2)
    draw_on_phone(watcher)
    all_loaded(watcher)
    assert watcher.evaluate(IN_CHARGE)
    wait_for_rows(watcher, "pages", lambda rows: rows > 0)
    watcher.context.set_offline(True)
    game = watcher.url
    watcher.close()
    watcher = watcher.context.new_page()
    watcher.goto(game)
    Pad(watcher).expect_hand(2)
    Pad(watcher).expect_totals(-90, 51)
    expect(watcher.locator("#hand-1")).to_be_visible()
    expect(watcher.locator("main form")).to_have_count(0)
    tap_link(watcher, "What wins")
    expect(watcher.get_by_role("heading", name="What wins")).to_be_visible()
