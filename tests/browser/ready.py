"""A table or a game for the start of a test, made with a device's cookies but without its screen, which is faster.

Tests of how people get there use taps, see `tests.browser.pad`.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Page
from werkzeug.datastructures import MultiDict

from tests.browser.pad import CAST, Pad
from tests.web import at_table, browsing


class Unseen(browsing.Phone):
    """The device of a page, sending requests without showing anything."""

    def __init__(self, page: Page) -> None:
        self.request, self.shown = page.request, page
        self.url = ""
        self.page = browsing.Page(0, "", "")
        self.opening = None

    def _sent(self, method: str, url: str, fields: MultiDict[str, str] | None, status: int) -> browsing.Page:
        given = urlencode(list(fields.items(multi=True)) if fields else [])
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if method == "post":
            answer = self.request.post(url, data=given, headers=headers)
        else:
            answer = self.request.get(f"{url.partition('?')[0]}?{given}" if given else url)
        assert answer.status == status, f"{method} {url}: {answer.status}, {answer.text()}"
        self.url = answer.url
        self.page = browsing.Page(answer.status, urlsplit(answer.url).path, answer.text())
        return self.page


_tables = WeakKeyDictionary[BrowserContext, str]()
"""The table that each device started last."""


def start_table(page: Page) -> str:
    """A new table, shown on this page; its URL."""
    page.goto(unseen_table(page))
    return page.url


def start_game(
    page: Page,
    names: Sequence[str] = CAST,
    dealer: str = "Dee",
    rules: str = "partnership",
    target: str | None = None,
    bids: str = "",
) -> Pad:
    """A new game at this device's table, perhaps with some bids; then the page shows it."""
    if page.context not in _tables:
        unseen_table(page)
    unseen = Unseen(page)
    options = {"target": target} if target else {}
    begun = at_table.start_game(unseen, rules, tuple(names), dealer, _tables[page.context], **options)
    if bids:
        begun.bids(bids)
    page.goto(unseen.page.url)
    pad = Pad(page)
    pad.expect_hand(1)
    return pad


def forget_table(page: Page) -> None:
    """Make the device leave its table."""
    _tables.pop(page.context, None)


def unseen_table(page: Page) -> str:
    """The path of a new table, without showing it."""
    _tables[page.context] = at_table.start_table(Unseen(page))
    return _tables[page.context]
