"""A page that cannot load what sends waiting taps at first: it tries again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_page_that_lost_the_line_loads_the_outbox_later(open_page: OpenPage) -> None:
    page = open_page(cut=True)
    asked: list[str] = []

    def cut_first(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    page.route("**/static/send.js*", cut_first)
    with page.expect_response("**/static/send.js*") as answer:
        page.goto("/rules")
    assert answer.value.ok
    assert len(asked) == 2
