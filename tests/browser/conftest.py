"""A real server, and phone-sized pages, with or without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browsers import LONGEST_WAIT
from tests.phone.conftest import add_module, module
from tests.served import served

__all__ = ["module"]

PHONE = {"width": 390, "height": 844}

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, module: list[str]) -> Iterator[str]:
    """The URL of a test server. Tests share it: each creates its own tables."""
    folder, settings = tmp_path_factory.mktemp("instance"), {"SCOREKEEPER_RATE_LIMITS": "off"}
    add_module(folder, module)
    with served(folder, "--host", "127.0.0.1", settings=settings) as running:
        yield running.url


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens a page on a new device; an error in any of them fails the test."""
    with opening(browser, server) as open_one:
        yield open_one


@pytest.fixture(scope="session")
def poor_phone(browser: Browser, server: str) -> Iterator[tuple[Page, list[str]]]:
    """A phone with a poor connection, and the list of the errors in its pages."""
    wrong: list[str] = []
    page = new_device(browser, server, wrong, cut=True)
    yield page, wrong
    page.context.close()


@pytest.fixture(name="page")
def a_phone(poor_phone: tuple[Page, list[str]]) -> Iterator[Page]:
    """A phone with a poor connection. Tests take turns with it: opening another one takes longer than most of them."""
    page, wrong = poor_phone
    wrong.clear()
    yield page
    page.unroute_all(behavior="ignoreErrors")
    page.context.set_offline(False)
    assert wrong == []


@contextmanager
def opening(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens pages on devices, and closes them all; fails on any error in them."""
    devices: list[BrowserContext] = []
    wrong: list[str] = []

    def open_one(**device: Any) -> Page:
        page = new_device(browser, server, wrong, **device)
        devices.append(page.context)
        return page

    yield open_one
    for device in devices:
        device.close()
    assert wrong == []


def new_device(
    browser: Browser, server: str, wrong: list[str], refused: int | Sequence[int] = (), cut: bool = False, **device: Any
) -> Page:
    """A page on a new device, which adds its errors to the list.

    `refused` is a status that a test expects, or several, `cut` means that the connection will be cut: Chromium logs
    either as an error.
    """
    statuses = [refused] if isinstance(refused, int) else refused

    def note(message: ConsoleMessage) -> None:
        expected = any(f"status of {status} " in message.text for status in statuses) or (
            cut and "net::ERR_" in message.text
        )
        if message.type == "error" and not expected:
            wrong.append(f"{page.url}: {message.text}")

    usual: Any = {"viewport": PHONE, "service_workers": "block"}  # a worker would answer for the server
    page = browser.new_context(base_url=server, **(usual | device)).new_page()
    page.set_default_timeout(LONGEST_WAIT)
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on("console", note)
    return page
