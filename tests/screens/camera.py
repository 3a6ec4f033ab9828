"""`make screens`: plays sample games in a separate app and takes a picture of every screen, into build/screens.

Screens shown in the README also go to docs/screens. Every state in tests/screens that is `pictured` is a screen.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.conftest import NO_CHROMIUM, find_chromium
from tests.screens.setting import set_table
from tests.screens.states import STATES
from tests.served import CHECKOUT, served

FOLDER = CHECKOUT / "build" / "screens"
IN_README = CHECKOUT / "docs" / "screens"
SIZES = {"phone": ViewportSize(width=390, height=844), "wide": ViewportSize(width=1280, height=800)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = tuple(product(SIZES, THEMES))
COLOURS = 64  # of a palette: a page is flat, and the file a fifth as large


def main(chosen: list[str]) -> None:
    """Take the pictures of the chosen screens, or of all."""
    screens = [state for state in STATES if state.pictured and (not chosen or state.name in chosen)]
    chromium = find_chromium()
    if chromium is None or not screens:
        names = ", ".join(state.name for state in STATES if state.pictured)
        sys.exit(NO_CHROMIUM if chromium is None else f"there are these screens: {names}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), "--host", "127.0.0.1", settings={"SCOREKEEPER_RATE_LIMITS": "off"}) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        setting = set_table(browser, server.url, Path(folder))
        for screen in screens:
            device = setting.devices[screen.device]
            with closing(browser.new_context(base_url=server.url, storage_state=device)) as context:
                page = context.new_page()
                page.set_viewport_size(SIZES["phone"])
                screen.open(page, setting)
                for size, theme in LOOKS:
                    page.set_viewport_size(SIZES[size])
                    page.emulate_media(color_scheme=theme)
                    save(f"{screen.name}-{size}-{theme}.png", shot(page))
        browser.close()
    named = {f"{state.name}-{size}-{theme}.png" for state in STATES if state.pictured for size, theme in LOOKS}
    for old in [picture for picture in FOLDER.glob("*.png") if picture.name not in named]:
        old.unlink()
    pictures = list(FOLDER.glob("*.png"))
    print(f"{len(pictures)} pictures in {FOLDER}, {sum(p.stat().st_size for p in pictures) / 1024:.0f} KB in all")


def save(name: str, picture: bytes) -> None:
    """Save a picture; one shown in the README replaces the old one."""
    (FOLDER / name).write_bytes(picture)
    if (IN_README / name).exists():
        (IN_README / name).write_bytes(picture)


def shot(page: Page) -> bytes:
    """The picture of a page, as a small PNG."""
    small = BytesIO()
    with Image.open(BytesIO(page.screenshot(animations="disabled"))) as picture:
        with_palette(picture.convert("RGB")).save(small, "PNG", optimize=True)
    return small.getvalue()


def with_palette(picture: Image.Image) -> Image.Image:
    """A picture with few colours, each the most frequent of similar ones: paper stays paper."""
    few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    seen: Iterator[tuple[Any, Any]] = zip(few.get_flattened_data(), picture.get_flattened_data(), strict=True)
    exact = {place: colour for (place, colour), _ in reversed(Counter(seen).most_common())}
    few.putpalette([level for place in range(COLOURS) for level in exact.get(place, (0, 0, 0))])
    return few


if __name__ == "__main__":
    main(sys.argv[1:])
