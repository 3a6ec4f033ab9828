"""Time is called: a hand is the last one, and the leader after it wins."""

from __future__ import annotations

from scorekeeper.core.game import SIGN, TIME, GameState, NotNow, to_undo
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.sheet import read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.sheet.writing import outcome_text
from tests.core.game.games import (
    BIG,
    EVEN,
    begin,
    bid,
    correct,
    partnership,
    play,
    redo,
    take_back,
    totals,
    undo,
    write,
)
from tests.each_case import each_case
from tests.refusals import refuses
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid
from tests.tables import sheet_of

LEVEL = "Ann 4 and Cal 2 took 6, Ben 3 and Dee 3 took 7"
"""+60 and +61: from 70–51 it leaves the side ahead where it is."""

TIED = "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6; Ben adjusted +10 for manners"
"""+70 each."""


def call(state: GameState, hand: int, minutes: int = 41) -> GameState:
    return write(state, TIME, hand=hand, minutes=minutes)


def ended(state: GameState) -> tuple[str, str, int, tuple[int, ...]]:
    outcome = state.board.outcome
    assert outcome is not None
    return outcome.ended_by, outcome.decided_by, outcome.hand, outcome.winners


def test_time_after_the_last_hand_ends_the_game_and_the_leader_wins() -> None:
    state = call(play(partnership(), EVEN, EVEN), 2)
    assert ended(state) == ("time", "highest", 2, (0,))
    assert outcome_text(state.board, state.setup.names) == "Ann & Cal won 140–102; time was called after 41 minutes"


def test_hand_that_was_dealt_is_played_to_its_end() -> None:
    state = call(bid(play(partnership(), EVEN), "4", "3", None, None), 2)
    assert state.board.outcome is None
    assert state.draft[0] is not None
    assert ended(play(state, LEVEL)) == ("time", "highest", 2, (0,))
    with refuses(NotNow, match="The game is over"):
        play(state, LEVEL, EVEN)


def test_tie_at_time_is_overtime_until_a_hand_decides() -> None:
    state = play(call(partnership(), 1), TIED)
    assert (totals(state), state.board.outcome) == ([70, 70], None)
    state = play(state, TIED)
    assert state.board.outcome is None
    assert ended(play(state, EVEN)) == ("time", "highest", 3, (0,))


def test_tie_at_time_goes_by_the_end_of_the_game_and_is_shared_without_one() -> None:
    assert ended(play(call(partnership(tie="shared"), 1), TIED)) == ("time", "shared", 1, (0, 1))
    hurricane = play(call(begin(sheet_of("hurricane", dealer="Dee", hands=3)), 1), TIED)
    assert hurricane.board.outcome is None, "another hand, as after the last one"
    assert ended(play(hurricane, EVEN)) == ("time", "highest", 2, (0,))
    three = begin(sheet_of("gambling", shape=Shape(3)))
    assert three.setup.rules.ranking_at_time.tie == "shared"


def test_other_endings_come_before_time() -> None:
    assert ended(play(call(partnership(target=100), 1), BIG)) == ("target", "highest", 1, (0,))
    assert ended(play(call(partnership(hands=1), 1), EVEN)) == ("hands", "highest", 1, (0,))
    assert ended(play(call(partnership(lose_at=-100), 1), f"{BIG}; Ben adjusted -100 for talk"))[0] == "floor"


def test_time_ends_no_game_before_its_least_hands() -> None:
    state = play(call(play(partnership(least_hands=3), EVEN), 1), EVEN)
    assert state.board.outcome is None
    assert ended(play(state, EVEN)) == ("time", "highest", 3, (0,))


@each_case("hand", [1, 4, 9])
def test_time_names_only_the_last_hand_or_the_next(hand: int) -> None:
    with refuses(NotNow, match=f"The last hand is {hand}; it can be 2, the last one recorded, or 3"):
        call(play(partnership(), EVEN, EVEN), hand)


def test_time_before_the_first_hand_names_hand_1() -> None:
    assert call(partnership(), 1).board.outcome is None
    with refuses(NotNow, match="The last hand is 2; it can only be 1"):
        call(partnership(), 2)


def test_game_in_minutes_may_have_one_more_hand_after_the_one_at_time() -> None:
    state = call(begin(sheet_of("partnership") | {"minutes": 40}), 2)
    state = play(state, EVEN)
    assert state.board.outcome is None
    assert ended(play(state, LEVEL)) == ("time", "highest", 2, (0,))
    with refuses(NotNow, match="The last hand is 3"):
        call(begin(sheet_of("partnership") | {"minutes": 40}), 3)


