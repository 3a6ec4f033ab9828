"""Whether an event fits a game as it is now: the next hand, a recorded one, a game that goes on."""

from collections.abc import Sequence

from scorekeeper.core.game.events import (
    BidsPlaced,
    Event,
    EventUndone,
    GameClosed,
    GameReopened,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PersonErased,
    PlayerSubstituted,
    ScoreSigned,
)
from scorekeeper.core.game.refusals import AlreadyRecorded, NotNow
from scorekeeper.core.game.undo import taken_back
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.board import outcome_text


def check(event: Event, events: Sequence[Event], board: Scoreboard, head: Sheet, closed: bool) -> None:
    """Raises `AlreadyRecorded` or `NotNow` where the event does not fit these `events` and their `board`.

    `closed`: the table has stopped the game.
    """
    recorded = len(board.hands)
    if isinstance(event, HandRecorded | BidsPlaced | HandMisdealt):
        _check_next(event.hand, board, head)
    elif isinstance(event, HandCorrected) and event.hand > recorded:
        raise NotNow(f"hand {event.hand}: it is not recorded yet, only a recorded hand can be corrected")
    elif isinstance(event, EventUndone):
        _check_undo(event, events, recorded)
    elif isinstance(event, PlayerSubstituted):
        _check_seated(event.hand, board)
    elif isinstance(event, GameClosed) and board.outcome is not None:
        raise NotNow(f"close: the game is over already: {outcome_text(board, head.names)}")
    elif isinstance(event, GameReopened) and not closed:
        raise NotNow("reopen: the table has not stopped this game, there is nothing to reopen")
    elif isinstance(event, ScoreSigned) and (number := event.hand or 0) > recorded:
        raise NotNow(f"sign: hand {number} is not recorded, this game has {recorded}", number)


def _check_next(number: int, board: Scoreboard, head: Sheet) -> None:
    if number <= len(board.hands):
        raise AlreadyRecorded(f"hand {number}: it is recorded already, to change it correct it", number)
    if board.outcome is not None:
        over = f"the game is over: {outcome_text(board, head.names)}"
        raise NotNow(f"hand {number}: {over}; undo or correct a hand, or start a rematch", number)
    if number > board.next_number:
        raise NotNow(f"hand {number}: the next hand of this game is {board.next_number}", number)


def _check_seated(number: int, board: Scoreboard) -> None:
    last = len(board.hands) + (1 if board.outcome is None else 0)
    if number > last:
        raise NotNow(f"substitute: hand is {number}, it can be 1 to {last}", number)


def _check_undo(event: EventUndone, events: Sequence[Event], recorded: int) -> None:
    target = event.event
    if target >= event.seq:
        raise NotNow(f"take-back: there is no entry {target}, the last one is {events[-1].seq}")
    if target in taken_back(events):
        raise NotNow(f"take-back: entry {target} is taken back already")
    taken = events[target - 1]
    if isinstance(taken, PersonErased):
        raise NotNow(f"take-back: entry {target} erased a name, which cannot be undone")
    if isinstance(taken, HandRecorded) and taken.hand < recorded:
        number = taken.hand
        raise NotNow(f"take-back: hand {number + 1} stands on hand {number}, correct hand {number} instead", number)
