"""What is pasted arrives whole: a browser cuts text at the maximum of its field without a word."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from tests.browser.ready import start_table
from tests.browser.taps import press_to_load

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "golden" / "0.1.0" / "table.txt"
HANDS = 60
LIST = "Hand,We bid,We took,They bid,They took\n" + "\n".join(f"{n},4,7,5,6" for n in range(1, HANDS + 1))


def paste(page: Page, text: str) -> str:
    page.locator("textarea").first.fill(text)
    press_to_load(page.locator("main .button.main").first)
    return page.locator("main").inner_text()


def test_records_are_pasted_to_import_them_and_to_check_them(page: Page) -> None:
    records = RECORDS.read_text("utf-8")
    table = start_table(page)
    page.goto(f"{table}/import")
    assert f"{records.count('[Record ')} games will be imported." in paste(page, records)
    page.goto(urljoin(table, "/check"))
    assert "Undamaged." in paste(page, records)


def test_a_long_list_of_hands_is_pasted(page: Page) -> None:
    table = start_table(page)
    page.goto(f"{table}/import/hands")
    paste(page, LIST)
    assert page.locator("[name=text]").first.input_value().splitlines() == LIST.splitlines()
