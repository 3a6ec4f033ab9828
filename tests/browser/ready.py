"""A table or a game for the start of a test, made with a device's cookies but without its screen, which is faster.

Tests of how people get there use taps, see `tests.browser.pad`.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Page
from werkzeug.datastructures import MultiDict

from tests.browser.pad import CAST, Pad
from tests.web import at_table, browsing

NOWHERE = "about:blank"


class Unseen(browsing.Phone):
    """The device of a page, sending requests without showing anything."""

    def __init__(self, page: Page) -> None:
        self.request = page.request
        self.url = NOWHERE
        self.page = browsing.Page(0, "", "")

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


def start_table(page: Page) -> str:
    """A new table, shown on this page; its URL."""
    page.goto(at_table.start_table(Unseen(page)))
    return page.url


def start_game(
    page: Page, names: Sequence[str] = CAST, dealer: str = "Dee", rules: str = "partnership", target: str | None = None
) -> Pad:
    """A new game at the table on this page (a new one, if there is none); then it shows the game."""
    unseen = Unseen(page)
    options = {"target": target} if target else {}
    table = None if page.url == NOWHERE else urlsplit(page.url).path
    at_table.start_game(unseen, rules, tuple(names), dealer, table, **options)
    page.goto(unseen.page.url)
    pad = Pad(page)
    pad.expect_hand(1)
    return pad
