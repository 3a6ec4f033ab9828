"""Checks whether an event fits the game as it is now, and the refusals."""

from collections.abc import Sequence

from scorekeeper.core.game.events import (
    BidsPlaced,
    DealerCorrected,
    Event,
    EventUndone,
    GameClosed,
    GameReopened,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PlayerErased,
    PlayerSubstituted,
    ScoreSigned,
    SeatsSwapped,
    TimeCalled,
    undone_events,
)
from scorekeeper.core.inputs import Fault, FieldPath, InvalidInput, faults
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet


class AlreadyRecorded(InvalidInput):
    """The hand is recorded already: another phone was faster."""


class NotNow(InvalidInput):
    """The event is well formed, but not at this point of this game."""


class BidClash(InvalidInput):
    """Another phone recorded a different bid for this seat in the meantime."""


class Irregular(InvalidInput):
    """The rules object to the hand; with `overruled` it can still be recorded."""

    @property
    def objections(self) -> tuple[Fault, ...]:
        """What the rules object to."""
        objections: tuple[Fault, ...] = self.fault.params["objections"]
        return objections


def read_reason(value: object, needed: bool = False) -> str | None:
    """The reason for an event, or None. Raises `InvalidInput` for text that cannot be stored."""
    where = FieldPath.to("entry")
    reason = None if value is None else where.text(value, "reason", empty=True).strip() or None
    if needed and reason is None:
        raise InvalidInput(faults.NO_REASON.at(where, {}))
    return reason


def check_may_be_undone(number: int) -> None:
    """Raise `NotNow` for the event that starts the game."""
    if number == 1:
        raise NotNow(faults.ENTRY_STARTS_GAME.at(FieldPath.to("take-back"), {}))


def check(event: Event, events: Sequence[Event], board: Scoreboard, setup: Sheet, closed: bool) -> None:
    """Raise `AlreadyRecorded` or `NotNow` if the event does not fit these `events` and their `board`.

    `closed`: the table has ended the game.
    """
    recorded = len(board.hands)
    if isinstance(event, HandRecorded | BidsPlaced | HandMisdealt):
        _check_next(event.hand, board, setup)
    elif isinstance(event, HandCorrected) and event.hand > recorded:
        raise NotNow(faults.NOT_RECORDED_YET.at(FieldPath.to("hand", event.hand), {}))
    elif isinstance(event, EventUndone):
        _check_undo(event, events, recorded)
    elif isinstance(event, PlayerSubstituted | SeatsSwapped | DealerCorrected):
        _check_seated(event.hand, event.kind, board)
    elif isinstance(event, TimeCalled):
        _check_time(event.hand, board, setup)
    elif isinstance(event, GameClosed) and board.outcome is not None:
        raise NotNow(faults.STOPPED_TOO_LATE.at(FieldPath.to("close"), _game_over(board, setup.names)))
    elif isinstance(event, GameReopened) and not closed:
        raise NotNow(faults.NOTHING_TO_REOPEN.at(FieldPath.to("reopen"), {}))
    elif isinstance(event, ScoreSigned) and event.hand is not None and event.hand > recorded:
        raise NotNow(faults.NOT_TO_SIGN_YET.at(FieldPath.to("sign"), {"hand": event.hand, "last": recorded}))


def _check_next(number: int, board: Scoreboard, setup: Sheet) -> None:
    where = FieldPath.to("hand", number)
    if number <= len(board.hands):
        raise AlreadyRecorded(faults.RECORDED_ALREADY.at(where, {}))
    if board.outcome is not None:
        raise NotNow(faults.GAME_IS_OVER.at(where, _game_over(board, setup.names)))
    if number > board.next_number:
        raise NotNow(faults.ANOTHER_HAND_IS_NEXT.at(where, {"hand": board.next_number}))


def _check_time(number: int, board: Scoreboard, setup: Sheet) -> None:
    where, recorded = FieldPath.to("time"), len(board.hands)
    if board.time is not None:
        raise NotNow(faults.TIME_IS_CALLED.at(where, {"hand": board.time.hand}))
    if board.outcome is not None:
        raise NotNow(faults.STOPPED_TOO_LATE.at(where, _game_over(board, setup.names)))
    one_more = 1 if setup.minutes else 0  # a match in minutes may have it after the hand that is played at time
    if not recorded <= number <= recorded + 1 + one_more:
        raise NotNow(faults.NOT_THE_LAST_HAND.at(where, {"hand": number, "next": recorded + 1}))


def _check_seated(number: int, kind: str, board: Scoreboard) -> None:
    last = len(board.hands) + (1 if board.outcome is None else 0)
    if number > last:
        raise NotNow(faults.NOT_TO_SIT_YET.at(FieldPath.to(kind), {"hand": number, "last": last}))


def _check_undo(event: EventUndone, events: Sequence[Event], recorded: int) -> None:
    target, where = event.event, FieldPath.to("take-back")
    meant: faults.EntryNumber = {"entry": target, "last": events[-1].seq}
    if not 0 < target < event.seq:
        raise NotNow(faults.NO_SUCH_ENTRY.at(where, meant))
    if target in undone_events(events):
        raise NotNow(faults.TAKEN_BACK_ALREADY.at(where, meant))
    taken = events[target - 1]
    if isinstance(taken, PlayerErased):
        raise NotNow(faults.NAME_IS_ERASED.at(where, meant))
    if isinstance(taken, HandRecorded) and taken.hand < recorded:
        raise NotNow(faults.HAND_PLAYED_AFTER.at(where, {"hand": taken.hand, "other": taken.hand + 1}))


def _game_over(board: Scoreboard, names: tuple[str, ...]) -> faults.GameOver:
    """How a finished game ended."""
    return {
        "outcome": board.outcome,
        "names": names,
        "totals": tuple([score.total for score in board.scores]),
        "overtricks": tuple([score.overtricks for score in board.scores]),
        "unit": board.rules.scoring.unit,
    }
