"""What the table wrote down of one hand: facts only, no points."""

from dataclasses import dataclass

from scorekeeper.core.rules.seating import Seat, Side


@dataclass(frozen=True, slots=True)
class Bid:
    """All that one bidder says in a hand: the codes of its calls, and the bids that it replaced, oldest first."""

    calls: tuple[str, ...]
    earlier: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Took:
    """What one side took: its tricks, the tricks of each of its seats where they were counted, and the facts made."""

    tricks: int
    seats: tuple[int, ...] = ()
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Renege:
    """Books that the noticing side takes from the offender; `of` names the renege where it comes in parts."""

    by: Side
    to: Side
    books: int
    of: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the table agreed on."""

    side: Side
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: `bids` has one for each bidder in seat order, `took` one for each side."""

    bids: tuple[Bid, ...]
    took: tuple[Took, ...]
    reneges: tuple[Renege, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str = ""
    overruled: bool = False

    def bid_of(self, seat: Seat) -> Bid:
        return self.bids[seat]
