"""Which bids would bring a side to the target, made to the trick."""

from dataclasses import replace

import pytest

from scorekeeper.core.analysis.target_bids import TargetBids, target_bids
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.rulesets import rule_set

ANN, BEN, CAL = Side(0), Side(1), Side(2)


def scores_at(key: str, *scores: SideScore | int, shape: Shape | None = None, **options: int | str) -> Scoreboard:
    board = new_game(rule_set(key).with_options(options, shape), Seat(0))
    return replace(board, scores=tuple(SideScore(own) if isinstance(own, int) else own for own in scores))


def reach(board: Scoreboard, side: Side, *spoken: str | None) -> list[int]:
    """The plain numbers that reach the target."""
    draft = [None if bid is None else Bid(tuple(bid.split("+"))) for bid in spoken]
    kinds = target_bids(board, draft, side)
    return [number for kind in kinds if not kind.added_calls and not kind.blind for number in kind.numbers]


def test_player_alone_scores_ten_a_trick() -> None:
    board = scores_at("two-player", 450, 370)
    assert reach(board, ANN, None, None) == list(range(5, 14))
    assert reach(board, BEN, "5", None) == [13]
    assert reach(scores_at("two-player", 369, 370), ANN, None, None) == []


def test_numbers_that_reach_the_target_end_at_all_tricks() -> None:
    assert reach(scores_at("cutthroat", 330, 331, 500, shape=Shape(3)), ANN, None, None, None) == [17]
    assert reach(scores_at("cutthroat", 329, 331, 500, shape=Shape(3)), ANN, None, None, None) == []


def test_pair_bids_two_at_least() -> None:
    board = scores_at("partnership", 495, 440)
    assert reach(board, ANN, None, None, None, None) == list(range(2, 14))
    assert reach(board, BEN, None, None, None, None) == list(range(6, 14))


@pytest.mark.parametrize("spoken", [("4", None, None, None), (None, None, "4", None), ("4", "3", None, "1")])
def test_bids_made_are_part_of_target_bids(spoken: tuple[str | None, ...]) -> None:
    assert reach(scores_at("partnership", 440, 300), ANN, *spoken) == list(range(6, 14))
    assert reach(scores_at("partnership", 490, 300), ANN, *spoken) == list(range(5, 14))


@pytest.mark.parametrize("spoken", [("nil", None, None, None), (None, None, "nil", None)])
def test_existing_nil_counts_as_made(spoken: tuple[str | None, ...]) -> None:
    assert reach(scores_at("partnership", 340, 300), ANN, *spoken) == list(range(6, 14))


def test_bidder_is_asked_once() -> None:
    assert reach(scores_at("partnership", 490, 490), ANN, "4", None, "3", None) == []
    assert reach(scores_at("two-player", 490, 490), ANN, "4", None) == []


def test_bag_penalty_does_not_block_a_side_without_overtricks() -> None:
    with_bags = SideScore(450, 9, ((1, 9),))
    assert reach(scores_at("two-player", with_bags, 0), ANN, None, None) == list(range(5, 14))


def test_blind_bids_are_not_among_the_plain_numbers() -> None:
    board = scores_at("berkley-two", 400, 0)
    assert reach(board, ANN, None, None) == [10, 11, 12, 13]
    assert reach(scores_at("berkley-two", 440, 0), ANN, None, None) == list(range(6, 14))


def test_bonus_of_a_run_counts() -> None:
    board = scores_at("berkley-two", SideScore(380, run=2), 0)
    assert reach(board, ANN, None, None) == list(range(4, 14))
    assert reach(scores_at("berkley-two", SideScore(379, run=2), 0), ANN, None, None) == list(range(5, 14))


def test_each_side_has_its_own_target_bids() -> None:
    board = scores_at("cutthroat", 450, 300, 480, shape=Shape(3))
    assert reach(board, CAL, None, None, None) == list(range(2, 18))
    assert reach(board, BEN, None, None, None) == []


def test_game_without_a_target_has_no_target_bids() -> None:
    assert reach(scores_at("gambling", 900, 0, 0, shape=Shape(3)), ANN, None, None, None) == []


def test_lower_promise_of_no_more_is_worth_more() -> None:
    assert reach(scores_at("miser", 400, 0, shape=Shape(2)), ANN, None, None) == [0, 1, 2, 3]


def kinds(board: Scoreboard, side: Side, *spoken: str | None) -> list[tuple[str, int]]:
    """Each kind of bid that reaches the target, with its lowest number."""
    draft = [None if bid is None else Bid(tuple(bid.split("+"))) for bid in spoken]
    found = target_bids(board, draft, side)
    return [("+".join([*(["blind"] if kind.blind else []), *kind.added_calls]), kind.lowest) for kind in found]


