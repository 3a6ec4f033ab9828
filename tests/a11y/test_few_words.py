"""Few words: what a page says on a phone, counted. A page that needs more than its number says something twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from tests.a11y.conftest import Show
from tests.screens.setting import Setting
from tests.screens.states import STATES

pytestmark = pytest.mark.browser

SEEN = """onFirstScreen => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    const words = [];
    while (walker.nextNode()) {
        const { currentNode: text } = walker, within = text.parentElement;
        if (!within.checkVisibility({ visibilityProperty: true }) || within.closest('.vh, svg, select')) continue;
        range.selectNodeContents(text);
        if (onFirstScreen && range.getBoundingClientRect().top >= innerHeight) continue;
        words.push(...text.data.split(/\\s+/).filter(word => /[\\p{L}\\p{N}]/u.test(word)));
    }
    return words;
}"""
"""The words that can be seen, those of the first screen or all; figures are words."""


def open_house_rules(page: Page, _setting: Setting) -> None:
    page.locator("#house-rules > summary").click()


def open_own_share(page: Page, setting: Setting) -> None:
    """Of a table without tournaments, whose roles have fewer words."""
    page.goto("/tables/{empty}/share".format(**setting.places))


MOST: dict[str, tuple[int, Callable[[Page, Setting], None] | None]] = {
    "join": (25, None),
    "table-empty": (20, None),
    "choose": (90, None),
    "choose-first": (90, None),
    "sit-down": (90, open_house_rules),
    "sit-down-rules": (90, open_house_rules),
    "customize": (90, None),
    "over": (150, None),
    "rules-sheet": (60, None),
    "share": (60, open_own_share),
    "exports": (80, None),
}


@pytest.mark.parametrize("name", MOST)
def test_page_says_what_it_is_for_in_few_words(show: Show, name: str) -> None:
    state = next(state for state in STATES if state.name == name)
    most, then = MOST[name]
    page = show(replace(state, then=then or state.then))
    page.set_viewport_size({"width": 390, "height": 664})
    words = page.evaluate(SEEN, name == "rules-sheet")
    assert len(words) <= most, " ".join(words)
