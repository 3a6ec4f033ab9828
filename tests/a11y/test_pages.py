"""Every page, by axe and by rulers: WCAG 2.2 A and AA, light and dark, on a phone and at 200 %, in a wide font.

A third of them is drawn for each commit, and `make soak` opens all. The first state of each template is measured on a
desktop too. The soak adds the states that show little more than
others, the colours on a desktop, and axe's slow rule for sizes: `SMALL_CONTROLS` wants twice its 24 pixels.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.a11y.conftest import PHONE, Show
from tests.a11y.rulers import (
    CONTRAST,
    CUT,
    FOCUSABLE_SCROLLERS,
    OVER_THE_EDGE,
    SMALL_CONTROLS,
    SMALL_TEXT,
    SPLIT,
    STRUCTURE,
    TARGETS,
    faint_texts,
    found,
)
from tests.fonts import use_font
from tests.hypothesis_budget import IN_SOAK
from tests.sampled import sampled
from tests.screens.states import STATES, State
from tests.served import CHECKOUT

pytestmark = pytest.mark.browser

OF_ONE_SIZE = ("live.across", "live.screen", "exports.paper", "exports.empty", "wall.show", "printing.show")
"""Endpoints of pages to read from a distance or on paper: their text does not get larger."""

WITH_ACTION = ("empty", "home", "table", "choose", "sit-down", "over", "new-table", "keep", "names", "join", "nights")
"""States whose main button is seen without scrolling on a phone, with its browser's bars around the page."""
LOW_PHONE = ViewportSize(width=390, height=664)
DESKTOP = ViewportSize(width=1280, height=780)
DOUBLED = ViewportSize(width=180, height=780)  # narrower than the 320 pixels of WCAG's reflow too
IN_SIGHT = """() => {
    const button = document.querySelector('main .button.main'), {left, right, bottom} = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
}"""

NOTHING_FLOATS = """() => {
    for (const each of document.querySelectorAll('body *'))
        if (['sticky', 'fixed'].includes(getComputedStyle(each).position)) each.style.position = 'static';
    if (document.querySelector('.more[open]')) document.querySelector('main').style.visibility = 'hidden';
}"""
"""A bar hides what scrolls below it, and an open menu what it is over: axe would find half a link there too small."""

FIRST_OF_TEMPLATE = {state.endpoint: state.name for state in reversed(STATES)}

ALSO = (
    *("home", "table", "share-phone", "sit-down", "sit-down-wrong", "bidding", "bidding-evil"),
    *("tricks-counted", "tricks-facts", "objection", "two-bids", "no-connection", "own-waits"),
    *("sheet", "over-signed", "correct-changes", "check-forged"),
)
"""States with parts that no first state has."""
CHECKED = [
    state for state in STATES if IN_SOAK or state.name in ALSO or state.name == FIRST_OF_TEMPLATE[state.endpoint]
]


@pytest.fixture(scope="module")
def known_colours() -> set[str]:
    """The text and background colours that axe has already checked on earlier pages."""
    return set()


# Text as high as in a font with little room above and below its letters.
LOW_TEXT = "document.querySelectorAll('.board a').forEach(link => link.style.fontSize = '9px')"


@pytest.mark.parametrize("state", [pytest.param(state, id=state.name) for state in sampled(CHECKED, 3)])
def test_page_is_accessible(show: Show, known_colours: set[str], state: State) -> None:
    page = show(state)
    if state.name in WITH_ACTION:
        page.set_viewport_size(LOW_PHONE)
        assert page.evaluate(IN_SIGHT), "the main button is not in sight"
        page.set_viewport_size(PHONE)
    of_one_size = state.endpoint in OF_ONE_SIZE
    wrong = found(page, STRUCTURE, SMALL_CONTROLS, *([] if of_one_size else [SMALL_TEXT]))
    wrong += faint_texts(page, known_colours)
    if state.name == FIRST_OF_TEMPLATE[state.endpoint]:
        page.set_viewport_size(DESKTOP)
        there = found(page, OVER_THE_EDGE, SMALL_CONTROLS, FOCUSABLE_SCROLLERS)
        there += faint_texts(page, known_colours) if IN_SOAK else []
        wrong += [f"on a desktop: {each}" for each in there]
    page.set_viewport_size(DOUBLED)
    wrong += [f"at 200 %: {each}" for each in found(page, OVER_THE_EDGE, SPLIT, *([] if of_one_size else [CUT]))]
    page.set_viewport_size(PHONE)
    use_font(page, "low")
    wrong += [f"in a low font: {each}" for each in found(page, SMALL_CONTROLS)]
    if IN_SOAK:
        page.evaluate(NOTHING_FLOATS)
        wrong += found(page, TARGETS)
    assert not wrong, "\n".join(wrong)


FAINT, CLEAR = ("#777", "#888"), ("#000", "#fff")
REPAINT = """([light, dark]) => {
    const [ink, ground] = light.map((colour, i) => `light-dark(${colour}, ${dark[i]})`);
    document.querySelector('main p, main a, main h1').style.color = ink;
    document.querySelector('main').style.background = ground;
}"""


def test_faint_text_is_found_on_a_known_page(show: Show) -> None:
    page = show(next(state for state in STATES if state.name == "home"))
    known = set[str]()
    assert faint_texts(page, known) == []
    for theme, colours in (("light", [FAINT, CLEAR]), ("dark", [CLEAR, FAINT])):
        page.evaluate(REPAINT, colours)
        assert any(each.startswith(f"{theme}: {CONTRAST}") for each in faint_texts(page, known))


def test_a_theme_is_nothing_but_a_color_scheme() -> None:
    """`faint_texts` would miss any other colour."""
    styles = CHECKOUT / "scorekeeper" / "static" / "css"
    assert not [style.name for style in styles.rglob("*.css") if "prefers-color-scheme" in style.read_text("utf-8")]


def test_links_of_the_board_stay_large_with_a_low_font(show: Show) -> None:
    page = show(next(state for state in STATES if state.name == "bidding-evil"))
    page.evaluate(LOW_TEXT)
    assert found(page, SMALL_CONTROLS) == []