def test_time_cannot_be_called_twice_or_after_the_end() -> None:
    state = call(play(partnership(), EVEN), 2)
    with refuses(NotNow, match="Time was called already; the last hand is 2"):
        call(state, 2)
    with refuses(NotNow, match="Time was called already"):
        call(play(state, LEVEL), 2)
    with refuses(NotNow, match="The game is already over"):
        call(play(partnership(), BIG, BIG, BIG, BIG), 4)


@each_case("body", [{"hand": 0, "minutes": 4}, {"hand": 1, "minutes": -1}, {"hand": 1}, {"minutes": 4}, {"hand": "1"}])
def test_malformed_time_is_refused(body: dict[str, object]) -> None:
    with refuses(InvalidInput, match="time"):
        write(partnership(), TIME, **body)


def test_time_is_undone_and_redone_like_anything_else() -> None:
    state = call(play(partnership(), EVEN), 1)
    again = undo(state)
    assert (again.board.outcome, again.board.time) == (None, None)
    assert ended(redo(again)) == ended(state)
    assert ended(call(again, 1, 45)) == ("time", "highest", 1, (0,))


def test_call_that_was_replaced_does_not_come_back() -> None:
    state = undo(call(partnership(), 1))
    undone = state.seq
    with refuses(NotNow, match="Time was called already; the last hand is 1"):
        take_back(call(state, 1, 45), undone)


def test_undoing_bids_or_the_hand_does_not_move_the_last_hand() -> None:
    state = call(bid(play(partnership(), EVEN), "4", None, None, None), 2)
    undone = take_back(state, state.seq - 1)
    assert (undone.board.time, undone.draft) == (state.board.time, (None,) * 4)
    hand = play(undone, LEVEL)
    last = to_undo(hand.events)
    assert last is not None
    assert ended(play(undo(hand), EVEN)) == ("time", "highest", 2, (0,))


def test_correction_of_an_earlier_hand_recomputes_who_leads_at_time() -> None:
    state = play(call(play(partnership(), EVEN), 2), LEVEL)
    assert ended(state)[3] == (0,)
    state = correct(state, 1, "Ann 4 and Cal 3 took 6, Ben 3 and Dee 2 took 7")
    assert ended(state) == ("time", "highest", 2, (1,))
    tied = correct(state, 1, "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6; Ben adjusted +18 for manners")
    assert (totals(tied), tied.board.outcome) == ([130, 130], None)
    assert ended(play(tied, EVEN)) == ("time", "highest", 3, (0,))


def test_time_breaks_signatures_like_an_end() -> None:
    state = write(play(partnership(), EVEN), SIGN, side=0, verdict="agreed")
    called = call(state, 2)
    assert [sign.broken for sign in called.signs] == [True]
    assert [sign.broken for sign in undo(called).signs] == [False]


def test_sheet_carries_time_and_its_limit_both_ways() -> None:
    head = sheet_of("partnership", dealer="Dee", target=0, hands=10) | {"minutes": 40}
    state = play(call(play(begin(head), EVEN), 2), LEVEL)
    written = sheet_json(state.sheet)
    assert (written["time"], written["minutes"]) == ({"hand": 2, "minutes": 41}, 40)
    assert_sheet_valid(written)
    assert read_sheet(written) == state.sheet
    board = state.sheet.scoreboard()
    assert board.outcome == state.board.outcome
    assert_scoreboard_valid(scoreboard_json(board, state.setup.names))


@each_case("more", [{"minutes": 601}, {"minutes": -1}, {"minutes": "40"}, {"time": {"hand": 1}}, {"time": 41}])
def test_invalid_time_in_a_sheet_is_refused(more: dict[str, object]) -> None:
    with refuses(InvalidInput, match="minutes|time"):
        read_sheet(sheet_of("partnership", EVEN) | more)


def test_time_in_hand_6_goes_to_overtime_and_is_decided_in_hand_7() -> None:
    state = play(partnership(bags=0), *([EVEN] * 4))
    first, second = (goal - total for goal, total in zip((140, 154), totals(state), strict=True))
    state = play(state, f"{EVEN}; Ann adjusted {first:+} for a fine; Ben adjusted {second:+} for a fine")
    assert totals(state) == [210, 205]
    state = play(call(state, 6), "Ann 2 and Cal 2 took 4, Ben 4 and Dee 5 took 9; Ben adjusted -45 for a fine")
    assert (totals(state), state.board.outcome) == ([250, 250], None)
    state = play(state, "Ann 5 and Cal 4 took 10, Ben 2 and Dee 2 took 3; Ann adjusted -60 for a fine")
    assert (totals(state), ended(state)) == ([281, 210], ("time", "highest", 7, (0,)))
