"""What a seat may say now: the bids no rule objects to, and the rebidding after the first round."""

from scorekeeper.core.rules.deal import Bid, Bidding
from scorekeeper.core.rules.lines import Objection
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


def keep_bid(bid: Bid) -> Bid:
    """The bid after a round in which it was kept. It is said once more, so that nobody is asked twice."""
    return Bid(bid.calls, (*bid.earlier, bid.calls))


def change_bid(bid: Bid, calls: tuple[str, ...]) -> Bid:
    """The bid after a round in which another one took its place."""
    return Bid(calls, (*bid.earlier, bid.calls))


def settled(bid: Bid) -> Bid:
    """The bid as it stands on the sheet: the rounds in which it was kept leave no trace."""
    rounds = (*bid.earlier, bid.calls)
    return Bid(bid.calls, tuple(rounds[i] for i in range(len(rounds) - 1) if rounds[i] != rounds[i + 1]))


def is_settled(bidding: Bidding) -> bool:
    """Whether all have bid, and all later rounds in which the table is asked are over."""
    later = bidding.deal.later
    bids = [bid for bid in bidding.bids if bid is not None]
    if not bidding.is_complete or later is None or not later.asked:
        return bidding.is_complete
    if later.once:
        return all(bid.earlier for bid in bids)
    return all(bid.earlier and bid.earlier[-1] == bid.calls for bid in bids)


def next_asked(bidding: Bidding) -> Seat | None:
    """Who is asked in turn whether the bid changes; None where the round is open to all, or over."""
    later = bidding.deal.later
    if not bidding.is_complete or later is None or not (later.asked and later.once):
        return None
    return next((seat for seat in bidding.order if not _earlier(bidding.bids[seat])), None)


def _earlier(bid: Bid | None) -> bool:
    return bid is not None and bool(bid.earlier)
