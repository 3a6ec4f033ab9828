"""Undo and redo: an event can undo another, and a redo undoes that event."""

from collections.abc import Sequence

from scorekeeper.core.game.events import Event, EventUndone, GameStarted, PlayerErased


def undone_events(events: Sequence[Event]) -> set[int]:
    """The numbers of the events that are currently undone."""
    undone: set[int] = set()
    for event in reversed(events):
        if isinstance(event, EventUndone) and event.seq not in undone:
            undone.add(event.event)
    return undone


def in_force(events: Sequence[Event]) -> list[Event]:
    """The events in force, in order, without undos and erasures."""
    undone = undone_events(events)
    return [event for event in events if not isinstance(event, EventUndone | PlayerErased) and event.seq not in undone]


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
        if not isinstance(events[event.event - 1], EventUndone):
            return event
        undone.add(event.event)
    return None


def base_of(events: Sequence[Event], event: Event) -> tuple[Event, bool]:
    """The event at the end of a chain of undos and redos, and whether it is in force again."""
    again = True
    while isinstance(event, EventUndone):
        event, again = events[event.event - 1], not again
    return event, again
