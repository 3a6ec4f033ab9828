"""The history of a game: all that was written, newest first, with who took back what."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from scorekeeper.core.game import (
    BidsPlaced,
    Event,
    EventUndone,
    GameStarted,
    GameState,
    HandMisdealt,
    HandRecorded,
    hand_of,
)
from scorekeeper.core.game.undo import taken_back
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.web.formatting import day, moment_view
from scorekeeper.web.games.views.sheet import hand_url
from scorekeeper.web.games.views.telling import EventDescriber

View = dict[str, Any]

A_PAGE = 100


class History:
    """All that was written in a game, told newest first."""

    def __init__(self, state: GameState, stored: Sequence[StoredEvent], game_id: str, may_write: bool) -> None:
        self.state, self.events, self.game_id = state, state.events, game_id
        self.at = {entry.seq: entry.at for entry in stored}
        self.may_write = may_write
        self.telling = EventDescriber(self.events, state.head)
        self.gone = taken_back(self.events)
        self.takers = {
            event.event: event for event in self.events if isinstance(event, EventUndone) and event.seq not in self.gone
        }

    def days(self, before: int | None = None) -> list[View]:
        """Values for `games/history.html`: the days, each with its entries; a page of those before an entry."""
        days: list[tuple[str, list[View]]] = []
        last = len(self.events) if before is None else max(0, min(before - 1, len(self.events)))
        for event in reversed(self.events[max(0, last - A_PAGE) : last]):
            name = day(self.at[event.seq])
            if not days or days[-1][0] != name:
                days.append((name, []))
            days[-1][1].append(self._row(event))
        return [{"name": name, "rows": rows} for name, rows in days]

    def _row(self, event: Event) -> View:
        taker = self.takers.get(event.seq)
        hand = hand_of(event)
        at = self.at[event.seq]
        return {
            "seq": event.seq,
            "what": self.telling.told(event),
            "who": event.who or "An unknown device",
            "at": moment_view(at),
            "reason": event.reason,
            "gone": event.seq in self.gone,
            "gone_by": (
                {"who": taker.who or "an unknown device", "at": moment_view(self.at[taker.seq])} if taker else None
            ),
            "hand_url": (
                hand_url(self.game_id, hand, len(self.state.board.hands))
                if 0 < hand <= len(self.state.board.hands)
                else None
            ),
            "hand": hand,
            "take_back": self._take_back(event) if self.may_write else None,
        }

    def _take_back(self, event: Event) -> View | None:
        """The button that takes an event back, where the log allows it: what stands, and has nothing standing on it."""
        if event.seq in self.gone or isinstance(event, GameStarted) or not self._worth_asking(event):
            return None
        try:
            self.state.apply(EventUndone(seq=self.state.seq + 1, event=event.seq))
        except InvalidInput:
            return None
        label = "Bring it back" if isinstance(event, EventUndone) else "Take it back"
        return {"action": url_for("history.take_back", game=self.game_id, entry=event.seq), "label": label}

    def _worth_asking(self, event: Event) -> bool:
        """Whether it can be that something changes: the bids of a hand that was played since are no more."""
        if isinstance(event, BidsPlaced | HandMisdealt):
            return self.state.board.outcome is None and event.hand == self.state.board.next_number
        return not isinstance(event, HandRecorded) or event.hand == len(self.state.board.hands)
