"""The scoreboard hand by hand: a scored hand, a hand after the end, and a stopped game."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Adjustment, Bid, HandRecord, Renege, Took
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand, ScoredSide, new_game, replay
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import fault_text

ANN, BEN = Side(0), Side(1)
TWO = rule_set("two-player").with_options({})
CHIPS = rule_set("gambling").with_options({"odd_chips": "carry"}, Shape(3))


def hand(bids: str, *took: int, adjust: int = 0, **more: object) -> HandRecord:
    spoken = tuple(Bid((code,)) for code in bids.split())
    agreed = (Adjustment(ANN, adjust, "luck"),) if adjust else ()
    return HandRecord(spoken, tuple(Took(tricks) for tricks in took), adjustments=agreed, **more)  # type: ignore[arg-type]


def test_new_game_has_no_points() -> None:
    board = new_game(TWO, Seat(1))
    assert board == Scoreboard(TWO, Seat(1), (), (SideScore(), SideScore()), None)
    assert (board.next_number, board.dealer, board.bidding_order, board.pot, board.reneges) == (1, 1, (0, 1), 0, ())


@pytest.mark.parametrize(("dealer", "seat"), [(-1, "−1"), (2, "2")])
def test_dealer_without_a_seat_is_refused(dealer: int, seat: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        new_game(TWO, Seat(dealer))
    assert fault_text(refused.value.fault) == f"{seat} is not a seat; the dealer is 0 to 1 (first dealer)"


def test_scored_hand_has_its_record_and_figures() -> None:
    record = hand("5 7", 8, 5, adjust=-7, reneges=(Renege(ANN, BEN, 1, "spade"),))
    board = new_game(TWO, Seat(1)).after(record)
    scored = board.hands[0]
    assert (scored.number, scored.deal, scored.dealer, scored.record) == (1, TWO.hand_rules_of(1), 1, record)
    assert (scored.objections, scored.counted, scored.pot) == ((), True, 0)
    assert scored.reneges == (Renege(ANN, BEN, 1, "spade"),)
    assert board.reneges == scored.reneges
    own = scored.sides[0]
    assert (own.tricks, own.points, own.overtricks) == (7, 45, 2)
    assert own.score == SideScore(45, 2, ((1, 2),), 0)
    assert board.scores == (own.score, SideScore(-70))
    assert (board.first_dealer, board.dealer, board.next_number) == (1, 0, 2)


def test_hand_after_the_end_is_recorded_without_points() -> None:
    over = new_game(TWO, Seat(1)).after(hand("5 8", 5, 8, adjust=450, reneges=(Renege(BEN, ANN, 1, "spade"),)))
    assert over.outcome == Outcome((ANN,), "target", "highest", 1, 500)
    late = hand("3 2", 6, 7, reneges=(Renege(BEN, ANN, 2, "spade"),))
    board = over.after(late)
    nothing = [ScoredSide((), tricks, (), 0, 0, score) for tricks, score in zip((8, 5), over.scores, strict=True)]
    parts = (Renege(BEN, ANN, 3, "spade"),)
    assert board.hands[1] == ScoredHand(2, TWO.hand_rules_of(2), Seat(0), late, tuple(nothing), (), False, 0, parts)
    assert board == Scoreboard(TWO, Seat(1), (*over.hands, board.hands[1]), over.scores, over.outcome)


def test_waiting_chips_stay_when_hands_follow_the_end() -> None:
    shared = hand("5 5 6", 6, 6, 5)
    stopped = new_game(CHIPS, Seat(0)).after(shared).closed("late")
    assert stopped.pot == 1
    assert stopped.after(shared).pot == 1
    assert stopped.after(shared).hands[1].counted is False


def test_game_ended_early() -> None:
    board = new_game(TWO, Seat(1)).after(hand("5 7", 6, 7))
    stopped = board.closed("rain")
    assert stopped == Scoreboard(
        TWO, Seat(1), board.hands, board.scores, Outcome((BEN,), "closed", "highest", 1, 0, "rain")
    )
    given_up = board.closed("", BEN)
    assert given_up.outcome == Outcome((ANN,), "closed", "highest", 1, 0, "", BEN)


def test_agreed_points_for_an_unknown_side_are_refused() -> None:
    for side, number in ((-1, "−1"), (2, "2")):
        record = HandRecord(hand("5 8", 5, 8).bids, (Took(5), Took(8)), adjustments=(Adjustment(Side(side), 1, "x"),))
        with pytest.raises(InvalidInput) as refused:
            new_game(TWO, Seat(0)).after(hand("5 7", 6, 7)).after(record)
        assert fault_text(refused.value.fault) == f"Points are agreed for side {number}; the sides are 0 to 1 (hand 2)"


def test_replay_scores_every_hand_in_order() -> None:
    records = [hand("5 7", 6, 7), hand("6 6", 5, 8)]
    board = replay(TWO, Seat(1), records)
    assert board == new_game(TWO, Seat(1)).after(records[0]).after(records[1])
    assert replay(TWO, Seat(1), []) == new_game(TWO, Seat(1))


def test_deficit_of_each_side() -> None:
    three = rule_set("cutthroat").with_options({}, Shape(3))
    board = new_game(three, Seat(2)).after(hand("5 6 6", 5, 6, 6, adjust=25))
    bidding = board.bidding((None, Bid(("3",)), None))
    assert bidding.behind == (0, 15, 15)
    assert (bidding.deal, bidding.seating, bidding.order) == (three.hand_rules_of(2), three.seating, (1, 2, 0))
    assert bidding.numbers() == (3, None, None)


@pytest.mark.parametrize(
    ("bids", "refused"),
    [
        ((None,), "1 bid is given; this hand needs 2 (hand 1)"),
        ((None, Bid(("14",))), '"14" is not a bid in this game; the bids are nil, 1..13 (hand 1, side 2)'),
        ((Bid(("14",)), None), '"14" is not a bid in this game; the bids are nil, 1..13 (hand 1, side 1)'),
    ],
)
def test_impossible_bids_are_refused(bids: tuple[Bid | None, ...], refused: str) -> None:
    with pytest.raises(InvalidInput) as found:
        new_game(TWO, Seat(0)).bidding(bids)
    assert fault_text(found.value.fault) == refused
