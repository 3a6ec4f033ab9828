"""A phone that has lost its access is stopped at its next tap, and says what was not recorded.

`test_held_keys` has the phone that may only watch.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game
from tests.browser.sharing import join, named_table
from tests.browser.taps import draw_on_phone

pytestmark = pytest.mark.browser


def let_watch_only(ann: Page, table: str) -> None:
    """Ann lets Ben’s phone watch only."""
    keeper = Unseen(ann)
    keeper.open(f"{table}/share")
    keeper.submit(next(form for form in keeper.page.forms if form.action.endswith("/role/watcher")))
    assert "Ben" in keeper.page.text


def scorers_phone(ann: Page, ben: Page) -> str:
    """Ben’s phone, a scorer’s, draws a game at Ann’s table; the table’s URL."""
    table = named_table(ann)
    join(ben, ann, table, "Ben")
    ben.goto(start_game(ann).page.url)
    draw_on_phone(ben)
    return table


def test_phone_without_its_cookies_says_that_its_tap_was_not_recorded(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page(refused=[400, 404], cut=True)
    for address in ("**/live", "**/version"):
        ben.route(address, lambda route: route.abort())  # it learns that from its tap only
    scorers_phone(ann, ben)
    ben.context.clear_cookies()
    Pad(ben).bidding.get_by_role("button", name="4", exact=True).click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("You’re not at this table")
    expect(ben.get_by_role("alert")).to_contain_text("1 tap wasn’t recorded")
    ben.get_by_role("link", name="Home").click()
    expect(ben.get_by_role("button", name="4", exact=True)).to_have_count(0)
    expect(ben.get_by_role("heading", level=1)).not_to_have_text("You’re not at this table")
