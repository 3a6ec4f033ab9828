"""Hands that are made up for an example: one side's bid and tricks, the others bid low and take the rest."""

from dataclasses import dataclass

from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import Adjustment, Bid, HandRecord, Took
from scorekeeper.core.rules.lines import Code, F, LineItem
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat, Side

CAST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
OURS = Side(0)

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One side's part of an example: its lines, and what the hand comes to for it."""

    name: str
    lines: tuple[LineItem, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a code with its figures says what it shows, `sides` are what the engine wrote.

    `example_of` makes one.
    """

    code: str
    figures: object
    sides: tuple[Shown, ...]


def example_of(code: Code[F], figures: F, sides: tuple[Shown, ...]) -> Example:
    """An example, with the figures of its code."""
    return Example(code.key, figures, sides)


@dataclass(frozen=True, slots=True)
class Ours:
    """What our side did: the bid of each of its bidders, its tricks or those of each seat, and the facts made."""

    bids: tuple[Codes, ...]
    tricks: int
    seats: tuple[int, ...] = ()
    made: tuple[str, ...] = ()


def names_of(rules: HouseRules) -> tuple[str, ...]:
    """The sides' names: the first of a standing cast, partners across."""
    seating = rules.seating
    if seating.bids_by_side:
        return CAST[: len(seating.sides)]
    return tuple(" & ".join(CAST[seat] for seat in seating.seats_of[side]) for side in seating.sides)


def empty_board(rules: HouseRules) -> Scoreboard:
    """A game in which the others deal first."""
    return new_game(rules, rules.seating.bidders[-1])


def numbers(rules: HouseRules) -> list[Call]:
    """The numbers that are bid after looking, from the lowest, without 0."""
    calls = rules.deal_of(1).calls
    return sorted((c for c in calls if c.is_number and not c.blind and c.tricks), key=lambda call: call.tricks)


def low_bid(rules: HouseRules) -> Codes:
    """What those bid whom an example is not about."""
    return (numbers(rules)[0].code,)


def record(
    rules: HouseRules,
    ours: Ours,
    theirs: Codes = (),
    *,
    took: tuple[int, ...] = (),
    adjusted: tuple[int, ...] = (),
) -> HandRecord:
    """A hand in which we did this and the others share the rest of the tricks, or all `took` what is given.

    `adjusted` are agreed points, side by side.
    """
    seating = rules.seating
    left, others = seating.tricks - ours.tricks, len(seating.sides) - 1
    counts = took[1:] or tuple(left // others + (place < left % others) for place in range(others))
    own = dict(zip(seating.bidders_of(OURS), ours.bids, strict=True))
    return HandRecord(
        bids=tuple(Bid(own.get(seat, theirs or low_bid(rules))) for seat in seating.bidders),
        took=(Took(ours.tricks, ours.seats, ours.made), *(Took(count) for count in counts)),
        adjustments=tuple(Adjustment(Side(side), points, "so far") for side, points in enumerate(adjusted) if points),
    )


def shown(board: Scoreboard, side: Side) -> Shown:
    """A side's part of the last hand."""
    scored = board.hands[-1].sides[side]
    return Shown(names_of(board.rules)[side], scored.lines, scored.points)


def bidder_name(rules: HouseRules, seat: Seat) -> str:
    """Who bids for this seat."""
    return CAST[seat] if not rules.seating.bids_by_side else CAST[rules.seating.side_of[seat]]
