"""Whose turn it is to bid, and which calls the pad offers: those without objections, unless the table insists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.game import GameState
from scorekeeper.core.game.waiting import next_to_bid
from scorekeeper.core.inputs import Fault, faults
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.contracts import fit_in_a_pair
from scorekeeper.core.rules.deal import Bid, Bidding, HandRules
from scorekeeper.core.rules.offers import change_bid, checks_numbers, is_settled, next_asked, objections_to, with_bid
from scorekeeper.core.rules.scripted_limits import RULE as OF_THE_DEAL
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.bidding import short_reason
from scorekeeper.core.words.faults import not_offered_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rules import limit_text
from scorekeeper.core.words.vocabulary import either_call

OVERRIDE = "insists"
ADDED = "added"


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat to bid; None to ask the whole table who changes a bid. `is_rebid` once all have bid."""

    seat: Seat | None
    is_rebid: bool = False


def next_bidder(state: GameState, query: Mapping[str, str], waiting: Sequence[Seat] = ()) -> Turn | None:
    """Whose turn it is: the seat in the query, if there is one; None once the bids are settled.

    A seat whose bid waits is not asked.
    """
    bidding = state.board.bidding(state.draft)
    may_change = bidding.deal.rebid is not None and bidding.is_complete
    wants_change = may_change and query.get("later") == "yes"
    tapped = whole(query.get("seat"))
    if tapped in bidding.order:
        return Turn(Seat(tapped), wants_change)
    missing = next_to_bid(state, waiting)
    if missing is not None:
        return Turn(missing)
    in_turn = next_asked(bidding)
    if in_turn is not None:
        return Turn(in_turn, is_rebid=True)
    return Turn(None, is_rebid=True) if wants_change or not is_settled(bidding) else None


def is_plain(call: Call) -> bool:
    """Whether it is an ordinary number or nil, which share a grid of keys."""
    return not call.slot and not call.blind and (call.is_number or call.code == "nil")


@dataclass(frozen=True, slots=True)
class BidChoices:
    """What a seat can bid, given the bidding so far, the calls already chosen for a number, and whether it insists."""

    bidding: Bidding
    seat: Seat
    is_rebid: bool
    added_calls: tuple[str, ...]
    overrides: bool

    @property
    def deal(self) -> HandRules:
        return self.bidding.deal

    @property
    def partners(self) -> tuple[Seat, ...]:
        """The other bidders of the seat's side."""
        bidders = self.bidding.seating.bidders_of(self.bidding.side_of(self.seat))
        return tuple(other for other in bidders if other != self.seat)

    @property
    def bid_now(self) -> Bid | None:
        """The seat's bid; if partners bid one number for both, the bid with the number."""
        bid = self.bidding.bids[self.seat]
        if bid is None or not self.deal.one_number_a_pair or self.deal.by_code[bid.calls[0]].is_number:
            return bid
        return next((self.bidding.bids[other] for other in self.partners), bid)

    def fits(self, call: Call) -> bool:
        """Whether the call is possible with the partner's bid, if one number may count for both."""
        if not self.deal.partner_may_share_bid:
            return True
        if self.deal.one_number_a_pair:
            return call.is_number  # the partner can only add a nil
        partners_calls = [
            partners_call
            for other in self.partners
            for partners_call in self.bidding.calls_of(other)
            if not partners_call.is_partners
        ]
        if call.is_partners:
            return any(partners_call.blind and partners_call.is_number for partners_call in partners_calls)
        return fit_in_a_pair(self.deal, [call, *partners_calls], is_complete=bool(partners_calls))

    def bid_with(self, call: Call) -> tuple[str, ...]:
        """The whole bid that this key makes."""
        return (call.code,) if call.alone else (call.code, *self.added_calls)

    def objections(self, calls: tuple[str, ...]) -> list[Fault]:
        """The rules' objections to this bid by the seat."""
        bid_now = self.bid_now
        bid = change_bid(bid_now, calls) if self.is_rebid and bid_now is not None else Bid(calls)
        bidding = self.bidding
        if self.deal.one_number_a_pair:
            for other in self.partners:
                bidding = with_bid(bidding, other, PARTNERS)
        return objections_to(bidding, self.seat, bid)

    def refused(self, calls: Sequence[Call]) -> dict[str, Fault]:
        """Why calls are not offered, by their codes; empty if all plain ones are refused, since one must be bid."""
        by_code: dict[str, Fault] = {}
        for call in calls:
            objections = [] if self._is_open(call) else self.objections(self._tried(call))
            if objections:
                by_code[call.code] = objections[0]
        bids = [call for call in calls if not call.slot]
        if self.is_rebid or any(call.code not in by_code for call in bids):
            return by_code
        return {call.code: by_code[call.code] for call in calls if call.code in by_code and not is_plain(call)}

    def _is_open(self, call: Call) -> bool:
        """Whether a plain call is always offered. A corrected bid may be any: the others may have to change too."""
        return is_plain(call) and not self.is_rebid and (self.bid_now is not None or not checks_numbers(self.deal))

    def _tried(self, call: Call) -> tuple[str, ...]:
        """The call as a possible bid; a call that needs a number is tried with the highest one it fits."""
        if not call.slot:
            return self.bid_with(call)
        numbers = [other for other in self.deal.calls if not other.slot and not other.alone and not other.blind]
        others = [code for code in self.added_calls if self.deal.by_code[code].slot != call.slot]
        return (numbers[-1].code, *others, call.code)

    def with_added(self, call: Call) -> tuple[str, ...]:
        """The calls to add to a number after a tap on this one, which toggles it and replaces others in its slot."""
        if call.code in self.added_calls:
            return tuple(code for code in self.added_calls if code != call.code)
        return (*(code for code in self.added_calls if self.deal.by_code[code].slot != call.slot), call.code)


