"""A phone draws its pages in the language that was chosen, also without the server."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.web import language
from scorekeeper.web.language import LANGUAGE_COOKIE
from tests.browser.conftest import opening
from tests.browser.ready import start_game
from tests.browser.taps import all_loaded, all_sent, draw_on_phone
from tests.browser.test_no_server import HERE, SETTINGS
from tests.phone.conftest import add_module
from tests.phone.turned import turned_language, write_catalogue
from tests.served import served

pytestmark = pytest.mark.browser

SLOVENE = "sl"  # four plural forms


def test_game_goes_on_in_the_chosen_language_without_the_server(
    browser: Browser, module: list[str], tmp_path: Path
) -> None:
    """Each text of the made-up language is in brackets."""
    add_module(tmp_path, module)
    write_catalogue(tmp_path / "translations", SLOVENE, turned_language(module[:3]))
    translate = partial(read_catalogues_from, tmp_path / "translations")
    with (
        served(tmp_path, *HERE, settings=SETTINGS, first=translate) as server,
        opening(browser, server.url) as open_page,
    ):
        page = open_page(cut=True, service_workers="allow")
        game = start_game(page).page.url
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": SLOVENE, "url": server.url}])
        page.goto(game)
        expect(page.locator(f"html[lang={SLOVENE}]")).to_be_attached()
        draw_on_phone(page)
        all_loaded(page)
        bid(page, "4")
        expect(page.get_by_role("heading", name="⟨ bidsBen⟩")).to_be_visible()
        all_sent(page)
        assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.end(signal.SIGINT)
        bid(page, "3")
        context = page.context
        page.close()
        page = context.new_page()
        page.goto(game)
        bid(page, "2")
        expect(page.locator(".bar")).to_contain_text("⟨Undo⟩")


def read_catalogues_from(folder: Path) -> None:
    """For a server that is about to start."""
    setattr(language, "FOLDER", folder)  # noqa: B010 - for mypy


def bid(page: Page, call: str) -> None:
    """Tap a bid, whose key has the same name in every language."""
    page.locator(f'button[name="call"][value="{call}"]').click()
