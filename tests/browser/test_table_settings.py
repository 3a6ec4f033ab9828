"""A table's settings are saved once they are changed: no button of a page with scripts does it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_table
from tests.rooms import all_there

pytestmark = pytest.mark.browser


def test_settings_of_a_table_are_saved_as_they_are_changed(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664})
    page.goto(f"{start_table(page)}/settings")
    name = page.get_by_label("Name of the table")
    expect(page.get_by_role("button", name="Rename")).to_be_hidden()
    name.fill("Friday")
    name.press("Enter")
    expect(page.get_by_text("This table is now called Friday.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("This table is now called Thursday.")).to_be_visible()
    name.fill("Sunday")
    name.blur()
    expect(page.get_by_text("This table is now called Sunday.")).to_be_visible()
    if not all_there():
        return
    page.locator("#more > summary").click()
    page.get_by_text("Leaderboards", exact=True).click()
    expect(page.get_by_text("This table shows score sheets and games only.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("are shown again.")).to_be_visible()
