"""Every page in German, in Spanish, and from right to left: on the smallest phone, also at 200 %, nothing is cut.

A ninth of them is drawn for each commit; the soak opens all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from scorekeeper.formats.catalogues import MIRRORED
from scorekeeper.web.language import LANGUAGE_COOKIE
from tests.a11y.conftest import open_page
from tests.a11y.rulers import CUT, CUT_WORDS, OVER_THE_EDGE, SPLIT, found
from tests.a11y.test_pages import ALSO, OF_ONE_SIZE
from tests.fonts import load_fonts, use_font
from tests.hypothesis_budget import IN_SOAK
from tests.sampled import sampled
from tests.screens import steps
from tests.screens.setting import Setting
from tests.screens.states import STATES, State

pytestmark = pytest.mark.browser

LANGUAGES = ("de", "es", MIRRORED)
SMALLEST = ViewportSize(width=375, height=553)
DOUBLED = ViewportSize(width=188, height=553)
LANDSCAPE = ViewportSize(width=844, height=390)

ONCE = (steps.show_scorer_link, steps.save_twice, steps.bid_early, steps.lose_connection)
"""Steps that a table can take only once."""
SHOWN = [state for state in STATES if state.endpoint != "printing.show" and state.then not in ONCE]
FIRST = {state.endpoint: state.name for state in reversed(SHOWN) if state.then is None}
CHECKED = [state for state in SHOWN if IN_SOAK or state.name in ALSO or state.name == FIRST.get(state.endpoint)]

Open = Callable[[str, State], Page]


@pytest.fixture(scope="module")
def shown_in(browser: Browser, setting: Setting) -> Iterator[Open]:
    """Opens a state in a language, in a wide font."""
    opened: dict[tuple[str, str], Page] = {}

    def shown(language: str, state: State) -> Page:
        if (language, state.device) not in opened:
            page = opened[language, state.device] = open_page(browser, setting, state.device)
            page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": setting.url}])
        page = opened[language, state.device]
        page.set_viewport_size(SMALLEST)
        state.open(page, setting)
        load_fonts(page)
        use_font(page, "wide")
        return page

    yield shown
    for page in opened.values():
        page.context.close()


@pytest.mark.parametrize(
    ("language", "state"),
    [
        pytest.param(language, state, id=f"{language}-{state.name}")
        for language, state in sampled(product(LANGUAGES, CHECKED), 9)
    ],
)
def test_page_fits(shown_in: Open, language: str, state: State) -> None:
    page = shown_in(language, state)
    of_one_size = state.endpoint in OF_ONE_SIZE
    wrong = [f"on a small phone: {each}" for each in found(page, OVER_THE_EDGE, *([] if of_one_size else [CUT_WORDS]))]
    page.set_viewport_size(LANDSCAPE)
    wrong += [f"on its side: {each}" for each in found(page, OVER_THE_EDGE)]
    if not of_one_size:
        page.set_viewport_size(DOUBLED)
        wrong += [f"at 200 %: {each}" for each in found(page, OVER_THE_EDGE, CUT, SPLIT)]
    assert not wrong, "\n".join(wrong)


def test_what_has_a_side_of_its_own_does_not_mirror(shown_in: Open) -> None:
    """Signs stay before their number, keys under the same thumb."""
    page = shown_in(MIRRORED, next(state for state in STATES if state.name == "bidding"))
    page.set_viewport_size(LANDSCAPE)
    assert page.evaluate("document.documentElement.dir") == "rtl"
    dock, board = (page.locator(part).first.bounding_box() for part in (".dock", ".board"))
    assert dock is not None
    assert board is not None
    assert dock["x"] > board["x"] + board["width"]
    assert "\u200e−" in page.locator(".change b").first.inner_text()
