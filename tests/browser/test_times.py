"""Times are in the phone's time zone, wherever the server is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from scorekeeper.web.formatting import NIGHT_ENDS
from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game, start_table

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
    cookies = {each.get("name"): each.get("value") for each in page.context.cookies()}
    assert cookies["scorekeeper_zone"] in (place, "Asia/Katmandu")  # Chromium’s name


def test_games_are_grouped_by_the_nights_of_the_phone_s_zone(open_page: OpenPage) -> None:
    since_five = (datetime.now(UTC) - NIGHT_ENDS).hour
    place = "Etc/GMT+12" if since_five < 12 else "Etc/GMT-14"  # there it is another night than in UTC
    page = open_page(used_up=True, timezone_id=place, locale="en-GB")
    table = start_table(page)
    start_game(page)
    page.goto(f"{table}/history")
    at = datetime.fromisoformat(page.locator("[data-at]").get_attribute("data-at") or "")
    night = (at.astimezone(ZoneInfo(place)) - NIGHT_ENDS).date()
    page.clock.set_fixed_time(at)
    page.reload()
    expect(page.locator("main h2")).to_have_text(re.compile("Today|Tonight"))
    page.clock.set_fixed_time(at + timedelta(days=7))
    page.reload()
    expect(page.locator("main h2")).to_contain_text(f"{night.day} {night:%B} {night.year}")
    expect(page.locator("main h2 + ul")).to_contain_text("Ann & Cal – Ben & Dee")
