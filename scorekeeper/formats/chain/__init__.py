"""The hash chain: canonical JSON of a game's events, each with the hash of the one before.

Standard library only: anyone with the events can verify them without a database.
"""

from scorekeeper.formats.chain.links import (
    NOTHING_BEFORE,
    BrokenLink,
    ChainHead,
    Signature,
    Signer,
    chained,
    hash_of,
    head_of,
    record_digest,
    statement,
    verify,
)
from scorekeeper.formats.chain.stored_event import (
    ERASE,
    START,
    StoredEvent,
    UnsavedEvent,
    Unwritable,
    canonical_json,
    canonical_time,
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
    "hash_of",
    "hashes_after_erasure",
    "head_of",
    "record_digest",
    "statement",
    "verify",
]
