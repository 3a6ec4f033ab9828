"""How a hand can end the game for each side, over all splits of the other tricks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.analysis.trick_splits import TrickSplit
from scorekeeper.core.rules.endings import HIGHER_CONTRACT, Outcome
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Side


class End(Enum):
    """What the end of the hand means for a side."""

    WINS = "wins"
    SHARES = "shares"
    LOSES = "loses"
    PLAYS_ON = "plays on"


ALONE, LEVEL, EQUAL = 0, 1, 2
"""The leader of several sides is alone, tied with the next but ahead by what breaks ties, or tied on that too."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A possible position of one side, or of the best of several, after the hand.

    `contract` is what it bid, where that goes before the total, and `tiebreak` what breaks a tie, lower is better:
    overtricks, or the contract below 0. `tie` compares the best of several with the next of them, `lowest` is the
    bracket of the lowest: which of the endings' marks it is between. `outright` and `fact` say whether any of them wins
    outright, or made a fact, and `beaten` whether any was set too often to win. `lost`: the one here was, and so were
    all of them.
    """

    total: int
    contract: int
    tiebreak: int
    tie: int
    lowest: int
    outright: bool
    fact: bool
    beaten: bool = False
    lost: bool = False


Spots = dict[Spot, int]
"""For each spot, the numbers of tricks that can lead to it, as bits of an integer."""

Matter = tuple[int, int, int, int, int, int, int, bool, bool, bool, bool, bool]
"""What decides how the game ends for one side and the best of the others."""


def ends_of_sides(board: Scoreboard, splits: Sequence[Sequence[TrickSplit]]) -> list[list[tuple[End, ...]]]:
    """For each side and each number of its tricks, 0 to T, every way the game can end or continue after the hand."""
    marks = sorted({mark for ending in board.rules.scoring.endings for mark in ending.marks()})
    levels = _Levels(board, marks, splits)
    spots = [_spots(side_splits, levels) for side_splits in splits]
    others = _all_but_one(spots, board.rules.seating.tricks)
    return [_ends(board, levels, side_splits, rest) for side_splits, rest in zip(spots, others, strict=True)]


class _Levels:
    """The brackets of totals between the endings' marks. In a `dead` one, a leader does not end the game."""

    def __init__(self, board: Scoreboard, marks: list[int], splits: Sequence[Sequence[TrickSplit]]) -> None:
        totals = {split.scored.score.total for side_splits in splits for split in side_splits}
        self.marks = marks
        self.ranking = board.rules.ranking_at_time
        may_lose = any(split.scored.score.lost for side_splits in splits for split in side_splits)
        self.low: dict[int, int] = {}
        for total in sorted(totals, reverse=True):
            self.low[self.bracket(total)] = total
        floor = min(totals)
        high = {self.bracket(total): total for total in sorted(totals)}
        self.dead = {
            bracket
            for bracket, total in high.items()
            if not may_lose and board.outcome_with((SideScore(total), SideScore(min(floor, total - 1))), ()) is None
        }

    def bracket(self, total: int) -> int:
        return sum(1 for mark in self.marks if total >= mark)

    def spot(self, split: TrickSplit) -> Spot:
        score = split.scored.score
        bracket = self.bracket(score.total)
        dead = bracket in self.dead
        total = self.low[bracket] if dead else score.total
        contract = score.contract if 0 < self.ranking.contracts_from <= total else 0
        tiebreak = -score.contract if self.ranking.tie == HIGHER_CONTRACT else score.overtricks
        made = bool(split.took.made)
        outright = split.scored.wins_outright
        return Spot(total, contract, 0 if dead else tiebreak, ALONE, bracket, outright, made, score.lost, score.lost)

    def score(self, total: int, contract: int = 0, tiebreak: int = 0, lost: bool = False) -> SideScore:
        """A side score as the endings expect it."""
        if self.ranking.tie == HIGHER_CONTRACT:
            return SideScore(total, contract=contract if contract else -tiebreak, lost=lost)
        return SideScore(total, tiebreak, contract=contract, lost=lost)


def _spots(splits: Sequence[TrickSplit], levels: _Levels) -> Spots:
    spots: Spots = {}
    for split in splits:
        spot = levels.spot(split)
        spots[spot] = spots.get(spot, 0) | (1 << split.took.tricks)
    return spots


def _all_but_one(spots: list[Spots], tricks: int) -> list[Spots]:
    """For each side, the spots of all other sides together, by divide and conquer."""
    rest: list[Spots] = [{} for _ in spots]

    def fill(low: int, high: int, outside: Spots | None) -> None:
        if high - low == 1:
            rest[low] = outside or {}
            return
        middle = (low + high) // 2
        fill(low, middle, _joined(spots[middle:high], outside, tricks))
        fill(middle, high, _joined(spots[low:middle], outside, tricks))

    fill(0, len(spots), None)
    return rest


def _joined(spots: list[Spots], outside: Spots | None, tricks: int) -> Spots:
    whole = outside
    for of_side in spots:
        whole = of_side if whole is None else _together(whole, of_side, tricks)
    return whole or {}


