"""Explains a line: the bags behind a penalty, the run behind a bonus, the stakes behind a pot."""

from dataclasses import dataclass

from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.pot import ChipsLine, PotLine
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.scoring import Ledger
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import PenaltyLine, RunLine


def is_penalty(line: LineItem) -> bool:
    """The line of a penalty for overtricks."""
    return isinstance(line.figures, PenaltyLine)


def has_more_behind(line: LineItem) -> bool:
    """Whether more stands behind a line than its own hand's bid and tricks."""
    return isinstance(line.figures, (PenaltyLine, RunLine, PotLine))


def due_of(line: LineItem) -> Ledger:
    """The overtricks that a penalty is for: (hand, how many) for each hand that they came from."""
    return line.figures.due if isinstance(line.figures, PenaltyLine) else ()


def run_of(line: LineItem) -> tuple[int, ...]:
    """The hands of the run of perfect bids that a bonus is for."""
    if not isinstance(line.figures, RunLine):
        return ()
    length, hand = line.figures.length, line.figures.hand
    return tuple(range(hand - length + 1, hand + 1))


@dataclass(frozen=True, slots=True)
class Stake:
    """What one side put into the pot of a hand, its points for it, and what it took."""

    side: Side
    chips: int
    points: int
    took: int


@dataclass(frozen=True, slots=True)
class PotOfHand:
    """The pot of a hand: chips that waited for it, and each side's part in it."""

    waiting: int
    stakes: tuple[Stake, ...]

    @property
    def chips(self) -> int:
        return self.waiting + sum(stake.chips for stake in self.stakes)


def pot_of(board: Scoreboard, hand: ScoredHand) -> PotOfHand | None:
    """The pot that this hand was played for; None in games without one."""
    lines = [line for side in hand.sides for line in side.lines]
    if not any(isinstance(line.figures, PotLine) for line in lines):
        return None
    before = board.hands[hand.number - 2].pot if hand.number > 1 else 0
    return PotOfHand(
        before,
        tuple(
            Stake(
                side,
                -sum(line.points for line in hand.sides[side].lines if isinstance(line.figures, ChipsLine)),
                sum(line.points for line in hand.sides[side].lines if not line.in_total),
                sum(line.points for line in hand.sides[side].lines if isinstance(line.figures, PotLine)),
            )
            for side in board.rules.seating.sides
        ),
    )


def penalties_of(board: Scoreboard, side: Side) -> tuple[tuple[int, LineItem], ...]:
    """Every penalty that a side paid so far, with its hand."""
    return tuple((hand.number, line) for hand in board.hands for line in hand.sides[side].lines if is_penalty(line))
