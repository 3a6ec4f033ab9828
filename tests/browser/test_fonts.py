"""What is measured does not depend on the machine: its browser draws every page in the tests' font."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.fonts import load_fonts, use_font

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("FONTCONFIG_FILE" in os.environ, reason="FONTCONFIG_FILE names other fonts"),
]

WIDTH = "title => { title.style.display = 'inline-block'; return title.offsetWidth; }"


def test_page_is_drawn_in_the_font_of_the_tests(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    assert used(page) == {"DejaVuSans"}
    load_fonts(page)
    widths = []
    for font in ("wide", "low"):
        use_font(page, font)
        assert used(page) == {"DejaVuSans"}
        widths.append(page.locator("main h1").evaluate(WIDTH))
    assert widths[0] > widths[1]


def used(page: Page) -> set[str]:
    """The fonts of the page's title."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    title = devtools.send("DOM.querySelector", {"nodeId": root, "selector": "main h1"})
    fonts = devtools.send("CSS.getPlatformFontsForNode", title)["fonts"]
    devtools.detach()
    return {font["postScriptName"] for font in fonts}
