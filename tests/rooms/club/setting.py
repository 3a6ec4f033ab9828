"""What the club adds to a table of the pictures, on a phone."""

from __future__ import annotations

from tests.web.browsing import Phone


def begin(keeper: Phone, table: str) -> None:
    """Let a table play for stakes."""
    keeper.open(f"/tables/{table}/settling/stakes")
    stakes = {"currency": "EUR", "game": "1", "bag": "0.05", "bag_to": "pot", "nil": "0.50", "pot": "wins"}
    keeper.submit(keeper.page.form_with("currency"), **stakes)
