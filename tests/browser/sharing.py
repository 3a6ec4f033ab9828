"""Helpers for tests with several phones at one table: the share page, its QR code, a table whose keeper is Ann."""

from __future__ import annotations

import io

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.ready import start_table


def share(page: Page, table: str, role: str = "scorer") -> Page:
    """The share page of a table."""
    page.goto(f"{table}/share?role={role}")
    return page


def scanned(page: Page) -> str:
    """The text a scanner reads from the screen."""
    picture = Image.open(io.BytesIO(page.locator(".qr").screenshot()))
    found = zxingcpp.read_barcodes(picture)
    assert len(found) == 1
    return str(found[0].text)


def exported_table(page: Page) -> str:
    """A new table of this device, which is named Ann; its URL."""
    start_table(page)
    table = page.url
    renamed(page, table, "Ann")
    return table


def renamed(page: Page, table: str, name: str) -> None:
    page.goto(f"{table}/share")
    page.get_by_text("Rename this device").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text(f"called “{name}”")


def drawer(page: Page, table: str, name: str) -> Page:
    """The share page, with the drawer of this player's phone open."""
    share(page, table).locator("summary", has_text=name).click()
    return page
