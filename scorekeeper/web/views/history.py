"""Entries in words: `hand 6`, `the bids of hand 7`; and the whole history of a game."""

from collections.abc import Sequence

from scorekeeper.log import BIDS, CLOSE, CORRECTION, HAND, MISDEAL, REOPEN, SIGN, TAKE_BACK, Entered
from scorekeeper.log.undo import taken_back
from scorekeeper.sheet import Sheet
from scorekeeper.storage import START, Entry

View = dict[str, object]


def entry_rows(entries: Sequence[Entry], head: Sheet) -> list[View]:
    """Values for `games/history.html`, newest first."""
    gone = taken_back(entries)
    return [
        {
            "seq": entry.seq,
            "what": _heading(entry, entries, head),
            "who": entry.who,
            "when": f"{entry.at:%-d %B %Y, %H:%M} UTC",
            "iso": entry.at.isoformat(timespec="seconds"),
            "reason": entry.reason,
            "gone": entry.seq in gone,
        }
        for entry in reversed(entries)
    ]


def _heading(entry: Entry, entries: Sequence[Entry], head: Sheet) -> str:
    if entry.kind == START:
        return "The game started"
    words = entry_words(entry, head)
    if entry.kind == TAKE_BACK:
        taken = entries[entry.payload["entry"] - 1]
        if taken.kind == TAKE_BACK:
            return f"Brought back: {entry_words(entries[taken.payload['entry'] - 1], head)}"
        return f"Taken back: {entry_words(taken, head)}"
    return words[:1].upper() + words[1:]


def entry_words(entry: Entered, head: Sheet) -> str:
    """What an entry wrote, in a few words."""
    number = entry.payload.get("hand")
    if entry.kind == HAND:
        return f"hand {number}, {took_words(entry.payload['took'], head)}"
    if entry.kind == CORRECTION:
        return f"the correction of hand {number}"
    if entry.kind == SIGN:
        return f"{head.names[entry.payload['side']]}: {entry.payload['verdict']}"
    words = {
        BIDS: f"a bid of hand {number}",
        MISDEAL: f"the misdeal of hand {number}",
        CLOSE: "the end of the game",
        REOPEN: "the game's reopening",
    }
    return words.get(entry.kind, entry.kind)


def took_words(took: Sequence[object], head: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    counts = [_tricks(part) for part in took]
    words = [f"{name} {count}" for name, count in zip(head.names, counts, strict=True)]
    words[0] = f"{head.names[0]} took {counts[0]}"
    return ", ".join(words)


def _tricks(took: object) -> int:
    tricks = took.get("tricks", 0) if isinstance(took, dict) else took
    return sum(tricks) if isinstance(tricks, list) else int(str(tricks))
