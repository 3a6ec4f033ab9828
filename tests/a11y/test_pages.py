"""Every page in every state, by axe and by rulers: WCAG 2.2 A and AA, light and dark, on a phone and at 200 %."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

from tests.a11y.conftest import Show
from tests.a11y.rulers import over_the_edge, small_controls
from tests.shown.states import STATES, State

pytestmark = pytest.mark.browser

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
BY_COLOUR = {"type": "rule", "values": ["color-contrast"]}
BY_SIZE = {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]}
RUN = "options => axe.run(document, options).then(found => found.violations)"


def violations(page: Page, only: dict[str, Any]) -> list[str]:
    """What axe finds, a line each. It is brought along once the page is as it shall be, not at every page before it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_FILE_PATH.read_text("utf-8"))
    options = {"runOnly": only, "resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    found = page.evaluate(RUN, options)
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def fit(page: Page, width: int) -> None:
    """Makes the window as high as the page, so that nothing is judged that a bar only covers until one scrolls."""
    page.set_viewport_size({"width": width, "height": 780})
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": min(height, 12_000)})


# Text as low as a font with little room above and below its letters makes it.
LOW_TEXT = "document.querySelectorAll('.board a').forEach(link => link.style.fontSize = '9px')"


@pytest.mark.parametrize("state", [pytest.param(state, id=state.name) for state in STATES])
def test_it_is_there_for_everyone(show: Show, state: State) -> None:
    page = show(state)
    fit(page, 360)
    wrong = [*violations(page, WCAG), *small_controls(page)]
    page.emulate_media(color_scheme="dark")
    wrong += [f"in the dark: {each}" for each in violations(page, BY_COLOUR)]
    page.set_viewport_size({"width": 320, "height": 780})
    wrong += [f"at 320 px: {each}" for each in over_the_edge(page)]
    fit(page, 1280)
    wide = {"type": "rule", "values": [*BY_SIZE["values"], *BY_COLOUR["values"]]}  # some of it shows only there
    wrong += [f"at 1280 px: {each}" for each in (*over_the_edge(page), *violations(page, wide))]
    fit(page, 180)
    wrong += [f"at 200 %: {each}" for each in (*over_the_edge(page), *violations(page, BY_SIZE))]
    assert not wrong, "\n".join(wrong)


def test_links_of_the_board_stay_large_where_a_font_is_low(show: Show) -> None:
    page = show(next(state for state in STATES if state.name == "bidding-evil"))
    page.evaluate(LOW_TEXT)
    assert small_controls(page) == []
