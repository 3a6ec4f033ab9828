"""Tricks: the last count is filled in, in any order of the others; the preview equals the saved hand."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone


@pytest.mark.parametrize(("given", "tricks"), [("Ann & Cal", 7), ("Ben & Dee", 6)])
def test_other_of_two_sides_takes_the_rest(pad: Pad, given: str, tricks: int) -> None:
    pad.bids("4, 3, 3, 2")
    pad.took(given, tricks)
    assert pad.counts == {"Ann & Cal": "7", "Ben & Dee": "6"}


@pytest.mark.parametrize("order", [("Ann", "Ben", "Cal"), ("Cal", "Ann", "Ben")])
def test_three_sides_in_any_order(phone: Phone, order: tuple[str, ...]) -> None:
    pad = start_game(phone, "cutthroat", ("Ann", "Ben", "Cal"), "Cal", shape="3x1")
    pad.bids("5, 6, 6")
    tricks = {"Ann": 5, "Ben": 7, "Cal": 5}
    for player in order[:2]:
        pad.took(player, tricks[player])
    assert pad.counts == {player: str(count) for player, count in tricks.items()}
    pad.took(order[2], tricks[order[2]])
    assert pad.counts == {player: str(count) for player, count in tricks.items()}, "the same, said once more"


@pytest.mark.parametrize("order", [("Dee", "Cal", "Ben"), ("Ann", "Dee", "Ben")])
def test_four_sides_in_any_order(phone: Phone, order: tuple[str, ...]) -> None:
    pad = start_game(phone, "cutthroat", shape="4x1")
    pad.bids("3, 3, 3, 3")
    tricks = {"Ann": 2, "Ben": 3, "Cal": 1, "Dee": 7}
    for player in order:
        pad.took(player, tricks[player])
    assert pad.counts == {player: str(count) for player, count in tricks.items()}


def test_changed_count_updates_the_rest(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", 7)
    pad.took("Ann & Cal", 8)
    assert pad.counts == {"Ann & Cal": "8", "Ben & Dee": "5"}
    pad.took("Ben & Dee", 4)
    assert pad.counts == {"Ann & Cal": "9", "Ben & Dee": "4"}


@pytest.mark.parametrize("order", [("Cal", "Ann & Cal"), ("Ben & Dee", "Cal")])
def test_tricks_of_a_nil_are_asked_for(pad: Pad, order: tuple[str, ...]) -> None:
    pad.bids("4, 3, Nil, 2")
    tricks = {"Cal": 1, "Ann & Cal": 6, "Ben & Dee": 7}
    for count in (*order, "Ann & Cal", "Cal"):
        pad.took(count, tricks[count])
    assert pad.counts == {"Ann & Cal": "6", "Ben & Dee": "7"}
    pad.save()
    assert "Nil failed" in pad.page.text or "−100" in pad.page.text


def test_undo_removes_counts_before_bids(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", 7)
    pad.phone.tap("Undo")
    assert pad.phone.can_tap("Count tricks")
    assert "12 bid, 1 loose" in pad.page.text
    pad.phone.tap("Undo")
    assert pad.bidder == "Dee"


def test_two_nils_of_a_side_are_counted_one_by_one(pad: Pad) -> None:
    pad.bids("Nil, 6, Nil, 5")
    pad.took("Ann", 0)
    pad.took("Cal", 2)
    assert pad.counts["Ben & Dee"] == "11"
    pad.save()
    assert pad.totals == [2, 110]


def test_preview_equals_the_saved_hand(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", 9)
    before = pad.page.text
    assert "+72 → becomes 72 7 made, 2 bags (now 2)" in before
    assert "−50 → becomes −50 set by 1" in before
    assert "Bid 7, took 9 +70" in before
    pad.save()
    assert pad.totals == [72, -50]
    assert "Bid 7, took 9 +70" in pad.page.text
    assert "bid 7, took 9" in pad.page.text


def test_preview_of_the_last_hand_announces_the_end(phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", 8)
    assert "This ends the game: Ann & Cal win 71–50." in pad.page.text


def test_note_is_shown_with_its_hand(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", 7)
    pad.phone.submit(pad.page.form_with("note"), note="Dee  dropped\ta card")
    assert "“Dee dropped a card”" in pad.page.text


def test_impossible_counts_are_asked_for_again(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    for given in ("t0=99", "t0=-1", "t0=x", "t0=7&t1=7", "t9=3", "at=nowhere", "seat=9", "t0=²"):
        page = pad.phone.open(f"{pad.url}?{given}")
        assert "Traceback" not in page.html
        counts = [int(count) for count in pad.counts.values() if count != "–"]
        assert not counts or sum(counts) == 13, given


RECORDS = ["", "{", "[]", "7", '{"bids": 7}', '{"bids": [["4","3"],["3","2"]], "took": [7, 5]}', "[" * 999]


def test_incomplete_hand_is_refused(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.took("Ann & Cal", 7)
    form = pad.page.form_with("record")
    for record in RECORDS:
        pad.phone.submit(form, None, 200, record=record)
        assert pad.notice(), record
        assert pad.totals == [0, 0]


def test_irregular_hand_is_saved_as_overruled(phone: Phone) -> None:
    pad = start_game(phone, may_total_tricks=None)
    pad.bids("4, 4, 3, 2")
    pad.took("Ann & Cal", 7)
    form = pad.page.form_with("record")
    phone.submit(form, None, 200, overruled=None)
    assert "Not saved" in pad.notice()
    assert pad.totals == [0, 0]
    phone.submit(form)
    assert pad.totals == [70, 60]
    assert "1 objection" in pad.page.text
    assert "The table allowed it." in pad.page.text
