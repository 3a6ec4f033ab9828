"""What is measured does not depend on the machine: its browser draws every page in the tests' font."""

from __future__ import annotations

import os

import pytest

from tests.browser.conftest import OpenPage
from tests.fonts import load_fonts, use_font

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("FONTCONFIG_FILE" in os.environ, reason="FONTCONFIG_FILE names other fonts"),
]

WIDTH = "title => { title.style.display = 'inline-block'; return title.offsetWidth; }"
WIDTHS = """async () => {
    document.fonts.add(await new FontFace("tests", 'local("DejaVu Sans")').load());
    const width = family => {
        const line = Object.assign(document.createElement("span"), { textContent: "Ann & Cal bid 4, made 7 – bags 3" });
        line.style = `font: 400 100px ${family}; position: absolute; white-space: nowrap`;
        document.body.append(line);
        const found = line.getBoundingClientRect().width;
        line.remove();
        return found;
    };
    return [getComputedStyle(document.body).fontFamily, "tests"].map(width);
}"""
"""The width of a text in the page's font, and in the one of the tests."""


def test_page_is_drawn_in_the_font_of_the_tests(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    here, expected = page.evaluate(WIDTHS)
    assert here == expected
    load_fonts(page)
    widths = []
    for font in ("wide", "low"):
        use_font(page, font)
        widths.append(page.locator("main h1").evaluate(WIDTH))
    assert widths[0] > widths[1]
