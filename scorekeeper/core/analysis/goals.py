"""Goals of a hand in play: the tricks that make a side's bid, and those that bring a bag penalty."""

from dataclasses import dataclass

from scorekeeper.core.analysis.trick_splits import TrickSplit, ways_of_sides
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
    return tuple(_goal(own, code) for own in ways_of_sides(board, bids))


def _goal(ways: tuple[TrickSplit, ...], penalty: str) -> Goal:
    tidy = [way for way in ways if _nils_made(way)]
    makes = {way.took.tricks for way in tidy if _is_made(way)}
    costs = {way.took.tricks for way in tidy if any(line.reason == penalty for line in way.scored.lines)}
    return Goal(tuple(sorted(makes)), tuple(sorted(costs)))


def _nils_made(way: TrickSplit) -> bool:
    return all(contract.made for contract in way.scored.contracts if contract.call.is_nil)


def _is_made(way: TrickSplit) -> bool:
    """Whether everything is made that depends on tricks."""
    return all(contract.made for contract in way.scored.contracts if contract.call.aim is not Aim.FIRST)
