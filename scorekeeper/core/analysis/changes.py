"""Compares scoreboards before and after a correction, and finds the causes of penalties, bonuses and pots."""

from dataclasses import dataclass

from scorekeeper.core.inputs import Fault
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.pot import ChipsLine, PotLine
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand, ScoredSide
from scorekeeper.core.rules.scoring import Ledger
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import PenaltyLine, RunLine


@dataclass(frozen=True, slots=True)
class HandChange:
    """A side's hand that scores differently, with its penalties and bonuses that are new or gone."""

    number: int
    side: Side
    before: int
    after: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectionChange:
    """A hand to which the rules object only before, or only after, the correction."""

    number: int
    gained: tuple[Fault, ...]
    lost: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The differences: hands, totals (before, after) by side, which hands count, objections."""

    hands: tuple[HandChange, ...]
    totals: tuple[tuple[int, int], ...]
    counted_now: tuple[int, ...]
    counted_no_longer: tuple[int, ...]
    objections: tuple[ObjectionChange, ...]


def changes(before: Scoreboard, after: Scoreboard) -> Changes:
    """Compare two scoreboards of one game with the same number of hands."""
    pairs = list(zip(before.hands, after.hands, strict=True))
    side_changes = [
        _change(old.number, side, old.sides[side], new.sides[side])
        for old, new in pairs
        for side in before.rules.seating.sides
    ]
    return Changes(
        hands=tuple(change for change in side_changes if change is not None),
        totals=tuple((old.total, new.total) for old, new in zip(before.scores, after.scores, strict=True)),
        counted_now=tuple(new.number for old, new in pairs if new.counted and not old.counted),
        counted_no_longer=tuple(new.number for old, new in pairs if old.counted and not new.counted),
        objections=tuple(
            ObjectionChange(
                new.number,
                tuple(objection for objection in new.objections if objection not in old.objections),
                tuple(objection for objection in old.objections if objection not in new.objections),
            )
            for old, new in pairs
            if old.objections != new.objections
        ),
    )


def _change(number: int, side: Side, old: ScoredSide, new: ScoredSide) -> HandChange | None:
    was, now = _kinds(old), _kinds(new)
    gained, lost = _without(now, was), _without(was, now)
    if old.points == new.points and not gained and not lost:
        return None
    return HandChange(number, side, old.points, new.points, gained, lost)


def _kinds(scored: ScoredSide) -> list[str]:
    """The parts of a score that earlier hands can change: penalties, bonuses, and the pot."""
    return [line.reason for line in scored.lines if has_more_behind(line)]


def _without(these: list[str], those: list[str]) -> tuple[str, ...]:
    left = list(those)
    reasons = []
    for reason in these:
        if reason in left:
            left.remove(reason)
        else:
            reasons.append(reason)
    return tuple(reasons)


def is_penalty(line: LineItem) -> bool:
    """Whether it is the line of a penalty for overtricks."""
    return isinstance(line.params, PenaltyLine)


def has_more_behind(line: LineItem) -> bool:
    """Whether a line depends on more than its own hand's bid and tricks."""
    return isinstance(line.params, (PenaltyLine, RunLine, PotLine))


def due_of(line: LineItem) -> Ledger:
    """The overtricks that led to a penalty: the hand and how many, for each hand they came from."""
    return line.params.due if isinstance(line.params, PenaltyLine) else ()


def run_of(line: LineItem) -> tuple[int, ...]:
    """The hands of the run of perfect bids that earned a bonus."""
    if not isinstance(line.params, RunLine):
        return ()
    length, hand = line.params.length, line.params.hand
    return tuple(range(hand - length + 1, hand + 1))


@dataclass(frozen=True, slots=True)
class Stake:
    """What a side put into the pot of a hand, its points in the hand, and what it took from the pot."""

    side: Side
    chips: int
    points: int
    took: int


@dataclass(frozen=True, slots=True)
class PotOfHand:
    """The pot of a hand: chips left from earlier hands, and each side's part in it."""

    waiting: int
    stakes: tuple[Stake, ...]

    @property
    def chips(self) -> int:
        return self.waiting + sum(stake.chips for stake in self.stakes)


def pot_of(board: Scoreboard, hand: ScoredHand) -> PotOfHand | None:
    """The pot that this hand was played for; None in games without one."""
    lines = [line for side in hand.sides for line in side.lines]
    if not any(isinstance(line.params, PotLine) for line in lines):
        return None
    before = board.hands[hand.number - 2].pot if hand.number > 1 else 0
    return PotOfHand(
        before,
        tuple(
            Stake(
                side,
                -sum(line.points for line in hand.sides[side].lines if isinstance(line.params, ChipsLine)),
                sum(line.points for line in hand.sides[side].lines if not line.in_total),
                sum(line.points for line in hand.sides[side].lines if isinstance(line.params, PotLine)),
            )
            for side in board.rules.seating.sides
        ),
    )


def penalties_of(board: Scoreboard, side: Side) -> tuple[tuple[int, LineItem], ...]:
    """Every penalty of a side so far, with its hand."""
    return tuple((hand.number, line) for hand in board.hands for line in hand.sides[side].lines if is_penalty(line))
