"""A log and its cache for the tests that every kind of cached log passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.services.damaged import Damaged
from scorekeeper.services.log_cache import LogCache
from scorekeeper.storage.log import EventLog


@dataclass(frozen=True)
class CachedLog:
    """Three things with a log of one kind; `cache` makes a cache with room for some, `write` records one more event."""

    log: EventLog
    ids: Sequence[str]
    cache: Callable[[int], LogCache[Any, Any]]
    write: Callable[[str], object]
    damaged: type[Damaged]

    @property
    def id(self) -> str:
        """The first one."""
        return self.ids[0]
