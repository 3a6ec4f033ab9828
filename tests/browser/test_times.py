"""Times are in the phone's time zone, wherever the server is."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from scorekeeper.services.series import NIGHT_ENDS
from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game, start_table

pytestmark = pytest.mark.browser


def test_log_shows_times_in_the_phone_s_zone(open_page: OpenPage) -> None:
    place = "Asia/Kathmandu"  # a quarter of an hour off all others
    page = open_page(timezone_id=place, locale="nl-NL")  # 24 hours, and no Dutch texts
    pad = start_game(page)
    pad.page.goto(f"{pad.page.url.partition('?')[0]}/history")
    time = pad.page.locator("time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "").astimezone(ZoneInfo(place))
    expect(time).to_contain_text(f"{at.hour}:{at:%M}")
    expect(pad.page.get_by_text("Times are")).to_be_hidden()
    cookies = {each.get("name"): each.get("value") for each in page.context.cookies()}
    assert cookies["scorekeeper_zone"] in (place, "Asia/Katmandu")  # Chromium’s name


def test_nights_are_those_of_the_zone_in_which_the_table_was_made(open_page: OpenPage) -> None:
    # There it is another night than in UTC, which does not end within two hours.
    place = "Etc/GMT+12" if 5 <= datetime.now(UTC).hour < 15 else "Etc/GMT-14"
    page = open_page(used_up=True, timezone_id=place, locale="en-GB")
    page.goto("/")  # which lets the server know the zone
    table = start_table(page)
    start_game(page)
    page.goto(f"{table}/history")
    night = (datetime.now(ZoneInfo(place)) - NIGHT_ENDS).date()
    expect(page.locator("main h2")).to_contain_text(re.compile("Today|Tonight"))
    expect(page.locator("main h2")).to_contain_text(f"{night.day} {night:%B} {night.year}")
    expect(page.locator("main h2 + ul")).to_contain_text("Ann & Cal – Ben & Dee")
