"""Corrections: the changes are shown first, a reason is required, and no input is lost."""

from __future__ import annotations

import json

import pytest

from tests.web.at_table import CAST, Pad, start_game
from tests.web.browsing import Page, Phone
from tests.web.conftest import After


def two_hands(phone: Phone) -> None:
    pad = start_game(phone)
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("3, 3, 2, 4", 7)


@pytest.fixture
def played(after: After) -> Pad:
    """Two hands."""
    return after(two_hands)


def look(pad: Pad, number: int = 1, *taps: str) -> Page:
    """The correction of a hand after these taps: `8` on a key, `Ann` on a bid."""
    pad.phone.tap(f"Correct hand {number}")
    for tap in taps:
        if tap in CAST:
            pad.change_bid(tap)
        else:
            pad.phone.tap(tap)
    return pad.page


def test_pad_begins_with_the_recorded_hand(played: Pad) -> None:
    page = look(played)
    assert page.heading == "Correct hand 1"
    assert "Dee dealt · not saved yet" in page.text
    assert [link.label for link in page.links if link.label.startswith(CAST)] == [
        "Ann 4",
        "Ben 3",
        "Cal 3",
        "Dee 2 D deals",
    ]
    assert (played.counts, "bid 7 · counted 7" in page.text) == ({"Ann & Cal": "7", "Ben & Dee": "6"}, True)
    assert not played.phone.can_tap("No change yet")
    assert not played.phone.can_tap("Save correction")


def test_tricks_of_an_old_hand_are_corrected_with_four_taps(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = look(pad, 1, "8")
    assert pad.counts == {"Ann & Cal": "8", "Ben & Dee": "5"}
    assert "70 → becomes 71 0 → 1 bag" in page.text
    assert "51 → becomes 50 1 → 0 bags" in page.text
    assert "Hand 1 Ann & Cal +70 → becomes +71" in page.text
    pad.reload()
    assert pad.totals == [70, 51], "nothing is saved yet"
    look(pad, 1, "8", "Save correction")
    assert pad.notice() == "Hand 1 corrected"
    assert pad.totals == [71, 50]
    assert "Corrected: Miscount" in pad.page.text
    pad.phone.tap("Undo")
    assert pad.totals == [70, 51]


def test_other_reason_needs_words_and_keeps_the_input(played: Pad) -> None:
    look(played, 1, "8")
    page = played.phone.submit(played.page.form_with("reason"), None, 422, reason="", other=" ")
    assert "Say why in a few words" in page.text
    assert played.counts["Ann & Cal"] == "8"
    page = played.phone.submit(page.form_with("reason"), reason="", other="Dee’s book lay under the bowl")
    assert played.notice() == "Hand 1 corrected"
    assert "Corrected: Dee’s book lay under the bowl" in played.page.text


def test_reason_of_a_correction_that_is_typed_wins_over_no_chip(played: Pad) -> None:
    """The form of earlier versions had one field for any reason."""
    look(played, 1, "8")
    played.phone.submit(played.page.form_with("reason"), reason="miscounted")
    assert "Corrected: miscounted" in played.page.text


def test_outdated_correction_is_shown_again(played: Pad) -> None:
    look(played, 1, "8")
    form = played.page.form_with("reason")
    played.reload()
    look(played, 2, "8", "Save correction")
    page = played.phone.submit(form, None, 409, reason="", other="two of us counted")
    assert "Someone changed" in page.text
    assert played.counts["Ann & Cal"] == "8"
    form = page.form_with("reason")
    assert (form.fields["reason"], form.fields["other"]) == ("", "two of us counted")
    played.phone.submit(form)
    assert played.notice() == "Hand 1 corrected"


def test_correction_saved_twice_is_recorded_once(played: Pad) -> None:
    look(played, 1, "8")
    form = played.page.form_with("reason")
    played.phone.submit(form)
    played.phone.submit(form)
    assert played.notice() == "Hand 1 corrected"
    played.phone.tap("Undo")
    assert "Corrected:" not in played.page.text


WRONG = [
    ({"took": [8, 6]}, "14"),
    ({"took": [14, -1]}, "13"),
    ({"bids": [["4", "14"], ["3", "2"]]}, "14"),
    ({"bids": [["nil", "3"], ["3", "2"]]}, "Ann"),
]


@pytest.mark.parametrize(("parts", "named"), WRONG)
def test_impossible_hand_is_refused(played: Pad, parts: dict[str, object], named: str) -> None:
    form = look(played, 1, "8").form_with("reason")
    record = json.dumps(json.loads(form.fields["record"]) | parts)
    page = played.phone.submit(form, None, 422, record=record)
    assert named in played.notice()
    assert page.heading == "Correct hand 1"
    assert played.reload().heading == "Hand 3"
    assert "Corrected:" not in played.page.text


def test_bid_and_nil_are_corrected_on_the_pad(played: Pad) -> None:
    page = look(played, 1, "Ann")
    assert "Ann’s bid was 4" in page.text
    page = played.phone.tap("Nil")
    assert "Ann Nil was 4" in page.text
    assert "Ann’s nil: made?" in page.text, "a nil counts as made until somebody says otherwise"
    assert "140 → becomes 204" in page.text
    played.phone.tap("Set")
    assert "140 → becomes 4" in played.page.text
    played.phone.tap("Save correction")
    assert played.totals[0] == 4
    assert "Ann Nil Ben 3" in look(played, 1, "Ann", "Cancel").text


def test_an_earlier_end_is_announced_and_later_hands_stay(phone: Phone) -> None:
    pad = start_game(phone, target="120")
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("3, 3, 2, 4", 7)
    page = look(pad, 1, "Ann", "9", "13")
    assert "The game ends earlier; hand 2 no longer counts" in page.text
    pad.phone.tap("Save correction")
    assert "Doesn’t count. The game was already over." in pad.page.text
    assert pad.page.heading == "Game over"
    phone.tap("Undo")
    assert "Doesn’t count" not in pad.page.text
    assert pad.totals == [140, 102]


@pytest.mark.parametrize("number", [0, 3, 99])
def test_unknown_hand_has_no_correction(played: Pad, number: int) -> None:
    played.phone.open(f"{played.url}/hands/{number}/correction", 404)
