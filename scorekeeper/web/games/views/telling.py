"""Events in words: `hand 6, Ann & Cal took 7`; each told against what stood before it."""

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.core.game import (
    OWN_DEVICE,
    PROGRAM,
    SHARED_DEVICE,
    BidsPlaced,
    Event,
    EventUndone,
    GameClosed,
    GameReopened,
    GameStarted,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PersonErased,
    PlayerSubstituted,
    ScoreSigned,
    hand_of,
)
from scorekeeper.core.game.undo import base_of, taken_back
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import Sheet
from scorekeeper.web.games.views.hand_differences import differences
from scorekeeper.web.games.views.sheet import bid_words

ON_DEVICE = {OWN_DEVICE: " on their own phone", SHARED_DEVICE: " on a shared phone", PROGRAM: " by a program"}


class EventDescriber:
    """The events, each told against what stood before it: which bid is new, what a correction changed."""

    def __init__(self, events: Sequence[Event], head: Sheet) -> None:
        self.events, self.head = events, head
        self.of_hand: dict[int, list[Event]] = {}
        for event in events:
            self.of_hand.setdefault(hand_of(event), []).append(event)

    def told(self, event: Event) -> str:
        """What an event wrote, as a sentence without its end."""
        words = self._told(event)
        return words[:1].upper() + words[1:]

    def _told(self, event: Event) -> str:
        if isinstance(event, GameStarted):
            return "the game began"
        if isinstance(event, EventUndone):
            taken, again = base_of(self.events, event)
            return f"{'brought back' if again else 'took back'}: {self._told(taken)}"
        if isinstance(event, BidsPlaced):
            return self._bids(event)
        if isinstance(event, HandCorrected):
            return self._correction(event)
        return entry_words(event, self.head)

    def _bids(self, event: BidsPlaced) -> str:
        """Who bid what with this event: what the one before did not have."""
        before = self._before(event, BidsPlaced, HandMisdealt)
        old: Sequence[Bid | None] = (None,) * len(event.bids)
        if isinstance(before, BidsPlaced):
            old = before.bids
        words = [
            f"{self.head.player_at(Seat(seat), event.hand)} {f'bid {bid_words(bid)}' if bid else 'has not bid'}"
            for seat, bid in enumerate(event.bids)
            if bid != old[seat]
        ]
        return f"hand {event.hand}: {', '.join(words) or 'the bids stay'}"

    def _correction(self, event: HandCorrected) -> str:
        number = event.hand
        before = self._before(event, HandRecorded, HandCorrected)
        if not isinstance(before, HandRecorded | HandCorrected):
            return f"the correction of hand {number}"
        words = differences(
            before.record,
            event.record,
            self.head.rules.seating,
            self.head.names_at(number),
            lambda seat: self.head.player_at(seat, number),
        )
        return f"hand {number}: {', '.join(words) or 'nothing changed'}"

    def _before(self, event: Event, *kinds: type[Event]) -> Event | None:
        """The event of these kinds for the same hand that stood before this one."""
        earlier = [old for old in self.of_hand[hand_of(event)] if old.seq < event.seq and isinstance(old, kinds)]
        gone = taken_back(self.events[: event.seq - 1])  # when this one was written
        return next((old for old in reversed(earlier) if old.seq not in gone), None)


def entry_words(event: Event, head: Sheet) -> str:
    """What an event wrote, in a few words."""
    say = WORDS.get(type(event))
    return say(event, head) if say else event.kind


def _misdeal(event: HandMisdealt, head: Sheet) -> str:
    by = "" if event.called_by is None else f", called by {head.names_at(event.hand)[event.called_by]}"
    return f"the misdeal of hand {event.hand}{by}"


def _close(event: GameClosed, head: Sheet) -> str:
    return "the end of the game" if event.forfeit is None else f"{head.names[event.forfeit]} gave up"


def _substitute(event: PlayerSubstituted, head: Sheet) -> str:
    before = head.player_at(event.seat, event.hand - 1)
    return f"{event.player} sits down for {before} from hand {event.hand} on"


def _sign(event: ScoreSigned, head: Sheet) -> str:
    at = f" at hand {event.hand}" if event.hand and event.verdict == "disputed" else ""
    note = f": {event.note}" if event.note else ""
    on = ON_DEVICE.get(event.device or "", "")
    return f"{head.names[event.side]} {event.verdict}{at}{on}{note}"


def took_words(event: HandRecorded, head: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    counts = [took.tricks for took in event.record.took]
    names = head.names_at(event.hand)
    words = [f"{name} {count}" for name, count in zip(names, counts, strict=True)]
    return ", ".join([f"{names[0]} took {counts[0]}", *words[1:]])


WORDS: dict[type[Event], Callable[[Any, Sheet], str]] = {
    HandRecorded: lambda event, head: f"hand {event.hand}, {took_words(event, head)}",
    BidsPlaced: lambda event, _head: f"a bid of hand {event.hand}",
    HandCorrected: lambda event, _head: f"the correction of hand {event.hand}",
    HandMisdealt: _misdeal,
    GameClosed: _close,
    GameReopened: lambda _event, _head: "the game’s reopening",
    ScoreSigned: _sign,
    PlayerSubstituted: _substitute,
    PersonErased: lambda _event, _head: "a person’s name was erased from this sheet",
}
