"""Entries in words: `hand 6, Ann & Cal took 7`; and the whole history of a game, with what was taken back by whom."""

from collections.abc import Callable, Sequence

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
    in_force,
)
from scorekeeper.log.course import record_of
from scorekeeper.log.undo import taken_back
from scorekeeper.rules.seating import Seat
from scorekeeper.sheet import BadSheet, Sheet
from scorekeeper.sheet.hands import read_draft
from scorekeeper.storage import START, Entry
from scorekeeper.web.times import clock, day
from scorekeeper.web.views.hand_differences import differences
from scorekeeper.web.views.sheet import bid_words

View = dict[str, object]


class History:
    """All that was written in a game, told newest first."""

    def __init__(self, course: Course, entries: Sequence[Entry], game_id: str, may_write: bool) -> None:
        self.course, self.entries, self.game_id = course, entries, game_id
        self.may_write = may_write
        self.gone = taken_back(entries)
        self.takers = {
            entry.payload["entry"]: entry for entry in entries if entry.kind == TAKE_BACK and entry.seq not in self.gone
        }

    def days(self) -> list[View]:
        """Values for `games/history.html`: the days, each with its entries."""
        days: list[tuple[str, list[View]]] = []
        for entry in reversed(self.entries):
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
            "what": told(entry, self.entries, self.course.head),
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


def told(entry: Entry, entries: Sequence[Entry], head: Sheet) -> str:
    """What an entry wrote, as a sentence without its end."""
    words = _told(entry, entries, head)
    return words[:1].upper() + words[1:]


def _told(entry: Entry, entries: Sequence[Entry], head: Sheet) -> str:
    if entry.kind == START:
        return "the game began"
    if entry.kind == TAKE_BACK:
        taken = entries[entry.payload["entry"] - 1]
        if taken.kind == TAKE_BACK:
            return f"brought back: {_told(entries[taken.payload['entry'] - 1], entries, head)}"
        return f"took back: {_told(taken, entries, head)}"
    if entry.kind == BIDS:
        return _bids_told(entry, entries, head)
    if entry.kind == CORRECTION:
        return _correction_told(entry, entries, head)
    return entry_words(entry, head)


def _before(entry: Entry, entries: Sequence[Entry], *kinds: str) -> Entry | None:
    """The entry of these kinds for the same hand that stood before this one."""
    standing = in_force(entries[: entry.seq - 1])
    found = [old for old in standing if old.kind in kinds and old.payload.get("hand") == entry.payload["hand"]]
    return entries[found[-1].seq - 1] if found else None


def _bids_told(entry: Entry, entries: Sequence[Entry], head: Sheet) -> str:
    """Who bid what with this entry: what the one before did not have."""
    number = entry.payload["hand"]
    before = _before(entry, entries, BIDS, MISDEAL)
    now = read_draft(entry.payload["bids"], number, head)
    old = (
        (None,) * len(now)
        if before is None or before.kind != BIDS
        else read_draft(before.payload["bids"], number, head)
    )
    words = [
        f"{head.player_at(Seat(seat), number)} {'bid' if bid is not None else 'has not bid'}"
        f"{'' if bid is None else ' ' + bid_words(bid)}"
        for seat, bid in enumerate(now)
        if bid != old[seat]
    ]
    return f"hand {number}: {', '.join(words) or 'the bids stay'}"


def _correction_told(entry: Entry, entries: Sequence[Entry], head: Sheet) -> str:
    number = entry.payload["hand"]
    before = _before(entry, entries, HAND, CORRECTION)
    if before is None:
        return f"the correction of hand {number}"
    words = differences(
        record_of(before, head),
        record_of(entry, head),
        head.rules.seating,
        head.names_at(number),
        lambda seat: head.player_at(seat, number),
    )
    return f"hand {number}: {', '.join(words) or 'nothing changed'}"


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
