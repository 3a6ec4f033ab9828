"""Stored events: what the score sheet records, never changed; and the event that records an erasure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from json.encoder import encode_basestring_ascii
from typing import Any, NamedTuple
from uuid import UUID

from scorekeeper.chance import new_id, random_hex
from scorekeeper.clock import utc_now
from scorekeeper.formats.chain.depth import TooDeep, check_depth, has_few_levels

# Made once: `json.dumps` makes one for each call, which takes as long as writing a short value.
# A value that contains itself is refused as one that is nested too deeply, so that is not looked for.
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, check_circular=False
)


# Canonical JSON has no space around it: `json.loads`, which skips that, takes half as long again.
_READ = json.JSONDecoder().raw_decode


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
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return f"{utc.isoformat('T', 'microseconds')[:-6]}Z"  # without +00:00


class Unwritable(ValueError):
    """A value that the record cannot hold."""


START = "start"  # the kind of every game's first event, which holds the sheet's setup
SALT_BYTES = 16  # so that nobody finds an erased name by hashing guesses

Payload = Mapping[str, Any]


class StoredPayload(dict[str, Any]):
    """The payload of a stored event, with the canonical JSON that it was read from: an export need not write it again.

    Nothing changes it: an event with another payload is another event.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        try:
            value, end = _READ(text)
        except RecursionError:
            raise TooDeep from None
        if end != len(text):
            raise json.JSONDecodeError("no canonical JSON", text, end)
        if not has_few_levels(text):
            check_depth(value)
        super().__init__(value)
        self.text = text


def payload_json(payload: Payload) -> str:
    """Its canonical JSON."""
    return payload.text if isinstance(payload, StoredPayload) else canonical_json(payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsavedEvent:
    """An event to be appended. The client makes the id, so that a repeated request is the same event.

    `salt` is random and part of the hash: without it the hash of an erased event cannot confirm a guessed name.
    """

    kind: str
    payload: Payload
    id: str = field(default_factory=new_id)
    who: str | None = None
    reason: str | None = None
    at: datetime = field(default_factory=utc_now)
    salt: str | None = field(default_factory=lambda: random_hex(SALT_BYTES))

    def __post_init__(self) -> None:
        try:
            spelled = str(UUID(self.id))
        except (ValueError, AttributeError, TypeError):
            raise Unwritable("an entry's id must be a UUID") from None
        object.__setattr__(self, "id", spelled)
        # A copy, as a reader will get it: later changes to the caller's object do not reach it.
        try:
            object.__setattr__(self, "payload", StoredPayload(payload_json(self.payload)))
        except TooDeep as problem:
            raise Unwritable(str(problem)) from None


class StoredEvent(NamedTuple):
    """An event in a game's chain; `seq` counts from 1 within the game.

    Events of older versions have no `salt`, and events whose names were erased have lost it. It is a tuple since an
    export reads thousands, and a frozen dataclass takes five times as long to make.
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
        return self._asdict()


def event_line(event: StoredEvent) -> str:
    """The canonical JSON of an event in an export: with its hash, and without the game's id, which is given once.

    Putting the line together takes a third of the time of writing an object.
    """
    salt = "" if event.salt is None else f'"salt":{_quoted(event.salt)},'
    return (
        f'{{"at":"{canonical_time(event.at)}","hash":{_quoted(event.hash)},"id":{_quoted(event.id)},'
        f'"kind":{_quoted(event.kind)},"payload":{payload_json(event.payload)},"previous":{_quoted(event.previous)},'
        f'"reason":{_quoted(event.reason)},{salt}"seq":{event.seq},"who":{_quoted(event.who)}}}'
    )


def _quoted(text: str | None) -> str:
    return "null" if text is None else encode_basestring_ascii(text)


ERASE = "erase"  # the kind of an event that records an erasure: {"entries": {"3": "the hash of event 3 as it is now"}}
ENTRIES = "entries"


def hashes_after_erasure(events: Iterable[StoredEvent]) -> dict[int, str]:
    """For each rewritten event, by number, the hash that its latest erasure recorded.

    An erasure covers only earlier events; one with an unreadable payload records nothing.
    """
    hashes: dict[int, str] = {}
    for event in events:
        recorded = event.payload.get(ENTRIES) if event.kind == ERASE else None
        if isinstance(recorded, Mapping):
            hashes |= {
                int(seq): str(now)
                for seq, now in recorded.items()
                if seq.isascii() and seq.isdecimal() and len(seq) < 10 and int(seq) < event.seq
            }
    return hashes
