"""The clock of a game with a limit: by the server's time, it tells and asks for nothing; time is called offline."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import Unseen
from tests.browser.taps import all_sent, draw_on_phone, go_offline, open_menu
from tests.sampled import sampled
from tests.web import at_table

LIMIT = 40
OFFSET = """minutes => {
    const clock = 'scorekeeper clock', set = Storage.prototype.setItem;
    window.setClock ??= (offset) => set.call(localStorage, clock, offset);
    setClock(String(minutes * 60000));
    Storage.prototype.setItem = function (key, value) { key === clock || set.call(this, key, value); };
}"""
"""The server's clock is so far ahead of the phone's; no answer that is still on its way says otherwise."""


def start(page: Page) -> None:
    """A game of forty minutes."""
    unseen = Unseen(page)
    form = at_table.new_game(unseen, at_table.start_table(unseen)).form_with("seat-0")
    unseen.submit(form, **at_table.seated(), minutes=str(LIMIT))
    page.goto(unseen.page.url)


def test_clock_counts_by_the_servers_time_and_tells_at_five_minutes_and_at_time(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664})
    start(page)
    clock, spoken = page.locator("[data-clock]"), page.locator("[data-spoken]")
    expect(clock).to_have_text(re.compile(r"^(39|40) min left$"))
    page.evaluate(OFFSET, LIMIT - 5)  # as if the server's clock were 35 minutes ahead of the phone's
    expect(clock).to_have_text(re.compile("^[45] min left$"))
    expect(clock).to_have_attribute("data-soon", "")
    expect(spoken).to_have_text("Five minutes left")
    page.evaluate(OFFSET, LIMIT + 1)
    expect(clock).to_have_text("Time")
    expect(spoken).to_have_text("Time: finish the hand that was dealt")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()


def test_time_is_called_without_the_server_and_reaches_it_later(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, cut=True)
    start(page)
    draw_on_phone(page)
    page.evaluate(OFFSET, 41)
    go_offline(page)
    open_menu(page)
    page.get_by_role("link", name="Call time").click()
    expect(page.get_by_text("Hand 1 is the last.")).to_be_visible()
    page.get_by_role("button", name="Call time").click()
    expect(page.get_by_role("heading", name="Hand 1, the last")).to_be_visible()
    page.context.set_offline(False)
    all_sent(page)
    page.reload()
    expect(page.get_by_role("heading", name="Hand 1, the last")).to_be_visible()


@pytest.mark.parametrize("streams", sampled([True, False], 2))
def test_clock_of_a_phone_that_only_watches_is_the_servers(open_page: OpenPage, streams: bool) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, used_up=True)
    start(page)
    if not streams:
        page.context.route("**/live", lambda route: route.fulfill(status=204))
    game = page.url
    page.add_init_script("const real = Date.now; Date.now = () => real() - 3 * 3600000; localStorage.clear()")
    for view in ("screen", "across"):
        page.goto(f"{game}/{view}")
        for clock in page.locator("[data-clock]").all():
            expect(clock).to_have_text(re.compile(r"^(39|40) min left$"))
