"""The same evening in Chromium, Firefox and WebKit, each with a server of its own that is stopped and started again.

Most phones at a table have WebKit; one of the other two is drawn for each commit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from tests.browsers import pauses
from tests.evenings.evening import Record, Window, an_evening, answered_evening
from tests.firefox.window import firefox
from tests.phone.conftest import add_module, module
from tests.sampled import sampled
from tests.served import reserved_port, served
from tests.web.browsing import Phone
from tests.webkit.window import Hands, webkit

__all__ = ["module"]

pytestmark = [
    pytest.mark.browser,
    # selenium's WebKit driver uses a way to connect that selenium has deprecated.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]


class Tab:
    """A tab of Chromium."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def url(self) -> str:
        return self.page.url

    def open(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(f"() => {script}")

    def tap(self, path: str) -> None:
        self.page.locator(f"xpath={path}").first.click()

    def type(self, name: str, text: str) -> None:
        self.page.locator(f"input[name='{name}']").fill(text)

    def sees(self, path: str, text: str) -> None:
        expect(self.page.locator(f"xpath={path}").first).to_contain_text(re.compile(text))

    def count(self, path: str) -> int:
        return self.page.locator(f"xpath={path}").count()

    def wait(self, holds: Callable[[], object], otherwise: str) -> None:
        for pause in pauses():
            if holds():
                return
            self.page.wait_for_timeout(pause)
        raise AssertionError(otherwise)


@contextmanager
def chromium(browser: Browser) -> Iterator[Window]:
    context = browser.new_context(reduced_motion="reduce")
    try:
        yield Tab(context.new_page())
    finally:
        context.close()


@contextmanager
def safari(home: Path) -> Iterator[Window]:
    with webkit(home) as window:
        yield Hands(window)


@pytest.fixture(scope="session")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """What the server has of an evening if it answers each tap."""
    folder = tmp_path_factory.mktemp("instance")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
        app = create_app()
    record = answered_evening(Phone(app.test_client()))
    close_storage(app)
    return record


def window_of(name: str, browser: Browser, home: Path) -> AbstractContextManager[Window]:
    if name == "chromium":
        return chromium(browser)
    return firefox(home) if name == "firefox" else safari(home)


def play(window: AbstractContextManager[Window], folder: Path, module: list[str], answered: Record) -> None:
    folder.mkdir()
    add_module(folder, module)

    @contextmanager
    def online(port: str) -> Iterator[str]:
        settings = {"SCOREKEEPER_RATE_LIMITS": "off"}
        with served(folder, "--host", "127.0.0.1", "--port", port, settings=settings) as server:
            yield server.url

    with reserved_port() as port, window as tab:
        an_evening(tab, partial(online, port), answered)


@pytest.mark.parametrize("name", ["webkit", *sampled(("chromium", "firefox"), 2)])
def test_the_same_evening(name: str, browser: Browser, tmp_path: Path, module: list[str], answered: Record) -> None:
    play(window_of(name, browser, tmp_path / "home"), tmp_path / "instance", module, answered)
