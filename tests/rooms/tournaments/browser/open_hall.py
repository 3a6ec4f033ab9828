"""A tournament on a server in this process, and its director's laptop in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from tests.browser.conftest import OpenPage, Phones
from tests.rooms.tournaments.hall import Hall
from tests.web.browsing import Phone

LOOK = """(async () => {
    dispatchEvent(new Event("online"));
    const version = document.querySelector("[data-version]")?.dataset.follow ?? location.href;
    for (const address of [version, location.href]) await fetch(address);
    await new Promise(shown => setTimeout(shown, 300));
})()"""
"""A page looks for news now, as at its next poll; what it would ask for has been answered, and shown if it is news."""


@dataclass(frozen=True)
class House:
    """A server for all halls of a process, and the laptops that they borrow."""

    app: Flask
    laptops: Phones


@contextmanager
def open_house(instance: Path, browser: Browser) -> Iterator[House]:
    """The server runs as long as the block."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
        monkeypatch.setenv("SCOREKEEPER_RATE_LIMITS", "off")
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/hall.sqlite"})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    with closing(Phones(browser, f"http://127.0.0.1:{server.port}")) as laptops:
        yield House(app, laptops)
    server.shutdown()
    close_storage(app)


class OpenHall(Hall):
    """A hall whose pages a browser can open."""

    def __init__(self, house: House, open_page: OpenPage) -> None:
        super().__init__(house.app)
        self.open_page = open_page

    def show(
        self, address: str, size: tuple[int, int] = (1920, 1080), *, phone: Phone | None = None, **device: Any
    ) -> Page:
        """A page on the director's laptop, or another phone; an address from the root may be outside the tournament."""
        kept = ((phone or self.director).client._cookies or {}).values()
        cookies = [{"name": one.key, "value": one.value, "domain": "127.0.0.1", "path": "/"} for one in kept]
        window = {"width": size[0], "height": size[1]}
        page = self.open_page(viewport=window, storage_state={"cookies": cookies}, **device)
        page.goto(address if address.startswith("/") else self.at(address))
        return page


@contextmanager
def open_hall(house: House) -> Iterator[OpenHall]:
    """An empty hall, open as long as the block runs; then its pages are left, which would ask for news for ever."""
    with house.laptops.lent() as open_page:
        yield OpenHall(house, open_page)
