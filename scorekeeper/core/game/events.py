"""Events: what is recorded of a game, one frozen type per kind; undo, an event that names another, and redo."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.core.rules.deal import Bid, HandRecord
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet

START = "start"
BIDS = "bids"
HAND = "hand"
CORRECTION = "correction"
MISDEAL = "misdeal"
TAKE_BACK = "take-back"
NO_EVENT = 0
CLOSE = "close"
REOPEN = "reopen"
SIGN = "sign"
SUBSTITUTE = "substitute"
DEALER = "dealer"
SWAP = "swap"
ERASE = "erase"
TIME = "time"

AGREED = "agreed"
DISPUTED = "disputed"

OWN_DEVICE = "own"
SHARED_DEVICE = "shared"
PROGRAM = "program"
DEVICES = (OWN_DEVICE, SHARED_DEVICE, PROGRAM)
"""What a side signed on: its own phone, a shared one (another side's or the table's), or a program."""

Draft = tuple[Bid | None, ...]
"""The bids of a hand in seat order, None where a seat has not bid yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One recorded event. `seq` counts a game's events from 1, `who` is the device or program that wrote it.

    `kind` is the event's public name in the API, in exports and in the database.
    """

    kind: ClassVar[str]

    seq: int
    reason: str | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    """The first event of every game: its sheet without hands."""

    kind: ClassVar[str] = START
    setup: Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsPlaced(Event):
    """The bids of the next hand so far."""

    kind: ClassVar[str] = BIDS
    hand: int
    bids: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecorded(Event):
    """A hand with its bids and tricks."""

    kind: ClassVar[str] = HAND
    hand: int
    record: HandRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCorrected(Event):
    """A correction of a recorded hand; it always has a reason."""

    kind: ClassVar[str] = CORRECTION
    hand: int
    record: HandRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMisdealt(Event):
    """The hand is dealt again, and its bids are dropped; `called_by` is the side that called it, if any."""

    kind: ClassVar[str] = MISDEAL
    hand: int
    called_by: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventUndone(Event):
    """Undoes the event with the number `event`. Undoing an undo brings that event back: a redo.

    An older version could write an undo of an event that cannot be: it is read as one of `NO_EVENT`.
    """

    kind: ClassVar[str] = TAKE_BACK
    event: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClosed(Event):
    """The table ends the game; `forfeit` is the side that conceded, if any."""

    kind: ClassVar[str] = CLOSE
    forfeit: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReopened(Event):
    """A game that the table ended continues."""

    kind: ClassVar[str] = REOPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSigned(Event):
    """A side confirms the score, or disputes it (`hand`, if it names one).

    `device` is what it signed on; None in old signatures, which did not record it.
    """

    kind: ClassVar[str] = SIGN
    side: Side
    verdict: str
    hand: int | None = None
    note: str = ""
    device: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSubstituted(Event):
    """From hand `hand` on, `player` has this `seat`."""

    kind: ClassVar[str] = SUBSTITUTE
    hand: int
    seat: Seat
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped(Event):
    """From hand `hand` on, the players of these two seats have each other's: from the first, if they were named wrong.

    The seats keep their bids, tricks and points.
    """

    kind: ClassVar[str] = SWAP
    hand: int
    seats: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCorrected(Event):
    """The table sets right who deals: `seat` deals hand `hand`, and the deal moves on from there."""

    kind: ClassVar[str] = DEALER
    hand: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalled(Event):
    """Time is called after this many `minutes` of play: hand `hand` is the last one."""

    kind: ClassVar[str] = TIME
    hand: int
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerErased(Event):
    """A player's name was replaced in earlier events. It changes no bid and no score, and cannot be undone.

    `hashes` has the number of each rewritten event, in order, with the hash of its new content.
    """

    kind: ClassVar[str] = ERASE
    hashes: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class EventBase:
    """What every event has: its number, and why and by whom it was recorded."""

    seq: int
    reason: str | None
    who: str | None = None


HandEvent = HandRecorded | HandCorrected
"""An event with the record of a hand."""


def hand_of(event: Event) -> int:
    """The number of the hand that an event is about; 0 if none."""
    if isinstance(event, BidsPlaced | HandRecorded | HandCorrected | HandMisdealt | TimeCalled):
        return event.hand
    if isinstance(event, PlayerSubstituted | SeatsSwapped | DealerCorrected):
        return event.hand
    return (event.hand or 0) if isinstance(event, ScoreSigned) else 0


def undone_by(undos: Sequence[tuple[int, int]]) -> set[int]:
    """The numbers of events that are undone by these undos, in any log: each has its own number and that of the event.

    They are in order. One that a later one undoes has no effect.
    """
    undone: set[int] = set()
    for seq, event in reversed(undos):
        if seq not in undone:
            undone.add(event)
    return undone


def undone_events(events: Sequence[Event]) -> set[int]:
    """The numbers of the events that are currently undone."""
    return undone_by([(event.seq, event.event) for event in events if isinstance(event, EventUndone)])


def in_force(events: Sequence[Event]) -> list[Event]:
    """The events in force, in order, without undos and erasures."""
    undone = undone_events(events)
    return [event for event in events if not isinstance(event, (EventUndone, PlayerErased)) and event.seq not in undone]


def to_undo(events: Sequence[Event]) -> Event | None:
    """The latest event in force, which an undo undoes. The start of the game cannot be undone.

    It is found from the end, so that a long game takes no longer.
    """
    undone: set[int] = set()
    for event in reversed(events):
        if event.seq in undone or isinstance(event, GameStarted | PlayerErased):
            continue
        if not isinstance(event, EventUndone):
            return event
        undone.add(event.event)
    return None


def to_redo(events: Sequence[Event]) -> EventUndone | None:
    """The latest undo still in force, which a redo undoes. Any new event clears the redo history."""
    undone: set[int] = set()
    for event in reversed(events):
        if event.seq in undone or isinstance(event, PlayerErased):
            continue
        if not isinstance(event, EventUndone):
            return None
        if event.event == NO_EVENT:
            continue
        if not isinstance(events[event.event - 1], EventUndone):
            return event
        undone.add(event.event)
    return None


def base_of(events: Sequence[Event], event: Event) -> tuple[Event, bool]:
    """The event at the end of a chain of undos and redos, and whether it is in force again."""
    again = True
    while isinstance(event, EventUndone) and NO_EVENT < event.event < event.seq:
        event, again = events[event.event - 1], not again
    return event, again
