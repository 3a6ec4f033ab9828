"""What the pad offers a seat: what the rules would object to is left out, until the table insists."""

from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.bidding_checks import RULE as OF_THE_DEAL
from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import Bid, Bidding, Deal
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.offers import changed, objections_to
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import listed
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.objections import objection_text
from scorekeeper.core.words.plain import call_in_text, call_word
from scorekeeper.core.words.rules import ruling_text
from scorekeeper.web.games.views.turns import Turn

INSISTS = "insists"
BESIDE = "beside"


def is_plain(call: Call) -> bool:
    """A number that was looked at, or the nil that stands for 0: they are one grid of keys."""
    return not call.slot and not call.blind and (call.is_number or call.code == "nil")


@dataclass(frozen=True, slots=True)
class Offer:
    """What one seat may say: the bidding before it, what is switched on beside a number, and whether it insists."""

    bidding: Bidding
    seat: Seat
    later: bool
    beside: tuple[str, ...]
    insists: bool

    @property
    def deal(self) -> Deal:
        return self.bidding.deal

    @property
    def standing(self) -> Bid | None:
        return self.bidding.bids[self.seat]

    def said(self, call: Call) -> tuple[str, ...]:
        """The whole bid that a key closes."""
        return (call.code,) if call.alone else (call.code, *self.beside)

    def objections(self, calls: tuple[str, ...]) -> list[Objection]:
        """What the rules would object to in this bid of the seat's."""
        standing = self.standing
        bid = changed(standing, calls) if self.later and standing is not None else Bid(calls)
        return objections_to(self.bidding, self.seat, bid)

    def refused(self, call: Call) -> Objection | None:
        """Why a key is not offered; numbers are open in the first round, for what they break shows as they come in."""
        if is_plain(call) and not self.later:
            return None
        found = self.objections(self._tried(call))
        return found[0] if found else None

    def _tried(self, call: Call) -> tuple[str, ...]:
        """The call in a bid that could be: beside a number it is tried with the one it fits best, the highest."""
        if not call.slot:
            return self.said(call)
        numbers = [other for other in self.deal.calls if not other.slot and not other.alone and not other.blind]
        others = [code for code in self.beside if self.deal.by_code[code].slot != call.slot]
        return (numbers[-1].code, *others, call.code)

    def with_beside(self, call: Call) -> tuple[str, ...]:
        """What is switched on after a tap on this call: off if it was on, else in place of its like."""
        if call.code in self.beside:
            return tuple(code for code in self.beside if code != call.code)
        return (*(code for code in self.beside if self.deal.by_code[code].slot != call.slot), call.code)


def offer_of(state: GameState, turn: Turn, seat: Seat, asked: MultiDict[str, str]) -> Offer:
    """The offer to a seat, with what the address says is switched on; else with what stands beside its number."""
    bidding = state.board.bidding(state.draft)
    standing = state.draft[seat]
    known = bidding.deal.by_code
    codes = asked[BESIDE].split("+") if BESIDE in asked else list(standing.calls) if standing else []
    slots = {known[code].slot: code for code in codes if code in known and known[code].slot}
    return Offer(bidding, seat, turn.later, tuple(slots.values()), asked.get(INSISTS) == "yes")


def why_not(offer: Offer, refused: dict[str, Objection]) -> list[str]:
    """Why calls are not offered: `Blind 6 to blind 12: blind 6 needs a side to be 100 behind, …`, once a reason.

    Of a later round it is enough to say how a bid may change.
    """
    if offer.later:
        rules = {objection.rule for objection in refused.values()}
        return [ruling_text(limit.ruling()) for limit in offer.deal.limits if limit.rule in rules]
    by_kind: dict[str, list[str]] = {}
    for code, objection in refused.items():
        if objection.rule != OF_THE_DEAL:  # that was announced
            by_kind.setdefault(objection.code, []).append(code)
    return [f"{names_of(codes)}: {_reason(refused[codes[0]])}." for codes in by_kind.values()]


def names_of(codes: list[str]) -> str:
    """Calls in a few words: `Blind 6 to blind 12`."""
    words = [call_word(codes[0]), *[call_in_text(code) for code in codes[1:]]]
    if len(words) > 3:
        return _("{low} to {high}", low=words[0], high=words[-1])
    return listed(words)


def _reason(objection: Objection) -> str:
    return objection_text(replace(objection, side=None), ())
