"""Books that a renege moves, and agreed points."""

import pytest

from tests.core.rulesets.cast import berkley_two
from tests.tables import partnership, refusal, two_player


def test_hand_is_rescored_after_a_renege() -> None:
    game = two_player("Ann 6 took 6, Ben 7 took 7; Ben gives Ann 3 books")
    assert (game.points("Ann"), game.points("Ben")) == (63, -70)
    assert [side.tricks for side in game.last.sides] == [9, 4]


def test_renege_in_parts() -> None:
    game = two_player("Ann 6 took 6, Ben 6 took 7; Ben gives Ann 1 book; Ben gives Ann 2 books")
    assert (game.points("Ann"), game.points("Ben")) == (63, -60)


def test_moved_tricks_go_to_the_seat_with_a_number() -> None:
    game = partnership("Ann nil took 0, Cal 4 took 4, Ben 4 took 5, Dee 3 took 4; Ben gives Ann 2 books")
    assert game.lines("Ann") == ["+40 Bid 4, took 6", "+100 Nil made", "+2 2 bags (now 2)"]


def test_moved_tricks_leave_the_seat_with_a_number_first() -> None:
    game = partnership("Ann nil took 1, Cal 4 took 2, Ben 5 and Dee 5 took 10; Ann gives Ben 3 books")
    assert game.lines("Ann") == ["-40 Bid 4, took 0", "+100 Nil made"]


@pytest.mark.parametrize(
    ("bid", "took"), [("5+naught-front", "0/6"), ("5+naught-right", "6/0"), ("5+nil-front", "0/6")]
)
def test_moved_tricks_go_to_the_hand_with_a_number(bid: str, took: str) -> None:
    game = berkley_two(f"Ann {bid} took {took}, Ben 4 took 7/0; Ben gives Ann 2 books")
    worth = 300 if "nil" in bid else 200
    assert game.points("Ann") == 50 + 3 + worth
    assert game.points("Ben") == 41


@pytest.mark.parametrize(("bid", "took"), [("5+naught-front", "1/6"), ("5+naught-right", "6/1")])
def test_moved_tricks_leave_the_hand_with_a_number_first(bid: str, took: str) -> None:
    game = berkley_two(f"Ann {bid} took {took}, Ben 4 took 6/0; Ann gives Ben 2 books")
    assert game.lines("Ann")[0] == "-50 Bid 5, took 4"
    deep = berkley_two(f"Ann {bid} took {took}, Ben 4 took 6/0; Ann gives Ben 3 books")
    assert deep.lines("Ann")[0] == "-50 Bid 5, took 3"


def test_moved_tricks_fail_a_double_nil() -> None:
    game = berkley_two("Ann double-nil took 0/0, Ben 4 took 13/0; Ben gives Ann 2 books")
    assert game.lines("Ann")[0] == "-100 Double nil set, took 2"
    assert game.last.sides[0].tricks == 2


def test_missing_tricks_are_taken_from_the_nil() -> None:
    game = partnership("Ann nil took 2, Cal 4 took 1, Ben 5 and Dee 5 took 10; Ann gives Ben 3 books")
    assert game.lines("Ann") == ["-40 Bid 4, took 0", "+100 Nil made"]
    assert [side.tricks for side in game.last.sides] == [0, 13]


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (
            "Ann 6 took 1, Ben 7 took 12; Ann gives Ben 2 books",
            "A renege takes 2 books from 1; tricks can’t go below zero (hand 1, Ann)",
        ),
        (
            "Ann 6 took 3, Ben 7 took 10; Ann gives Ben 3 books; Ann gives Ben 1 book",
            "A renege takes 1 book from 0; tricks can’t go below zero (hand 1, Ann)",
        ),
        (
            "Ann 6 took 6, Ben 7 took 7; Ann gives Ann 1 book",
            "A renege moves books to another side; both are the same here (hand 1)",
        ),
    ],
)
def test_impossible_renege_is_refused(hand: str, sentence: str) -> None:
    assert refusal(two_player, hand) == sentence


def test_agreed_points_are_a_line_of_their_own() -> None:
    game = two_player("Ann 5 took 5, Ben 8 took 8; Ann adjusted -30 for talking; Ann adjusted +5 for the joke")
    assert game.lines("Ann") == ["+50 Bid 5, took 5", "-30 Agreed: talking", "+5 Agreed: the joke"]
    assert game.total("Ann") == 25


def test_agreed_points_can_end_the_game() -> None:
    game = two_player("so far Ann 440", "Ann 5 took 5; Ann adjusted +10 for the snacks")
    assert game.outcome == "Ann won 500–17"


def test_moved_tricks_go_to_the_partner_of_a_made_nil() -> None:
    hand = "Ann nil and Cal 2 took 0, Ben 4 and Dee 4 took 13; Ben gives Ann 3 books"
    game = partnership(hand)
    assert [line.reason for line in game.last.sides[0].lines] == ["contract-made", "nil-made", "bags"]
    assert game.last.sides[0].tricks == 3
