"""Undo and redo: an entry takes back an entry, and taking back that one brings the first back."""

from collections.abc import Sequence

from scorekeeper.core.game.entered import ERASE, START, TAKE_BACK, Entered


def taken_back(entries: Sequence[Entered]) -> set[int]:
    """The numbers of the entries that are taken back, by a take-back that stands itself."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if entry.kind == TAKE_BACK and entry.seq not in gone:
            gone.add(entry.payload["entry"])
    return gone


def in_force(entries: Sequence[Entered]) -> list[Entered]:
    """The entries that stand, without take-backs and erasures, in their order."""
    gone = taken_back(entries)
    return [entry for entry in entries if entry.kind not in (TAKE_BACK, ERASE) and entry.seq not in gone]


def to_undo(entries: Sequence[Entered]) -> Entered | None:
    """The latest thing that stands: what an undo takes back. The start of the game is not taken back."""
    standing = [entry for entry in in_force(entries) if entry.kind != START]
    return standing[-1] if standing else None


def to_redo(entries: Sequence[Entered]) -> Entered | None:
    """The latest undo that still stands: what a redo takes back. Whatever is newly written ends the way back."""
    gone = taken_back(entries)
    kinds = {entry.seq: entry.kind for entry in entries}
    for entry in reversed(entries):
        if entry.seq in gone or entry.kind == ERASE:
            continue
        if entry.kind != TAKE_BACK:
            return None
        if kinds[entry.payload["entry"]] != TAKE_BACK:
            return entry
    return None
