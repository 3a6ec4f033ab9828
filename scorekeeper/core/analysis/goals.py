"""What each side plays for once all have bid: the tricks that make its bid, cost it bags, win or lose it the game."""

from dataclasses import dataclass

from scorekeeper.core.analysis.possible_ends import End, ends_of_sides
from scorekeeper.core.analysis.trick_splits import TrickSplit, splits_by_side
from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import PENALTIES

MAX_SIDES = 4
"""With more sides, how the game can end takes a phone too long to work out for each page."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Numbers of a side's tricks, each lowest first: those that make its whole bid, and those that bring a bag penalty.

    With those in `wins` it wins the game whatever the others take, with those in `loses` it loses. `cost` is what the
    first penalty takes, 0 without one. Nils count as made, since the table can see whether they take tricks; those in
    `may_cost` can bring a penalty if nils fail too.
    """

    makes: tuple[int, ...]
    penalty: tuple[int, ...]
    cost: int
    wins: tuple[int, ...]
    loses: tuple[int, ...]
    may_cost: tuple[int, ...]


def goals(board: Scoreboard, bids: tuple[Bid, ...]) -> tuple[Goal, ...]:
    """For each side, its goal in the next hand, once all have bid."""
    splits = splits_by_side(board, bids)
    return tuple(_goal(board, splits, Side(side)) for side in range(len(splits)))


def _goal(board: Scoreboard, splits: tuple[tuple[TrickSplit, ...], ...], side: Side) -> Goal:
    code = PENALTIES[board.rules.scoring.overtrick_word].key
    tidy = tuple([split for split in splits[side] if _nils_made(split)])
    makes = {split.took.tricks for split in tidy if _is_made(split)}
    due = [split for split in splits[side] if any(line.reason == code for line in split.scored.lines)]
    costs = {
        split.took.tricks: sum(line.points for line in split.scored.lines if line.reason == code)
        for split in due
        if _nils_made(split)
    }
    penalty = tuple(sorted(costs))
    ends: list[tuple[End, ...]] = []
    if len(splits) <= MAX_SIDES and not board.rules.scoring.pooled:
        ends = ends_of_sides(
            board, [tidy if other == side else side_splits for other, side_splits in enumerate(splits)]
        )[side]
    return Goal(
        tuple(sorted(makes)),
        penalty,
        -costs[penalty[0]] if penalty else 0,
        tuple([tricks for tricks, met in enumerate(ends) if met == (End.WINS,)]),
        tuple([tricks for tricks, met in enumerate(ends) if met == (End.LOSES,)]),
        tuple(sorted({split.took.tricks for split in due})),
    )


def _nils_made(split: TrickSplit) -> bool:
    return all(contract.made for contract in split.scored.contracts if contract.call.is_nil)


def _is_made(split: TrickSplit) -> bool:
    """Whether everything is made that depends on tricks."""
    return all(contract.made for contract in split.scored.contracts if contract.call.aim is not Aim.FIRST)
