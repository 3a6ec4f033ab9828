"""Two phones bid differently for one player: the second sees both bids and chooses."""

from __future__ import annotations

from tests.web.at_table import Pad


def both_bid(pad: Pad, theirs: str, yours: str) -> None:
    """Another phone bid for Ann; this one has not seen it."""
    not_seen = pad.page
    pad.bid("Ann", theirs)
    pad.phone.page = not_seen
    pad.phone.tap(yours, status=200 if theirs == yours else 409)


def test_the_second_sees_both_bids(pad: Pad) -> None:
    both_bid(pad, "3", "4")
    assert pad.page.heading == "Two bids for Ann"
    assert "says 3, this phone says 4." in pad.page.text
    pad.reload()
    assert "Bid 3 of 13" in pad.page.text


def test_own_bid_replaces_the_other_with_one_tap(pad: Pad) -> None:
    both_bid(pad, "3", "Nil")
    pad.phone.tap("Nil Use mine")
    assert "Bid 0 of 13" in pad.page.text
    assert pad.bidder == "Ben"


def test_other_version_is_kept_with_one_tap(pad: Pad) -> None:
    both_bid(pad, "3", "4")
    pad.phone.tap("3 Keep theirs")
    assert "Bid 3 of 13" in pad.page.text


def test_identical_bid_is_no_clash(pad: Pad) -> None:
    both_bid(pad, "3", "3")
    assert pad.bidder == "Ben"


def test_third_bid_is_a_question(pad: Pad) -> None:
    both_bid(pad, "3", "4")
    asked = pad.page
    pad.reload()
    seat = next(button for button in pad.page.buttons if button.name == "seat" and "Ann" in button.label)
    pad.phone.submit(seat.form, seat)
    pad.phone.tap("5")
    pad.phone.page = asked
    pad.phone.tap("4 Use mine", status=409)
    assert "says 5, this phone says 4." in pad.page.text
