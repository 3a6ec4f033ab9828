"""Rebidding: a second turn in order, raises until nobody raises, a raise before the first card, typos."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone


@pytest.fixture
def miser(phone: Phone) -> Pad:
    """Miser for two: Ben deals, Ann bids first."""
    return start_game(phone, "miser", ("Ann", "Ben"), "Ben", shape="2x1")


@pytest.fixture
def gambling(phone: Phone) -> Pad:
    """Gambling for three: Cal deals, Ann bids first."""
    return start_game(phone, "gambling", ("Ann", "Ben", "Cal"), "Cal", shape="3x1")


def seat(pad: Pad, player: str) -> None:
    """Tap a seat."""
    button = next(button for button in pad.page.buttons if button.name == "seat" and player in button.label)
    pad.phone.submit(button.form, button)


def record(pad: Pad) -> str:
    """The hand that would be saved."""
    return pad.page.form_with("record").fields["record"]


def test_players_rebid_in_order(miser: Pad) -> None:
    miser.bids("5, 8")
    assert "Ann may lower" in miser.page.text
    miser.phone.tap("Keep 5")
    assert "Ben may lower" in miser.page.text
    assert not miser.phone.can_tap("9")
    miser.phone.tap("6")
    miser.took("Ann", 5)
    assert '"bids":["5","8>6"]' in record(miser)
    miser.save()
    assert miser.totals == [80, -70]


def test_table_can_insist_on_a_higher_rebid(miser: Pad) -> None:
    miser.bids("5, 8")
    miser.phone.tap("Allow another bid")
    miser.phone.tap("7")
    assert "5 became 7; on the second turn a bid can only go down (Ann)." in miser.page.text


def test_bid_of_all_tricks_is_marked_as_safe(miser: Pad) -> None:
    assert "13 worth 0, can’t fail" in miser.page.text


def test_fixing_a_bid_is_no_rebid(miser: Pad) -> None:
    miser.bids("5, 8, Keep 5, Keep 8")
    miser.change_bid("Ann")
    miser.phone.tap("6")
    assert "Ann may lower" in miser.page.text
    miser.phone.tap("Keep 6")
    miser.took("Ann", 5)
    assert '"bids":["6","8"]' in record(miser)


def test_bids_can_be_raised_until_nobody_does(gambling: Pad) -> None:
    gambling.bids("3, 2, 1")
    assert "Does anyone raise?" in gambling.page.text
    assert "In the pot: 9 chips (3 in antes, 6 bid)" in gambling.page.text
    seat(gambling, "Ben")
    assert "Ben raises" in gambling.page.text
    assert not gambling.phone.can_tap("1")
    gambling.phone.tap("4")
    assert "Does anyone raise?" in gambling.page.text
    assert "11 chips" in gambling.page.text
    gambling.phone.tap("No raises")
    gambling.took("Ann", 9)
    gambling.took("Ben", 4)
    assert '"bids":["3","2>4","1"]' in record(gambling)


def test_raise_can_be_fixed(gambling: Pad) -> None:
    gambling.bids("3, 2, 1")
    seat(gambling, "Ben")
    gambling.phone.tap("Fix a bid")
    gambling.phone.tap("1")
    gambling.phone.tap("No raises")
    gambling.took("Ann", 9)
    gambling.took("Ben", 4)
    assert '"bids":["3","1","1"]' in record(gambling)


def test_bid_can_be_raised_before_the_first_card(phone: Phone) -> None:
    pad = start_game(phone, "berkley-two", ("Ann", "Ben"), "Ben")
    pad.bids("Bemo, 5, 6")
    phone.tap("Raise a bid")
    assert "Who raises a bid?" in pad.page.text
    seat(pad, "Ann")
    assert not phone.can_tap("4")
    phone.tap("7")
    pad.took("Ann", 7)
    phone.tap("Missed")
    assert '"bids":["5+bemo>7+bemo","6"]' in record(pad)


def test_raising_can_be_declined(phone: Phone) -> None:
    pad = start_game(phone, "berkley-two", ("Ann", "Ben"), "Ben")
    pad.bids("5, 6")
    phone.tap("Raise a bid")
    phone.tap("No raises: back to the tricks")
    assert phone.can_tap("Count tricks")


def test_raised_blind_bid_is_no_longer_blind(phone: Phone) -> None:
    pad = start_game(phone, "berkley-two", ("Ann", "Ben"), "Ben", blind_behind="0")
    pad.bids("Blind 6, 5")
    phone.tap("Raise a bid")
    seat(pad, "Ann")
    assert "Blind 6 was bid before looking. Raised, it becomes an ordinary bid." in pad.page.text
    assert not phone.can_tap("6")
    phone.tap("7")
    pad.took("Ann", 7)
    assert '"bids":["blind-6>7","5"]' in record(pad)
    pad.save()
    assert pad.totals == [70, 51]


def test_table_can_insist_on_a_lowered_bid(phone: Phone) -> None:
    pad = start_game(phone, "berkley-two", ("Ann", "Ben"), "Ben")
    pad.bids("6, 5")
    phone.tap("Raise a bid")
    seat(pad, "Ann")
    phone.tap("Allow another bid")
    phone.tap("5")
    assert "6 became 5; a bid can only go up (Ann)." in pad.page.text
