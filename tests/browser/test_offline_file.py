"""A game's file from the phone itself, without the server: it has the taps that wait, and any table imports it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import FilePayload, expect

from scorekeeper.core.sheet import read_sheet
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game, start_table
from tests.browser.taps import all_loaded, draw_on_phone, record_by_script
from tests.browser.test_offline import tap_link

pytestmark = pytest.mark.browser


def test_file_saved_without_the_server_is_imported(open_page: OpenPage) -> None:
    page, other = open_page(cut=True), open_page()
    start_game(page)
    draw_on_phone(page)
    all_loaded(page)
    record_by_script(page, 7, "4 3 5 2")
    page.context.set_offline(True)
    record_by_script(page, 6, "4 3 5 2")
    expect(page.get_by_role("alert")).to_contain_text("Offline")
    expect(page.locator("[data-menu] a", has_text="Export and print")).not_to_have_attribute("data-needs", "")
    with page.expect_download() as download:
        tap_link(page, "Export and print")
    expect(page.get_by_role("status").filter(has_text="Saved as a file")).to_be_visible()
    Pad(page).expect_hand(3)
    content = download.value.path().read_bytes()
    assert len(read_sheet(json.loads(content)).hands) == 2
    table = start_table(other)
    other.goto(f"{table}/import")
    file = FilePayload(name=download.value.suggested_filename, mimeType="application/json", buffer=content)
    other.locator("input[type=file]").set_input_files(file)
    other.get_by_role("button", name="Preview").click()
    other.get_by_role("button", name="Import").click()
    expect(other.get_by_text("1 game imported.")).to_be_visible()
