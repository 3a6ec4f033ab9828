"""The history of a game: all that was written, newest first, with who took back what."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from scorekeeper.core.game import BIDS, HAND, MISDEAL, START, TAKE_BACK, Course, Proposed
from scorekeeper.core.game.undo import taken_back
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.chain import Entry
from scorekeeper.web.games.views.sheet import hand_url
from scorekeeper.web.games.views.telling import Telling
from scorekeeper.web.times import clock, day

View = dict[str, Any]

A_PAGE = 100


class History:
    """All that was written in a game, told newest first."""

    def __init__(self, course: Course, entries: Sequence[Entry], game_id: str, may_write: bool) -> None:
        self.course, self.entries, self.game_id = course, entries, game_id
        self.may_write = may_write
        self.telling = Telling(entries, course.head)
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
                hand_url(self.game_id, hand, len(self.course.board.hands))
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
        except InvalidInput:
            return None
        label = "Bring it back" if entry.kind == TAKE_BACK else "Take it back"
        return {"action": url_for("history.take_back", game=self.game_id, entry=entry.seq), "label": label}

    def _worth_asking(self, entry: Entry) -> bool:
        """Whether it can be that something changes: the bids of a hand that was played since are no more."""
        number = entry.payload.get("hand", 0)
        if entry.kind in (BIDS, MISDEAL):
            return self.course.board.outcome is None and bool(number == self.course.board.next_number)
        return entry.kind != HAND or bool(number == len(self.course.board.hands))
