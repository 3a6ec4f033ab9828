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
    entry_line,
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
    "entry_line",
    "hash_of",
    "hashes_after_erasure",
    "head_of",
    "record_digest",
    "recorded",
    "statement",
    "verify",
]

NOTHING_BEFORE = ""  # the previous hash in the first entry of a game


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first place where a chain breaks: the event's `seq`, a code for what is wrong, and the value in the event."""

    seq: int
    code: str
    has: str = ""


def hash_of(entry: StoredEvent) -> str:
    """The sha256, in hex, of everything in `entry` except its own hash."""
    content = {"game": entry.game_id, **recorded(entry)}
    if entry.salt is not None:
        content["salt"] = entry.salt
    return sha256(canonical_json(content).encode("ascii")).hexdigest()


def recorded(entry: StoredEvent) -> dict[str, object]:
    """What its hash covers besides the game's id and the salt, in the order of an export."""
    return {
        "seq": entry.seq,
        "id": entry.id,
        "kind": entry.kind,
        "payload": entry.payload,
        "who": entry.who,
        "at": canonical_time(entry.at),
        "reason": entry.reason,
        "previous": entry.previous,
    }


def chained(game_id: str, new: UnsavedEvent, *, seq: int, previous: str) -> StoredEvent:
    """`new` as event number `seq` of the game, with its hash."""
    entry = StoredEvent(
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
    return entry._replace(hash=hash_of(entry))


def verify(entries: Iterable[StoredEvent], *, last_hash: str | None = None) -> BrokenLink | None:
    """The first difference in the events of one whole game, or None if nothing was changed.

    An event whose names were erased keeps its original hash, so the chain stays whole; its present content is checked
    against the hash that its latest erasure recorded. A chain cannot show that its end is missing: give `last_hash`,
    if known, to detect that too.
    """
    listed = list(entries)
    erased = hashes_after_erasure(listed)
    game_id, seq, previous = None, 0, NOTHING_BEFORE
    for entry in listed:
        seq += 1
        game_id = entry.game_id if game_id is None else game_id
        broken = _first_wrong(entry, game_id, seq, previous, erased)
        if broken is not None:
            return broken
        previous = entry.hash
    if seq == 0:
        return BrokenLink(1, "empty")
    if last_hash is not None and previous != last_hash:
        return BrokenLink(seq + 1, "missing")
    return None


def _first_wrong(
    entry: StoredEvent, game_id: str, seq: int, previous: str, erased: Mapping[int, str]
) -> BrokenLink | None:
    if entry.seq != seq:
        return BrokenLink(seq, "seq", str(entry.seq))
    if entry.game_id != game_id:
        return BrokenLink(seq, "game")
    if (entry.kind == START) != (seq == 1):
        return BrokenLink(seq, "kind", entry.kind)
    if entry.previous != previous:
        return BrokenLink(seq, "previous")
    if hash_of(entry) != erased.get(seq, entry.hash):
        return BrokenLink(seq, "hash", entry.kind)
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
"""Signs a chain's head now; for a text record, which has no entries, also the digest of its lines."""


def head_of(entries: Sequence[StoredEvent]) -> ChainHead:
    """The head of one whole game's events."""
    last = entries[-1]
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
