"""Helpers for tests with several phones at one table: the share page, its QR code, a table whose keeper is Ann."""

from __future__ import annotations

import io
import re
from html import unescape

import zxingcpp
from PIL import Image
from playwright.sync_api import Page

from tests.browser.ready import Unseen, unseen_table


def share(page: Page, table: str, role: str = "scorer") -> Page:
    """The share page of a table."""
    page.goto(f"{table}/share?role={role}")
    return page


def scanned(page: Page) -> str:
    """The text a scanner reads from the screen."""
    picture = Image.open(io.BytesIO(page.locator(".qr").screenshot()))
    found = zxingcpp.read_barcodes(picture, zxingcpp.barcode_formats_from_str("QRCode"))
    assert len(found) == 1
    return str(found[0].text)


def named_table(page: Page) -> str:
    """The URL of a new table of this device, named Ann. The page does not show it yet."""
    table = unseen_table(page)
    rename(page, table, "Ann")
    return table


def join(page: Page, keeper: Page, table: str, name: str, role: str = "scorer") -> None:
    """Let a device of this name join by the link on the keeper's share page, without showing it."""
    link = re.search(r'value="([^"]+/join/[^"]+)"', Unseen(keeper).open(f"{table}/share?role={role}").html)
    assert link
    Unseen(page).open(unescape(link[1]))
    rename(page, table, name)


def rename(page: Page, table: str, name: str) -> None:
    """Give the device a name, without showing a page."""
    phone = Unseen(page)
    phone.open(f"{table}/share")
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/devices/name")), name=name)


def drawer(page: Page, table: str, name: str) -> Page:
    """The share page, with the drawer of this player's phone open."""
    share(page, table).locator("summary", has_text=name).click()
    return page
