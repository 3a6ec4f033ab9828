"""Seats, who bids in which order, and how a table is named."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.seating import Seat, Seating, Shape, Side, seating, two_hands_each
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.rules import players_words, shape_words
from tests.each_case import each_case

ALONE = seating(Shape(3), 17)
PAIRS = seating(Shape(2, 2), 13)
THREE_PAIRS = seating(Shape(3, 2), 13)
TWO_HANDS = two_hands_each(2, 13, ("front", "right"))


def test_everyone_alone() -> None:
    assert seating(Shape(3), 17) == Seating((0, 1, 2), (0, 1, 2), ((0,), (1,), (2,)), (0, 1, 2), 17, ())  # type: ignore[arg-type]
    assert ALONE.sides == (0, 1, 2)
    assert not ALONE.in_pairs
    assert not ALONE.bids_by_side


def test_partners_sit_opposite_each_other() -> None:
    pairs = seating(Shape(2, 2), 13)
    assert pairs == Seating((0, 1), (0, 1, 0, 1), ((0, 2), (1, 3)), (0, 1, 2, 3), 13, ())  # type: ignore[arg-type]
    assert THREE_PAIRS.side_of == (0, 1, 2, 0, 1, 2)
    assert THREE_PAIRS.seats_of == ((0, 3), (1, 4), (2, 5))
    assert PAIRS.in_pairs
    assert not PAIRS.bids_by_side
    assert PAIRS.bidders_of(Side(1)) == (1, 3)


def test_one_player_with_two_hands() -> None:
    table = two_hands_each(2, 13, ("front", "right"))
    assert table == Seating((0, 1), (0, 1, 0, 1), ((0, 2), (1, 3)), (0, 1), 13, ("front", "right"))  # type: ignore[arg-type]
    assert TWO_HANDS.bids_by_side
    assert not TWO_HANDS.in_pairs
    assert TWO_HANDS.bidders_of(Side(1)) == (1,)


@each_case(
    ("table", "dealer", "order"),
    [
        (PAIRS, 0, (1, 2, 3, 0)),
        (PAIRS, 2, (3, 0, 1, 2)),
        (PAIRS, 3, (0, 1, 2, 3)),
        (ALONE, 1, (2, 0, 1)),
        (TWO_HANDS, 0, (1, 0)),
        (TWO_HANDS, 1, (0, 1)),
    ],
)
def test_dealer_bids_last(table: Seating, dealer: int, order: tuple[int, ...]) -> None:
    assert table.bidding_order(Seat(dealer)) == order


def test_to_the_left() -> None:
    assert [PAIRS.after(Seat(3), places) for places in range(6)] == [3, 0, 1, 2, 3, 0]
    assert PAIRS.after(Seat(1)) == 2
    assert TWO_HANDS.after(Seat(1)) == 0


PLAYERS = {
    "partnership": "2 or 3 pairs",
    "two-player": "2 players",
    "two-handed": "2 players",
    "cutthroat": "3 to 6 players",
    "berkley-two": "2 players",
    "berkley-three-1": "3 players",
    "berkley-three-2": "3 players",
    "miser": "2 to 4 players",
    "gambling": "3 to 6 players",
    "call-break": "4 players",
    "evil": "2 pairs",
    "night": "2 pairs",
    "high-low": "2 players or 2 pairs",
    "two-deck": "3 players",
    "royal": "2 players",
    "hurricane": "2 pairs",
    "suicide": "2 pairs",
    "mirrors": "2 pairs",
    "whiz": "2 pairs",
    "toss": "2 to 8 players or 2 to 4 pairs",
}


def test_seatings_of_each_rule_set() -> None:
    assert {key: players_words(rules.shapes) for key, rules in rule_sets().items()} == PLAYERS


def test_table_shapes_in_words() -> None:
    assert [shape_words(shape) for shape in (Shape(3), Shape(2, 2), Shape(2, 3))] == [
        "3 players",
        "2 pairs",
        "2 teams of 3",
    ]


def test_usual_table_is_listed_first() -> None:
    assert rule_set("miser").with_options({}).shape == Shape(4)
    assert rule_set("miser").with_options({}, Shape(2)).seating.tricks == 13
    assert rule_set("miser").with_options({}, Shape(3)).seating.tricks == 17


def test_unsupported_table_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("toss").with_options({}, Shape(5, 2))
    assert fault_text(refused.value.fault) == "toss is for 2 to 8 players or 2 to 4 pairs, not for 5 pairs"


def test_refusal_of_an_unknown_rule_set_lists_all() -> None:
    with pytest.raises(InvalidInput) as refused:
        rule_set("bridge")
    assert fault_text(refused.value.fault) == f'There is no rule set "bridge"; there are {", ".join(PLAYERS)}'
