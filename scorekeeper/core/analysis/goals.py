"""Goals of a hand in play: the tricks that make a side's bid, and those that bring a bag penalty."""

from dataclasses import dataclass

from scorekeeper.core.analysis.trick_splits import TrickSplit, splits_by_side
from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.steps import PENALTIES


@dataclass(frozen=True, slots=True)
class Goal:
    """The numbers of tricks, lowest first, that make a side's whole bid, and those that bring a bag penalty.

    Nils count as made, since the table can see whether they take tricks.
    """

    makes: tuple[int, ...]
    penalty: tuple[int, ...]


def goals(board: Scoreboard, bids: tuple[Bid, ...]) -> tuple[Goal, ...]:
    """For each side, its goal in the next hand, once all have bid."""
    code = PENALTIES[board.rules.play.word].key
    return tuple(_goal(own, code) for own in splits_by_side(board, bids))


def _goal(splits: tuple[TrickSplit, ...], penalty: str) -> Goal:
    tidy = [split for split in splits if _nils_made(split)]
    makes = {split.took.tricks for split in tidy if _is_made(split)}
    costs = {split.took.tricks for split in tidy if any(line.reason == penalty for line in split.scored.lines)}
    return Goal(tuple(sorted(makes)), tuple(sorted(costs)))


def _nils_made(split: TrickSplit) -> bool:
    return all(contract.made for contract in split.scored.contracts if contract.call.is_nil)


def _is_made(split: TrickSplit) -> bool:
    """Whether everything is made that depends on tricks."""
    return all(contract.made for contract in split.scored.contracts if contract.call.aim is not Aim.FIRST)
