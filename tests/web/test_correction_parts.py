"""A correction keeps and can change every part of a hand: added calls, rounds, facts, rulings, the note."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Page, Phone

TWO = ("Ann", "Ben")


def correct(pad: Pad, **fields: str | None) -> Page:
    """The consequences of correcting the note, the rulings or the first bids of hand 1."""
    page = pad.phone.open(f"{pad.url}/hands/1/correction")
    return pad.phone.submit(page.form_with("note"), None, 200, **fields)


def rebid(pad: Pad, player: str, *keys: str) -> Page:
    """The consequences of correcting a bid of hand 1."""
    pad.phone.open(f"{pad.url}/hands/1/correction")
    pad.change_bid(player)
    for key in keys:
        pad.phone.tap(key)
    return pad.page


RULED = "Hand 1: renege by Ben & Dee (1 book to Ann & Cal)"


def save(pad: Pad, notice: str = "Hand 1 corrected") -> None:
    pad.phone.submit(pad.page.form_with("reason"), reason="so it was")
    assert pad.notice() == notice


def fields(pad: Pad) -> dict[str, str]:
    page = pad.phone.open(f"{pad.url}/hands/1/correction")
    return dict(page.form_with("note").fields)


@pytest.fixture
def played(phone: Phone) -> Pad:
    """A hand of Berkley's for two: Ann bid 6 and took 7, Ben bid 5 and took 6."""
    pad = start_game(phone, "berkley-two", TWO, "Ben")
    pad.bids("6, 5")
    pad.took("Ann", 7)
    pad.save()
    return pad


def test_correction_without_these_fields_keeps_note_and_rulings(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    correct(
        pad, **{"r0-by": "1", "r0-to": "0", "r0-books": "1", "a0-side": "0", "a0-points": "-30", "a0-reason": "talk"}
    )
    save(pad, RULED)
    assert pad.totals == [41, 50]
    correct(pad, note="Ben looked late")
    save(pad)
    assert pad.totals == [41, 50]
    assert "“Ben looked late”" in pad.page.text
    found = fields(pad)
    assert (found["r0-books"], found["a0-reason"], found["note"]) == ("1", "talk", "Ben looked late")


def test_correction_can_remove_a_ruling(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    correct(pad, **{"a0-side": "0", "a0-points": "-30", "a0-reason": "talk"})
    save(pad)
    assert pad.totals == [40, 51]
    correct(pad, **{"a0-points": ""})
    save(pad)
    assert pad.totals == [70, 51]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ({"a0-points": "much", "a0-reason": "talk"}, 'is "much"'),
        ({"a0-points": "5", "a0-reason": " "}, "is blank"),
        ({"r0-books": "3", "r0-by": "0", "r0-to": "0"}, "both are the same here"),
    ],
)
def test_invalid_ruling_is_refused(pad: Pad, part: dict[str, str], wrong: str) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = correct(pad, **part)
    assert wrong in page.text
    assert not pad.phone.can_tap("Save correction")


def test_correction_keeps_and_changes_rebids(played: Pad) -> None:
    assert fields(played)["e0"] == ""
    correct(played, e0="4")
    save(played)
    assert fields(played)["e0"] == "4"
    page = correct(played, e0="8")
    assert "8 became 6" in page.text
    save(played)
    assert "1 objection" in played.page.text


def test_irregular_correction_is_shown_then_overruled(phone: Phone) -> None:
    pad = start_game(phone, "suicide")
    pad.bids("Nil, 3, 4, Nil")
    pad.took("Ann", 0)
    pad.took("Dee", 0)
    pad.took("Ann & Cal", 7)
    pad.save()
    page = rebid(pad, "Ann", "2")
    assert "Save anyway" in page.text
    save(pad)
    assert "1 objection" in pad.page.text


def test_added_call_needs_its_fact(played: Pad) -> None:
    page = rebid(played, "Ann", "Bemo", "6")
    assert "make bemo?" in page.text
    assert "Did Ann make bemo?" in [button.label for button in page.buttons if button.disabled]
    page = played.phone.tap("Made")
    assert "Hand 1 Ann +61 → becomes +121" in page.text
    save(played)
    assert "6 and bemo" in played.page.text
    assert "Ann 6 was 6 and bemo" in rebid(played, "Ann", "Bemo", "6").text
    save(played)
    assert "6 and bemo" not in played.page.text


def test_blind_bid_becomes_an_ordinary_one(phone: Phone) -> None:
    pad = start_game(phone, blind_nil="200", blind_behind="0")
    pad.bids("Blind nil ±200, 3, 4, 2")
    pad.took("Ann", 0)
    pad.took("Ann & Cal", 7)
    pad.save()
    assert "Ann 3 was blind nil" in rebid(pad, "Ann", "3").text
    save(pad)
    assert pad.totals == [70, 51]


def test_one_bid_of_a_pair_is_corrected_with_the_nil_beside_it(phone: Phone) -> None:
    pad = start_game(phone, pair_bids="pair")
    pad.bids("7, 5")
    pad.took("Ann & Cal", 7)
    pad.save()
    page = rebid(pad, "Ann", "Nil Cal", "5")
    assert "Cal’s nil: made?" in page.text
    save(pad)
    assert pad.totals == [152, 51]


def test_counts_of_many_sides_are_corrected_side_by_side(phone: Phone) -> None:
    pad = start_game(phone, "cutthroat", ("Ann", "Ben", "Cal"), "Cal", shape="3x1")
    pad.bids("5, 6, 6")
    for side, tricks in (("Ann", 5), ("Ben", 6)):
        pad.took(side, tricks)
    pad.save()
    phone.tap("Correct hand 1")
    pad.took("Cal", 5)
    assert pad.counts == {"Ann": "6", "Ben": "6", "Cal": "5"}
    pad.took("Ben", 7)
    assert pad.counts == {"Ann": "5", "Ben": "7", "Cal": "5"}
    save(pad)
    assert pad.totals == [50, 61, -60]
