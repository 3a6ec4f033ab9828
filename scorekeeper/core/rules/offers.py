"""What a seat may say now: a bid that would bring an objection of its own is not offered, though it may be insisted on.

It is asked of the limits themselves, so that a rule that is checked and a key that is shown never disagree.
"""

from scorekeeper.core.rules.deal import Bidding
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.record import Bid
from scorekeeper.core.rules.seating import Seat

Kind = tuple[str, str, int | None]


def with_bid(bidding: Bidding, seat: Seat, bid: Bid | None) -> Bidding:
    """The bidding with this bid in the seat's place."""
    bids = tuple(bid if other == seat else said for other, said in enumerate(bidding.bids))
    return Bidding(bidding.deal, bidding.seating, bidding.order, bids, bidding.behind)


def objections_to(bidding: Bidding, seat: Seat, bid: Bid) -> list[Objection]:
    """What the rules would object to in this seat's bid, beside what they object to without it."""
    without = {_kind(found) for found in _all(with_bid(bidding, seat, None))}
    return [found for found in _all(with_bid(bidding, seat, bid)) if _kind(found) not in without]


def _all(bidding: Bidding) -> list[Objection]:
    return [found for limit in bidding.deal.limits for found in limit.objections(bidding)]


def _kind(objection: Objection) -> Kind:
    return (objection.code, objection.rule, objection.side)
