"""The fonts of the test browsers, the same on each machine: one file, drawn as it is, wider, or lower."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Page

FOLDER = files("ziafont") / "fonts"
"""DejaVu Sans comes with the package that writes the result card."""

WIDE = ({"weight": "100 500"}, {"weight": "501 900", "sizeAdjust": "110%"})
LOW = ({"weight": "100 900", "sizeAdjust": "88%", "ascentOverride": "76%", "descentOverride": "18%"},)
FONTS = {"wide": WIDE, "low": LOW}
"""Wider and higher than the fonts of phones, as DejaVu with its bold letters is, and lower: each family's faces."""

# Where no fontconfig is, as on a Mac, Verdana is as wide.
LOAD = """async families => {
    const file = 'local("DejaVu Sans"), local("Verdana")';
    for (const [family, faces] of Object.entries(families))
        for (const face of faces) document.fonts.add(await new FontFace(family, file, face).load());
    const style = new CSSStyleSheet();
    document.adoptedStyleSheets = [style];
    window.useFont = family => style.replaceSync(`body { font-family: ${family} }`);
}"""


def environment(folder: Path) -> dict[str, str]:
    """The environment of a browser that has no other font, besides those that FONTCONFIG_FILE lists, if it is set."""
    more = f"<include>{others}</include>" if (others := os.environ.get("FONTCONFIG_FILE")) else ""
    config = folder / "fonts.conf"
    config.write_text(f"<fontconfig>{more}<dir>{FOLDER}</dir><cachedir>{folder}</cachedir></fontconfig>")
    return {**os.environ, "FONTCONFIG_FILE": str(config)}


def load_fonts(page: Page) -> None:
    """Make the fonts ready for this page, until it loads another."""
    page.evaluate(LOAD, FONTS)


def use_font(page: Page, font: str) -> None:
    """Draw the page in the font `wide` or `low`."""
    page.evaluate("font => useFont(font)", font)
