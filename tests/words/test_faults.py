"""What is wrong with a hand and what would be right, word for word."""

from collections.abc import Callable

import pytest

from scorekeeper.rules.deal import deal
from scorekeeper.rules.errors import MalformedHand
from scorekeeper.rules.seating import Side
from scorekeeper.variants import rule_set
from scorekeeper.words import faults

BERKLEY = rule_set("berkley-two").with_options({}).deal_of(1)
PAIRS = rule_set("partnership").with_options({"blind_nil": 200}).deal_of(1)
THREE = rule_set("berkley-three-1").with_options({}).deal_of(1)

BERKLEY_CALLS = (
    "4..13, blind-6..12, nil-front, nil-right, naught-front, naught-right, double-nil, double-naught, bemo, big-bemo"
)
SEVERAL = "a bid is a number, with at most one call of each kind beside it, or a call that stands alone"

FAULTS: list[tuple[Callable[[], tuple[str, str]], str, str]] = [
    (lambda: faults.wrong_count("bids", 1, 2), "the number of bids is 1", "it must be 2"),
    (lambda: faults.missing_bid(PAIRS), "a bid is missing", "each bidder says one of nil, 1..13, blind-nil"),
    (
        lambda: faults.unknown_call("14", PAIRS),
        '"14" is no call of this game',
        "its calls are nil, 1..13, blind-nil",
    ),
    (
        lambda: faults.calls_do_not_go_together((PAIRS.by_code["5"], PAIRS.by_code["nil"]), PAIRS),
        '"5+nil" is more than one call',
        "a bid is one call here",
    ),
    (
        lambda: faults.calls_do_not_go_together((BERKLEY.by_code["5"], BERKLEY.by_code["6"]), BERKLEY),
        '"5+6" do not go together',
        SEVERAL,
    ),
    (
        lambda: faults.seat_not_counted("nil"),
        "the tricks of the hand that called nil are not known",
        "give the tricks of each seat of this side",
    ),
    (lambda: faults.tricks_out_of_range(14, 13), "took 14 tricks", "a hand of this game has 0 to 13"),
    (lambda: faults.tricks_do_not_add_up(12, 13), "tricks add up to 12", "this game has 13"),
    (lambda: faults.seats_do_not_add_up(5, 6), "its seats took 5 tricks", "the side took 6"),
    (
        faults.first_tricks_twice,
        "two sides made a call of first tricks",
        "only one side can take the first tricks of a hand",
    ),
    (
        lambda: faults.fact_not_called("bemo"),
        '"bemo" is said to be made',
        "it can be made only where this side called it",
    ),
    (lambda: faults.too_few_for_first("bemo", 6, 1), "bemo is said to be made with 1 trick", "it takes 6"),
    (lambda: faults.too_few_for_first("bemo", 6, 5), "bemo is said to be made with 5 tricks", "it takes 6"),
    (
        lambda: faults.renege_sides(3),
        "a renege names sides that cannot be",
        "books move between two different sides of 0..2",
    ),
    (
        lambda: faults.renege_of_others("spade"),
        'the renege "spade" was between two other sides',
        "all parts of a renege have the same sides",
    ),
    (
        lambda: faults.renege_in_parts("spade", 4, 3),
        'the renege "spade" moves 4 books in all',
        "a renege moves 3 at most",
    ),
    (lambda: faults.renege_books(0, 3), "a renege moves 0 books", "it moves 1 to 3"),
    (lambda: faults.too_few_to_move(1, 0), "a renege takes 1 book from 0", "a side's tricks never go below zero"),
    (lambda: faults.too_few_to_move(3, 2), "a renege takes 3 books from 2", "a side's tricks never go below zero"),
    (lambda: faults.adjustment_side(2, 2), "points are agreed for side 2", "the sides are 0..1"),
    (lambda: faults.no_such_dealer(4, 4), "4 is no seat", "the dealer is one of 0..3"),
]


@pytest.mark.parametrize(("fault", "wrong", "right"), FAULTS, ids=[wrong for _, wrong, _ in FAULTS])
def test_what_is_wrong_and_what_would_be_right(fault: Callable[[], tuple[str, str]], wrong: str, right: str) -> None:
    assert fault() == (wrong, right)


def test_the_calls_of_a_game_are_drawn_together() -> None:
    assert faults.calls_words(BERKLEY) == BERKLEY_CALLS
    assert faults.calls_words(PAIRS) == "nil, 1..13, blind-nil"
    assert faults.calls_words(THREE) == "0..13, blind-0..13, bemo, big-bemo"


def test_calls_that_are_no_run_stand_one_by_one() -> None:
    game = rule_set("partnership").with_options({})
    calls = game.deal_of(1).by_code
    said = [calls[code] for code in ("2", "4", "5", "nil", "7")]
    assert faults.calls_words(deal(said)) == "2, 4..5, nil, 7"
    assert faults.calls_words(deal([])) == ""


@pytest.mark.parametrize(
    ("hand", "side", "names", "sentence"),
    [
        (3, None, (), "hand 3: took 14 tricks, this game has 13"),
        (3, Side(0), ("Ann", "Ben"), "hand 3, Ann: took 14 tricks, this game has 13"),
        (3, Side(1), ("Ann", "Ben"), "hand 3, Ben: took 14 tricks, this game has 13"),
        (3, Side(1), ("Ann",), "hand 3, side 2: took 14 tricks, this game has 13"),
        (0, None, (), "first dealer: took 14 tricks, this game has 13"),
    ],
)
def test_where_it_is_wrong(hand: int, side: Side | None, names: tuple[str, ...], sentence: str) -> None:
    fault = MalformedHand(hand, side, "took 14 tricks", "this game has 13")
    assert fault.sentence(names) == sentence
    assert (fault.hand, fault.side, fault.wrong, fault.right) == (hand, side, "took 14 tricks", "this game has 13")
    assert fault.args == (hand, side, "took 14 tricks", "this game has 13")


def test_without_names_a_side_is_counted() -> None:
    assert str(MalformedHand(2, Side(0), "a", "b")) == "hand 2, side 1: a, b"
