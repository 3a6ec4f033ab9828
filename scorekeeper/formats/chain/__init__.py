"""The hash chain: canonical JSON of a game's events, each with the hash of the one before.

Standard library only: anyone with the events can verify them without a database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scorekeeper.formats.chain.stored_event import (
    ERASE,
    START,
    StoredEvent,
    UnsavedEvent,
    Unwritable,
    canonical_json,
    canonical_time,
    event_line,
    hashes_after_erasure,
)

__all__ = [
    "ERASE",
    "NOTHING_BEFORE",
    "START",
    "BrokenLink",
    "ChainHead",
    "Signature",
    "Signer",
    "StoredEvent",
    "UnsavedEvent",
    "Unwritable",
    "canonical_json",
    "canonical_time",
    "chained",
    "event_line",
    "hash_of",
    "hashes_after_erasure",
    "head_of",
    "record_digest",
    "recorded",
    "statement",
    "verify",
]

NOTHING_BEFORE = ""  # the previous hash in the first event of a game


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first place where a chain breaks: the event's `seq`, a code for what is wrong, and the value in the event."""

    seq: int
    code: str
    has: str = ""


def hash_of(event: StoredEvent) -> str:
    """The sha256, in hex, of everything in `event` except its own hash."""
    content = {"game": event.game_id, **recorded(event)}
    if event.salt is not None:
        content["salt"] = event.salt
    return sha256(canonical_json(content).encode("ascii")).hexdigest()


def recorded(event: StoredEvent) -> dict[str, object]:
    """What its hash covers besides the game's id and the salt, in the order of an export."""
    return {
        "seq": event.seq,
        "id": event.id,
        "kind": event.kind,
        "payload": event.payload,
        "who": event.who,
        "at": canonical_time(event.at),
        "reason": event.reason,
        "previous": event.previous,
    }


def chained(game_id: str, new: UnsavedEvent, *, seq: int, previous: str) -> StoredEvent:
    """`new` as event number `seq` of the game, with its hash."""
    event = StoredEvent(
        game_id=game_id,
        seq=seq,
        id=new.id,
        kind=new.kind,
        payload=new.payload,
        who=new.who,
        at=new.at,
        reason=new.reason,
        previous=previous,
        hash="",
        salt=new.salt,
    )
    return event._replace(hash=hash_of(event))


def verify(events: Iterable[StoredEvent], *, last_hash: str | None = None) -> BrokenLink | None:
    """The first difference in the events of one whole game, or None if nothing was changed.

    An event whose names were erased keeps its original hash, so the chain stays whole; its present content is checked
    against the hash that its latest erasure recorded. A chain cannot show that its end is missing: give `last_hash`,
    if known, to detect that too.
    """
    listed = list(events)
    erased = hashes_after_erasure(listed)
    game_id, seq, previous = None, 0, NOTHING_BEFORE
    for event in listed:
        seq += 1
        game_id = event.game_id if game_id is None else game_id
        broken = _first_wrong(event, game_id, seq, previous, erased)
        if broken is not None:
            return broken
        previous = event.hash
    if seq == 0:
        return BrokenLink(1, "empty")
    if last_hash is not None and previous != last_hash:
        return BrokenLink(seq + 1, "missing")
    return None


def _first_wrong(
    event: StoredEvent, game_id: str, seq: int, previous: str, erased: Mapping[int, str]
) -> BrokenLink | None:
    if event.seq != seq:
        return BrokenLink(seq, "seq", str(event.seq))
    if event.game_id != game_id:
        return BrokenLink(seq, "game")
    if (event.kind == START) != (seq == 1):
        return BrokenLink(seq, "kind", event.kind)
    if event.previous != previous:
        return BrokenLink(seq, "previous")
    if hash_of(event) != erased.get(seq, event.hash):
        return BrokenLink(seq, "hash", event.kind)
    return None


SIGNED = b"scorekeeper-signature/1\n"
"""The start of every statement, so that no signature of anything else is valid for one."""


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The end of a game’s chain: its id, the number of its last event, and that event's hash."""

    game: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature in an export: public key and value in base64url, and its canonical time."""

    key: str
    at: str
    value: str


Signer = Callable[[ChainHead, str | None], Signature]
"""Signs a chain's head now; for a text record, which has no events, also the digest of its lines."""


def head_of(events: Sequence[StoredEvent]) -> ChainHead:
    """The head of one whole game's events."""
    last = events[-1]
    return ChainHead(last.game_id, last.seq, last.hash)


def statement(head: ChainHead, at: str, record: str | None = None) -> bytes:
    """The signed bytes. `record` is the digest of a text record, since the head alone would not cover its lines."""
    content = {"game": head.game, "seq": head.seq, "hash": head.hash, "at": at}
    if record is not None:
        content["record"] = record
    return SIGNED + canonical_json(content).encode("ascii")


def record_digest(lines: Sequence[str]) -> str:
    """The sha256, in hex, of a text record's lines without its signature and checksums."""
    return sha256("\n".join(lines).encode("utf-8")).hexdigest()
