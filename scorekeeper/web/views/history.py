"""Entries in words: `hand 6, Ann & Cal took 7`; and the whole history of a game, with what was taken back by whom."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import url_for

from scorekeeper.log import (
    BIDS,
    CLOSE,
    CORRECTION,
    HAND,
    MISDEAL,
    REOPEN,
    SIGN,
    SUBSTITUTE,
    TAKE_BACK,
    Course,
    Entered,
    Proposed,
)
from scorekeeper.log.course import record_of
from scorekeeper.log.undo import taken_back
from scorekeeper.rules.record import Bid
from scorekeeper.rules.seating import Seat
from scorekeeper.sheet import BadSheet, Sheet
from scorekeeper.sheet.hands import read_draft
from scorekeeper.storage import START, Entry
from scorekeeper.web.times import clock, day
from scorekeeper.web.views.hand_differences import differences
from scorekeeper.web.views.sheet import bid_words

View = dict[str, Any]

A_PAGE = 100


class History:
    """All that was written in a game, told newest first."""

    def __init__(self, course: Course, entries: Sequence[Entry], game_id: str, may_write: bool) -> None:
        self.course, self.entries, self.game_id = course, entries, game_id
        self.may_write = may_write
        self.telling = _Telling(entries, course.head)
        self.gone = taken_back(entries)
        self.takers = {
            entry.payload["entry"]: entry for entry in entries if entry.kind == TAKE_BACK and entry.seq not in self.gone
        }

    def days(self, before: int | None = None) -> list[View]:
        """Values for `games/history.html`: the days, each with its entries; a page of those before an entry."""
        days: list[tuple[str, list[View]]] = []
        last = len(self.entries) if before is None else max(0, min(before - 1, len(self.entries)))
        for entry in reversed(self.entries[max(0, last - A_PAGE) : last]):
            name = day(entry.at)
            if not days or days[-1][0] != name:
                days.append((name, []))
            days[-1][1].append(self._row(entry))
        return [{"name": name, "rows": rows} for name, rows in days]

    def _row(self, entry: Entry) -> View:
        taker = self.takers.get(entry.seq)
        hand = entry.payload.get("hand", 0)
        return {
            "seq": entry.seq,
            "what": self.telling.told(entry),
            "who": entry.who or "An unknown device",
            "clock": clock(entry.at),
            "iso": entry.at.isoformat(timespec="seconds"),
            "reason": entry.reason,
            "gone": entry.seq in self.gone,
            "gone_by": f"{taker.who or 'an unknown device'}, {clock(taker.at)}" if taker else None,
            "hand_url": (
                f"{url_for('games.show', game=self.game_id)}#hand-{hand}"
                if 0 < hand <= len(self.course.board.hands)
                else None
            ),
            "hand": hand,
            "take_back": self._take_back(entry) if self.may_write else None,
        }

    def _take_back(self, entry: Entry) -> View | None:
        """The button that takes an entry back, where the log allows it: what stands, and has nothing standing on it."""
        if entry.seq in self.gone or entry.kind == START or not self._worth_asking(entry):
            return None
        try:
            self.course.after(Proposed(self.course.seq + 1, TAKE_BACK, {"entry": entry.seq}))
        except BadSheet:
            return None
        label = "Bring it back" if entry.kind == TAKE_BACK else "Take it back"
        return {"action": url_for("history.take_back", game=self.game_id, entry=entry.seq), "label": label}

    def _worth_asking(self, entry: Entry) -> bool:
        """Whether it can be that something changes: the bids of a hand that was played since are no more."""
        number = entry.payload.get("hand", 0)
        if entry.kind in (BIDS, MISDEAL):
            return self.course.board.outcome is None and bool(number == self.course.board.next_number)
        return entry.kind != HAND or bool(number == len(self.course.board.hands))


class _Telling:
    """The entries, each told against what stood before it: which bid is new, what a correction changed."""

    def __init__(self, entries: Sequence[Entry], head: Sheet) -> None:
        self.entries, self.head = entries, head
        self.of_hand: dict[int, list[Entry]] = {}
        self.takers: dict[int, list[Entry]] = {}
        for entry in entries:
            if entry.kind == TAKE_BACK:
                self.takers.setdefault(entry.payload["entry"], []).append(entry)
            elif "hand" in entry.payload:
                self.of_hand.setdefault(entry.payload["hand"], []).append(entry)

    def told(self, entry: Entry) -> str:
        """What an entry wrote, as a sentence without its end."""
        words = self._told(entry)
        return words[:1].upper() + words[1:]

    def _told(self, entry: Entry) -> str:
        if entry.kind == START:
            return "the game began"
        if entry.kind == TAKE_BACK:
            taken = self.entries[entry.payload["entry"] - 1]
            if taken.kind == TAKE_BACK:
                return f"brought back: {self._told(self.entries[taken.payload['entry'] - 1])}"
            return f"took back: {self._told(taken)}"
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
        return next((old for old in reversed(earlier) if not self._gone(old.seq, entry.seq)), None)

    def _gone(self, seq: int, at: int) -> bool:
        """Whether an entry was taken back when entry `at` was written."""
        return any(taker.seq < at and not self._gone(taker.seq, at) for taker in self.takers.get(seq, ()))


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
    return f"{head.names[payload['side']]} {payload['verdict']}{at}{note}"


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
    REOPEN: lambda _entry, _head: "the game's reopening",
    SIGN: _sign,
    SUBSTITUTE: _substitute,
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
