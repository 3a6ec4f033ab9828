"""Corrections: the changes are shown first, a reason is required, and no input is lost."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Page, Phone
from tests.web.conftest import After, on_both


def two_hands(phone: Phone) -> None:
    pad = start_game(phone)
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("3, 3, 2, 4", 7)


@pytest.fixture
def played(after: After) -> Pad:
    """Two hands."""
    return after(two_hands)


def look(pad: Pad, number: int = 1, /, **fields: str) -> Page:
    """The consequences of a correction."""
    pad.phone.tap(f"Correct hand {number}")
    return pad.phone.submit(pad.page.form_with("t0"), None, 200, **fields)


def test_form_begins_with_the_recorded_hand(played: Pad) -> None:
    page = played.phone.tap("Correct hand 1")
    assert page.heading == "Correct hand 1"
    assert "Ann & Cal bid 7, took 7; Ben & Dee bid 5, took 6" in page.text
    fields = page.form_with("t0").fields
    assert [fields[name] for name in ("b0", "b1", "b2", "b3", "t0", "t1")] == ["4", "3", "3", "2", "7", "6"]
    assert not played.phone.can_tap("Save correction")


@on_both
def test_changes_are_previewed_and_then_saved(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = look(pad, t0="8", t1="5")
    assert "70 → becomes 71" in page.text
    assert "51 → becomes 50" in page.text
    pad.reload()
    assert pad.totals == [70, 51]
    look(pad, t0="8", t1="5")
    pad.phone.submit(pad.page.form_with("reason"), reason="Dee’s book lay under the bowl")
    assert pad.notice() == "Hand 1 corrected"
    assert pad.totals == [71, 50]
    assert "Corrected: Dee’s book lay under the bowl" in pad.page.text
    pad.phone.tap("Undo")
    assert pad.totals == [70, 51]


def test_correction_needs_a_reason_and_keeps_the_input(played: Pad) -> None:
    look(played, t0="8", t1="5")
    page = played.phone.submit(played.page.form_with("reason"), None, 422, reason=" ")
    assert "Say why in a few words" in page.text
    assert page.form_with("t0").fields["t0"] == "8"
    played.phone.submit(page.form_with("reason"), reason="miscounted")
    assert played.notice() == "Hand 1 corrected"


def test_outdated_correction_is_shown_again(played: Pad) -> None:
    look(played, t0="8", t1="5")
    form = played.page.form_with("reason")
    played.reload()
    played.bid("Cal", "4")
    page = played.phone.submit(form, None, 409, reason="miscounted")
    assert "Someone changed" in page.text
    assert page.form_with("t0").fields["t0"] == "8"
    form = page.form_with("reason")
    assert form.fields["reason"] == "miscounted"
    played.phone.submit(form)
    assert played.notice() == "Hand 1 corrected"
    assert "Bid 4 of 13" in played.page.text


def test_correction_saved_twice_is_recorded_once(played: Pad) -> None:
    look(played, t0="8", t1="5")
    form = played.page.form_with("reason")
    played.phone.submit(form, reason="miscounted")
    played.phone.submit(form, reason="miscounted")
    assert played.notice() == "Hand 1 corrected"
    played.phone.tap("Undo")
    assert "Corrected:" not in played.page.text


WRONG = [
    ({"t0": "8"}, "14"),
    ({"t0": "", "t1": "5"}, "Ann & Cal"),
    ({"t0": "x", "t1": "5"}, "Ann & Cal"),
    ({"t0": "14", "t1": "0"}, "13"),
    ({"b0": "", "t0": "7"}, "Ann & Cal"),
    ({"b0": "14"}, "14"),
    ({"b0": "nil"}, "Ann"),
]


@pytest.mark.parametrize(("fields", "named"), WRONG)
def test_invalid_correction_is_refused_in_the_preview(played: Pad, fields: dict[str, str], named: str) -> None:
    page = look(played, **fields)
    assert 'role="alert"' in page.html
    assert named in played.notice()
    assert not played.phone.can_tap("Save correction")


def test_corrected_nil_needs_counts_by_seat(played: Pad) -> None:
    page = look(played, b0="nil")
    form = page.form_with("s0")
    assert "Ann took" in page.text
    page = played.phone.submit(form, s0="0", s2="7")
    assert played.phone.can_tap("Save correction")
    assert "140 → becomes 204" in page.text


def test_an_earlier_end_is_announced_and_later_hands_stay(phone: Phone) -> None:
    pad = start_game(phone, target="120")
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("3, 3, 2, 4", 7)
    page = look(pad, b0="9", t0="13", t1="0")
    assert "The game ends earlier; hand 2 no longer counts" in page.text
    phone.submit(page.form_with("reason"), reason="misheard")
    assert "Doesn’t count. The game was already over." in pad.page.text
    assert pad.page.heading == "Game over"
    phone.tap("Undo")
    assert "Doesn’t count" not in pad.page.text
    assert pad.totals == [140, 102]


@pytest.mark.parametrize("number", [0, 3, 99])
def test_unknown_hand_has_no_correction(played: Pad, number: int) -> None:
    played.phone.open(f"{played.url}/hands/{number}/correction", 404)
