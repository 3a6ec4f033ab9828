"""What is wrong with a hand and what would be right, word for word."""

import pytest

from scorekeeper.core.rules import errors, faults, options, ruleset, script
from scorekeeper.core.rules.errors import MalformedHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words import faults as fault_words
from scorekeeper.core.words.faults import calls_words, hand_fault
from tests.core.words.codes import codes_in

BERKLEY = rule_set("berkley-two").with_options({}).deal_of(1)
PAIRS = rule_set("partnership").with_options({"blind_nil": 200}).deal_of(1)
THREE = rule_set("berkley-three-1").with_options({}).deal_of(1)

BERKLEY_CALLS = (
    "4..13, blind-6..12, nil-front, nil-right, naught-front, naught-right, double-nil, double-naught, bemo, big-bemo"
)
SEVERAL = "a bid is a number, with at most one call of each kind beside it, or a call that stands alone"

FAULTS: list[tuple[str, object, str, str]] = [
    ("bids-miscounted", faults.Count(1, 2), "the number of bids is 1", "it must be 2"),
    ("sides-miscounted", faults.Count(1, 2), "the number of counts of tricks is 1", "it must be 2"),
    ("seats-miscounted", faults.Count(2, 1), "the number of counts by seat is 2", "it must be 1"),
    (
        "missing-bid",
        faults.MissingBid(PAIRS.codes),
        "a bid is missing",
        "each bidder says one of nil, 1..13, blind-nil",
    ),
    (
        "unknown-call",
        faults.UnknownCall("14", PAIRS.codes),
        '"14" is no call of this game',
        "its calls are nil, 1..13, blind-nil",
    ),
    (
        "one-call-only",
        faults.CallsTogether(("5", "nil")),
        '"5+nil" is more than one call',
        "a bid is one call here",
    ),
    ("calls-apart", faults.CallsTogether(("5", "6")), '"5+6" do not go together', SEVERAL),
    (
        "seat-not-counted",
        faults.OneCall("nil"),
        "the tricks of the hand that called nil are not known",
        "give the tricks of each seat of this side",
    ),
    ("tricks-out-of-range", faults.TooMany(14, 13), "took 14 tricks", "a hand of this game has 0 to 13"),
    ("tricks-do-not-add-up", faults.Count(12, 13), "tricks add up to 12", "this game has 13"),
    ("seats-do-not-add-up", faults.Count(5, 6), "its seats took 5 tricks", "the side took 6"),
    (
        "first-tricks-twice",
        faults.MadeTwice((Side(0), Side(1))),
        "two sides made a call of first tricks",
        "only one side can take the first tricks of a hand",
    ),
    (
        "fact-not-called",
        faults.OneCall("bemo"),
        '"bemo" is said to be made',
        "it can be made only where this side called it",
    ),
    ("too-few-for-first", faults.TooFewForFirst("bemo", 6, 1), "bemo is said to be made with 1 trick", "it takes 6"),
    ("too-few-for-first", faults.TooFewForFirst("bemo", 6, 5), "bemo is said to be made with 5 tricks", "it takes 6"),
    (
        "renege-sides",
        faults.RenegeSides(1, 1, 3),
        "a renege names sides that cannot be",
        "books move between two different sides of 0..2",
    ),
    (
        "renege-of-others",
        faults.RenegeParts("spade", 2, 3),
        'the renege "spade" was between two other sides',
        "all parts of a renege have the same sides",
    ),
    (
        "renege-in-parts",
        faults.RenegeParts("spade", 4, 3),
        'the renege "spade" moves 4 books in all',
        "a renege moves 3 at most",
    ),
    ("renege-books", faults.TooMany(0, 3), "a renege moves 0 books", "it moves 1 to 3"),
    (
        "too-few-to-move",
        faults.BooksToMove(1, 0),
        "a renege takes 1 book from 0",
        "a side's tricks never go below zero",
    ),
    (
        "too-few-to-move",
        faults.BooksToMove(3, 2),
        "a renege takes 3 books from 2",
        "a side's tricks never go below zero",
    ),
    ("adjustment-side", faults.NoSuchPlace(2, 2), "points are agreed for side 2", "the sides are 0..1"),
    ("no-such-dealer", faults.NoSuchPlace(4, 4), "4 is no seat", "the dealer is one of 0..3"),
]


@pytest.mark.parametrize(("code", "figures", "wrong", "right"), FAULTS, ids=[wrong for *_, wrong, _ in FAULTS])
def test_what_is_wrong_and_what_would_be_right(code: str, figures: object, wrong: str, right: str) -> None:
    assert fault_words.HANDS[code](figures) == (wrong, right)


def test_every_fault_has_words() -> None:
    assert set(fault_words.HANDS) == {code.key for code in codes_in(faults)} == {code for code, *_ in FAULTS}


def test_everything_that_is_wrong_with_rules_has_words() -> None:
    codes = codes_in(errors, options, ruleset, script)
    assert sorted(fault_words.RULES) == sorted(code.key for code in codes)


def test_the_calls_of_a_game_are_drawn_together() -> None:
    assert calls_words(BERKLEY.codes) == BERKLEY_CALLS
    assert calls_words(PAIRS.codes) == "nil, 1..13, blind-nil"
    assert calls_words(THREE.codes) == "0..13, blind-0..13, bemo, big-bemo"


def test_calls_that_are_no_run_stand_one_by_one() -> None:
    assert calls_words(("2", "4", "5", "nil", "7")) == "2, 4..5, nil, 7"
    assert calls_words(()) == ""


@pytest.mark.parametrize(
    ("hand", "side", "names", "sentence"),
    [
        (3, None, (), "hand 3: took 14 tricks, a hand of this game has 0 to 13"),
        (3, Side(0), ("Ann", "Ben"), "hand 3, Ann: took 14 tricks, a hand of this game has 0 to 13"),
        (3, Side(1), ("Ann", "Ben"), "hand 3, Ben: took 14 tricks, a hand of this game has 0 to 13"),
        (3, Side(1), ("Ann",), "hand 3, side 2: took 14 tricks, a hand of this game has 0 to 13"),
        (0, None, (), "first dealer: took 14 tricks, a hand of this game has 0 to 13"),
    ],
)
def test_where_it_is_wrong(hand: int, side: Side | None, names: tuple[str, ...], sentence: str) -> None:
    fault = MalformedHand(hand, side, faults.TRICKS_OUT_OF_RANGE, faults.TooMany(14, 13))
    assert hand_fault(fault, names) == sentence
    assert (fault.hand, fault.side, fault.code, fault.figures) == (
        hand,
        side,
        "tricks-out-of-range",
        faults.TooMany(14, 13),
    )
