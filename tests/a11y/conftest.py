"""One server with games in every state, and a page on each device to open them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browsers import MAX_WAIT
from tests.fonts import load_fonts, use_font
from tests.phone.conftest import add_module, module
from tests.screens.setting import Setting, set_table
from tests.screens.states import State
from tests.screens.steps import lose_connection
from tests.served import served

__all__ = ["module"]

PHONE = ViewportSize(width=360, height=780)

AXE_ON_CALL = f"window.loadAxe = function () {{ {AXE_FILE_PATH.read_text('utf-8')}\n; delete window.loadAxe; }}"
"""axe for every page, loaded only when a ruler asks for it."""

Show = Callable[[State], Page]


@pytest.fixture(scope="session")
def setting(browser: Browser, tmp_path_factory: pytest.TempPathFactory, module: list[str]) -> Iterator[Setting]:
    """A table with games in every state."""
    instance = tmp_path_factory.mktemp("instance")
    add_module(instance, module)
    with served(instance, "--host", "127.0.0.1", settings={"SCOREKEEPER_RATE_LIMITS": "off"}) as server:
        yield set_table(browser, server.url, instance)


@pytest.fixture(scope="session")
def pages(browser: Browser, setting: Setting) -> Iterator[dict[str, Page]]:
    """A page for each read-only device: opening a browser's tab takes longer than everything in it."""
    opened = {device: open_page(browser, setting, device) for device in setting.devices}
    yield opened
    for page in opened.values():
        page.context.close()


@pytest.fixture(scope="module")
def shown_pages(pages: dict[str, Page]) -> Iterator[dict[str, Page]]:
    """The pages; after the last test of a file they show nothing, which would ask for news for ever."""
    yield pages
    for page in pages.values():
        page.goto("about:blank")


@pytest.fixture
def show(browser: Browser, setting: Setting, shown_pages: dict[str, Page]) -> Iterator[Show]:
    """Opens a state on its device, in a wide font; in a separate browser if a tap waits for the network."""
    opened: list[Page] = []

    def shown(state: State) -> Page:
        page = shown_pages[state.device]
        if state.then is lose_connection:
            page = open_page(browser, setting, state.device)
            opened.append(page)
        page.set_viewport_size(PHONE)
        state.open(page, setting)
        load_fonts(page)
        use_font(page, "wide")
        return page

    yield shown
    for page in opened:
        page.context.close()


def open_page(browser: Browser, setting: Setting, device: str) -> Page:
    """A page with reduced motion, so that nothing is measured halfway through an animation."""
    state = setting.devices[device]
    context = browser.new_context(
        base_url=setting.url, storage_state=state, reduced_motion="reduce", service_workers="block"
    )
    context.add_init_script(AXE_ON_CALL)
    page = context.new_page()
    page.set_default_timeout(MAX_WAIT)
    return page
