"""What a server signs when a game leaves it: which game, up to which entry, its last hash, and when.

Standard library only: the statement and its spelling. Keys and the arithmetic are in `scorekeeper.formats.keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scorekeeper.formats.chain.stored_event import StoredEvent, canonical_json

SIGNED = b"scorekeeper-signature/1\n"
"""Stands before every statement, so that a signature under something else never passes for one of these."""


@dataclass(frozen=True, slots=True)
class ChainHead:
    """How far a game goes: its id, the number of its last entry, and that entry's hash."""

    game: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature as exports carry it: the public key and the value in base64url, and the time in its one spelling."""

    key: str
    at: str
    value: str


Signer = Callable[[ChainHead, str | None], Signature]
"""Signs a chain's head now; for a text record, which has no entries, also the digest of its lines."""


def head_of(entries: Sequence[StoredEvent]) -> ChainHead:
    """The head of one whole game's entries."""
    last = entries[-1]
    return ChainHead(last.game_id, last.seq, last.hash)


def statement(head: ChainHead, at: str, record: str | None = None) -> bytes:
    """The bytes that are signed. `record` is the digest of a text record: its head alone would not tie its lines."""
    said = {"game": head.game, "seq": head.seq, "hash": head.hash, "at": at}
    if record is not None:
        said["record"] = record
    return SIGNED + canonical_json(said).encode("ascii")


def record_digest(lines: Sequence[str]) -> str:
    """The sha256, in hex, of a text record's lines without its signature and its seal."""
    return sha256("\n".join(lines).encode("utf-8")).hexdigest()
