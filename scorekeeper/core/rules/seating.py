"""The seating: the seats round the table, the side each plays for, and how many tricks a hand has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NewType

from scorekeeper.core.inputs import FieldPath

Seat = NewType("Seat", int)
"""One hand of cards, counted from 0 round the table to the left."""

Side = NewType("Side", int)
"""One score: a player, or a partnership, counted from 0."""


def hand_path(number: int, side: Side | None = None) -> FieldPath:
    """The location of a fault: a hand, or what a side did in it. Names come later, where they are known."""
    path = FieldPath.to("hand", number)
    return path if side is None else path.at("side", side + 1)


def side_path(side: Side) -> FieldPath:
    """The location of a fault: what a side bid."""
    return FieldPath.to("side", side + 1)


@dataclass(frozen=True, slots=True)
class DealerChange:
    """The table sets right who deals: this hand is dealt from `seat`, and the deal moves on from there."""

    hand: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a table: the number of sides, and how many people play on each."""

    sides: int
    players_per_side: int = 1


@dataclass(frozen=True, slots=True)
class Seating:
    """The table of one game, with its `sides`.

    `side_of` has one side for each seat, round the table; `seats_of` has the seats of each side. `bidders` are the
    seats of players, who deal and bid: all seats, except that a player with two hands of cards (Berkley, two players)
    has only the first of them; then `hand_names` tells a side's hands apart. `tricks` is the trick count T of a hand.
    Deal and play run to the left, and in some games `to_the_right`.
    """

    sides: tuple[Side, ...]
    side_of: tuple[Side, ...]
    seats_of: tuple[tuple[Seat, ...], ...]
    bidders: tuple[Seat, ...]
    tricks: int
    hand_names: tuple[str, ...]
    to_the_right: bool = False

    @property
    def bids_by_side(self) -> bool:
        """Whether one player bids for all the hands of cards of a side."""
        return len(self.bidders) < len(self.side_of)

    @property
    def in_pairs(self) -> bool:
        return not self.bids_by_side and len(self.seats_of[0]) > 1

    def bidders_of(self, side: Side) -> tuple[Seat, ...]:
        seats = self.seats_of[side]
        return (
            seats if len(self.bidders) == len(self.side_of) else tuple([seat for seat in seats if seat in self.bidders])
        )

    def after(self, seat: Seat, turns: int = 1) -> Seat:
        """The bidder this many turns after this one."""
        step = -turns if self.to_the_right else turns
        return self.bidders[(self.bidders.index(seat) + step) % len(self.bidders)]

    def bidding_order(self, dealer: Seat) -> tuple[Seat, ...]:
        """The bidders, from the one whose turn comes after the dealer's to the dealer."""
        position = self.bidders.index(dealer)
        if self.to_the_right:
            return (*reversed(self.bidders[:position]), *reversed(self.bidders[position:]))
        return self.bidders[position + 1 :] + self.bidders[: position + 1]


def dealer_of(table: Seating, first: Seat, changes: Sequence[DealerChange], number: int) -> Seat:
    """Who deals hand `number`: the deal moves on from the first dealer, or from the last of these changes before it."""
    since, seat = 1, first
    for change in changes:
        if change.hand <= number:
            since, seat = change.hand, change.seat
    return table.after(seat, number - since)


def seating(shape: Shape, tricks: int, to_the_right: bool = False) -> Seating:
    """One seat per player; partners sit opposite each other, so that the sides take turns around the table."""
    players = shape.sides * shape.players_per_side
    table = _seating([Side(i % shape.sides) for i in range(players)], players, tricks, ())
    return replace(table, to_the_right=to_the_right)


def two_hands_each(sides: int, tricks: int, hand_names: tuple[str, ...]) -> Seating:
    """One player per side, each holding as many hands of cards as there are names for them."""
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
