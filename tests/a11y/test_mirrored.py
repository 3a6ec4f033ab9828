"""Every page from right to left, in the pseudo-locale `ar-XB`: nothing is over an edge of the window or cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from scorekeeper.formats.catalogues import MIRRORED
from scorekeeper.web.language import LANGUAGE_COOKIE
from tests.a11y.conftest import PHONE, open_page
from tests.a11y.rulers import CUT, OVER_THE_EDGE, found
from tests.a11y.test_pages import DOUBLED, OF_ONE_SIZE
from tests.screens.setting import Setting
from tests.screens.states import STATES, State

pytestmark = pytest.mark.browser

LANDSCAPE = ViewportSize(width=844, height=390)
PLAIN = [state for state in STATES if state.then is None and state.device in ("keeper", "watcher")]
"""Steps find what they tap by its English text."""
CHECKED = list({state.endpoint: state for state in reversed(PLAIN)}.values())


@pytest.fixture(scope="module")
def mirrored(browser: Browser, setting: Setting) -> Iterator[dict[str, Page]]:
    """A page for each device, in that language."""
    opened = {device: open_page(browser, setting, device) for device in ("keeper", "watcher")}
    for page in opened.values():
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": MIRRORED, "url": setting.url}])
    yield opened
    for page in opened.values():
        page.context.close()


@pytest.mark.parametrize("state", [pytest.param(state, id=state.name) for state in CHECKED])
def test_page_fits_from_right_to_left(mirrored: dict[str, Page], setting: Setting, state: State) -> None:
    page = mirrored[state.device]
    page.set_viewport_size(PHONE)
    state.open(page, setting)
    wrong = [f"on a phone: {each}" for each in found(page, OVER_THE_EDGE)]
    page.set_viewport_size(LANDSCAPE)
    wrong += [f"on its side: {each}" for each in found(page, OVER_THE_EDGE)]
    if state.endpoint not in OF_ONE_SIZE:
        page.set_viewport_size(DOUBLED)
        wrong += [f"at 200 %: {each}" for each in found(page, OVER_THE_EDGE, CUT)]
    assert not wrong, "\n".join(wrong)


def test_what_has_a_side_of_its_own_does_not_mirror(mirrored: dict[str, Page], setting: Setting) -> None:
    """Signs stay before their number, keys under the same thumb."""
    page = mirrored["keeper"]
    page.set_viewport_size(LANDSCAPE)
    next(state for state in STATES if state.name == "bidding").open(page, setting)
    assert page.evaluate("document.documentElement.dir") == "rtl"
    dock, board = (page.locator(part).first.bounding_box() for part in (".dock", ".board"))
    assert dock is not None
    assert board is not None
    assert dock["x"] > board["x"] + board["width"]
    assert "\u200e−" in page.locator(".change b").first.inner_text()
