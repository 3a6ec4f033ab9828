"""House rules on a phone and a desktop: presets, switches, buttons and steppers, light and dark, under a thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser import pad
from tests.browser.conftest import OpenPage, Phones
from tests.browser.ready import Unseen
from tests.web import at_table

pytestmark = pytest.mark.browser

GAME = re.compile(r"://[^/]+/games/")
TARGET = 48  # px, the smallest target for a thumb
SCREENS: list[tuple[int, int, Literal["light", "dark"]]] = [
    (390, 664, "light"),
    (390, 664, "dark"),
    (1280, 800, "light"),
]
BOXES = "controls => controls.filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().toJSON())"


@pytest.fixture(scope="module", name="page")
def phone(phones: Phones) -> Iterator[Page]:
    """A phone with a low window."""
    with phones.lent() as open_page:
        yield open_page(viewport={"width": 390, "height": 664})


def customize(page: Page) -> Page:
    """Partnership at a new table, with its single options open."""
    page.goto(f"{at_table.start_table(Unseen(page))}/games/new?rules=partnership")
    pad.customize(page)
    return page


def unfold(page: Page, *headings: str) -> None:
    """Tap the headings of these groups of house rules, which are folded."""
    for heading in headings:
        group = page.locator("[data-topic]", has=page.locator("summary", has_text=heading))
        expect(group).not_to_have_attribute("open")
        group.locator("summary").click()


def option(page: Page, key: str) -> Locator:
    """The row of an option."""
    return page.locator(f"[data-option={key}]")


def test_every_control_is_large_enough(page: Page) -> None:
    customize(page)
    controls = page.locator(
        ".top .back, #customize .step, #customize select, #customize .switch, #customize .segment, .button"
    )
    for width, height, scheme in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        boxes: list[FloatRect] = controls.evaluate_all(BOXES)
        assert len(boxes) > 20
        assert [box for box in boxes if box["height"] < TARGET or box["width"] < TARGET] == []
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_steppers_stop_at_their_limits(page: Page) -> None:
    customize(page)
    target = option(page, "target")
    target.get_by_role("button", name="More").click()
    expect(target.locator("input")).to_have_value("550")
    target.locator("input").fill("333")
    target.get_by_role("button", name="Less").click()
    expect(target.locator("input")).to_have_value("300")
    target.locator("input").fill("60")
    target.get_by_role("button", name="Less").click()
    expect(target.locator("input")).to_have_value("50")
    unfold(page, "Nil and blind")
    nil = option(page, "nil")
    for _ in range(3):
        nil.get_by_role("button", name="Less").click()
    expect(nil.locator("select")).to_have_value("0")


def test_irrelevant_options_are_hidden_and_shown_again(page: Page) -> None:
    customize(page)
    unfold(page, "Bags")
    expect(option(page, "bag_penalty")).to_be_visible()
    option(page, "bags").locator("select").select_option("0")
    expect(option(page, "bag_penalty")).to_be_hidden()
    expect(option(page, "bags_carry")).to_be_hidden()
    option(page, "bags").get_by_role("button", name="More").click()
    expect(option(page, "bag_penalty")).to_be_visible()
    expect(page.get_by_role("button", name="Update")).to_be_hidden()


def test_preset_with_a_change_starts_a_game(page: Page) -> None:
    page.goto(f"{at_table.start_table(Unseen(page))}/games/new?rules=partnership")
    page.locator("#house-rules > summary").click()
    page.locator(".preset", has_text="Short game").click()
    expect(page.locator(".preset[aria-pressed=true]")).to_contain_text("Short game")
    page.get_by_role("button", name="Customize").click()
    expect(option(page, "target").locator("input")).to_have_value("250")
    expect(page.get_by_text("Short game: 250")).to_be_hidden()
    option(page, "target").get_by_role("button", name="Less").click()
    unfold(page, "Nil and blind", "Bags")
    option(page, "failed_nil").get_by_text("help the partner").click()
    option(page, "bags_carry").get_by_role("switch").uncheck()
    expect(page.get_by_text("Short game: 250")).to_be_visible()
    page.get_by_role("button", name="Done", exact=True).click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url(GAME)
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.goto(f"{urlsplit(page.url).path}/rules")
    for sentence in (
        "Play to 200",
        "If a nil fails, its tricks help the partner",
        "After a penalty the bags start at 0",
    ):
        expect(page.get_by_text(sentence).filter(visible=True)).to_have_count(1)


def test_house_rules_work_without_javascript(open_page: OpenPage) -> None:
    page = customize(open_page(viewport={"width": 390, "height": 664}, java_script_enabled=False))
    unfold(page, "Bags")
    option(page, "bags").locator("select").select_option("0")
    page.get_by_role("button", name="Update").click()
    expect(option(page, "bag_penalty")).to_be_hidden()
    expect(option(page, "bags").locator("select")).to_have_value("0")
    expect(page.locator("#customize .step").first).to_be_hidden()