def _together(some: Spots, more: Spots, tricks: int) -> Spots:
    together: Spots = {}
    for one, counts in some.items():
        of_one = _counts(counts, tricks)
        for other, more_counts in more.items():
            if one.fact and other.fact:
                continue
            sums = _sums(of_one, more_counts, tricks)
            if sums:
                both = _best(one, other)
                together[both] = together.get(both, 0) | sums
    return together


def _counts(bits: int, tricks: int) -> list[int]:
    """The numbers of tricks that these bits stand for."""
    return [count for count in range(tricks + 1) if (bits >> count) & 1]


def _sums(some: list[int], more: int, tricks: int) -> int:
    """The bits of all sums, up to `tricks`, of one of these numbers and a number in the bit set."""
    full = (1 << (tricks + 1)) - 1
    sums = 0
    for count in some:
        sums |= (more & (full >> count)) << count
    return sums


def _best(one: Spot, other: Spot) -> Spot:
    first, second = (one, other) if _before(one, other) else (other, one)
    if _is_like_alone(first, second):
        return first
    tie = first.tie
    if not _is_ahead(first, second):
        tie = EQUAL if tie == EQUAL or first.tiebreak == second.tiebreak else LEVEL
    return Spot(
        first.total,
        first.contract,
        first.tiebreak,
        tie,
        min(one.lowest, other.lowest),
        one.outright or other.outright,
        one.fact or other.fact,
        one.beaten or other.beaten,
        first.lost,
    )


def _is_like_alone(first: Spot, second: Spot) -> bool:
    """Whether the second, which is behind, changes nothing about the first."""
    return (
        _is_ahead(first, second)
        and first.lost == second.lost
        and first.lowest <= second.lowest
        and not (second.outright or second.fact or second.beaten)
    )


def _before(one: Spot, other: Spot) -> bool:
    return _is_ahead(one, other) or (not _is_ahead(other, one) and one.tiebreak <= other.tiebreak)


def _is_ahead(one: Spot, other: Spot) -> bool:
    """Whether it leads, whatever breaks a tie."""
    if one.lost != other.lost:
        return other.lost
    return one.contract > other.contract or (one.contract == other.contract and one.total > other.total)


def _ends(board: Scoreboard, levels: _Levels, of_side: Spots, rest: Spots) -> list[tuple[End, ...]]:
    tricks = board.rules.seating.tricks
    ends_by_tricks: list[set[End]] = [set() for _ in range(tricks + 1)]
    decided: dict[Matter, End] = {}
    for spot, counts in of_side.items():
        of_spot = _counts(counts, tricks)
        for others, sums in rest.items():
            if spot.fact and others.fact:
                continue
            met = [t for t in of_spot if (sums >> (tricks - t)) & 1]
            if met:
                matter = _what_matters(levels, spot, others)
                end = decided.get(matter)
                if end is None:
                    end = _end(board, levels, spot, others)
                    decided[matter] = end
                for t in met:
                    ends_by_tricks[t].add(end)
    return [tuple(end for end in End if end in seen) for seen in ends_by_tricks]


def _what_matters(levels: _Levels, of_side: Spot, others: Spot) -> Matter:
    """Everything an ending can look at: who is ahead, and which marks have been reached, not by how much."""
    return (
        _order(of_side.total, others.total),
        _order(of_side.contract, others.contract),
        _order(of_side.tiebreak, others.tiebreak),
        levels.bracket(of_side.total),
        levels.bracket(others.total),
        others.lowest,
        others.tie,
        of_side.lost,
        others.lost,
        others.beaten,
        of_side.outright,
        others.outright,
    )


def _order(one: int, other: int) -> int:
    if one == other:
        return 0
    return 1 if one > other else -1


def _end(board: Scoreboard, levels: _Levels, of_side: Spot, others: Spot) -> End:
    """What the endings decide from the relevant scores: this side's, the best other one, and the lowest."""
    scores = [levels.score(side.total, side.contract, side.tiebreak, side.lost) for side in (of_side, others)]
    if others.tie != ALONE:
        level = others.tiebreak + (1 if others.tie == LEVEL else 0)
        scores.append(levels.score(others.total, others.contract, level, others.lost))
    if others.beaten and not others.lost:
        scores.append(levels.score(levels.low[others.lowest], lost=True))
    elif others.lowest < levels.bracket(others.total):
        scores.append(levels.score(levels.low[others.lowest], lost=others.lost))
    outright = [Side(i) for i, spot in enumerate((of_side, others)) if spot.outright]
    return end_of(board.outcome_with(scores, tuple(outright)), Side(0))


def end_of(outcome: Outcome | None, side: Side) -> End:
    """What this outcome of the hand means for a side."""
    if outcome is None:
        return End.PLAYS_ON
    if side not in outcome.winners:
        return End.LOSES
    return End.WINS if len(outcome.winners) == 1 else End.SHARES
