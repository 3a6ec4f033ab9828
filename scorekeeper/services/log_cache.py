"""Caches states in memory: what a log says of a game, or of something else, to which only new events are applied."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorekeeper.formats.chain import ERASE, StoredEvent
from scorekeeper.storage.log import ChainEnd, EventLog, end_of

State = TypeVar("State")
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Cached(Generic[State, Kept]):
    """A state, and the last event before it, since a restored database may have another one there.

    `kept` is what was worked out of the state, and lasts as long as it is cached.
    """

    state: State
    end: ChainEnd
    kept: Kept


class LogCache(Generic[State, Kept]):
    """The latest states of `log` that were used, at most `most`. Thread-safe.

    `replay` makes the state of all events, and raises `Damaged` if they make none; `apply` that after one more, or None
    if all have to be read again. `keep` begins what is kept of a state; it is given what was cached before.
    """

    def __init__(
        self,
        log: EventLog,
        replay: Callable[[str, Sequence[StoredEvent]], State],
        apply: Callable[[State, StoredEvent], State | None],
        keep: Callable[[Cached[State, Kept] | None], Kept],
        most: int,
    ) -> None:
        self._log, self._replay, self._apply, self._keep, self._most = log, replay, apply, keep, most
        self._cached: OrderedDict[str, Cached[State, Kept]] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, owner_id: str, last_hash: str | None) -> Cached[State, Kept]:
        """The state after the last event, which has this hash. Raises `Damaged`."""
        known = self._known(owner_id)
        if known is not None and known.end.hash == last_hash:
            return known
        caught_up = self._caught_up(owner_id, known)
        self._put(owner_id, caught_up, known)
        return caught_up

    def known(self, owner_id: str, last_hash: str | None) -> Cached[State, Kept] | None:
        """The same state if it is cached."""
        known = self._known(owner_id)
        return known if known is not None and known.end.hash == last_hash else None

    def store(self, state: State, last: StoredEvent) -> None:
        """Store the state after the event `last`, unless a later one is stored."""
        known = self._known(last.game_id)
        self._put(last.game_id, Cached(state, end_of(last), self._keep(known)), None)

    def clear(self) -> None:
        """Drop all states."""
        with self._lock:
            self._cached.clear()

    def _known(self, owner_id: str) -> Cached[State, Kept] | None:
        with self._lock:
            return self._cached.get(owner_id)

    def _put(self, owner_id: str, made: Cached[State, Kept], instead_of: Cached[State, Kept] | None) -> None:
        with self._lock:
            known = self._cached.get(owner_id)
            if known is None or known is instead_of or known.end.seq < made.end.seq:
                self._cached[owner_id] = made
            self._cached.move_to_end(owner_id)
            while len(self._cached) > self._most:
                self._cached.popitem(last=False)

    def _caught_up(self, owner_id: str, known: Cached[State, Kept] | None) -> Cached[State, Kept]:
        found = None if known is None else self._continued(owner_id, known)
        if found is not None:
            return found
        events = self._log.events_of(owner_id)
        return Cached(self._replay(owner_id, events), end_of(events[-1]), self._keep(known))

    def _continued(self, owner_id: str, known: Cached[State, Kept]) -> Cached[State, Kept] | None:
        """What is known with the events since then; None if all have to be read again."""
        since = self._log.events_of(owner_id, after=known.end.seq - 1)
        if not since or since[0].hash != known.end.hash:  # from before a restore
            return None
        if any(event.kind == ERASE for event in since[1:]):  # earlier events were rewritten
            return None
        state = known.state
        for event in since[1:]:
            try:
                after = self._apply(state, event)
            except Exception:  # reading all says whether it is damaged, and where
                return None
            if after is None:
                return None
            state = after
        return Cached(state, end_of(since[-1]), self._keep(known))
