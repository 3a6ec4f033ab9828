"""One server with games in every state, and a page of each device that opens them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page

from tests.served import served
from tests.shown.setting import Setting, set_table
from tests.shown.states import State

PHONE = {"width": 360, "height": 780}

Show = Callable[[State], Page]


@pytest.fixture(scope="session")
def setting(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    """A table with games in every state."""
    instance = tmp_path_factory.mktemp("instance")
    with served(instance, settings={"SCOREKEEPER_RATE_LIMITS": "off"}) as server:
        yield set_table(browser, server.url, instance)


@pytest.fixture
def show(browser: Browser, setting: Setting) -> Iterator[Show]:
    """Opens a state on its device, with axe at hand; motion is not welcome, so that nothing is judged half-way."""
    opened: list[Page] = []

    def shown(state: State) -> Page:
        context = browser.new_context(
            base_url=setting.url,
            storage_state=setting.devices[state.device],
            viewport=PHONE,  # type: ignore[arg-type] # a TypedDict of these two
            reduced_motion="reduce",
        )
        context.add_init_script(path=AXE_FILE_PATH)
        page = context.new_page()
        page.set_default_timeout(10_000)
        opened.append(page)
        state.open(page, setting)
        return page

    yield shown
    for page in opened:
        page.context.close()