def test_pair_can_reach_the_target_with_only_a_nil() -> None:
    board = scores_at("partnership", 360, 100)
    assert kinds(board, ANN, None, None, None, None) == [("nil", 4), ("nil+nil", 0)]
    assert kinds(board, BEN, None, None, None, None) == []
    two = scores_at("partnership", 100, 0, nil=200)
    assert kinds(two, ANN, None, None, None, None) == [("nil+nil", 0)]


def test_nil_is_named_if_it_allows_a_lower_number() -> None:
    assert kinds(scores_at("partnership", 470, 0), ANN, None, None, None, None) == [("", 3), ("nil", 1), ("nil+nil", 0)]
    assert kinds(scores_at("two-player", 470, 0), ANN, None, None) == [("", 3), ("nil", 0)]
    assert kinds(scores_at("partnership", 470, 0), ANN, "3", None, None, None) == [("", 4), ("nil", 3)]


def test_blind_calls_are_open_to_a_side_far_enough_behind() -> None:
    close = scores_at("two-player", 300, 390, blind_nil=200)
    assert kinds(close, ANN, None, None) == []
    far = scores_at("two-player", 300, 400, blind_nil=200)
    assert kinds(far, ANN, None, None) == [("blind-nil", 0)]


def test_berkley_counts_bemos_nils_blind_numbers_and_bids_that_win() -> None:
    board = scores_at("berkley-two", 370, 100)
    assert ("bemo", 7) in kinds(board, ANN, None, None)
    assert ("nil-front", 4) in kinds(board, ANN, None, None)
    assert ("double-nil", 0) in kinds(board, ANN, None, None)
    assert all("blind" not in words for words, _ in kinds(board, ANN, None, None))
    assert ("blind", 10) in kinds(scores_at("berkley-two", 200, 310), ANN, None, None)
    assert kinds(scores_at("berkley-three-1", -900, 0, 0), ANN, None, None, None) == [("", 13), ("blind", 10)]


def test_contradicting_calls_cannot_reach_the_target() -> None:
    board = scores_at("berkley-three-1", 290, 0, 0)
    found = target_bids(board, (None, None, None), ANN)
    assert TargetBids(("bemo",), False, (2,)) not in found
    assert all(0 not in kind.numbers for kind in found if kind.added_calls)


def test_no_number_is_listed_once_the_sum_of_all_bids_is_broken() -> None:
    board = scores_at("mirrors", 450, 490)
    assert reach(board, BEN, "5", "5", None, "2") == []
    assert reach(board, ANN, "4", "2", None, "4") == [7]
    assert reach(board, ANN, "5", "5", None, "5") == []  # already 15, and the bids must total 13


def test_irregular_bid_of_another_leaves_the_numbers() -> None:
    board = scores_at("partnership", 450, 490, blind_nil=200)  # Ben is ahead, and may not call blind
    assert reach(board, ANN, None, "blind-nil", None, None) == list(range(5, 14))


def test_pairs_with_a_nil_are_offered_no_plain_number() -> None:
    board = scores_at("suicide", 360, 300)
    assert reach(board, ANN, None, None, None, None) == []
    kinds = target_bids(board, (None,) * 4, ANN)
    assert [(kind.added_calls, min(kind.numbers)) for kind in kinds] == [(("nil",), 4)]


def test_blind_number_is_for_both_partners() -> None:
    board = scores_at("partnership", 300, 440, blind_numbers=6)
    kinds = {kind.blind: kind.numbers for kind in target_bids(board, (None,) * 4, ANN) if not kind.added_calls}
    assert kinds[True] == (10, 11, 12, 13)


def bare(board: Scoreboard, side: Side, *spoken: str | None) -> list[tuple[str, ...]]:
    """The calls that reach the target without a number."""
    draft = [None if bid is None else Bid((bid,)) for bid in spoken]
    return [kind.added_calls for kind in target_bids(board, draft, side) if not kind.numbers]


def test_two_nils_reach_the_target_too() -> None:
    """Though a nil with a number does: it is another way to win, and without blind calls, the easiest one."""
    board = scores_at("partnership", 300, 440)
    assert bare(board, ANN, None, None, None, None) == [("nil", "nil")]
    assert bare(board, ANN, "nil", None, None, None) == [("nil",)]
    assert bare(board, ANN, "4", None, None, None) == []
    behind = scores_at("partnership", 200, 440, blind_nil=200)
    assert bare(behind, ANN, None, None, None, None) == [("blind-nil", "nil")]
    assert bare(scores_at("partnership", 300, 440, blind_nil=200), ANN, None, None, None, None) == [("nil", "nil")]