FEW_LEFT = 2
"""Up to this many bids are named if the rules leave no others."""


def must_bid(choices: BidChoices, calls: Sequence[Call], refused: Mapping[str, Fault]) -> str | None:
    """What the rules leave to bid: the one call, or why some numbers are refused; None if all are open."""
    numbers = [call for call in calls if is_plain(call) and call.code in refused]
    if not numbers or choices.is_rebid:
        return None
    left = [call.code for call in calls if not call.slot and call.code not in refused]
    if len(left) > FEW_LEFT:
        return short_reason(refused[numbers[0].code])
    return _("Must bid {calls}", calls=either_call(left))


def bid_choices(state: GameState, turn: Turn, seat: Seat, query: Mapping[str, str]) -> BidChoices:
    """The offer to a seat, with the calls to add to a number from the query, else from its current bid."""
    bidding = state.board.bidding(state.draft)
    bid_now = state.draft[seat]
    calls_by_code = bidding.deal.by_code
    if bidding.deal.one_number_a_pair:
        return BidChoices(bidding, seat, False, _nil_beside(state, seat, query), query.get(OVERRIDE) == "yes")
    codes = query[ADDED].split("+") if ADDED in query else list(bid_now.calls) if bid_now else []
    slots = {calls_by_code[code].slot: code for code in codes if code in calls_by_code and calls_by_code[code].slot}
    return BidChoices(bidding, seat, turn.is_rebid, tuple(slots.values()), query.get(OVERRIDE) == "yes")


def _nil_beside(state: GameState, seat: Seat, query: Mapping[str, str]) -> tuple[str, ...]:
    """The nil added to the pair's number, `nil-2` for seat 2, from the query, else from the bids."""
    seating, calls_by_code = state.setup.rules.seating, state.board.next_deal.by_code
    for bidder in seating.bidders_of(seating.side_of[seat]):
        bid = state.draft[bidder]
        added = query.get(ADDED, "" if bid is None else f"{bid.calls[0]}-{bidder}")
        code, _dash, whose = added.rpartition("-")
        if whose == str(bidder) and code in calls_by_code and calls_by_code[code].is_nil:
            return (added,)
    return ()


def refusal_reasons(choices: BidChoices, refused: dict[str, Fault]) -> list[str]:
    """Why calls are not offered: `Blind 6 to blind 12 are only for a side 100 or more behind; …`, each reason once.

    Empty in a rebid, where the hint says how a bid may change. That a side is not behind enough for a blind nil is said
    to nobody: whoever may call it sees its key.
    """
    rules = {limit.rule: limit for limit in choices.deal.limits}
    if choices.is_rebid:
        objecting = {objection.rule for objection in refused.values()}
        return [limit_text(limit) for rule, limit in rules.items() if rule in objecting]
    by_kind: dict[str, list[str]] = {}
    for code, objection in refused.items():
        is_blind_nil = objection.code == faults.NOT_BEHIND.key and choices.deal.by_code[code].is_nil
        if objection.rule != OF_THE_DEAL and not is_blind_nil:  # the page already shows what the deal says
            by_kind.setdefault(objection.code, []).append(code)
    first = [(refused[codes[0]], codes) for codes in by_kind.values()]
    return [not_offered_text(objection, codes, rules[objection.rule]) for objection, codes in first]
