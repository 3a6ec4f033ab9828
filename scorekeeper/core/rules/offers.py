"""What a seat may bid now: calls without objections, forced bids, and rebids after the first round."""

from scorekeeper.core.inputs import Fault, FieldPath
from scorekeeper.core.rules.deal import Bid, Bidding, BiddingLimit, HandRules
from scorekeeper.core.rules.limits import BehindEnough, WithinTricks
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyFall, MayOnlyRise, NoRebid
from scorekeeper.core.rules.seating import Seat

OfferKind = tuple[str, str, FieldPath]


def with_bid(bidding: Bidding, seat: Seat, bid: Bid | None) -> Bidding:
    """The bidding with this bid at the seat."""
    bids = tuple(bid if other == seat else current for other, current in enumerate(bidding.bids))
    return Bidding(bidding.deal, bidding.seating, bidding.order, bids, bidding.behind)


def objections_to(bidding: Bidding, seat: Seat, bid: Bid) -> list[Fault]:
    """The additional objections because of this seat's bid."""
    without = {_kind(objection) for objection in _all(with_bid(bidding, seat, None))}
    return [objection for objection in _all(with_bid(bidding, seat, bid)) if _kind(objection) not in without]


def checks_numbers(deal: HandRules) -> bool:
    """Whether a number in the first round can break a rule of this deal, other than the rules of blind calls."""
    return any(
        not isinstance(limit, BehindEnough | BlindComesFirst | MayOnlyFall | MayOnlyRise | NoRebid)
        for limit in _deciding(deal)
    )


def _deciding(deal: HandRules) -> list[BiddingLimit]:
    """The limits that decide what is offered.

    Numbers that make an impossible contract stay: nobody taps them, and the keys would change with each partner's bid.
    """
    return [limit for limit in deal.limits if not isinstance(limit, WithinTricks)]


def forced_bid(bidding: Bidding, seat: Seat) -> Bid | None:
    """The only bid that the hand's rules allow this seat; None if it has a choice."""
    deal = bidding.deal
    if deal.slots or deal.partner_may_share_bid or not checks_numbers(deal):
        return None
    left: list[Bid] = []
    for call in deal.calls:
        bid = Bid((call.code,))
        if not objections_to(bidding, seat, bid):
            left.append(bid)
        if len(left) > 1:
            return None
    return left[0] if left else None


def with_forced_bids(bidding: Bidding) -> tuple[Bid | None, ...]:
    """The bids, continued with the next bidders' as long as each has only one choice."""
    for seat in bidding.order:
        if bidding.bids[seat] is None:
            forced = forced_bid(bidding, seat)
            if forced is None:
                return bidding.bids
            bidding = with_bid(bidding, seat, forced)
    return bidding.bids


def _all(bidding: Bidding) -> list[Fault]:
    return [objection for limit in _deciding(bidding.deal) for objection in limit.objections(bidding)]


def _kind(objection: Fault) -> OfferKind:
    return (objection.code, objection.rule, objection.path)


def keep_bid(bid: Bid) -> Bid:
    """The bid after a round in which it was kept, repeated so that nobody is asked twice."""
    return Bid(bid.calls, (*bid.earlier, bid.calls))


def change_bid(bid: Bid, calls: tuple[str, ...]) -> Bid:
    """The bid after a round in which another replaced it."""
    return Bid(calls, (*bid.earlier, bid.calls))


def settled(bid: Bid) -> Bid:
    """The bid as recorded on the sheet, without rounds in which it was kept."""
    rounds = (*bid.earlier, bid.calls)
    return Bid(bid.calls, tuple(rounds[i] for i in range(len(rounds) - 1) if rounds[i] != rounds[i + 1]))


def is_settled(bidding: Bidding) -> bool:
    """Whether all have bid, and no round of rebidding is left."""
    rebid = bidding.deal.rebid
    bids = [bid for bid in bidding.bids if bid is not None]
    if not bidding.is_complete or rebid is None or not rebid.prompts:
        return bidding.is_complete
    if rebid.single_round:
        return all(bid.earlier for bid in bids)
    return all(bid.earlier and bid.earlier[-1] == bid.calls for bid in bids)


def next_asked(bidding: Bidding) -> Seat | None:
    """Who is asked next, in turn, to change or keep a bid; None if anyone may, or the rounds are over."""
    rebid = bidding.deal.rebid
    if not bidding.is_complete or rebid is None or not (rebid.prompts and rebid.single_round):
        return None
    return next((seat for seat in bidding.order if not _earlier(bidding.bids[seat])), None)


def _earlier(bid: Bid | None) -> bool:
    return bid is not None and bool(bid.earlier)
