"""Entries in words: `hand 6, Ann & Cal took 7`; each told against what stood before it."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from scorekeeper.core.game import (
    BIDS,
    CLOSE,
    CORRECTION,
    ERASE,
    HAND,
    MISDEAL,
    OWN_DEVICE,
    PROGRAM,
    REOPEN,
    SHARED_DEVICE,
    SIGN,
    START,
    SUBSTITUTE,
    TAKE_BACK,
    Entered,
)
from scorekeeper.core.game.course import record_of
from scorekeeper.core.game.undo import taken_back
from scorekeeper.core.rules.record import Bid
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.hands import read_draft
from scorekeeper.formats.chain import Entry
from scorekeeper.web.games.views.hand_differences import differences
from scorekeeper.web.games.views.sheet import bid_words

AnyEntry = TypeVar("AnyEntry", bound=Entered)


class Telling:
    """The entries, each told against what stood before it: which bid is new, what a correction changed."""

    def __init__(self, entries: Sequence[Entry], head: Sheet) -> None:
        self.entries, self.head = entries, head
        self.of_hand: dict[int, list[Entry]] = {}
        for entry in entries:
            if "hand" in entry.payload:
                self.of_hand.setdefault(entry.payload["hand"], []).append(entry)

    def told(self, entry: Entry) -> str:
        """What an entry wrote, as a sentence without its end."""
        words = self._told(entry)
        return words[:1].upper() + words[1:]

    def _told(self, entry: Entry) -> str:
        if entry.kind == START:
            return "the game began"
        if entry.kind == TAKE_BACK:
            taken, again = base_of(self.entries, entry)
            return f"{'brought back' if again else 'took back'}: {self._told(taken)}"
        if entry.kind == BIDS:
            return self._bids(entry)
        if entry.kind == CORRECTION:
            return self._correction(entry)
        return entry_words(entry, self.head)

    def _bids(self, entry: Entry) -> str:
        """Who bid what with this entry: what the one before did not have."""
        number = entry.payload["hand"]
        before = self._before(entry, BIDS, MISDEAL)
        now = read_draft(entry.payload["bids"], number, self.head)
        old: Sequence[Bid | None] = (None,) * len(now)
        if before is not None and before.kind == BIDS:
            old = read_draft(before.payload["bids"], number, self.head)
        words = [
            f"{self.head.player_at(Seat(seat), number)} {f'bid {bid_words(bid)}' if bid else 'has not bid'}"
            for seat, bid in enumerate(now)
            if bid != old[seat]
        ]
        return f"hand {number}: {', '.join(words) or 'the bids stay'}"

    def _correction(self, entry: Entry) -> str:
        number = entry.payload["hand"]
        before = self._before(entry, HAND, CORRECTION)
        if before is None:
            return f"the correction of hand {number}"
        words = differences(
            record_of(before, self.head),
            record_of(entry, self.head),
            self.head.rules.seating,
            self.head.names_at(number),
            lambda seat: self.head.player_at(seat, number),
        )
        return f"hand {number}: {', '.join(words) or 'nothing changed'}"

    def _before(self, entry: Entry, *kinds: str) -> Entry | None:
        """The entry of these kinds for the same hand that stood before this one."""
        earlier = [old for old in self.of_hand[entry.payload["hand"]] if old.seq < entry.seq and old.kind in kinds]
        gone = taken_back(self.entries[: entry.seq - 1])  # when this one was written
        return next((old for old in reversed(earlier) if old.seq not in gone), None)


def base_of(entries: Sequence[AnyEntry], entry: AnyEntry) -> tuple[AnyEntry, bool]:
    """What a take-back, or a chain of them, comes down to, and whether that is back again."""
    again = True
    while entry.kind == TAKE_BACK:
        entry, again = entries[entry.payload["entry"] - 1], not again
    return entry, again


def entry_words(entry: Entered, head: Sheet) -> str:
    """What an entry wrote, in a few words."""
    say = WORDS.get(entry.kind)
    return say(entry, head) if say else entry.kind


def _misdeal(entry: Entered, head: Sheet) -> str:
    number, by = entry.payload["hand"], entry.payload.get("called_by")
    return f"the misdeal of hand {number}" + (f", called by {head.names_at(number)[by]}" if by is not None else "")


def _close(entry: Entered, head: Sheet) -> str:
    forfeit = entry.payload.get("forfeit")
    return "the end of the game" if forfeit is None else f"{head.names[forfeit]} gave up"


def _sign(entry: Entered, head: Sheet) -> str:
    payload = entry.payload
    at = f" at hand {payload['hand']}" if payload.get("hand") and payload["verdict"] == "disputed" else ""
    note = f": {payload['note']}" if payload.get("note") else ""
    on = ON_DEVICE.get(payload.get("device", ""), "")
    return f"{head.names[payload['side']]} {payload['verdict']}{at}{on}{note}"


ON_DEVICE = {OWN_DEVICE: " on their own phone", SHARED_DEVICE: " on a shared phone", PROGRAM: " by a program"}


def _substitute(entry: Entered, head: Sheet) -> str:
    payload = entry.payload
    seat, number = Seat(payload["seat"]), payload["hand"]
    return f"{payload['player']} sits down for {head.player_at(seat, number - 1)} from hand {number} on"


WORDS: dict[str, Callable[[Entered, Sheet], str]] = {
    HAND: lambda entry, head: f"hand {entry.payload['hand']}, {took_words(entry, head)}",
    BIDS: lambda entry, _head: f"a bid of hand {entry.payload['hand']}",
    CORRECTION: lambda entry, _head: f"the correction of hand {entry.payload['hand']}",
    MISDEAL: _misdeal,
    CLOSE: _close,
    REOPEN: lambda _entry, _head: "the game’s reopening",
    SIGN: _sign,
    SUBSTITUTE: _substitute,
    ERASE: lambda _entry, _head: "a person’s name was erased from this sheet",
}


def took_words(entry: Entered, head: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    counts = [_tricks(took) for took in entry.payload["took"]]
    names = head.names_at(entry.payload["hand"])
    words = [f"{name} {count}" for name, count in zip(names, counts, strict=True)]
    return ", ".join([f"{names[0]} took {counts[0]}", *words[1:]])


def _tricks(took: object) -> int:
    tricks = took.get("tricks", 0) if isinstance(took, dict) else took
    return sum(tricks) if isinstance(tricks, list) else int(str(tricks))
