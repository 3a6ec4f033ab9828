"""Rule sheets of clubs, set up from the menus by someone who has only the sheet in hand, with the taps counted."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import Unseen
from tests.sampled import sampled
from tests.web import at_table

LOW_PHONE = {"width": 390, "height": 664}


class RuleSheet(NamedTuple):
    """What the sheet says, as choices among the house rules; a line of its own; the taps that it takes to set up."""

    name: str
    choices: dict[str, str]
    line: str
    taps: int


SHEETS = [
    RuleSheet(
        "Cookout",
        {
            "target": "350",
            "pair_bids": "pair",
            "team_minimum": "4",
            "sets_lose": "2",
            "ten_for_200": "flat-150",
            "boston": "200",
            "blind_nil": "0",
        },
        "Spades may be led at any time",
        23,
    ),
    RuleSheet(
        "Contest",
        {
            "minutes": "40",
            "target": "350",
            "least_hands": "3",
            "sets_lose": "3",
            "sets_in_a_row_lose": "2",
            "blind_numbers": "6",
            "blind_nil": "0",
        },
        "",
        16,
    ),
    RuleSheet(
        "Winners’ night",
        {
            "target": "350",
            "team_minimum": "4",
            "first_hand": "bids-itself",
            "sets_lose": "2",
            "misdeal": "passes",
            "blind_nil": "0",
        },
        "",
        16,
    ),
    RuleSheet(
        "Lodge",
        {
            "target": "350",
            "first_hand": "bids-itself",
            "first_hand_least": "4",
            "least_total": "11",
            "unplayed": "nothing",
            "ten_for_200": "flat-100",
            "blind_nil": "0",
        },
        "",
        17,
    ),
    RuleSheet(
        "Thirty minutes",
        {"minutes": "30", "target": "300", "overtrick_points": "0", "bags": "0", "blind_nil": "0"},
        "",
        13,
    ),
]


class Thumb:
    """A person at the New game page, with counted taps: a list takes two, or one for its next value; a number one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def type(self, field: Locator, text: str) -> None:
        field.fill(text)
        self.taps += 1

    def choose(self, key: str, value: str) -> None:
        row = self.page.locator(f"[data-option={key}]")
        if not row.is_visible():  # its topic is closed
            self.tap(self.page.locator("[data-topic]", has=row).locator("summary"))
        expect(row).to_be_visible()
        if row.locator("select").count():
            self.pick(row, value)
        elif row.locator("input[type=number]").count():
            self.type(row.locator("input[type=number]"), value)
        else:
            self.tap(row.locator(f"label:has(input[value='{value}'])"))

    def pick(self, row: Locator, value: str) -> None:
        """A value of a list: by + or − if it is the next one."""
        values = row.locator("option").evaluate_all("options => options.map(({ value }) => value)")
        steps = values.index(value) - values.index(row.locator("select").input_value())
        if abs(steps) == 1:
            self.tap(row.locator(f"[data-step='{steps}']"))
            expect(row.locator("select")).to_have_value(value)
        else:
            row.locator("select").select_option(value)
            self.taps += 2


@pytest.mark.parametrize("sheet", sampled(SHEETS, 4), ids=lambda sheet: sheet.name)
def test_rule_sheet_is_set_up_from_the_menus_alone(open_page: OpenPage, sheet: RuleSheet) -> None:
    page = open_page(viewport=LOW_PHONE)
    new_game = f"{at_table.start_table(Unseen(page))}/games/new?rules=partnership"
    page.goto(new_game)
    thumb = Thumb(page)
    thumb.tap(page.locator("#house-rules > summary"))
    if sheet.line:
        thumb.tap(page.locator("#more-presets > summary"))
        thumb.tap(page.get_by_role("link", name="House rules of this table"))
        thumb.type(page.locator("textarea"), sheet.line)
        thumb.tap(page.get_by_role("button", name="Save", exact=True))
        expect(page.get_by_text("Saved. Every new game begins with these lines.")).to_be_visible()
        page.goto(new_game)
        thumb.taps += 1  # a tap on Back; how often depends on whether the scripts were here before Save
        thumb.tap(page.locator("#house-rules > summary"))
    thumb.tap(page.get_by_role("button", name="Customize"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Customize")
    for key, value in sheet.choices.items():
        thumb.choose(key, value)
    thumb.tap(page.get_by_role("button", name="Done", exact=True))
    thumb.tap(page.get_by_role("button", name="Deal", exact=True))
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert thumb.taps == sheet.taps
    minutes = sheet.choices.get("minutes")
    expect(page.locator("[data-clock]")).to_have_count(int(bool(minutes)))
    page.goto(f"{urlsplit(page.url).path}/rules")
    expect(page.get_by_text(sheet.name).first).to_be_visible()
    page.locator("#scoring > summary").click()
    for line in (sheet.line, minutes and f"Time is called after {minutes} minutes"):
        if line:
            expect(page.get_by_text(line)).to_be_visible()
