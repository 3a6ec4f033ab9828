"""Stored events, read and replayed: those of this server as they are, those of a file held to their one spelling."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.game import (
    ERASE,
    START,
    Event,
    EventUndone,
    GameState,
    payload_of,
    read_event,
    read_start,
    read_stored,
    replay,
)
from scorekeeper.core.sheet import InvalidInput, Sheet
from scorekeeper.formats.chain import Entry, canonical_json


def event_of(stored: Entry, head: Sheet) -> Event:
    """A later event of the game with this head. Raises `InvalidInput`."""
    return read_stored(stored.kind, stored.payload, head, stored.seq, stored.reason, stored.who)


def replay_stored(stored: Sequence[Entry]) -> GameState:
    """The state that these events come to; the first is the start. Raises `InvalidInput` for a misfit."""
    if not stored or stored[0].kind != START:
        raise InvalidInput("entry 1: the game does not begin with its start")
    start = read_start(stored[0].payload, stored[0].who)
    return replay([start, *(event_of(each, start.head) for each in stored[1:])])


def replay_untrusted(stored: Sequence[Entry]) -> GameState:
    """The same for events from outside: each payload must be as this program would write it. Raises `InvalidInput`."""
    state = replay_stored(stored[:1])
    events = [state.events[0], *(_checked(each, state.head) for each in stored[1:])]
    return replay(events)


def _checked(stored: Entry, head: Sheet) -> Event:
    event = _read(stored, head)
    if isinstance(event, EventUndone) and event.event >= stored.seq:
        raise InvalidInput(f"entry {stored.seq}: it takes back an entry that does not come before it")
    if canonical_json(payload_of(event, head)) != canonical_json(stored.payload):
        what = "it is not in the one spelling that the log keeps"
        if stored.kind == ERASE:
            what = "an erasure lists earlier entries with the hash of each, and nothing else"
        raise InvalidInput(f"entry {stored.seq}: {what}")
    return event


def _read(stored: Entry, head: Sheet) -> Event:
    """The event as if it were written now, with the reason and the writer that it has."""
    if stored.kind == ERASE:
        return event_of(stored, head)
    body = {**stored.payload, **({} if stored.reason is None else {"reason": stored.reason})}
    try:
        event = read_event(stored.kind, body, head, stored.seq)
    except InvalidInput as error:
        raise InvalidInput(f"entry {stored.seq}: {error}", error.hand) from error
    return replace(event, reason=stored.reason, who=stored.who)
