"""What the page says once a tap is recorded, and whether Undo or Redo is offered beside it."""

from dataclasses import dataclass

from scorekeeper.core.game import (
    BidsPlaced,
    Event,
    EventUndone,
    GameState,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PlayerSubstituted,
)
from scorekeeper.core.game.undo import base_of
from scorekeeper.core.pages.log import EventDescriber
from scorekeeper.core.pages.rulings import dealt_again
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.offers import with_forced_bids
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import with_commas
from scorekeeper.core.words.vocabulary import bid_in_text

SAVED, UNDONE, DONE = "saved", "undone", "success"


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, and its category: `saved` offers Undo, `undone` offers Redo."""

    category: str
    text: str


def recorded_notice(event: Event, after: GameState) -> Notice | None:
    """The notice after an event; None if the page shows it anyway."""
    if isinstance(event, EventUndone):
        taken, again = base_of(after.events, event)
        what = EventDescriber(after.events, after.head).undone(taken)
        return Notice(SAVED, _("Redid {what}", what=what)) if again else Notice(UNDONE, _("Undid {what}", what=what))
    if isinstance(event, BidsPlaced):
        return _forced(event, after)
    if isinstance(event, HandRecorded):
        return Notice(SAVED, _("Hand {number} saved", number=event.hand))
    return ruled_notice(event, after)


def ruled_notice(event: Event, after: GameState) -> Notice | None:
    """The notice after a correction, a misdeal or a substitution."""
    if isinstance(event, HandCorrected):
        return Notice(SAVED, _("Hand {number} corrected", number=event.hand))
    if isinstance(event, HandMisdealt):
        return Notice(DONE, _("Misdeal. {next}.", next=dealt_again(after)))
    if isinstance(event, PlayerSubstituted):
        return Notice(DONE, _("{player} is in.", player=event.player))
    return None


def _forced(event: BidsPlaced, after: GameState) -> Notice | None:
    """The forced bids that were entered along with a tapped one."""
    new = EventDescriber(after.events, after.head).new_bids(event)
    return None if len(new) == 1 or event.hand != after.board.next_number else forced_notice(event, after, new)


def forced_notice(event: BidsPlaced, after: GameState, new: list[Seat]) -> Notice | None:
    """Which of the new bids the rules left no choice about."""
    for tapped in new:
        others = [seat for seat in after.board.bidding_order if seat in new and seat != tapped]
        bids = tuple(None if seat in others else bid for seat, bid in enumerate(event.bids))
        if with_forced_bids(after.board.bidding(bids)) == event.bids:
            words = [_must_bid(after, seat, event.bids[seat]) for seat in others]
            return Notice(SAVED, with_commas(words))
    return None


def _must_bid(after: GameState, seat: Seat, bid: Bid | None) -> str:
    assert bid is not None
    return _("{name} must bid {bid}", name=after.head.player_at(seat), bid=bid_in_text(bid.calls))
