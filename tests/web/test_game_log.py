"""The game log: who recorded what and why, who undid what, and undoing anything from there."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp


def history(pad: Pad) -> str:
    return pad.phone.open(f"{pad.url}/history").text


def test_bids_and_hands_are_listed(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.bid("Ben", "4")
    notice = history(pad)
    for words in ("Hand 2: Ben bid 4", "Hand 1: Ann & Cal took 7, Ben & Dee 6", "Hand 1: Dee bid 2", "Game started"):
        assert words in notice
    assert notice.index("Hand 2: Ben bid 4") < notice.index("Game started")


def test_correction_shows_its_changes_and_reason(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.open(f"{pad.url}/hands/1/correction")
    pad.change_bid("Ben")
    for key in ("4", "8", "Save correction"):
        pad.phone.tap(key)
    notice = history(pad)
    assert "Hand 1 corrected: Ben bid 3 → 4, Ann & Cal took 7 → 8, Ben & Dee took 6 → 5 (Wrong bid)" in notice


def test_undone_event_is_struck_through(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.tap("Undo")
    pad.phone.open(f"{pad.url}/history")
    assert "<s>Hand 1: Ann &amp; Cal took 7, Ben &amp; Dee 6</s>" in pad.page.html
    assert "· undone by" in pad.page.text
    assert "Undone – hand 1: Ann & Cal took 7, Ben & Dee 6" in pad.page.text


def test_event_can_be_undone_and_redone_from_the_log(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.open(f"{pad.url}/history")
    pad.phone.tap("Undo this: Hand 1: Ann & Cal took 7, Ben & Dee 6")
    assert pad.notice() == "Undid hand 1"
    pad.reload()
    assert pad.totals == [0, 0]
    pad.phone.open(f"{pad.url}/history")
    pad.phone.tap("Redo this: Undone – hand 1: Ann & Cal took 7, Ben & Dee 6")
    pad.reload()
    assert pad.totals == [70, 51]


def test_hand_with_later_hands_cannot_be_undone(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("3, 3, 2, 4", 7)
    pad.phone.open(f"{pad.url}/history")
    assert not pad.phone.can_tap("Undo this: Hand 1: Ann & Cal took 7, Ben & Dee 6")
    assert pad.phone.can_tap("Undo this: Hand 2: Ann & Cal took 7, Ben & Dee 6")


@pytest.mark.parametrize("entry", [0, 99])
def test_impossible_undo_is_refused(pad: Pad, entry: int) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = pad.phone.open(f"{pad.url}/history")
    old = page.buttons[0].form
    old.action = f"{pad.url}/history/{entry}/take-back"
    pad.phone.submit(old)
    assert f"There is no entry {entry}" in pad.notice()
    pad.reload()
    assert pad.totals == [70, 51]


def test_undo_of_an_outdated_log_is_refused(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    old = pad.phone.open(f"{pad.url}/history").buttons[0].form
    pad.reload()
    pad.bid("Ben", "4")
    pad.phone.submit(old)
    assert "Someone changed the game" in pad.notice()


def test_times_are_in_the_server_s_zone(pad: Pad, app: Flask) -> None:
    assert "Times are UTC." in history(pad)
    app.config["TIME_ZONE"] = "Asia/Kathmandu"
    assert "Times are those of Asia/Kathmandu." in history(pad)


def test_time_elements_have_the_utc_time(pad: Pad, app: Flask) -> None:
    app.config["TIME_ZONE"] = "Asia/Kathmandu"
    found = re.search(
        r'<time datetime="([^"]+Z)" data-day="([^"]+)">([^<]+)</time>', pad.phone.open(f"{pad.url}/history").html
    )
    assert found is not None
    at = datetime.fromisoformat(found[1]).astimezone(ZoneInfo("Asia/Kathmandu"))
    assert (f"{at:%Y-%m-%d}", f"{at:%H:%M}") == (found[2], found[3])


def test_time_zone_is_configurable(make_app: MakeApp) -> None:
    app = make_app(TIME_ZONE="Europe/Berlin")
    pad = start_game(Phone(app.test_client()))
    assert "Times are those of Europe/Berlin." in history(pad)
