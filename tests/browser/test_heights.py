"""The first screen at the heights of real phones: keys, preview and Save are fully visible, and nothing covers them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import opening
from tests.browser.ready import Unseen, start_table
from tests.web import at_table

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
TABLES = {2: ("partnership", "2x2"), 3: ("cutthroat", "3x1"), 4: ("cutthroat", "4x1"), 6: ("cutthroat", "6x1"),
          8: ("toss", "8x1")}  # fmt: skip
BIDS = {2: "4, 3, 3, Nil", 3: "5, 6, 5", 4: "3, 3, 4, 2", 6: "1, 1, 2, 1, 1, 1", 8: "1, 1, 2, 1, 2, 1, 1, 1"}
COUNTED = {2: "t0=8", 3: "t0=7&t1=3", 4: "t0=3&t1=3&t2=4", 6: "t0=1&t1=1&t2=2&t3=0&t4=2",
           8: "t0=1&t1=1&t2=2&t3=1&t4=2&t5=1&t6=1"}  # fmt: skip

OBJECTED = 0
"""Instead of a number of sides: two sides, a blind nil, and the objection that its side was not behind."""

SIZES = (
    (375, 553, 2, "light"),
    (375, 553, 3, "dark"),
    (375, 553, 8, "light"),
    (360, 640, 2, "dark"),
    (360, 640, 6, "light"),
    (390, 664, 2, "light"),
    (390, 664, 4, "dark"),
    (390, 664, 8, "light"),
    (390, 844, 2, "light"),
    (390, 844, 6, "dark"),
    (844, 390, 2, "dark"),
    (844, 390, 3, "light"),
    (844, 390, 8, "light"),
    (768, 1024, 4, "light"),
    (1280, 800, 3, "light"),
    (1280, 800, 8, "dark"),
)
"""Every size, and every number of sides on a low, a middle and a wide window."""

LOOKS: dict[int, list[tuple[int, int, Any]]] = {
    sides: [(width, height, theme) for width, height, at, theme in SIZES if at == sides] for sides in TABLES
}

PARTS = """() => {
    const seen = part => part.checkVisibility() && part.getBoundingClientRect().width > 0;
    const boxes = {};
    for (const part of document.querySelectorAll('.pad .key, .count, .preview, .dock .button, .seat, .prompt, .bid')) {
        if (!seen(part)) continue;
        const {left, top, right, bottom, width, height} = part.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const onTop = document.elementFromPoint(x, y);
        const covered = ![[x, top + 3], [x, y], [x, bottom - 3]].every(([x, y]) =>
            part.contains(document.elementFromPoint(x, y)));
        boxes[`${part.className} ${part.textContent.trim().replace(/\\s+/g, ' ')}`] =
            {left, top, right, bottom, width, height, covered, isControl: part.matches('a, button')};
    }
    return boxes;
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser, server: str) -> Iterator[Page]:
    """One phone with a table and a game for each number of sides, with a window that changes size."""
    with opening(browser, server) as open_page:
        yield open_page()


@pytest.fixture(scope="module")
def games(phone: Page) -> dict[int, str]:
    """A game for each number of sides, all bid: their URLs."""
    start_table(phone)
    table = urlsplit(phone.url).path
    found = {}
    for sides, (rules, shape) in TABLES.items():
        unseen = Unseen(phone)
        names = NAMES[: 4 if sides == 2 else sides]
        pad = at_table.start_game(unseen, rules, names, names[-1], table, shape)
        found[sides] = pad.url
        pad.bids(BIDS[sides])
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table, blind_nil="200")
    found[OBJECTED] = pad.url
    pad.phone.tap("Allow blind nil")
    pad.bids("Blind nil before looking, 3, 3, 2")
    return found


def wrong_at(page: Page, width: int, height: int) -> list[str]:
    """What is cut off on the first screen, what is covered, what is too small for a thumb."""
    found: dict[str, dict[str, Any]] = page.evaluate(PARTS)
    assert len(found) > 10
    wrong = []
    for name, box in found.items():
        outside = box["left"] < -0.5 or box["top"] < -0.5 or box["right"] > width + 0.5 or box["bottom"] > height + 0.5
        small = box["isControl"] and (box["width"] < 47.9 or box["height"] < 47.9)
        if outside or small or box["covered"]:
            wrong.append(f"{name}: {json.dumps(box)}")
    return wrong


@pytest.mark.parametrize("sides", TABLES)
def test_first_screen_is_fully_visible(phone: Page, games: dict[int, str], sides: int) -> None:
    for query in ("", COUNTED[sides], "seat=0"):
        phone.goto(f"{games[sides]}?{query}")
        for width, height, theme in LOOKS[sides]:
            phone.set_viewport_size({"width": width, "height": height})
            phone.emulate_media(color_scheme=theme)
            assert wrong_at(phone, width, height) == [], (query, width, height)
        assert (query != COUNTED[sides]) or phone.get_by_role("button", name="Save hand 1").is_enabled()


@pytest.mark.parametrize("nil", ["s0=0", "s0=2"], ids=["made", "set"])
def test_an_objection_and_a_nil_leave_the_preview_visible(phone: Page, games: dict[int, str], nil: str) -> None:
    phone.goto(f"{games[OBJECTED]}?{nil}&t1=5")
    assert phone.locator(".notice.bad").is_visible()
    for width, height in ((375, 553), (390, 664), (390, 844), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        assert wrong_at(phone, width, height) == [], (width, height)
    assert phone.get_by_role("button", name="Save anyway").is_enabled()


@pytest.mark.parametrize(("view", "sizes"), [("across", ((844, 390), (390, 664))), ("screen", ((1920, 1080),))])
@pytest.mark.parametrize("sides", [2, 6])
def test_distance_views_are_fully_visible(
    phone: Page, games: dict[int, str], view: str, sizes: tuple[tuple[int, int], ...], sides: int
) -> None:
    phone.goto(f"{games[sides]}/{view}")
    for width, height in sizes:
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate("document.documentElement.scrollHeight") <= height, (width, height)
