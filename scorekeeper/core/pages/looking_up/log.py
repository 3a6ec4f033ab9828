"""The log of a game: all its events, newest first, and who undid what."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.core.game import (
    NO_EVENT,
    BidsPlaced,
    Event,
    EventUndone,
    GameStarted,
    GameState,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    hand_of,
)
from scorekeeper.core.game.events import base_of, undone_events
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import PageContext, View, hand_url
from scorekeeper.core.pages.descriptions import describe_event, undo_words
from scorekeeper.core.pages.ending import ending_view
from scorekeeper.core.pages.hand_words import bid_words, differences, goes_on, offense_words
from scorekeeper.core.rules.deal import Bid, Renege
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.seating import Seat, dealer_of
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.language import full_stop, listed, spaced, translate as _, with_commas
from scorekeeper.core.words.names import device_name
from scorekeeper.core.words.vocabulary import sentence_case

PAGE_SIZE = 100
NEWEST = -1


@dataclass(frozen=True, slots=True)
class Moment:
    """When an event was recorded: the day as text, and values for `<time>` (`clock`, `iso`, `day`)."""

    day: str
    time: View


class EventDescriber:
    """Describes events by what they change: which bid is new, what a correction corrects."""

    def __init__(self, events: Sequence[Event], setup: Sheet) -> None:
        self.events, self.setup = events, setup
        self.of_hand: dict[int, list[Event]] = {}
        for event in events:
            self.of_hand.setdefault(hand_of(event), []).append(event)

    def describe(self, event: Event) -> str:
        """What an event records, as a sentence without its full stop."""
        return sentence_case(self._words(event))

    def _words(self, event: Event) -> str:
        if isinstance(event, GameStarted):
            return _("game started")
        if isinstance(event, EventUndone):
            taken, again = base_of(self.events, event)
            if isinstance(taken, EventUndone):
                return _("an undo of an entry that does not exist; it changes nothing")
            what = self._words(taken)
            return _("redone – {what}", what=what) if again else _("undone – {what}", what=what)
        if isinstance(event, BidsPlaced):
            return self._bids(event)
        if isinstance(event, HandCorrected):
            return self._correction(event)
        return describe_event(event, self.setup)

    def undone(self, event: Event) -> str:
        """What an undo of the event takes back, after that verb: `Cal’s bid of 2`."""
        if not isinstance(event, BidsPlaced):
            return undo_words(event, self.setup)
        bids = [(seat, event.bids[seat]) for seat in self.new_bids(event)]
        words = [
            _("{name}’s bid of {bid}", name=self.setup.player_at(seat, event.hand), bid=bid_words(settled(bid)))
            for seat, bid in bids
            if bid is not None and bid != PARTNERS
        ]
        return listed(words) if words and len(words) == len(bids) else undo_words(event, self.setup)

    def new_bids(self, event: BidsPlaced) -> list[Seat]:
        """The seats whose bid is new or changed with this event."""
        before = self._before(event, BidsPlaced, HandMisdealt)
        old: Sequence[Bid | None] = (None,) * len(event.bids)
        if isinstance(before, BidsPlaced):
            old = before.bids
        return [Seat(seat) for seat, bid in enumerate(event.bids) if bid != old[seat]]

    def _bids(self, event: BidsPlaced) -> str:
        new = self.new_bids(event)
        words = [_bid_of(self.setup.player_at(seat, event.hand), event.bids[seat]) for seat in new]
        if len(new) > 1 and self._has_forced_nil(event, new):
            words.append(_("only nil was left"))
        return _("hand {number}: {bids}", number=event.hand, bids=with_commas(words) or _("no change"))

    def _has_forced_nil(self, event: BidsPlaced, new: Sequence[Seat]) -> bool:
        """Whether a nil came by itself with an earlier bid, because the rules left that bidder nothing else."""
        seating, deal = self.setup.rules.seating, self.setup.rules.hand_rules_of(event.hand)
        if deal.partner_may_share_bid:
            return False
        dealer = dealer_of(seating, self.setup.dealer, self.setup.dealers, event.hand)
        bids = [event.bids[seat] for seat in seating.bidding_order(dealer) if seat in new]
        return any(bid is not None and deal.by_code[bid.calls[0]].is_nil for bid in bids[1:])

    def _correction(self, event: HandCorrected) -> str:
        number = event.hand
        before = self._before(event, HandRecorded, HandCorrected)
        if not isinstance(before, HandRecorded | HandCorrected):
            return describe_event(event, self.setup)
        words = differences(
            before.record,
            event.record,
            self.setup.rules.scoring,
            self.setup.names_at(number),
            lambda seat: self.setup.player_at(seat, number),
        )
        return _("hand {number} corrected: {changes}", number=number, changes=with_commas(words) or _("no change"))

    def new_reneges(self, event: Event) -> list[Renege]:
        """The reneges and other offenses that the event adds to its hand."""
        if not isinstance(event, HandRecorded | HandCorrected) or not event.record.reneges:
            return []
        before = self._before(event, HandRecorded, HandCorrected)
        reneges_before = before.record.reneges if isinstance(before, HandRecorded | HandCorrected) else ()
        return [renege for renege in event.record.reneges if renege not in reneges_before]

    def _before(self, event: Event, *kinds: type[Event]) -> Event | None:
        """The latest active event of these kinds for the same hand before this one."""
        earlier = [old for old in self.of_hand[hand_of(event)] if old.seq < event.seq and isinstance(old, kinds)]
        undone = undone_events(self.events[: event.seq - 1])  # when this event was recorded
        return next((old for old in reversed(earlier) if old.seq not in undone), None)


def _bid_of(name: str, bid: Bid | None) -> str:
    return _("{name} bid {bid}", name=name, bid=bid_words(bid)) if bid else _("{name} has no bid", name=name)


class GameLog:
    """A game's events, described newest first."""

    def __init__(self, state: GameState, context: PageContext, written: Callable[[int], Moment]) -> None:
        self.state, self.events, self.context, self.written = state, state.events, context, written
        self.describer = EventDescriber(self.events, state.setup)
        self.undone = undone_events(self.events)
        self.has_names = any(event.who for event in self.events)
        self.takers = {
            event.event: event
            for event in self.events
            if isinstance(event, EventUndone) and event.seq not in self.undone
        }

    def view(self, before: int = NEWEST) -> View:
        """Values for `games/log.html`: a page of events before this number."""
        end = len(self.events) if before == NEWEST else max(0, min(before - 1, len(self.events)))
        start = max(0, end - PAGE_SIZE)
        return {
            "days": self._days(self.events[start:end]),
            "older": self.context.link("log.show", before=self.events[start].seq) if start else None,
            "seq": self.state.seq,
        }

    def _days(self, events: Sequence[Event]) -> list[View]:
        """The days, newest first, each with its events; bids and count of a hand are one row."""
        days: list[tuple[str, list[list[Event]]]] = []
        for event in reversed(events):
            name = self.written(event.seq).day
            if not days or days[-1][0] != name:
                days.append((name, []))
            folded, hand = days[-1][1], self._hand_played(event)
            if folded and hand and self._hand_played(folded[-1][0]) == hand:
                folded[-1].append(event)
            else:
                folded.append([event])
        return [{"name": name, "rows": [self._folded(same) for same in folded]} for name, folded in days]

    def _hand_played(self, event: Event) -> int:
        """The hand whose bids or count the event records, undoes or redoes; 0 for anything else."""
        base, _again = base_of(self.events, event)
        return hand_of(base) if isinstance(base, BidsPlaced | HandRecorded) else 0

    def _folded(self, events: Sequence[Event]) -> View:
        """A row with the rows folded below it: the hand as it counts, or else the newest event."""
        counts = [event for event in events if isinstance(event, HandRecorded) and event.seq not in self.undone]
        shown = [*counts, *events][0]
        return {**self._row(shown), "more": [self._row(event) for event in events if event.seq != shown.seq]}

    def _row(self, event: Event) -> View:
        taker = self.takers.get(event.seq)
        hand = hand_of(event)
        at = self.written(event.seq)
        return {
            "seq": event.seq,
            "what": self.describer.describe(event),
            "badge": next((offense_words(part.offense) for part in self.describer.new_reneges(event)), None),
            "who": self._writer(event),
            "at": at.time,
            "reason": event.reason,
            "end": None if event.seq in self.undone else self._end(event),
            "undone": event.seq in self.undone,
            "undone_by": ({"who": self._writer(taker), "at": self.written(taker.seq).time} if taker else None),
            "hand_url": (
                hand_url(self.context, hand, len(self.state.board.hands))
                if 0 < hand <= len(self.state.board.hands)
                else None
            ),
            "hand": hand,
            "take_back": self._take_back(event) if self.context.may_write else None,
        }

    def _end(self, event: Event) -> str | None:
        """How the hand that the event records ends the game, or why the game goes on although it reached a limit."""
        hand, board = hand_of(event), self.state.board
        if not isinstance(event, HandRecorded | HandCorrected) or self.state.written[hand - 1] != event:
            return None
        if board.outcome is not None and board.outcome.hand == hand and self.state.closed is None:
            ending = ending_view(self.state)
            return spaced(full_stop(ending.headline), *ending.reason)
        return goes_on(board, self.state.setup, hand)

    def _take_back(self, event: Event) -> View | None:
        """The button that undoes or redoes an event; None if it is undone already, or later events depend on it."""
        if event.seq in self.undone or isinstance(event, GameStarted) or not self._worth_asking(event):
            return None
        try:
            self.state.apply(EventUndone(seq=self.state.seq + 1, event=event.seq))
        except InvalidInput:
            return None
        _base, counts = base_of(self.events, event)
        label = _("Undo this") if counts else _("Redo this")
        return {"action": self.context.link("log.take_back", entry=event.seq), "label": label}

    def _worth_asking(self, event: Event) -> bool:
        """Whether undoing it can change anything: bids no longer matter once their hand is recorded."""
        if isinstance(event, BidsPlaced | HandMisdealt):
            return self.state.board.outcome is None and event.hand == self.state.board.next_number
        if isinstance(event, EventUndone) and event.event == NO_EVENT:
            return False
        return not isinstance(event, HandRecorded) or event.hand == len(self.state.board.hands)

    def _writer(self, event: Event) -> str:
        """Who wrote an event; empty in a game that no phone with a name has written."""
        if event.who:
            return device_name(event.who)
        return _("Unknown phone") if self.has_names else ""
