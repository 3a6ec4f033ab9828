"""The TV view, legible from five metres, and the face-to-face view: sizes, one line of totals, room for all, live."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.extremes import LONG, NAMES, SHAPES, SHORT, extreme_games
from tests.browser.ready import Unseen, start_game, unseen_table
from tests.browser.taps import all_sent
from tests.fonts import load_fonts, use_font
from tests.sampled import sampled
from tests.web import at_table

pytestmark = pytest.mark.browser

TV_SIZES = ((1920, 1080), (1280, 800))
ACROSS_SIZES = ((844, 390), (390, 844), (390, 664))

TEXTS = """() => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, own = text.parentElement;
        if (!text.data.trim() || own.closest('.vh, template') || getComputedStyle(own).clipPath !== 'none') continue;
        if (!own.checkVisibility({visibilityProperty: true})) continue;
        range.selectNodeContents(text);
        let {left, top, right, bottom} = range.getBoundingClientRect();
        const high = bottom - top;
        for (let around = own; around !== document.body; around = around.parentElement) {
            if (getComputedStyle(around).textOverflow !== 'ellipsis') continue;
            const box = around.getBoundingClientRect();
            [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        }
        const size = parseFloat(getComputedStyle(own).fontSize);
        found.push({text: text.data.trim(), left, top, right, bottom, high: Math.min(high, size)});
    }
    return found;
}"""
"""Every text that is seen, its box as far as “…”, and the height of its letters with their room."""

OUTSIDE = """() => [...document.querySelectorAll('.panel')].flatMap(panel => {
    const box = panel.getBoundingClientRect(), range = document.createRange();
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const own = texts.currentNode.parentElement;
        if (own.closest('.vh, bdi') || getComputedStyle(own).clipPath !== 'none' || !own.checkVisibility()) continue;
        range.selectNodeContents(texts.currentNode);
        const {left, right, top, bottom, width, height} = range.getBoundingClientRect(), room = height / 8;
        const isHigher = top + room < box.top || bottom - room > box.bottom;
        if (width && (left < box.left - 1 || right > box.right + 1 || isHigher))
            found.push(`${texts.currentNode.data} is outside its panel`);
    }
    return found;
})"""

TOTALS = """() => [...document.querySelectorAll('main > .half:not(.turned) .total, .tv .total')].map(total => {
    const range = document.createRange();
    range.selectNodeContents(total.firstChild);
    const {top, bottom} = range.getBoundingClientRect();
    return [top, bottom, total.closest('.panel').getBoundingClientRect().top];
})"""


@pytest.fixture(scope="module")
def games(phone: Page) -> dict[str, str]:
    """The games with extreme names and totals."""
    return extreme_games(phone, SHAPES)


def too_small(page: Page) -> list[str]:
    """Texts that are lower than 3.2 % of a TV."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    return [each["text"] for each in page.evaluate(TEXTS) if each["high"] < 0.032 * 1080]


def overlapping(page: Page) -> list[str]:
    """Texts that lie over each other: letters take three quarters of their line."""
    texts = page.evaluate(TEXTS)
    assert len(texts) > 8
    return [
        f"“{one['text']}” over “{other['text']}”"
        for i, one in enumerate(texts)
        for other in texts[:i]
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and abs(one["top"] + one["bottom"] - other["top"] - other["bottom"]) < 0.75 * (one["high"] + other["high"])
    ]


