"""Erasures in a chain: names are rewritten in earlier entries, and one more entry records the hash of each one now.

The rewritten entries keep the hashes that they were written with, so every link and every signature over them holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.formats.chain.entry import Entry

ERASE = "erase"  # the kind of an entry that records an erasure: {"entries": {"3": "the hash of entry 3 as it is now"}}
ENTRIES = "entries"


def hashes_after_erasure(entries: Iterable[Entry]) -> dict[int, str]:
    """For each entry that was rewritten, by its number, the hash that its latest erasure recorded.

    An erasure reaches only entries before itself; one whose payload cannot be read records nothing.
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
