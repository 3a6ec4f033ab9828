"""The game log: who recorded what and why, who undid what, and undoing anything from there."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

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


def test_a_correction_says_what_became_what_and_why(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.open(f"{pad.url}/hands/1/correction")
    pad.phone.submit(pad.page.form_with("t0"), b1="4", t0="8", t1="5")
    pad.phone.submit(pad.page.form_with("reason"), reason="miscounted")
    notice = history(pad)
    assert "Hand 1 corrected: Ben bid 3 → 4, Ann & Cal took 7 → 8, Ben & Dee took 6 → 5 (miscounted)" in notice


def test_what_was_undone_is_struck_through_with_who_did_it(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.tap("Undo")
    pad.phone.open(f"{pad.url}/history")
    assert "<s>Hand 1: Ann &amp; Cal took 7, Ben &amp; Dee 6</s>" in pad.page.html
    assert "· undone by" in pad.page.text
    assert "Undone – hand 1: Ann & Cal took 7, Ben & Dee 6" in pad.page.text


def test_an_entry_is_taken_back_and_brought_back_from_there(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.open(f"{pad.url}/history")
    pad.phone.tap("Undo this: Hand 1: Ann & Cal took 7, Ben & Dee 6")
    assert pad.notice() == "Done. You can reverse this here too."
    pad.reload()
    assert pad.totals == [0, 0]
    pad.phone.open(f"{pad.url}/history")
    pad.phone.tap("Redo this: Undone – hand 1: Ann & Cal took 7, Ben & Dee 6")
    pad.reload()
    assert pad.totals == [70, 51]


def test_a_hand_that_another_stands_on_has_no_button(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("3, 3, 2, 4", 7)
    pad.phone.open(f"{pad.url}/history")
    assert not pad.phone.can_tap("Undo this: Hand 1: Ann & Cal took 7, Ben & Dee 6")
    assert pad.phone.can_tap("Undo this: Hand 2: Ann & Cal took 7, Ben & Dee 6")


def test_what_cannot_be_taken_back_is_refused_in_words(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = pad.phone.open(f"{pad.url}/history")
    old = page.buttons[0].form
    old.action = f"{pad.url}/history/99/take-back"
    pad.phone.submit(old)
    assert "There is no entry 99" in pad.notice()


def test_another_phone_was_quicker(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    old = pad.phone.open(f"{pad.url}/history").buttons[0].form
    pad.reload()
    pad.bid("Ben", "4")
    pad.phone.submit(old)
    assert "Someone changed the game" in pad.notice()


def test_times_are_by_the_server_s_clock_and_say_so(pad: Pad, app: Flask) -> None:
    assert "Times are UTC." in history(pad)
    app.config["TIME_ZONE"] = "Asia/Kathmandu"
    assert "Times are those of Asia/Kathmandu." in history(pad)


def test_a_time_says_the_moment_for_the_phone_to_show_by_its_own_clock(pad: Pad, app: Flask) -> None:
    app.config["TIME_ZONE"] = "Asia/Kathmandu"
    found = re.search(
        r'<time datetime="([^"]+Z)" data-day="([^"]+)">([^<]+)</time>', pad.phone.open(f"{pad.url}/history").html
    )
    assert found is not None
    at = datetime.fromisoformat(found[1]).astimezone(ZoneInfo("Asia/Kathmandu"))
    assert (f"{at:%Y-%m-%d}", f"{at:%H:%M}") == (found[2], found[3])


def test_a_time_zone_is_a_setting(make_app: MakeApp) -> None:
    app = make_app(TIME_ZONE="Europe/Berlin")
    pad = start_game(Phone(app.test_client()))
    assert "Times are those of Europe/Berlin." in history(pad)
