"""Entries in words: `hand 6`, `the bids of hand 7`."""

from scorekeeper.log import BIDS, CLOSE, CORRECTION, HAND, MISDEAL, REOPEN, Entered
from scorekeeper.sheet import Sheet


def entry_words(entry: Entered, head: Sheet) -> str:
    """What an entry wrote, in a few words."""
    number = entry.payload.get("hand")
    if entry.kind == HAND:
        return f"hand {number}, {took_words(entry, head)}"
    if entry.kind == CORRECTION:
        return f"the correction of hand {number}"
    words = {
        BIDS: f"a bid of hand {number}",
        MISDEAL: f"the misdeal of hand {number}",
        CLOSE: "the end of the game",
        REOPEN: "the game's reopening",
    }
    return words.get(entry.kind, entry.kind)


def took_words(entry: Entered, head: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    counts = [_tricks(took) for took in entry.payload["took"]]
    words = [f"{name} {count}" for name, count in zip(head.names, counts, strict=True)]
    words[0] = f"{head.names[0]} took {counts[0]}"
    return ", ".join(words)


def _tricks(took: object) -> int:
    tricks = took.get("tricks", 0) if isinstance(took, dict) else took
    return sum(tricks) if isinstance(tricks, list) else int(str(tricks))
