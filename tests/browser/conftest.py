"""A real server, a real Chromium, and pages of the size of a phone, with or without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.served import served

PHONE = {"width": 390, "height": 844}

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own. Tests share it: each starts tables of its own."""
    with served(tmp_path_factory.mktemp("instance"), settings={"SCOREKEEPER_RATE_LIMITS": "off"}) as running:
        yield running.url


@pytest.fixture(scope="session")
def browser(chromium_path: Path) -> Iterator[Browser]:
    """Chromium, once for all tests of a process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens a page on a device of its own; what goes wrong in any of them fails the test.

    `refused` is the status that the test waits for: Chromium's console calls it an error.
    """
    devices: list[BrowserContext] = []
    wrong: list[str] = []

    def open_one(refused: int = 0, **device: Any) -> Page:
        def note(said: ConsoleMessage) -> None:
            if said.type == "error" and f"status of {refused} " not in said.text:
                wrong.append(f"{page.url}: {said.text}")

        devices.append(browser.new_context(base_url=server, **({"viewport": PHONE} | device)))
        page = devices[-1].new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on("console", note)
        return page

    yield open_one
    for device in devices:
        device.close()
    assert wrong == []
