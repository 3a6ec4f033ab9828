"""A tournament on a server in this process, and its director's laptop in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from tests.rooms.tournaments.hall import Hall
from tests.web.browsing import Phone

LOOK = """(async () => {
    dispatchEvent(new Event("online"));
    const version = document.querySelector("[data-version]")?.dataset.follow ?? location.href;
    for (const address of [version, location.href]) await fetch(address);
    await new Promise(shown => setTimeout(shown, 300));
})()"""
"""A page looks for news now, as at its next poll; what it would ask for has been answered, and shown if it is news."""


class OpenHall(Hall):
    """A hall whose pages a browser can open."""

    port: int

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.shown: list[BrowserContext] = []

    def show(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1920, 1080),
        *,
        phone: Phone | None = None,
        scripts: bool = True,
    ) -> Page:
        """A page on the director's laptop, or another phone; an address from the root may be outside the tournament."""
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{self.port}",
            viewport={"width": size[0], "height": size[1]},
            service_workers="block",
            java_script_enabled=scripts,
        )
        context.add_cookies(
            [
                {"name": kept.key, "value": kept.value, "domain": "127.0.0.1", "path": "/"}
                for kept in ((phone or self.director).client._cookies or {}).values()
            ]
        )
        self.shown.append(context)
        page = context.new_page()
        page.goto(address if address.startswith("/") else self.at(address))
        return page


@contextmanager
def open_hall(instance: Path) -> Iterator[OpenHall]:
    """An empty hall, open as long as the block runs; then its pages close, which would ask for news for ever."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/hall.sqlite"})
    app.config["RATE_LIMITS"] = False
    hall = OpenHall(app)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    hall.port = server.port
    Thread(target=server.serve_forever, daemon=True).start()
    yield hall
    for context in hall.shown:
        context.close()
    server.shutdown()
    close_storage(app)
