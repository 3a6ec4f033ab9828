"""A table or a game for the start of a test, made with a device's cookies but without its screen, which is faster.

Tests of how people get there use taps, see `tests.browser.pad`.
"""

from __future__ import annotations

from collections.abc import Sequence
from http.cookiejar import Cookie, CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Cookie as BrowserCookie, Page
from werkzeug.datastructures import MultiDict

from tests.browser.pad import CAST, Pad
from tests.browser_client import BY_A_TAP
from tests.web import at_table, browsing


class Unseen(browsing.Phone):
    """The device of a page, sending requests without showing anything, and without the browser: half the work.

    It begins with the cookies that the device has then, and gives it each new one.
    """

    def __init__(self, page: Page) -> None:
        self.shown = page
        self.url = page.url if page.url.startswith("http") else page.request.get("/healthz").url
        self.page = browsing.Page(0, "", "")
        self.opening = None
        self.cookies = CookieJar()
        for kept in page.context.cookies():
            self.cookies.set_cookie(_from_browser(kept))
        self.opener = build_opener(HTTPCookieProcessor(self.cookies), ProxyHandler({}))

    def _sent(self, method: str, url: str, fields: MultiDict[str, str] | None, status: int) -> browsing.Page:
        given = urlencode(list(fields.items(multi=True)) if fields else [])
        address = urljoin(self.url, url)
        if method == "post":
            asked = Request(address, given.encode())
        else:
            asked = Request(f"{address.partition('?')[0]}?{given}" if given else address)
        for name, value in BY_A_TAP.items():
            asked.add_header(name, value)
        had = {(cookie.name, cookie.value) for cookie in self.cookies}
        try:
            answer = self.opener.open(asked)
        except HTTPError as refusal:
            answer = refusal
        with answer:
            text = answer.read().decode()
        assert answer.status == status, f"{method} {url}: {answer.status}, {text}"
        for cookie in self.cookies:
            if (cookie.name, cookie.value) not in had:
                self._keep(cookie)
        self.url = answer.url
        self.page = browsing.Page(answer.status, urlsplit(answer.url).path, text)
        return self.page

    def _keep(self, cookie: Cookie) -> None:
        """Give the device a cookie; those of the app are of one kind."""
        self.shown.context.add_cookies(
            [
                {
                    "name": cookie.name,
                    "value": cookie.value or "",
                    "domain": cookie.domain,
                    "path": cookie.path,
                    "expires": cookie.expires or -1,
                    "httpOnly": True,
                    "sameSite": "Lax",
                }
            ]
        )


def _from_browser(kept: BrowserCookie) -> Cookie:
    expires = int(kept["expires"]) if kept["expires"] > 0 else None
    place = (kept["domain"], True, False, kept["path"], True, kept["secure"])
    return Cookie(0, kept["name"], kept["value"], None, False, *place, expires, expires is None, None, None, {})


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
    if target:
        del _tables[page.context]  # the next game of that table would have this target, too
    if bids:
        begun.bids(bids)
    page.goto(unseen.page.url)
    pad = Pad(page)
    pad.expect_hand(1)
    return pad


def finished_game(page: Page) -> Pad:
    """A game that Ann has won against Ben, 71 to 32; the page shows its end, without a screen until then."""
    table = unseen_table(page)
    unseen = Unseen(page)
    at_table.start_game(unseen, "two-player", ("Ann", "Ben"), "Ben", table, target="50").hand("7, 3", 8)
    page.goto(unseen.url)
    return Pad(page)


def forget_table(page: Page) -> None:
    """Make the device leave its table."""
    _tables.pop(page.context, None)


def unseen_table(page: Page) -> str:
    """The path of a new table, without showing it."""
    _tables[page.context] = at_table.start_table(Unseen(page))
    return _tables[page.context]
