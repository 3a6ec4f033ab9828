"""Bids of several calls: calls added to a number are switched on first; blind calls come before looking."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone

TWO = ("Ann", "Ben")


@pytest.fixture
def berkley(phone: Phone) -> Pad:
    """Berkley's game for two: Ben deals, Ann bids first."""
    return start_game(phone, "berkley-two", TWO, "Ben")


def seats(pad: Pad) -> str:
    """The text on the seats."""
    return " ".join(button.label for button in pad.page.buttons if button.name == "seat")


def test_number_completes_the_bid_with_the_chosen_calls(berkley: Pad) -> None:
    berkley.phone.tap("Bemo")
    berkley.phone.tap("Naught, right")
    assert "Bemo and naught in the right hand + tap a number" in berkley.page.text
    assert berkley.bidder == "Ann"
    berkley.bid("Ann", "6")
    assert "6 and naught in the right hand and bemo" in seats(berkley)
    assert berkley.bidder == "Ben"


def test_second_tap_removes_a_call_and_a_similar_one_replaces_it(berkley: Pad) -> None:
    berkley.bids("Bemo, Big bemo")
    assert "Big bemo + tap" in berkley.page.text
    berkley.bids("Big bemo")
    assert "tap a number" not in berkley.page.text
    berkley.bid("Ann", "6")
    assert "Ann 6" in seats(berkley)


def test_call_without_a_number_completes_the_bid(berkley: Pad) -> None:
    berkley.bids("Bemo, Double naught")
    assert "Ann Double naught" in seats(berkley)


def test_nils_are_before_looking_and_naughts_after(berkley: Pad) -> None:
    before = berkley.page.html.index("Blind bids")
    after = berkley.page.html.index("Naught, front")
    assert before < berkley.page.html.index("Nil, front") < after < berkley.page.html.index("Double naught")


def test_blind_bid_is_offered_only_far_enough_behind(berkley: Pad) -> None:
    assert "Blind 6 to blind 12 are only for a side 100 or more behind; this side is not behind." in berkley.page.text
    assert not berkley.phone.can_tap("Blind 6")
    berkley.bids("5, 9")
    berkley.took("Ann", 4)
    berkley.save()
    assert berkley.bidder == "Ben"
    assert "140 behind" not in berkley.page.text
    assert not berkley.phone.can_tap("Blind 6")
    berkley.bid("Ben", "5")
    assert "140 behind" in berkley.page.text
    berkley.bid("Ann", "Blind 6")
    assert "only for a side" not in berkley.page.text


def test_table_can_insist_on_an_irregular_bid(berkley: Pad) -> None:
    berkley.phone.tap("Allow blind 6 to blind 12")
    berkley.bid("Ann", "Blind 6")
    assert "Blind 6 is only for a side 100 or more behind; this side is not behind (Ann)." in berkley.page.text
    berkley.bid("Ben", "5")
    berkley.took("Ann", 6)
    assert "Save anyway" in berkley.page.text
    berkley.save()
    assert berkley.totals == [100, 52]
    assert "The table allowed it." in berkley.page.text


def test_bemo_is_asked_only_if_called(berkley: Pad) -> None:
    berkley.bids("Bemo, 6, 5")
    berkley.took("Ann", 7)
    assert "Did Ann make bemo?" in berkley.page.text
    assert "Did Ben make bemo?" not in berkley.page.text
    assert not berkley.phone.can_tap("Save hand 1")
    berkley.phone.tap("Made")
    berkley.save()
    assert berkley.totals == [121, 51]


def test_bemo_is_not_asked_if_the_side_took_every_trick(berkley: Pad) -> None:
    berkley.bids("Bemo, 6, 5")
    berkley.took("Ann", 13)
    assert "bemo made?" not in berkley.page.text
    berkley.save()
    assert berkley.totals == [127, -50]


def test_nil_of_one_hand_needs_its_own_count(berkley: Pad) -> None:
    berkley.phone.tap("Naught, front")
    berkley.bids("5, 5")
    berkley.phone.tap("Count tricks")
    assert list(berkley.counts) == ["Ann", "Ben"]
    berkley.took("Ann, front", 1)
    berkley.took("Ann", 5)
    berkley.save()
    assert berkley.totals == [-149, 53]


def test_run_of_perfect_bids_is_shown(berkley: Pad) -> None:
    berkley.hand("5, 8", 5)
    assert "1 perfect bid, 2 more earn 80" in berkley.page.text
    berkley.hand("8, 5", 5)
    assert "2 perfect bids in a row, the next earns 80" in berkley.page.text


def test_blind_nil_is_among_the_keys(phone: Phone) -> None:
    pad = start_game(phone, blind_nil="200", blind_behind="0")
    phone.tap("Blind nil ±200")
    assert "Ann Blind nil" in seats(pad)


def test_blind_nil_says_what_it_is_worth_to_the_side_that_may_bid_it(phone: Phone) -> None:
    pad = start_game(phone, blind_nil="200")
    pad.hand("4, 3, 4, 3", 13)
    assert pad.bidder == "Ben"
    assert "±200 · 145 behind" in phone.page.text
    pad.bid("Ben", "3")
    assert pad.bidder == "Cal"
    assert "±200" not in phone.page.text
    assert "behind" not in phone.page.text.partition("Blind nil is only for")[0]


def test_blind_nil_in_play_is_a_nil_and_named_beside_the_goal(phone: Phone) -> None:
    pad = start_game(phone, blind_nil="200", blind_behind="0")
    pad.bids("Blind nil ±200, 3, 4, 5")
    assert "Ann Nil blind" in phone.page.text
    assert "4+ makes it, Ann 0" in phone.page.text


def test_combination_not_offered_is_refused(berkley: Pad) -> None:
    form = next(button.form for button in berkley.page.buttons if button.name == "call")
    berkley.phone.submit(form, None, 200, call="6", added="bemo+big-bemo")
    assert "do not go together" in berkley.notice()
    assert berkley.bidder == "Ann"