def misfits(page: Page, size: tuple[int, int]) -> list[str]:
    """What scrolls, lies over something else, or outside its panel."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    scrolls = [f"scrolls: {wide}×{high}"] if wide > size[0] or high > size[1] else []
    return [f"{size}: {each}" for each in (*scrolls, *overlapping(page), *page.evaluate(OUTSIDE))]


@pytest.mark.parametrize(("view", "sizes"), [("screen", TV_SIZES), ("across", ACROSS_SIZES)])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_view_is_legible_and_fits(
    phone: Page,
    settings: CDPSession,
    games: dict[str, str],
    view: str,
    sizes: tuple[tuple[int, int], ...],
    shape: str,
) -> None:
    """In the usual font, in a wide one, and with text of 200 %: a page of each game is opened once."""
    phone.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    phone.goto(f"{games[shape]}/{view}")
    if view == "screen":
        expect_legible(phone, shape)
    for size in sizes:
        expect_totals_in_rows(phone, size, sides=int(shape[0]))
    load_fonts(phone)
    use_font(phone, "wide")
    wrong = [each for size in sizes for each in misfits(phone, size)]
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    wrong += [f"at 200 %: {each}" for size in sizes for each in misfits(phone, size)]
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    assert not wrong, "\n".join(wrong)


def expect_legible(page: Page, shape: str) -> None:
    """Everything on a TV is 3.2 % of its height, which is 20 mm on a screen of 50 inches, and the totals are larger."""
    texts = page.evaluate(TEXTS)
    assert {"Thursday", "Hand 3", LONG, SHORT} <= {each["text"] for each in texts}
    assert too_small(page) == []
    totals = [each["high"] for each in texts if each["text"] in (LONG, SHORT)]
    assert len(totals) == 2
    assert min(totals) > (0.1 if shape == "2x2" else 0.05) * 1080


def expect_totals_in_rows(page: Page, size: tuple[int, int], sides: int) -> None:
    """Totals of any length are equally high, and those beside each other on one line."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    totals = page.evaluate(TOTALS)
    assert len(totals) == sides
    assert len({round(bottom - top) for top, bottom, _ in totals}) == 1, size
    for _, _, panel in totals:
        row = [bottom for _, bottom, own in totals if own == panel]
        assert max(row) - min(row) < 1, (size, totals)


@pytest.mark.parametrize(("view", "sizes"), sampled([("screen", TV_SIZES), ("across", ACROSS_SIZES)], 2))
def test_the_end_fits(phone: Page, view: str, sizes: tuple[tuple[int, int], ...]) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table, target="150")
    for bids in ("4, 3, 4, 3", "3, 4, 3, 4"):
        pad.hand(bids, 8)
    phone.goto(f"{pad.url}/{view}")
    expect(phone.get_by_text("Montgomery Featherston-H & Cal win").last).to_be_visible()
    load_fonts(phone)
    use_font(phone, "wide")
    assert [each for size in sizes for each in misfits(phone, size)] == []
    assert view == "across" or too_small(phone) == []


def test_both_sides_of_a_table_read_the_same(phone: Page, games: dict[str, str]) -> None:
    phone.set_viewport_size({"width": 390, "height": 664})
    phone.goto(f"{games[SHAPES[0]]}/across")
    far, near = phone.locator(".half").all()
    assert far.inner_text() == near.inner_text()
    assert LONG in near.inner_text()
    assert [half.evaluate("half => getComputedStyle(half).rotate") for half in (far, near)] == ["180deg", "none"]
    assert far.get_attribute("aria-hidden") == "true"


@pytest.mark.parametrize("view", sampled(["screen", "across"], 2))
def test_bids_and_a_saved_hand_show_without_a_reload(page: Page, open_page: OpenPage, view: str) -> None:
    pad = start_game(page)
    seen = open_page(storage_state=page.context.storage_state(), viewport={"width": 1280, "height": 800})
    seen.goto(f"{page.url}/{view}")
    seen.evaluate("window.loadedOnce = true")
    shown = seen.locator(".tv, .half:not(.turned)").first
    assert view == "across" or too_small(seen) == []
    for player, call in (("Ann", "4"), ("Ben", "3"), ("Cal", "3"), ("Dee", "2")):
        pad.bid(player, call)
    all_sent(page)
    expect(shown).to_contain_text("7+ makes it")
    expect(shown).to_contain_text("5+ makes it")
    pad.took("Ann & Cal", 8)
    pad.save()
    all_sent(page)
    expect(shown.locator(".total").first).to_contain_text("71")
    expect(shown.locator(".total").last).to_contain_text("50")
    expect(shown).not_to_contain_text("makes it")
    assert seen.evaluate("window.loadedOnce")
