"""What a page says of a tap: recorded, with Undo or Redo beside it, or waiting, not sent yet, or refused."""

from dataclasses import dataclass

from scorekeeper.core.game import (
    AlreadyRecorded,
    BidsPlaced,
    Event,
    EventUndone,
    GameState,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PlayerSubstituted,
    SeatsSwapped,
    TimeCalled,
)
from scorekeeper.core.game.events import base_of
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.correcting.rulings import dealt_again
from scorekeeper.core.pages.hand_words import renege_words, sentence
from scorekeeper.core.pages.looking_up.log import EventDescriber
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.offers import with_forced_bids
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import listed, translate as _, with_commas
from scorekeeper.core.words.vocabulary import bid_in_text


def refused_words(error: InvalidInput) -> str:
    """Why a tap is not recorded."""
    number = error.fault.path.number_of("hand")
    if isinstance(error, AlreadyRecorded) and number:
        return _("Another phone saved hand {number} first. Check it and correct it if needed.", number=number)
    return _("Not saved. {why}", why=sentence(fault_text(error.fault)))


def needs_connection() -> str:
    """What the page says when a link needs the server, which cannot be reached."""
    return _("Needs a connection")


def saved_words() -> str:
    """What the page says after it saved the game as a file without the server."""
    return _("Saved as a file, which any table can import. Other formats need a connection.")


def rejected_words(state: GameState, seq: int, why: str) -> str:
    """What the page says about an event that the server refuses, and the server’s sentence about it; `seq` is its
    number on the phone.
    """
    what = EventDescriber(state.events, state.setup).describe(state.events[seq - 1])
    return _("The server refused “{what}”. {why} This phone keeps it, and every tap after it.", what=what, why=why)


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
        what = EventDescriber(after.events, after.setup).undone(taken)
        return Notice(SAVED, _("Redid {what}", what=what)) if again else Notice(UNDONE, _("Undid {what}", what=what))
    if isinstance(event, BidsPlaced):
        return _forced(event, after)
    if isinstance(event, HandRecorded):
        return Notice(SAVED, _reneges(event, after) or _("Hand {number} saved", number=event.hand))
    return ruled_notice(event, after)


def ruled_notice(event: Event, after: GameState) -> Notice | None:
    """The notice after a correction, a misdeal, the call of time or a substitution."""
    if isinstance(event, HandCorrected):
        return Notice(SAVED, _reneges(event, after) or _("Hand {number} corrected", number=event.hand))
    if isinstance(event, HandMisdealt):
        return Notice(DONE, _("Misdeal. {next}.", next=dealt_again(after)))
    if isinstance(event, TimeCalled) and after.board.outcome is None:
        return Notice(SAVED, _("Time. Hand {number} is the last.", number=max(event.hand, after.board.next_number)))
    if isinstance(event, SeatsSwapped):
        names = listed([after.setup.player_at(seat, event.hand) for seat in event.seats])
        return Notice(SAVED, _("{names} swapped seats.", names=names))
    if isinstance(event, PlayerSubstituted):
        return Notice(DONE, _("{player} is in.", player=event.player))
    return None


def _reneges(event: HandRecorded | HandCorrected, after: GameState) -> str | None:
    """The reneges that the event records, if any: `Hand 6: renege by Ben (2 books to Ann)`."""
    names = after.setup.names_at(event.hand)
    words = [renege_words(part, names) for part in EventDescriber(after.events, after.setup).new_reneges(event)]
    return _("Hand {number}: {what}", number=event.hand, what=with_commas(words)) if words else None


def _forced(event: BidsPlaced, after: GameState) -> Notice | None:
    """The forced bids that were entered along with a tapped one. A bid that it removed was not forced."""
    new = [seat for seat in EventDescriber(after.events, after.setup).new_bids(event) if event.bids[seat] is not None]
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
    return _("{name} must bid {bid}", name=after.setup.player_at(seat), bid=bid_in_text(bid.calls))
