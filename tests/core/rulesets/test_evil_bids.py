"""The forty-five hands: allowed and forbidden bids, complete and partial, for every dealer."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.rules.deal import Bid, Bidding
from scorekeeper.core.rules.limits import WithinTricks
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import objection_text
from tests.each_case import each_case

HandBids = dict[str, Any]
"""A hand with lists of bids in bidding order, `-` where none was made yet."""

HANDS: list[HandBids] = json.loads((Path(__file__).parents[2] / "data" / "evil_bids.json").read_text("utf-8"))
EVIL = rule_set("evil").with_options({})
NAMES = ("Ann & Cal", "Ben & Dee")
DEALERS = [Seat(seat) for seat in range(4)]


def objections(hand: int, spoken: str, dealer: Seat, **options: int) -> list[str]:
    """The objections of the hand's rule to bids from the first bidder to the dealer."""
    rules = rule_set("evil").with_options(options) if options else EVIL
    order = rules.seating.bidding_order(dealer)
    by_seat = dict(zip(order, spoken.split(), strict=True))
    bids = tuple(None if by_seat[seat] == "-" else Bid((by_seat[seat],)) for seat in rules.seating.bidders)
    bidding = Bidding(rules.hand_rules_of(hand), rules.seating, order, bids, (0, 0))
    own = [limit for limit in bidding.deal.limits if not isinstance(limit, WithinTricks)]
    found = [objection for limit in own for objection in limit.objections(bidding)]
    return [objection_text(objection, NAMES) for objection in found]


def right(hand: HandBids) -> list[str]:
    """Bids that its rule allows, or can still allow."""
    return [*hand["legal"], *hand["may_still_be"]]


def wrong(hand: HandBids) -> list[str]:
    """Bids that its rule forbids, or that cannot become valid any more."""
    return [*hand["illegal"], *hand["cannot_be"]]


def each(bids: Callable[[HandBids], list[str]]) -> Iterator[tuple[tuple[str, str, Seat], list[str]]]:
    """The objections to these bids of every hand, for every dealer."""
    for hand in HANDS:
        for spoken, dealer in product(bids(hand), DEALERS):
            yield (hand["name"], spoken, dealer), objections(hand["hand"], spoken, dealer)


@pytest.mark.exhaustive
def test_valid_bids_are_not_reported() -> None:
    assert {case: found for case, found in each(right) if found} == {}


@pytest.mark.exhaustive
def test_wrong_bids_are_reported() -> None:
    assert [case for case, found in each(wrong) if not found] == []


def test_every_list_of_bids_is_tested() -> None:
    assert sum(len(right(hand)) for hand in HANDS) == 629
    assert sum(len(wrong(hand)) for hand in HANDS) == 855


def test_every_hand_has_a_name_and_a_text() -> None:
    deals = [EVIL.hand_rules_of(hand["hand"]) for hand in HANDS]
    assert [deal.name for deal in deals] == [hand["name"] for hand in HANDS]
    assert [deal.name for deal in deals if not deal.text.endswith(".")] == []


def test_forty_five_deals_repeat_from_the_first() -> None:
    assert len(HANDS) == len(EVIL.scoring.deals) == 45
    assert EVIL.hand_rules_of(46) is EVIL.hand_rules_of(1)
    assert EVIL.hand_rules_of(47).name == "mirrors"


@each_case("dealer", DEALERS)
def test_blind_nil_counts_as_a_nil_in_hand_rules(dealer: Seat) -> None:
    blind = {"blind_nil": 200, "blind_behind": 0}
    assert objections(3, "nil 4 5 blind-nil", dealer, **blind) == []
    assert objections(9, "nil nil blind-nil nil", dealer, **blind) == []
    assert objections(3, "nil 4 blind-nil nil", dealer, **blind)


@each_case(("hand", "spoken", "words"),
    [
        (2, "4 4 3 3", "Bids total 14; they must total 13 (mirrors)"),
        (2, "4 3 3 2", "Bids total 12; they must total 13 (mirrors)"),
        (2, "7 7 - -", "Bids total 14; they must total 13 (mirrors)"),
        (3, "nil 4 nil nil", "2 bids are nil; there must be exactly 1 (suicide, {1st})"),
        (3, "4 nil 5 3", "No bid is nil; there must be exactly 1 (suicide, {1st})"),
        (6, "1 4 5 4", "The 1st bid is 1; it must be at least 2 (homicide)"),
        (7, "1 1 2 1", "The 3rd bid is 2; it must be 1 (bags)"),
        (8, "nil 7 3 nil", ""),
        (14, "3 4 1 4", "No bid is 2; there must be at least 1 (deuce)"),
        (15, "9 3 - -", "No bid is nil with 2 to come; there must be exactly 3 (accident)"),
        (16, "3 4 5 4", "Partners bid 3 and 5; they must bid alike (backseat, {1st})"),
        (18, "3 3 4 3", "The 3rd bid is 4; all must bid 3, like the first (copycat)"),
        (6, "13 - - -", ("No bid still to come makes this right; the bids total 14; the 1st and 3rd bidders must "
"bid at least 2; nobody may bid double nil (homicide)")),
        (29, "3 4 6 -", "The 3rd bid is 6; it must be 5 (progression)"),
        (36, "nil double-nil 3 double-nil", ("The 4th bid is double nil; only the 1st and 2nd bidders "
"may bid that in this hand (psycho)")),
        (37, "7 3 3 7", "The 1st and 4th bids total 14; together they can be at most 13 (split)"),
        (1, "3 3 double-nil 3", "The 3rd bid is double nil; nobody may bid that in this hand (regular)"),
    ],
)  # fmt: skip
def test_sentence_of_an_objection(hand: int, spoken: str, words: str) -> None:
    expected = words.replace("{1st}", "Ben & Dee")
    assert objections(hand, spoken, Seat(0)) == ([expected] if words else [])


def test_every_fault_is_reported() -> None:
    assert objections(35, "9 9 nil nil", Seat(0)) == [
        "2 bids are 9; there must be exactly 1 (forty-niner)",
        "2 bids are nil; there must be exactly 3 (forty-niner)",
    ]
