"""The tricks of a hand alone: counts, facts, and moved books, at their limits."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Bid, HandRecord, Renege, Took
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.tricks import after_reneges, check_took, renege_totals
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import fault_text
from tests.each_case import each_case

ANN, BEN = Side(0), Side(1)
FOURS = (Bid(("4",)),) * 4


def checked(key: str, bids: tuple[Bid, ...], *took: Took) -> str:
    """The refusal of these tricks in the third hand; empty if they are valid."""
    rules = rule_set(key).with_options({})
    try:
        check_took(rules.hand_rules_of(1), rules.seating, HandRecord(bids, took), 3)
    except InvalidInput as refused:
        return fault_text(refused.fault)
    return ""


def spoken(*codes: str) -> tuple[Bid, ...]:
    return tuple(Bid(tuple(code.split("+"))) for code in codes)


@each_case(
    ("took", "refused"),
    [
        ((Took(0), Took(13)), ""),
        ((Took(13), Took(0)), ""),
        ((Took(6, (0, 6)), Took(7, (7, 0))), ""),
        ((Took(13, (13, 0)), Took(0, (0, 0))), ""),
        ((Took(6),), "1 count of tricks is given; this game needs 2 (hand 3)"),
        ((Took(-1), Took(14)), "Took −1 tricks; a hand of this game has 0 to 13 (hand 3, side 1)"),
        ((Took(0), Took(14)), "Took 14 tricks; a hand of this game has 0 to 13 (hand 3, side 2)"),
        ((Took(6), Took(6)), "Tricks add up to 12; a hand has 13 (hand 3)"),
        ((Took(6), Took(7, (7,))), "1 count by seat is given; this side needs 2 (hand 3, side 2)"),
        ((Took(6, (7, -1)), Took(7)), "Took −1 tricks; a hand of this game has 0 to 13 (hand 3, side 1)"),
        ((Took(6, (14, -8)), Took(7)), "Took 14 tricks; a hand of this game has 0 to 13 (hand 3, side 1)"),
        ((Took(6), Took(7, (3, 3))), "Its seats took 6 tricks; the side took 7 (hand 3, side 2)"),
    ],
)
def test_counts(took: tuple[Took, ...], refused: str) -> None:
    assert checked("partnership", FOURS, *took) == refused


@each_case(
    ("bids", "took", "refused"),
    [
        (spoken("6+bemo", "4"), (Took(6, (), ("bemo",)), Took(7)), ""),
        (spoken("6+big-bemo", "4"), (Took(9, (), ("big-bemo",)), Took(4)), ""),
        (
            spoken("6+big-bemo", "4"),
            (Took(8, (), ("big-bemo",)), Took(5)),
            "big-bemo is marked as made with 8 tricks; it takes 9 (hand 3, side 1)",
        ),
        (
            spoken("6+bemo", "6+bemo"),
            (Took(6, (), ("bemo",)), Took(7, (), ("bemo",))),
            "Two sides are marked for the first tricks; only one side can take them (hand 3)",
        ),
        (
            spoken("6+bemo", "6"),
            (Took(6), Took(7, (), ("bemo",))),
            '"bemo" is marked as made; this side did not call it (hand 3, side 2)',
        ),
        (
            spoken("6+bemo", "6"),
            (Took(6, (), ("6",)), Took(7)),
            '"6" is marked as made; this side did not call it (hand 3, side 1)',
        ),
        (
            spoken("6+bemo", "6"),
            (Took(6, (), ("moon",)), Took(7)),
            '"moon" is marked as made; this side did not call it (hand 3, side 1)',
        ),
    ],
)
def test_facts(bids: tuple[Bid, ...], took: tuple[Took, ...], refused: str) -> None:
    assert checked("berkley-two", bids, *took) == refused


def moved(key: str, bids: tuple[Bid, ...], took: tuple[Took, ...], *reneges: Renege) -> tuple[Took, ...]:
    rules = rule_set(key).with_options({})
    return after_reneges(rules.hand_rules_of(1), rules.seating, HandRecord(bids, took, reneges), 3)


def test_renege_moves_tricks_between_sides() -> None:
    took = (Took(6), Took(7))
    assert moved("partnership", FOURS, took) == took
    assert moved("partnership", FOURS, took, Renege(BEN, ANN, 3)) == (Took(9), Took(4))
    assert moved("partnership", FOURS, took, Renege(ANN, BEN, 1), Renege(ANN, BEN, 2)) == (Took(3), Took(10))
    assert moved("partnership", FOURS, (Took(3), Took(10)), Renege(ANN, BEN, 3)) == (Took(0), Took(13))


def test_moved_tricks_do_not_move_facts() -> None:
    took = (Took(6, (), ("bemo",)), Took(7))
    bids = spoken("6+bemo", "4")
    assert moved("berkley-two", bids, took, Renege(BEN, ANN, 2)) == (Took(8, (), ("bemo",)), Took(5))
    seats = (Took(6, (6, 0), ("bemo",)), Took(7, (3, 4)))
    assert moved("berkley-two", bids, seats, Renege(BEN, ANN, 2)) == (Took(8, (8, 0), ("bemo",)), Took(5, (1, 4)))


def test_moved_tricks_by_seat() -> None:
    nil_first = spoken("nil", "4", "4", "4")
    took = (Took(5, (1, 4)), Took(8, (2, 6)))
    assert moved("partnership", nil_first, took, Renege(BEN, ANN, 3)) == (Took(8, (1, 7)), Took(5, (0, 5)))
    assert moved("partnership", nil_first, (Took(3, (1, 2)), Took(10)), Renege(ANN, BEN, 3)) == (
        Took(0, (0, 0)),
        Took(13),
    )
    nil_second = spoken("4", "4", "nil", "nil")
    assert moved("partnership", nil_second, took, Renege(BEN, ANN, 3)) == (Took(8, (4, 4)), Took(5, (0, 5)))
    both = spoken("nil", "4", "nil", "4")
    assert moved("partnership", both, took, Renege(BEN, ANN, 3)) == (Took(8, (4, 4)), Took(5, (0, 5)))


@each_case(
    ("renege", "refused"),
    [
        (Renege(Side(-1), ANN, 1), "A renege has no such side; sides are numbered from 0 to 1 (hand 3)"),
        (Renege(ANN, Side(-1), 1), "A renege has no such side; sides are numbered from 0 to 1 (hand 3)"),
        (Renege(Side(2), ANN, 1), "A renege has no such side; sides are numbered from 0 to 1 (hand 3)"),
        (Renege(ANN, Side(2), 1), "A renege has no such side; sides are numbered from 0 to 1 (hand 3)"),
        (Renege(BEN, BEN, 1), "A renege moves books to another side; both are the same here (hand 3)"),
        (Renege(BEN, ANN, 0), "A renege moves 0 books; it must move 1 to 3 (hand 3, side 2)"),
        (Renege(BEN, ANN, 4), "A renege moves 4 books; it must move 1 to 3 (hand 3, side 2)"),
        (Renege(ANN, BEN, 3), "A renege takes 3 books from 2; tricks can’t go below zero (hand 3, side 1)"),
    ],
)
def test_impossible_renege_is_refused(renege: Renege, refused: str) -> None:
    with pytest.raises(InvalidInput) as found:
        moved("partnership", FOURS, (Took(2), Took(11)), renege)
    assert fault_text(found.value.fault) == refused


def parts(known: tuple[Renege, ...], *reneges: Renege) -> tuple[Renege, ...]:
    return renege_totals(known, HandRecord(FOURS, (Took(6), Took(7)), reneges), 3)


def test_parts_of_a_renege_are_grouped_by_label() -> None:
    spade, heart = Renege(BEN, ANN, 1, "spade"), Renege(ANN, BEN, 2, "heart")
    assert parts(()) == ()
    assert parts((), Renege(BEN, ANN, 3)) == ()
    assert parts((spade,)) == (spade,)
    assert parts((spade,), Renege(BEN, ANN, 3)) == (spade,)
    assert parts((), spade, heart) == (spade, heart)
    assert parts((spade,), spade, heart) == (Renege(BEN, ANN, 2, "spade"), heart)
    assert parts((spade,), Renege(BEN, ANN, 2, "spade")) == (Renege(BEN, ANN, 3, "spade"),)


@pytest.mark.parametrize(
    ("part", "refused"),
    [
        (
            Renege(BEN, ANN, 2, "spade"),
            'The renege "spade" moves 4 books in all; a renege moves at most 3 (hand 3, side 2)',
        ),
        (
            Renege(ANN, BEN, 1, "spade"),
            'The renege "spade" was between two other sides; all its parts must name the same two (hand 3, side 1)',
        ),
    ],
)
def test_invalid_parts_are_refused(part: Renege, refused: str) -> None:
    with pytest.raises(InvalidInput) as found:
        parts((Renege(BEN, ANN, 2, "spade"),), part)
    assert fault_text(found.value.fault) == refused
