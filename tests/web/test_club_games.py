"""Pages of games with club rules: one number a pair, hands without bids or play, sets, Call Break."""

from __future__ import annotations

from tests.web.at_table import CAST, Pad, new_game, seated, start_game, start_table
from tests.web.browsing import Phone


def tap(pad: Pad, *labels: str) -> None:
    """Tap keys, one after the other."""
    for label in labels:
        pad.phone.tap(label)


def score(pad: Pad) -> str:
    """The text of the score sheet."""
    return pad.page.text.partition("Score sheet")[2]


def test_a_pair_bids_one_number_in_one_tap_and_a_nil_in_two(phone: Phone) -> None:
    pad = start_game(phone, pair_bids="pair")
    assert "Ann & Cal bids" in pad.page.text
    tap(pad, "6", "5")
    pad.took("Ann & Cal", 7)
    pad.save()
    assert pad.totals == [61, 51]
    tap(pad, "4", "Nil Cal")
    assert "Cal: Nil + tap a number" in pad.page.text
    tap(pad, "6")
    pad.took("Cal", 0)
    pad.took("Ann & Cal", 7)
    pad.save()
    assert pad.totals == [222, 93]
    assert "nil + 6" in score(pad)


def test_a_pairs_bid_is_changed_before_the_tricks_are_counted(phone: Phone) -> None:
    pad = start_game(phone, pair_bids="pair")
    tap(pad, "Nil Ann", "6", "5")
    pad.phone.open(f"{pad.url}?seat=0")
    tap(pad, "Nil Ann", "7")  # the nil is switched off again
    pad.reload()
    pad.took("Ann & Cal", 7)
    pad.save()
    assert pad.totals == [70, 51]


def test_blind_number_is_for_both_partners(phone: Phone) -> None:
    pad = start_game(phone, blind_numbers="6", blind_behind="0")
    tap(pad, "Blind 7")
    assert "Ben bids" in pad.page.text
    tap(pad, "3", "3")  # Cal has no choice
    pad.took("Ann & Cal", 8)
    pad.save()
    assert pad.totals == [141, -60]
    assert "bid blind 7, took 8" in score(pad)


def test_blind_number_can_be_replaced_by_the_bidder_s_own(phone: Phone) -> None:
    """Its partner has no bid then, and is asked."""
    pad = start_game(phone, blind_numbers="6", blind_behind="0")
    tap(pad, "Blind 7")
    pad.phone.open(f"{pad.url}?seat=0")
    tap(pad, "4")
    assert "Ben bids" in pad.page.text
    tap(pad, "3")
    assert "Cal bids" in pad.page.text


def test_first_hand_has_no_bidding(phone: Phone) -> None:
    pad = start_game(phone, first_hand="bids-itself")
    assert "Nobody bids in the first hand" in pad.page.text
    assert ": Nobody bids" not in pad.page.text
    assert "What wins" in pad.phone.open(f"{pad.url}/what-wins").text
    pad.reload()
    pad.took("Ann & Cal", 8)
    pad.save()
    assert pad.totals == [80, 50]
    assert pad.bidder == "Ben"


def test_bids_that_are_too_low_are_not_played(phone: Phone) -> None:
    pad = start_game(phone, least_total="11")
    tap(pad, "3", "3", "2", "2")
    assert "the hand is not played" in pad.page.text
    assert "the hand is not played" in pad.phone.open(f"{pad.url}/what-wins").text
    pad.reload()
    pad.save()
    assert pad.totals == [50, 50]
    assert "took none, not played" in score(pad)


def test_sets_are_counted_on_the_board_and_lose_the_game(phone: Phone) -> None:
    pad = start_game(phone, "two-player", CAST[:2], dealer="Ben", sets_lose="2")
    tap(pad, "6", "6")
    pad.took("Ann", 5)
    pad.save()
    assert "set once, 2 lose" in pad.page.text
    tap(pad, "6", "6")
    pad.took("Ann", 5)
    pad.save()
    assert pad.page.heading == "Game over"
    assert "Ann was set twice" in pad.page.text


