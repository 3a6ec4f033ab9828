"""A form that comes back begins at its first error, with and without scripts: it has the focus and is in sight."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.ready import Unseen
from tests.web.at_table import start_game, start_table

pytestmark = pytest.mark.browser

LOW = ViewportSize(width=390, height=664)
REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("seasons/new", {"name": "Winter", "first_night": "2026-03-02", "last_night": "2026-03-01"}, "last_night"),
    ("seasons/new", {"name": "Winter", "best_nights": "9999"}, "best_nights"),
    ("settling/stakes", {"currency": "EUR", "nil": "much"}, "nil"),
    ("next", {"longest": "99"}, "longest"),
    ("import", {"text": ""}, ""),
    ("players", {"name": "Ann", "into": "Ben"}, "into"),
    ("share", {"name": ""}, ""),
]
"""A page of a table, what is typed, and the field with the first error; empty: the form, or the page after it."""
IN_SIGHT = (
    "element => { const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"
)


def refused(page: Page, path: str, typed: dict[str, str]) -> None:
    phone = Unseen(page)
    table = start_table(phone)
    if path == "players":
        start_game(phone, "two-player", ("Ann", "Ben"), "Ann", table=table)
    page.goto(f"{table}/{path}")
    form = page.locator("main form").filter(has=page.locator(f"[name={list(typed)[-1]}]"))
    page.eval_on_selector_all("details", "folds => folds.forEach(fold => { fold.open = true; })")
    for name, value in typed.items():
        found = form.locator(f"[name={name}]")
        if found.evaluate("found => found.tagName") == "SELECT":
            found.select_option(value)
        else:
            found.fill(value)
    form.evaluate("form => { form.noValidate = true; }")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        form.locator("button").last.click()
    assert answered.value.status == (303 if path == "share" else 422)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize(("path", "typed", "field"), REFUSED)
def test_page_begins_at_the_first_error(
    browser: Browser, server: str, path: str, typed: dict[str, str], field: str, *, scripts: bool
) -> None:
    with closing(browser.new_context(base_url=server, viewport=LOW, java_script_enabled=scripts)) as context:
        page = context.new_page()
        refused(page, path, typed)
        first = page.locator(f"[name={field}]" if field else "[role=alert]")
        expect(first).to_be_focused()
        for place in (first, *([page.locator(f"#{field}-wrong")] if field else [])):
            assert place.evaluate(IN_SIGHT)
