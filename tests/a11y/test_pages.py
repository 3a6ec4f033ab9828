"""Every page in every state, by axe and by rulers: WCAG 2.2 A and AA, light and dark, on a phone and at 200 %."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.a11y.conftest import Show
from tests.a11y.rulers import NEW_COLOURS, cut_texts, over_the_edge, small_controls
from tests.screens.states import STATES, State

pytestmark = pytest.mark.browser

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
BY_SIZE = {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]}
BY_COLOUR = {"type": "rule", "values": ["color-contrast"]}
OFF = {"color-contrast": {"enabled": False}}  # see `faint_texts`
RUN = "options => axe.run(document, options).then(found => found.violations)"
RUN_ON_NEW_COLOURS = f"""async ([known, options]) => {{
    const fresh = ({NEW_COLOURS})(new Set(known));
    if (!fresh.size) return [[], []];
    const found = await axe.run({{include: [...fresh.values()]}}, options);
    return [[...fresh.keys()], found.violations];
}}"""

OF_ONE_SIZE = ("live.across", "live.screen", "exports.paper", "exports.empty")
"""Endpoints of pages for a distance, or for paper: their text does not become larger."""

WITH_ACTION = ("empty", "home", "table", "choose", "sit-down", "over", "new-table", "keep", "names", "join", "nights")
"""States whose main button is seen without scrolling on a phone, with its browser's bars around the page."""
LOW_PHONE = ViewportSize(width=390, height=664)
IN_SIGHT = """() => {
    const button = document.querySelector('main .button.main'), {left, right, bottom} = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
}"""

FIRST_OF_TEMPLATE = {state.endpoint: state.name for state in reversed(STATES)}


@pytest.fixture(scope="module")
def known_colours() -> set[str]:
    """The text and background colours that axe has already checked on earlier pages."""
    return set()


def violations(page: Page, only: dict[str, Any]) -> list[str]:
    """The findings of axe, one per line."""
    page.evaluate("window.loadAxe?.()")
    return _lines(page.evaluate(RUN, {"runOnly": only, "resultTypes": ["violations"], "rules": OFF}))


def faint_texts(page: Page, known: set[str]) -> list[str]:
    """Where axe finds too little contrast, among texts in colours new to this page."""
    keys, found = page.evaluate(RUN_ON_NEW_COLOURS, [sorted(known), {"runOnly": BY_COLOUR}])
    known.update(keys)
    return _lines(found)


def _lines(found: list[dict[str, Any]]) -> list[str]:
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def fit(page: Page, width: int) -> None:
    """Make the window as high as the page, so that nothing counts as covered by a bar that scrolling would reveal."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": min(height, 12_000)})


# Text of the height of a font with little room above and below its letters.
LOW_TEXT = "document.querySelectorAll('.board a').forEach(link => link.style.fontSize = '9px')"


@pytest.mark.parametrize("state", [pytest.param(state, id=state.name) for state in STATES])
def test_page_is_accessible(show: Show, known_colours: set[str], state: State) -> None:
    page = show(state)
    if state.name in WITH_ACTION:
        page.set_viewport_size(LOW_PHONE)
        assert page.evaluate(IN_SIGHT), "the main button is not in sight"
    fit(page, 360)
    wrong = [*violations(page, WCAG), *small_controls(page), *faint_texts(page, known_colours)]
    page.emulate_media(color_scheme="dark")
    wrong += [f"in the dark: {each}" for each in faint_texts(page, known_colours)]
    is_first = state.name == FIRST_OF_TEMPLATE[state.endpoint]
    if is_first:  # axe's rule for sizes is slow, and `small_controls` wants twice its 24 pixels on every page
        wrong += violations(page, BY_SIZE)
    for width, name in ((320, "320 px"), (1280, "1280 px"), (180, "200 %")):
        page.set_viewport_size({"width": width, "height": 780})
        wrong += [f"at {name}: {each}" for each in over_the_edge(page)]
        if width == 180 and state.endpoint not in OF_ONE_SIZE:
            wrong += [f"at {name}: {each}" for each in cut_texts(page)]
        if width > 360:  # some of it shows only there
            wrong += [f"at {name}: {each}" for each in faint_texts(page, known_colours)]
        if width != 320 and is_first:
            fit(page, width)
            wrong += [f"at {name}: {each}" for each in violations(page, BY_SIZE)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_faint_text_is_found_on_a_known_page(show: Show, theme: Literal["light", "dark"]) -> None:
    page = show(next(state for state in STATES if state.name == "home"))
    page.emulate_media(color_scheme=theme)
    known = set[str]()
    assert violations(page, BY_SIZE) == []
    assert faint_texts(page, known) == []
    page.evaluate("document.querySelector('main p, main a, main h1').style.color = '#777'")
    page.evaluate("document.querySelector('main').style.background = '#888'")
    assert faint_texts(page, known) != []


def test_links_of_the_board_stay_large_with_a_low_font(show: Show) -> None:
    page = show(next(state for state in STATES if state.name == "bidding-evil"))
    page.evaluate(LOW_TEXT)
    assert small_controls(page) == []
