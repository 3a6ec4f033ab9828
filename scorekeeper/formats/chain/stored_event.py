"""Stored events: what the score sheet records, never changed; and the event that records an erasure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any
from uuid import UUID, uuid4

# Made once: `json.dumps` makes one for each call, which takes as long as writing a short value.
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def canonical_json(value: object) -> str:
    """`value` as canonical JSON. Raises `Unwritable` if it has none."""
    try:
        return _CANONICAL.encode(value)
    except (TypeError, ValueError, RecursionError) as problem:
        raise Unwritable(f"this cannot be written as JSON: {problem}") from None


def canonical_time(moment: datetime) -> str:
    """`moment` as 2026-11-20T21:14:05.123456Z. Raises `Unwritable` if it has no time zone."""
    if moment.tzinfo is None:
        raise Unwritable("a time needs its time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Unwritable(ValueError):
    """A value that the record cannot hold."""


START = "start"  # the kind of every game's first entry, which holds the sheet's head
SALT_BYTES = 16  # so that nobody finds an erased name by hashing guesses

Payload = Mapping[str, Any]


def _new_id() -> str:
    return str(uuid4())


def _new_salt() -> str:
    return token_hex(SALT_BYTES)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsavedEvent:
    """An event to be appended. The client makes the id, so that a repeated request is the same event.

    `salt` is random and part of the hash: without it the hash of an erased event cannot confirm a guessed name.
    """

    kind: str
    payload: Payload
    id: str = field(default_factory=_new_id)
    who: str | None = None
    reason: str | None = None
    at: datetime = field(default_factory=_now)
    salt: str | None = field(default_factory=_new_salt)

    def __post_init__(self) -> None:
        try:
            spelled = str(UUID(self.id))
        except (ValueError, AttributeError, TypeError):
            raise Unwritable("an entry's id must be a UUID") from None
        object.__setattr__(self, "id", spelled)
        # A copy, as a reader will get it: later changes to the caller's object do not reach it.
        object.__setattr__(self, "payload", json.loads(canonical_json(self.payload)))


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in a game's chain; `seq` counts from 1 within the game.

    Events of older versions have no `salt`, and events whose names were erased have lost it.
    """

    game_id: str
    seq: int
    id: str
    kind: str
    payload: Payload
    who: str | None
    at: datetime
    reason: str | None
    previous: str
    hash: str
    salt: str | None = None

    def says_the_same(self, game_id: str, other: UnsavedEvent) -> bool:
        """Whether `other` for `game_id` repeats this event; writer and time may differ."""
        content = [self.game_id, self.kind, self.payload, self.reason]
        return canonical_json(content) == canonical_json([game_id, other.kind, other.payload, other.reason])

    def columns(self) -> dict[str, Any]:
        """The event as a row."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


ERASE = "erase"  # the kind of an entry that records an erasure: {"entries": {"3": "the hash of entry 3 as it is now"}}
ENTRIES = "entries"


def hashes_after_erasure(entries: Iterable[StoredEvent]) -> dict[int, str]:
    """For each rewritten event, by number, the hash that its latest erasure recorded.

    An erasure covers only earlier events; one with an unreadable payload records nothing.
    """
    found: dict[int, str] = {}
    for entry in entries:
        recorded = entry.payload.get(ENTRIES) if entry.kind == ERASE else None
        if isinstance(recorded, Mapping):
            found |= {
                int(seq): str(now)
                for seq, now in recorded.items()
                if seq.isascii() and seq.isdecimal() and len(seq) < 10 and int(seq) < entry.seq
            }
    return found
