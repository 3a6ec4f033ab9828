"""A correction re-scores all later hands; hands after an earlier end are kept, and count again if it moves back."""

from __future__ import annotations

from scorekeeper.core.game import NotNow, moves
from scorekeeper.core.inputs import InvalidInput
from tests.core.game.games import BIG, EVEN, PAIRS, bid, correct, partnership, play, totals, undo, write
from tests.each_case import each_case
from tests.hand_notation import hand
from tests.refusals import refuses


def test_later_hands_are_scored_again() -> None:
    """Hand 1's bags change, so the tenth bag falls one hand later."""
    nine = "Ann 2 and Cal 1 took 12, Ben 1 and Dee nil took 1/0"
    state = play(partnership(), nine, EVEN, "Ann 4 and Cal 2 took 7, Ben 3 and Dee 2 took 6")
    assert [hand.sides[0].points for hand in state.board.hands] == [39, 70, 61 - 100]
    corrected = correct(state, 1, "Ann 2 and Cal 1 took 11, Ben 1 and Dee nil took 2/0")
    assert [hand.sides[0].points for hand in corrected.board.hands] == [38, 70, 61]
    assert corrected.board.scores[0].towards_penalty == 9
    assert corrected.written[0].kind == "correction"
    assert [entry.kind for entry in corrected.written[1:]] == ["hand", "hand"]


def test_dealers_do_not_change() -> None:
    state = play(partnership(), EVEN, EVEN)
    corrected = correct(state, 1, BIG)
    assert [hand.dealer for hand in corrected.board.hands] == [hand.dealer for hand in state.board.hands]
    assert corrected.board.dealer == state.board.dealer


def test_hands_after_an_earlier_end_are_kept_but_not_counted() -> None:
    over = correct(play(partnership(target=200), EVEN, EVEN), 1, BIG)
    assert [hand.counted for hand in over.board.hands] == [True, True]
    assert totals(over) == [200, 31]
    early = correct(over, 1, f"{BIG}; Ann adjusted +70 for talking")
    assert [hand.counted for hand in early.board.hands] == [True, False]
    assert totals(early) == [200, -20]
    assert early.board.outcome is not None
    assert early.board.outcome.hand == 1


def test_hands_count_again_when_the_correction_is_undone() -> None:
    state = play(partnership(target=200), EVEN, EVEN)
    early = correct(state, 1, f"{BIG}; Ann adjusted +70 for talking")
    assert early.board.outcome is not None
    assert undo(early).board == state.board


def test_correction_can_remove_the_end() -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    going_on = correct(over, 4, EVEN)
    assert going_on.board.outcome is None
    assert totals(going_on) == [460, -9]
    assert play(going_on, EVEN).board.outcome is not None


def test_a_corrected_hand_is_corrected_again() -> None:
    state = correct(correct(play(partnership(), EVEN), 1, BIG), 1, EVEN, "no, it was right")
    assert totals(state) == [70, 51]
    assert state.written[0].reason == "no, it was right"


def test_correction_keeps_bids_of_the_next_hand() -> None:
    state = bid(play(partnership(), EVEN), "4", "3", None, None)
    assert correct(state, 1, BIG).draft == state.draft


def test_unrecorded_hand_cannot_be_corrected() -> None:
    with refuses(NotNow, match="It is not recorded yet"):
        correct(play(partnership(), EVEN), 2, EVEN)


def test_invalid_correction_changes_nothing() -> None:
    state = play(partnership(), EVEN)
    with refuses(InvalidInput, match="13"):
        correct(state, 1, "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 5")
    assert totals(state) == [70, 51]


@each_case("reason", [None, "", "   ", "two\nlines", "x" * 1001, 7])
def test_correction_needs_a_reason(reason: object) -> None:
    state = play(partnership(), EVEN)
    body = {"hand": 1, **hand(PAIRS, EVEN)}
    with refuses(InvalidInput, match="[Rr]eason|Say why"):
        write(state, "correction", **body, reason=reason)


@each_case(
    ("given", "reason"),
    [
        ({"reason": "miscounted"}, "miscounted"),
        ({"reason": "", "other": "a book lay under the bowl"}, "a book lay under the bowl"),
        ({"reason": "miscounted", "other": "and typed"}, "miscounted"),
    ],
)
def test_typed_reason_counts_where_no_chip_has_one(given: dict[str, str], reason: str) -> None:
    state = play(partnership(), EVEN)
    assert moves.correct(state, {"hand": "1", **given}, hand(PAIRS, BIG)).reason == reason
