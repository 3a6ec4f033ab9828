"""`make icons`: draws the icons of the installed app from favicon.svg, and writes the icons of the manifest.

A home screen rounds the corners of an icon itself, so two of them fill the square: `maskable` and Apple's.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.conftest import NO_CHROMIUM, find_chromium
from tests.served import CHECKOUT

STATIC = CHECKOUT / "scorekeeper" / "static"
FOLDER = STATIC / "icons"
COLOURS = 32  # of a palette: two colours, and what lies between them at the edges
GROUND = 'rx="14" '


@dataclass(frozen=True)
class Icon:
    """An icon: its name, its size in pixels, whether it fills the square, and the size of its spade."""

    name: str
    size: int
    fills: bool = False
    scale: float = 1


ICONS = (
    Icon("icon-192", 192),
    Icon("icon-512", 512),
    Icon("maskable-512", 512, fills=True, scale=0.8),  # a circle of four fifths is all that is sure to be seen
    Icon("apple-touch-icon", 180, fills=True, scale=0.9),
)


def drawing(icon: Icon) -> str:
    """The favicon, adapted to this icon."""
    svg = (STATIC / "favicon.svg").read_text()
    if icon.fills:
        svg = svg.replace(GROUND, "")
    shift = 32 * (1 - icon.scale)
    spade = f'<g transform="translate({shift} {shift}) scale({icon.scale})"><path '
    svg = svg.replace("<path ", spade).replace("</svg>", "</g></svg>")
    return svg.replace("<svg ", f'<svg width="{icon.size}" height="{icon.size}" ')


def draw(page: Page, icon: Icon) -> bytes:
    """The icon as a small PNG."""
    page.set_viewport_size({"width": icon.size, "height": icon.size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing(icon)}")
    small = BytesIO()
    with Image.open(BytesIO(page.screenshot(omit_background=True))) as picture:
        flat = picture.convert("RGB") if icon.fills else picture
        flat.quantize(COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    """Draw all of them."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit(NO_CHROMIUM)
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for icon in ICONS:
            (FOLDER / f"{icon.name}.png").write_bytes(draw(page, icon))
        browser.close()
    print(f"{len(ICONS)} icons in {FOLDER}, {sum(p.stat().st_size for p in FOLDER.glob('*.png')) / 1024:.1f} KB in all")


if __name__ == "__main__":
    main()
