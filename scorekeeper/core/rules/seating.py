"""The seating: the seats round the table, the side each plays for, and how many tricks a hand has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""One hand of cards, counted from 0 in turn order (to the left)."""

Side = NewType("Side", int)
"""One score: a player, or a partnership, counted from 0."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a table: the number of sides, and how many people play on each."""

    sides: int
    people: int = 1


@dataclass(frozen=True, slots=True)
class Seating:
    """The table of one game, with its `sides`.

    `side_of` has one side for each seat, in turn order; `seats_of` is the same seen from the sides. `bidders` are the
    seats where a person sits, who deals and bids: all of them, but where one person holds two hands of cards (Berkley,
    two players) only the first of each; then `hand_names` tells a side's hands apart. `tricks` is the trick count T of
    a hand.
    """

    sides: tuple[Side, ...]
    side_of: tuple[Side, ...]
    seats_of: tuple[tuple[Seat, ...], ...]
    bidders: tuple[Seat, ...]
    tricks: int
    hand_names: tuple[str, ...]

    @property
    def bids_by_side(self) -> bool:
        """One person speaks for all the side's hands of cards."""
        return len(self.bidders) < len(self.side_of)

    @property
    def in_pairs(self) -> bool:
        return not self.bids_by_side and len(self.seats_of[0]) > 1

    def bidders_of(self, side: Side) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats_of[side] if seat in self.bidders)

    def left_of(self, seat: Seat, places: int = 1) -> Seat:
        """The bidder this many places to the left."""
        return self.bidders[(self.bidders.index(seat) + places) % len(self.bidders)]

    def bidding_order(self, dealer: Seat) -> tuple[Seat, ...]:
        """The bidders, from the one left of the dealer to the dealer."""
        first = self.bidders.index(dealer) + 1
        return self.bidders[first:] + self.bidders[:first]


def seating(shape: Shape, tricks: int) -> Seating:
    """One seat a person; partners sit opposite each other, so the sides take turns round the table."""
    return _seating(
        [Side(i % shape.sides) for i in range(shape.sides * shape.people)], shape.sides * shape.people, tricks, ()
    )


def two_hands_each(sides: int, tricks: int, hand_names: tuple[str, ...]) -> Seating:
    """One person a side, each holding as many hands of cards as there are names for them."""
    return _seating([Side(i % sides) for i in range(sides * len(hand_names))], sides, tricks, hand_names)


def _seating(side_of: Sequence[Side], bidders: int, tricks: int, hand_names: tuple[str, ...]) -> Seating:
    sides = max(side_of) + 1
    return Seating(
        sides=tuple(Side(i) for i in range(sides)),
        side_of=tuple(side_of),
        seats_of=tuple(tuple(Seat(i) for i, side in enumerate(side_of) if side == s) for s in range(sides)),
        bidders=tuple(Seat(i) for i in range(bidders)),
        tricks=tricks,
        hand_names=hand_names,
    )
