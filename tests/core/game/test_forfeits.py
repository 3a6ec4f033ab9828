"""Forfeits: a side concedes, and the leader of the others wins; undone, the game continues."""

from scorekeeper.core.game import CLOSE, MISDEAL, REOPEN, NotNow, payload_of
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.seating import Shape, Side
from scorekeeper.core.sheet import read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.sheet.writing import outcome_text
from tests.core.game.games import BIG, EVEN, begin, partnership, play, undo, write
from tests.refusals import refuses
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid
from tests.tables import sheet_of


def test_side_that_concedes_loses_with_any_total() -> None:
    state = write(play(partnership(), EVEN), CLOSE, forfeit=0, reason="a quarrel")
    assert state.board.outcome is not None
    assert state.board.outcome.winners == (Side(1),)
    assert outcome_text(state.board, state.setup.names) == "Ben & Dee won 51–70; Ann & Cal conceded after 1 hand"


def test_leader_of_the_other_sides_wins() -> None:
    head = sheet_of("cutthroat", "Ann 5 took 7, Ben 5 took 5, Cal 4 took 5", shape=Shape(3))
    hands, head["hands"] = head["hands"], []
    state = write(begin(head), "hand", hand=1, **hands[0])
    state = write(state, CLOSE, forfeit=0)
    assert outcome_text(state.board, state.setup.names) == "Ben won 50–52–41; Ann conceded after 1 hand"


def test_other_sides_can_share_the_win() -> None:
    head = sheet_of("cutthroat", "Ann 5 took 7, Ben 5 took 5, Cal 5 took 5", shape=Shape(3))
    hands, head["hands"] = head["hands"], []
    state = write(write(begin(head), "hand", hand=1, **hands[0]), CLOSE, forfeit=0)
    assert outcome_text(state.board, state.setup.names) == "Ben and Cal share the win at 50; Ann conceded after 1 hand"


def test_undone_or_reopened_game_continues() -> None:
    state = write(play(partnership(), EVEN), CLOSE, forfeit=0)
    assert undo(state).board.outcome is None
    assert write(state, REOPEN).board.outcome is None
    assert write(state, REOPEN).forfeit is None


def test_forfeit_is_in_the_sheet_and_the_scoreboard() -> None:
    sheet = write(play(partnership(), EVEN), CLOSE, forfeit=1, reason="late").sheet
    written = sheet_json(sheet)
    assert written["closed"] == {"reason": "late", "forfeit": 1}
    assert_sheet_valid(written)
    assert read_sheet(written) == sheet
    board = scoreboard_json(sheet.scoreboard(), sheet.names)
    assert_scoreboard_valid(board)
    assert isinstance(board["outcome"], dict)
    assert (board["outcome"]["forfeit"], board["outcome"]["winners"]) == (1, [0])


def test_finished_game_has_no_forfeit() -> None:
    with refuses(NotNow, match="The game is already over"):
        write(play(partnership(), BIG, BIG, BIG, BIG), CLOSE, forfeit=0)


def test_unknown_side_cannot_concede() -> None:
    with refuses(InvalidInput, match="The side that concedes is 2; it must be 0 to 1"):
        write(partnership(), CLOSE, forfeit=2)


def test_misdeal_has_its_caller() -> None:
    state = write(partnership(), MISDEAL, hand=1, reason="exposed card", called_by=1)
    assert payload_of(state.events[-1], state.setup) == {"hand": 1, "called_by": 1}
    with refuses(InvalidInput, match="The side that called the misdeal is 5; it must be 0 to 1"):
        write(partnership(), MISDEAL, hand=1, called_by=5)
