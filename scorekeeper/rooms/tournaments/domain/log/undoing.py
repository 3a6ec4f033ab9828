"""Which events are in force, and what undo and redo would take next."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from scorekeeper.core.game.events import undone_by
from scorekeeper.rooms.tournaments.domain.log.events import (
    CALL_DONE,
    COMING,
    DirectorCalled,
    Event,
    EventUndone,
    GameLinked,
    PlayerErased,
    Swapped,
    TournamentStarted,
)
from scorekeeper.rooms.tournaments.domain.log.results import RULED, GameCorrected, ResultConfirmed, ResultGiven


def undone_events(events: Sequence[Event]) -> set[int]:
    """The numbers of the events that are currently undone."""
    return undone_by([(event.seq, event.event) for event in events if isinstance(event, EventUndone)])


def in_force(events: Sequence[Event]) -> list[Event]:
    """The events in force, in order, without undos and erasures."""
    undone = undone_events(events)
    return [event for event in events if not isinstance(event, EventUndone | PlayerErased) and event.seq not in undone]


def to_undo(events: Sequence[Event]) -> Event | None:
    """The latest event in force, which an undo undoes. The start of the tournament cannot be undone."""
    return next((event for event in reversed(in_force(events)) if _can_be_undone(event)), None)


def _can_be_undone(event: Event) -> bool:
    is_mark = isinstance(event, ResultConfirmed) and event.verdict == RULED
    return not is_mark and not is_of_table(event) and not isinstance(event, TournamentStarted)


def is_of_table(event: Event) -> bool:
    """Whether a table recorded the event, or the server for it: the desk's undo and redo go past it."""
    if isinstance(event, GameCorrected):
        return True
    return isinstance(event, DirectorCalled) and event.answered not in (COMING, CALL_DONE)


def to_redo(events: Sequence[Event]) -> EventUndone | None:
    """The latest undo still in force, which a redo undoes. Any new event clears the redo history."""
    undone: set[int] = set()
    for event in reversed(events):
        if event.seq in undone or isinstance(event, PlayerErased) or is_of_table(event):
            continue
        if not isinstance(event, EventUndone):
            return None
        if not isinstance(events[event.event - 1], EventUndone):
            return event
        undone.add(event.event)
    return None


def undone_together(events: Sequence[Event]) -> list[Event]:
    """The events that one undo at the desk takes back, the latest first: what puts a bracket right is several."""
    latest = to_undo(events)
    if latest is None:
        return []
    before = (event for event in reversed(in_force(events)) if event.seq <= latest.seq)
    return _together(latest, (event for event in before if _can_be_undone(event)), events)


def redone_together(events: Sequence[Event]) -> list[Event]:
    """The undos that one redo at the desk takes back, the latest first."""
    latest = to_redo(events)
    if latest is None:
        return []
    undone = undone_events(events)
    before = (event for event in reversed(events[: latest.seq]) if event.seq not in undone)
    return _together(latest, takewhile(lambda event: isinstance(event, EventUndone), before), events)


def _together(latest: Event, before: Iterable[Event], events: Sequence[Event]) -> list[Event]:
    """The latest of these, with those that were recorded with it when a bracket was put right."""

    def is_with(event: Event) -> bool:
        return (event.at, event.who) == (latest.at, latest.who) and _puts_right(meant(event, events))

    found = [*takewhile(is_with, before)]
    cleared = (meant(event, events) for event in found)
    return found if any(isinstance(event, GameLinked) for event in cleared) else [latest]


def meant(event: Event, events: Sequence[Event]) -> Event:
    """The event that an undo took back, also where that was an undo, and so on; or this one."""
    while isinstance(event, EventUndone):
        event = events[event.event - 1]
    return event


def _puts_right(event: Event) -> bool:
    """Whether it may be a part of what puts a bracket right after a result was corrected."""
    if isinstance(event, GameLinked):
        return event.game is None
    return isinstance(event, Swapped | ResultGiven) or (isinstance(event, ResultConfirmed) and event.stands)
