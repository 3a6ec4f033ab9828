"""Bids in the notation of the record: calls joined by `+`, and `>` before a later bid that replaced an earlier one."""

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import CALL_MISSING, NOT_A_BID, Example, Misfit
from scorekeeper.core.inputs.quoting import quote
from scorekeeper.core.rules.deal import Deal
from scorekeeper.core.rules.record import Bid
from scorekeeper.core.rules.seating import Seating

LONGEST_BID = 200
OTHER_SPELLINGS = {"board": "4"}


def read_bid(value: object, deal: Deal, seating: Seating, where: FieldPath) -> Bid:
    """A bid from its text, each call in its one spelling. What the calls are is the core's to check."""
    if not isinstance(value, str) or not value.strip():
        raise where.wrong(NOT_A_BID, Example(quote(value), example_bid(deal)))
    text = where.text(value, "the bid", LONGEST_BID)
    rounds = [tuple(_spelled(call, deal, seating) for call in said.split("+")) for said in text.split(">")]
    if any(not call for said in rounds for call in said):
        raise where.wrong(CALL_MISSING, Misfit("the bid", quote(value)))
    ordered = [_in_order(said, deal) for said in rounds]
    return Bid(ordered[-1], tuple(ordered[:-1]))


def example_bid(deal: Deal) -> str:
    """A bid that may be said by itself."""
    alone = [call.code for call in deal.calls if not call.slot]
    numbers = [code for code in alone if code.isdecimal()]
    return next((code for code in numbers if code == "4"), (numbers or alone)[-1])


def _spelled(call: str, deal: Deal, seating: Seating) -> str:
    code = call.strip()
    if code in deal.by_code:
        return code
    if code == "0" and "nil" in deal.by_code:
        return "nil"
    if code == "boston":
        return str(seating.tricks)
    return OTHER_SPELLINGS.get(code, code)


def _in_order(said: tuple[str, ...], deal: Deal) -> tuple[str, ...]:
    """The bid itself first, then what stands beside it in the deal's order, so that a bid has one spelling."""
    places = {call.code: (bool(call.slot), place) for place, call in enumerate(deal.calls)}
    return tuple(sorted(said, key=lambda code: places.get(code, (False, 0))))


def bid_text(bid: Bid) -> str:
    """The bid in the notation of the record."""
    return ">".join("+".join(calls) for calls in (*bid.earlier, bid.calls))
