"""A real server, and phone-sized pages, with or without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property, partial
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Error, Page, ViewportSize

from tests.browser.ready import forget_table
from tests.browsers import MAX_WAIT
from tests.phone.conftest import add_module, module
from tests.served import served

__all__ = ["module"]

PHONE = ViewportSize(width=390, height=844)

STREAM_OF_OWN_GAME = re.compile(r"status of 404 .*/games/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/live$")
"""Until the server has a game that began on the phone, it has no stream for it; the phone asks again. Its id is a UUID,
unlike the server's."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, module: list[str]) -> Iterator[str]:
    """The URL of a test server. Tests share it: each creates its own tables."""
    folder, settings = tmp_path_factory.mktemp("instance"), {"SCOREKEEPER_RATE_LIMITS": "off"}
    add_module(folder, module)
    with served(folder, "--host", "127.0.0.1", settings=settings) as running:
        yield running.url


@pytest.fixture(scope="session")
def phones(browser: Browser, server: str) -> Iterator[Phones]:
    """The phones that tests borrow."""
    with closing(Phones(browser, server)) as phones:
        yield phones


@pytest.fixture(scope="module")
def phone(phones: Phones) -> Iterator[Page]:
    """One device for a module's tests, with a window that changes size."""
    with phones.lent() as open_one:
        yield open_one()


@pytest.fixture(scope="module")
def settings(phone: Page) -> CDPSession:
    """That browser's own settings."""
    return phone.context.new_cdp_session(phone)


@pytest.fixture
def open_page(phones: Phones) -> Iterator[OpenPage]:
    """Opens a page on a new device; an error in any of them fails the test."""
    with phones.lent() as open_one:
        yield open_one


@pytest.fixture(scope="session")
def poor_phone(phones: Phones) -> Iterator[Phone]:
    """A phone with a poor connection."""
    phone, _ = phones.lend(cut=True)
    yield phone
    phone.page.context.close()


@pytest.fixture(name="page")
def a_phone(poor_phone: Phone) -> Iterator[Page]:
    """A phone with a poor connection. Tests take turns with it, and with its table."""
    poor_phone.wrong.clear()
    poor_phone.page.set_viewport_size(PHONE)  # a test before may have turned it
    yield poor_phone.page
    poor_phone.connect()
    assert poor_phone.wrong == []


class Phone:
    """A page on a device, and its errors except those that the test expects."""

    def __init__(self, browser: Browser, url: str, script: str | None, device: dict[str, Any]) -> None:
        context = browser.new_context(base_url=url, **device)
        if script:
            context.add_init_script(script)
        self.page = context.new_page()
        self.page.set_default_timeout(MAX_WAIT)
        self.wrong: list[str] = []
        self.expected: list[str] = []
        self.logged: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(f"{self.page.url}: {error} {error.stack}"))
        self.page.on("console", self.hear)

    def hear(self, message: ConsoleMessage) -> None:
        """Chromium logs a refusal, and a cut connection, as an error."""
        error = f"{message.text} {message.location['url']}"
        self.logged.append(f"{message.type}: {error}")
        is_expected = STREAM_OF_OWN_GAME.search(error) or any(each in error for each in self.expected)
        if message.type == "error" and not is_expected:
            self.wrong.append(f"{self.page.url}: {error}")

    def report(self) -> str:
        """What it shows and what its scripts said, for a test that fails."""
        with suppress(Error):  # it may be closed
            return "\n".join([self.page.url, self.page.inner_text("body"), *self.logged])
        return ""

    def connect(self) -> None:
        """Restore its connection."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.context.set_offline(False)

    def leave(self) -> None:
        """Show a page without scripts; the one before it may just go elsewhere by itself, which ends this once."""
        try:
            self.page.goto("/healthz")
        except Error:
            self.page.goto("/healthz")

    @cached_property
    def devtools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def forget(self) -> None:
        """Reset it: one tab is left, which shows a page without scripts, and it forgets all tables."""
        for tab in self.page.context.pages:
            if tab is not self.page:
                tab.close()
        self.connect()
        self.leave()
        self.page.emulate_media(color_scheme="null")
        self.page.context.clear_cookies()
        here = self.page.evaluate("sessionStorage.clear(), location.origin")
        self.devtools.send("Storage.clearDataForOrigin", {"origin": here, "storageTypes": "all"})
        forget_table(self.page)
        self.wrong, self.expected, self.logged = [], [], []


class Phones:
    """Devices of one server. A test borrows them, because opening one takes longer than most tests."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.free: dict[str, list[Phone]] = {}

    def lend(
        self,
        refused: int | Sequence[int] = (),
        cut: bool = False,
        storage_state: Any = None,
        viewport: ViewportSize = PHONE,
        script: str | None = None,
        **device: Any,
    ) -> tuple[Phone, list[Phone]]:
        """A phone, and the list to return it to; `script` runs before each of its pages.

        `refused` is a status that a test expects, or several; `cut` means that the connection will be cut.
        """
        same = self.free.setdefault(repr((script, device)), [])
        usual = {"service_workers": "block"}  # a worker would answer for the server
        phone = same.pop() if same else Phone(self.browser, self.url, script, usual | device)
        statuses = [refused] if isinstance(refused, int) else refused
        phone.expected = [f"status of {status} " for status in statuses] + ["net::ERR_"] * cut
        phone.page.set_viewport_size(viewport)
        if storage_state:
            phone.page.context.add_cookies([*storage_state["cookies"]])
        return phone, same

    @contextmanager
    def lent(self) -> Iterator[OpenPage]:
        """Opens pages on devices, and returns the devices afterwards; fails on any error. A `used_up` device is

        discarded: its clock was set, or a script was added later.
        """
        out: list[tuple[Phone, list[Phone] | None]] = []

        def open_one(*, used_up: bool = False, **device: Any) -> Page:
            phone, same = self.lend(**device)
            out.append((phone, None if used_up else same))
            return phone.page

        try:
            yield open_one
        except BaseException as failed:
            for phone, _ in out:
                failed.add_note(phone.report())
            raise
        wrong = [each for phone, _ in out for each in phone.wrong]
        for phone, same in out:
            if same is None or phone.page.is_closed():
                phone.page.context.close()
            else:
                phone.forget()
                same.append(phone)
        assert wrong == []

    def close(self) -> None:
        for phone in chain.from_iterable(self.free.values()):
            phone.page.context.close()


@contextmanager
def opening(browser: Browser, url: str) -> Iterator[OpenPage]:
    """Opens pages of a test's own server, and closes them all; fails on any error in them.

    They say what they show when the test fails.
    """
    with Phones(browser, url).lent() as open_one:
        yield partial(open_one, used_up=True)
