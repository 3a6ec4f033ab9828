"""The questions of an import's preview: a line for each pair of names, and one tick for all games that stopped."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.ready import Unseen
from tests.web.at_table import start_table

LIST = "Date,Hand,We bid,We took,They bid,They took\n2026-03-05,1,5,7,4,6\n2026-04-05,1,5,7,4,6\n"


def preview(page: Page, table: str, *names: str) -> None:
    page.goto(f"{table}/import/hands")
    page.locator("textarea").fill(LIST)
    page.get_by_role("button", name="Assign columns").click()
    for field, name in zip(("p-0", "p-2", "p-1", "p-3"), names, strict=True):
        page.locator(f"[name={field}]").fill(name)
    page.get_by_role("button", name="Preview").click()


def test_names_are_asked_about_in_lines_and_all_games_at_once(phone: Page) -> None:
    page, table = phone, start_table(Unseen(phone))
    page.set_viewport_size({"width": 390, "height": 664})
    preview(page, table, "Günther", "Chloé", "Ben", "Fay")
    page.get_by_role("button", name="Import").click()
    preview(page, table, "Gunther", "Chloe", "Ben", "Fay")
    asked = page.locator("label:has([name=same])")
    expect(asked).to_have_text(["Gunther is Günther", "Chloe is Chloé"])
    for label in asked.locator("span").all():
        box, height = label.bounding_box(), label.evaluate("label => parseFloat(getComputedStyle(label).lineHeight)")
        assert box is not None
        assert box["height"] < 1.5 * height, "in one line"
    each = page.locator("[name=stopped]")
    expect(each).to_have_count(2)
    expect(each.first).to_be_visible()
    page.get_by_label("All of them").check()
    expect(each.first).to_be_hidden()