def test_call_break_is_kept_in_tenths(phone: Phone) -> None:
    pad = start_game(phone, "call-break", hands="2")
    assert pad.bidder == "Cal"  # Dee deals, and play runs to the right
    tap(pad, "4", "2", "3", "2")
    pad.took("Ann", 5)
    pad.took("Ben", 1)
    pad.took("Cal", 4)
    assert "0 → becomes 3.2" in pad.page.text
    pad.save()
    assert [text for text in ("3.2", "−2", "4", "2.1") if f" {text} " not in pad.page.text] == []
    assert pad.dealer == "Cal"
    for points in ("1.55", "0", "1e3"):
        page = pad.phone.open(f"{pad.url}/rulings/points?side=1&points={points}")
        assert "with one decimal at most, such as −1.5" in page.text
    pad.phone.open(f"{pad.url}/rulings/points?side=1&points=-0.5&why=talking")
    page = pad.phone.tap("−1")
    assert "−2 → becomes −3.5" in page.text
    pad.phone.tap("Save ruling")
    pad.reload()
    assert "Agreed: talking −1.5" in pad.page.text
    assert "Agreed −1.5 for Ben (talking)" in pad.phone.open(f"{pad.url}/rulings").text
    pad.reload()
    pad.phone.tap("Undo")
    tap(pad, "2", "2", "3", "2")
    pad.took("Ann", 3)
    pad.took("Ben", 4)
    pad.took("Cal", 4)
    pad.save()
    assert pad.page.heading == "Game over"
    assert "6.2" in pad.page.text
    assert "5.3" in pad.phone.open(f"{pad.url}/why/totals/0").text


def test_bids_that_are_thrown_in_can_score_nothing(phone: Phone) -> None:
    pad = start_game(phone, least_total="11", unplayed="nothing")
    tap(pad, "3", "3", "2", "2")
    assert "It scores 0, for 0 in all" in pad.phone.open(f"{pad.url}/what-wins").text
    pad.reload()
    pad.save()
    assert pad.totals == [0, 0]
    assert "took none, not played" in score(pad)


def test_contract_above_the_highest_bid_is_objected_to_before_it_is_bid(phone: Phone) -> None:
    pad = start_game(phone, highest_bid="8")
    assert "No bid is higher than 8" in pad.page.text
    tap(pad, "5", "3")
    assert "Cal bids" in pad.page.text
    assert "No bid is higher than 8" in pad.page.text
    tap(pad, "3", "4")
    pad.took("Ann & Cal", 8)
    pad.save()
    assert pad.totals == [80, -70]


def test_log_says_that_only_nil_was_left(phone: Phone) -> None:
    pad = start_game(phone, highest_bid="8")
    pad.bids("8, 3")
    assert "Hand 1: Ben bid 3, Cal bid nil, only nil was left" in phone.open(f"{pad.url}/history").text
    suicide = start_game(phone, "suicide")
    suicide.bids("4, 3")
    assert "only nil was left" in phone.open(f"{suicide.url}/history").text


def test_rules_without_a_legal_bid_are_named_before_the_game_begins(phone: Phone) -> None:
    rules = seated(team_minimum="9", highest_bid="8", nil="0", blind_nil="0")
    page = phone.submit(new_game(phone, start_table(phone)).form_with("seat-0"), None, 422, **rules)
    assert "No bids fit these rules together" in page.text
    phone.open("/rules/partnership?chosen=yes&option-team_minimum=9&option-highest_bid=8&option-nil=0")
    assert "No bids fit these rules together" in phone.page.text


def test_first_hand_with_too_few_tricks_is_no_set_in_lists(phone: Phone) -> None:
    table = start_table(phone)
    pad = start_game(phone, table=table, first_hand="bids-itself", first_hand_least="4")
    pad.took("Ann & Cal", 10)
    pad.save()
    home = phone.open(table).text
    assert "set 0 times" not in home
    assert "too few tricks in the first hand" in home
