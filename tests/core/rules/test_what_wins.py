"""What wins it, at the table: the rows of a hand, and the sentence with what a side needs."""

from dataclasses import replace

import pytest

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.what_wins import Chance, Row, what_wins
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.what_wins import counts_words, side_sentence
from tests.each_case import each_case

ANN, BEN, CAL = Side(0), Side(1), Side(2)
NAMES = ("Ann & Cal", "Ben & Dee")


def scores_at(key: str, *totals: int, bags: int = 0, shape: Shape | None = None, **options: int | str) -> Scoreboard:
    """A game by these rules with these totals, each side with this many bags."""
    board = new_game(rule_set(key).with_options(options, shape), Seat(0))
    ledger = ((1, bags),) if bags else ()
    return replace(board, scores=tuple(SideScore(total, bags, ledger) for total in totals))


def bids(*spoken: str | None) -> tuple[Bid | None, ...]:
    return tuple(None if bid is None else Bid(tuple(bid.split("+"))) for bid in spoken)


def sentence(board: Scoreboard, side: Side, *spoken: str | None) -> str:
    return side_sentence(what_wins(board, bids(*spoken))[side], board.rules.scoring)


def rows(board: Scoreboard, side: Side, *spoken: str | None) -> tuple[Row, ...]:
    return what_wins(board, bids(*spoken))[side]


def test_made_bid_wins_unless_the_tenth_bag_costs_it() -> None:
    board = scores_at("partnership", 450, 300, bags=7)
    assert sentence(board, ANN, "4", "3", "1", "3") == "5 to 7 wins. 8+ brings the 10th bag."


def test_each_row_describes_its_number_of_tricks() -> None:
    board = scores_at("partnership", 450, 300, bags=7)
    made, too_many = rows(board, ANN, "4", "3", "1", "3")[5], rows(board, ANN, "4", "3", "1", "3")[8]
    assert (made.points, made.total, made.ends) == ((50, 50), (500, 500), (End.WINS,))
    assert made.contracts[0][1] is Chance.ALWAYS
    assert (too_many.points, too_many.ends) == ((-47, -47), (End.PLAYS_ON,))
    assert too_many.chance_of("bag-penalty") is Chance.ALWAYS


def test_tricks_of_a_nil_s_partner_are_possible_not_certain() -> None:
    row = rows(scores_at("partnership", 0, 0), ANN, "nil", "3", "4", "3")[4]
    assert [(call.code, chance) for call, chance in row.contracts] == [("4", Chance.CAN), ("nil", Chance.CAN)]
    assert row.points == (-139, 140)


def test_hand_that_cannot_end_the_game_names_the_tricks_to_make() -> None:
    board = scores_at("partnership", 100, 120)
    assert sentence(board, BEN, "4", "3", "1", "3") == "6+ makes it."


def test_side_that_loses_with_any_tricks_is_named() -> None:
    board = scores_at("partnership", 900, 100, tie="shared")
    assert sentence(board, BEN, "1", "3", "nil", "3") == "Can’t win any more."


def test_tie_can_be_shared_by_an_option() -> None:
    board = scores_at("two-player", 450, 450, tie="shared")
    found = rows(board, ANN, "6", "6")
    assert (found[6].ends, found[7].ends) == ((End.LOSES,), (End.WINS,))
    level = rows(scores_at("two-player", 440, 440, tie="shared"), ANN, "6", "7")
    assert level[6].ends == (End.LOSES,)
    even = rows(scores_at("two-player", 451, 450, tie="shared"), ANN, "6", "6")
    assert even[6].ends == (End.SHARES,)


def test_bid_that_wins_outright_is_listed() -> None:
    board = scores_at("berkley-three-1", 480, -120, 300)
    assert rows(board, CAL, "3", "2", "blind-10")[10].ends == (End.WINS,)


def test_three_sides_can_split_the_rest_either_way() -> None:
    board = scores_at("cutthroat", 450, 440, 0, shape=Shape(3))
    found = rows(board, ANN, "5", "6", "4")
    assert found[5].ends == (End.WINS, End.LOSES, End.PLAYS_ON)
    assert found[12].ends == (End.WINS,)


def test_chips_depend_on_the_other_sides_tricks() -> None:
    board = scores_at("gambling", 0, 0, 0, shape=Shape(3))
    found = rows(board, ANN, "4", "4", "5")
    assert found[5].chance_of("pot") is Chance.NEVER
    assert found[13].chance_of("pot") is Chance.ALWAYS
    assert found[9].chance_of("pot") is Chance.CAN


def test_side_sees_its_points_once_it_has_bid() -> None:
    found = what_wins(scores_at("partnership", 450, 300), bids("4", None, "1", "3"))
    assert found[ANN][5].total == (500, 500)
    assert found[ANN][5].ends == ()
    assert found[BEN] == ()


def test_pot_is_unknown_before_all_have_bid() -> None:
    assert what_wins(scores_at("gambling", 0, 0, 0, shape=Shape(3)), bids("4", None, "5")) == ((), (), ())


def test_bid_unknown_to_the_hand_is_refused() -> None:
    with pytest.raises(InvalidInput):
        what_wins(scores_at("partnership", 0, 0), bids("4", "99", "1", "3"))


@each_case(
    ("counts", "words"),
    [
        ([5, 6, 7, 8], "5+"),
        ([0, 1, 2], "2 or fewer"),
        ([4], "4"),
        ([8], "all 8"),
        ([0], "none"),
        ([3, 4], "3 or 4"),
        ([0, 4, 6, 7, 8], "none, 4 or 6+"),
        (list(range(9)), "any number"),
    ],
)
def test_counts_read_naturally(counts: list[int], words: str) -> None:
    assert counts_words(counts, 8) == words
