"""Times are in the phone's time zone, wherever the server is."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game

pytestmark = pytest.mark.browser


def test_log_shows_times_in_the_phone_s_zone(open_page: OpenPage) -> None:
    place = "Asia/Kathmandu"  # a quarter of an hour off all others
    page = open_page(timezone_id=place, locale="de-DE")
    pad = start_game(page)
    pad.page.goto(f"{pad.page.url.partition('?')[0]}/history")
    time = pad.page.locator("time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "").astimezone(ZoneInfo(place))
    expect(time).to_contain_text(f"{at.hour}:{at:%M}")
    expect(pad.page.get_by_text("Times are")).to_be_hidden()
