"""One hand: how it may be bid (calls, combinations, limits), and what the table recorded of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.core.inputs import Fault
from scorekeeper.core.rules.calls import PARTNER, Call
from scorekeeper.core.rules.lines import RuleText
from scorekeeper.core.rules.seating import Seat, Seating, Side


@dataclass(frozen=True, slots=True)
class Bid:
    """One bidder's bid in a hand: the codes of its calls, and the bids it replaced, oldest first."""

    calls: tuple[str, ...]
    earlier: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Took:
    """What one side took: its tricks, per seat if counted that way, and the calls of first tricks it made."""

    tricks: int
    seats: tuple[int, ...] = ()
    made: tuple[str, ...] = ()


BOOKS, SET, GAME, WARNING = "books", "set", "game", "warning"
COSTS = (BOOKS, SET, GAME, WARNING)
"""What a ruling costs a side: some of its tricks, its number, the game, or nothing."""

RENEGE = "renege"
OFFENSES = (RENEGE, "talk", "exposed", "phone", "cards", "challenge", "other")
"""What a ruling is for: a renege, table talk, an exposed card, a phone, wrong cards, a wrong challenge, or else."""


@dataclass(frozen=True, slots=True)
class Renege:
    """A ruling against a side: a renege, or another offense.

    If it costs books, they count for the side `to`, or (None) for nobody; `of` labels one whose books are taken over
    several hands.
    """

    by: Side
    to: Side | None
    books: int
    of: str = ""
    costs: str = BOOKS
    offense: str = RENEGE


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the table agreed on."""

    side: Side
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: `bids` has one for each bidder in seat order, `took` one for each side.

    A hand that bids itself has no bids, one that is not played has no tricks.
    """

    bids: tuple[Bid, ...]
    took: tuple[Took, ...]
    reneges: tuple[Renege, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str = ""
    overruled: bool = False


@dataclass(frozen=True, slots=True)
class Rebid:
    """How a bid may change once all have bid, before the first card: it rises, or players `may_lower` it.

    `prompts`: the players are asked before the hand is played, each in turn in a `single_round`, or all together
    until nobody changes a bid.
    """

    may_lower: bool = False
    prompts: bool = False
    single_round: bool = False


@dataclass(frozen=True, slots=True)
class HandRules:
    """One kind of hand.

    `partnership_contracts` are those that partners' numbers add up to, for 1, 2, … tricks; empty if they do not add up.
    `slots` name what can be added to a number ("bemo"). `name` and `text` announce the hand before the bidding. `rebid`
    says how bids may change after the first round, if they may. With `one_number_a_pair` partners bid one number for
    both. Bids that add up to fewer than `least_total` are not played. A deal without calls bids itself.
    """

    calls: tuple[Call, ...]
    by_code: dict[str, Call]
    partnership_contracts: tuple[Call, ...]
    slots: tuple[str, ...]
    limits: tuple["BiddingLimit", ...]
    name: str
    text: str
    rebid: Rebid | None = None
    one_number_a_pair: bool = False
    least_total: int = 0

    @property
    def is_bid(self) -> bool:
        """Whether there is anything to say: a hand that bids itself has no calls."""
        return bool(self.calls)

    @property
    def partner_may_share_bid(self) -> bool:
        """Whether a partner's number can be for both: the one who does not say it has a call for that."""
        return PARTNER in self.by_code

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its calls, in the order of the pad."""
        return tuple(call.code for call in self.calls)


def hand_rules(
    calls: Sequence[Call],
    *,
    partnership_contracts: Sequence[Call] = (),
    limits: Sequence["BiddingLimit"] = (),
    name: str = "",
    text: str = "",
    rebid: Rebid | None = None,
) -> HandRules:
    """A deal with its calls in the order of the pad; a call without a slot is a bid by itself."""
    return HandRules(
        calls=tuple(calls),
        by_code={call.code: call for call in calls},
        partnership_contracts=tuple(partnership_contracts),
        slots=tuple(dict.fromkeys(call.slot for call in calls if call.slot)),
        limits=tuple(limits),
        name=name,
        text=text,
        rebid=rebid,
    )


@dataclass(slots=True)
class Bidding:
    """The bids of a hand so far, and the limits they are checked against.

    `bids` has one for each bidder in seat order, None if it is not made yet; if a hand bids itself it is empty, and so
    is the `order`. `behind` has for each side how many points it is behind the leader before the hand (0 for the
    leader).
    """

    deal: HandRules
    seating: Seating
    order: tuple[Seat, ...]
    bids: tuple[Bid | None, ...]
    behind: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        return None not in self.bids

    @property
    def is_played(self) -> bool:
        """Whether the bids, once all are in, add up to enough to play the hand."""
        return not self.deal.least_total or not self.is_complete or self.total >= self.deal.least_total

    @property
    def total(self) -> int:
        """The numbers bid so far, added up."""
        return sum(number for number in self.numbers() if number is not None)

    def calls_of(self, seat: Seat) -> tuple[Call, ...]:
        """The calls of this seat; none before it has bid."""
        bid = self.bids[seat]
        return () if bid is None else tuple([self.deal.by_code[code] for code in bid.calls])

    def number_of(self, seat: Seat) -> int | None:
        """The number bid, a nil counting 0; None before the bid."""
        calls = self.calls_of(seat)
        return calls[0].tricks if calls else None

    def numbers(self) -> tuple[int | None, ...]:
        """The numbers bid, from the first bidder to the dealer."""
        return tuple([self.number_of(seat) for seat in self.order])

    def side_of(self, seat: Seat) -> Side:
        return self.seating.side_of[seat]


class BiddingLimit(Protocol):
    """A rule about the bidding of a hand.

    A bid that breaks it is still scored, with the objection on the sheet.
    """

    def objections(self, bidding: Bidding) -> list[Fault]:
        """What no later bid can fix; once everyone has bid, everything irregular."""

    @property
    def rule(self) -> str:
        """Its anchor on the rules page, which its objections link to."""

    def rule_text(self) -> RuleText:
        """The limit itself, for the rules page."""
