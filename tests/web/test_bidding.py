"""Bids: in order from the dealer's left, changed by a tap on a seat, empty ones refused, nothing lost by a reload."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone


def test_players_are_asked_in_turn(pad: Pad) -> None:
    for player, call in [("Ann", "4"), ("Ben", "3"), ("Cal", "Nil"), ("Dee", "2")]:
        pad.bid(player, call)
    assert "9 bid, 4 loose" in pad.page.text


def test_running_total_and_partner_s_bid_are_shown(pad: Pad) -> None:
    pad.bids("4, 3")
    assert "Bid 7 of 13" in pad.page.text
    assert "Partner bid 4" in pad.page.text


def test_tap_on_a_seat_changes_its_bid(pad: Pad) -> None:
    pad.bids("4, 3")
    seat = next(button for button in pad.page.buttons if button.name == "seat" and "Ann" in button.label)
    pad.phone.submit(seat.form, seat)
    pad.bid("Ann", "5")
    assert pad.bidder == "Cal"
    assert "Bid 8 of 13" in pad.page.text


def test_bid_can_be_changed_after_the_bidding(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.change_bid("Ann")
    assert "was 4" in pad.page.text
    pad.phone.tap("5")
    assert "13 bid, dead even" in pad.page.text


def test_changing_a_bid_can_be_cancelled(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    pad.change_bid("Cal")
    pad.phone.tap("Cancel")
    assert "12 bid, 1 loose" in pad.page.text
    assert pad.phone.can_tap("Count tricks")


def test_bids_are_shown_during_play_and_counting(pad: Pad) -> None:
    pad.bids("4, 3, Nil, 2")
    for words in ("Ann 4 leads", "Ben 3", "Cal Nil", "Dee 2 D deals", "4+ makes it", "5+ makes it", "Bags are safe"):
        assert words in pad.page.text
    pad.phone.tap("6")
    assert "Ann 4 leads Ben 3 Cal Nil Dee 2 D deals" in pad.page.text


def test_a_reload_loses_nothing(pad: Pad) -> None:
    pad.bids("4, 3")
    pad.reload()
    assert pad.bidder == "Cal"
    assert "Bid 7 of 13" in pad.page.text


def test_incomplete_hand_counts_nothing(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.bids("4, 3, 3, 2")
    pad.phone.tap("9")
    assert pad.totals == [70, 51]
    pad.reload()
    assert pad.totals == [70, 51]


def test_double_tap_is_one_bid(pad: Pad) -> None:
    """Undo then removes the bid before, not the same one again."""
    four = next(button for button in pad.page.buttons if button.label == "4")
    pad.phone.submit(four.form, four)
    pad.phone.submit(four.form, four)
    assert pad.bidder == "Ben"
    pad.phone.tap("Undo")
    assert pad.bidder == "Ann"


@pytest.mark.parametrize("call", ["", "   ", "14", "-1", "bemo", "blind-nil", "4+4", "x" * 99, "<script>"])
def test_blank_bid_is_refused_not_read_as_nil(pad: Pad, call: str) -> None:
    form = pad.page.form_with("seat")
    pad.phone.submit(form, None, 200, call=call)
    assert pad.notice()
    assert "Traceback" not in pad.page.html
    assert pad.bidder == "Ann"
    assert "Bid 0 of 13" in pad.page.text
    assert not pad.phone.can_tap("Undo")


@pytest.mark.parametrize("seat", ["", "4", "-1", "Ann"])
def test_unknown_seat_is_refused(pad: Pad, seat: str) -> None:
    pad.phone.submit(pad.page.form_with("seat"), None, 200, call="4", seat=seat)
    assert pad.notice() == "This game has no such bid; tap one of the keys."
    assert pad.bidder == "Ann"


def test_bid_for_an_older_hand_is_refused(pad: Pad) -> None:
    old = pad.page
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.page = old
    pad.phone.tap("4")
    assert "hand 1" in pad.notice()
    assert "Bid 0 of 13" in pad.page.text


def test_two_phones_bid_for_two_seats(pad: Pad) -> None:
    """The second has not seen the first one's bid, and does not delete it."""
    old = pad.page
    pad.bid("Ann", "4")
    form = old.form_with("seat")
    pad.phone.submit(form, None, 200, call="3", seat="1")
    assert pad.bidder == "Cal"
    assert "Bid 7 of 13" in pad.page.text


def test_hand_with_its_own_rule_shows_the_rule(phone: Phone) -> None:
    pad = start_game(phone, "mirrors")
    assert "spades" in pad.page.text
    pad.bids("4, 4, 3, 3")
    assert "13" in pad.page.text


def test_why_a_side_may_not_call_blind_nil_is_said_to_nobody(phone: Phone) -> None:
    """Whoever may call it sees its key; the link that allows it stays, and then the objection says why."""
    pad = start_game(phone, blind_nil="200", blind_behind="100")
    assert "only for a side" not in pad.page.text
    phone.tap("Allow blind nil")
    phone.tap("Blind nil ±200")
    assert "Blind nil is only for a side 100 or more behind" in pad.page.text
