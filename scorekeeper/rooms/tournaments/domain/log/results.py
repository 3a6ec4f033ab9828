"""What a match gave, and whether two scores of it differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.log import events as ev

# How a result came about: `events.PAPER`, `FORFEIT` and `NO_SHOW`, and these.
BY_GAME = "game"
BY_BYE = "bye"


@dataclass(frozen=True, slots=True)
class Result:
    """What a match gave. `winner` is a side, None if nobody won: level, or a double forfeit.

    `scores` are empty for a bye and a forfeit. Figures that aren't known are empty or None. `forfeits` are sides.
    """

    by: str
    scores: tuple[int, ...] = ()
    winner: int | None = None
    sets: tuple[int, ...] = ()
    bags: tuple[int, ...] = ()
    hands: int | None = None
    forfeits: tuple[int, ...] = ()
    ended_by: str = ""

    @property
    def is_level(self) -> bool:
        """Whether it was played to the end and nobody won."""
        return self.winner is None and not self.forfeits

    def differs(self, other: "Result") -> bool:
        """Whether not both can be: other scores, another winner of level ones, or another forfeit."""
        is_other = (self.scores, self.forfeits) != (other.scores, other.forfeits)
        return is_other or (None not in (self.winner, other.winner) and self.winner != other.winner)


def result_of(event: ev.ScoreEvent, sides: Sequence[Sequence[int]]) -> Result:
    """The result that a score without a game gives a match of these sides."""
    forfeits = tuple(number for number, side in enumerate(sides) if set(side) & set(event.forfeits))
    if event.by != ev.PAPER:
        staying = [number for number in range(len(sides)) if number not in forfeits]
        return Result(event.by, winner=staying[0] if len(staying) == 1 else None, forfeits=forfeits)
    winner = next((number for number, side in enumerate(sides) if event.winner in side), None)
    leaders = [number for number, score in enumerate(event.scores) if score == max(event.scores)]
    if winner is None and len(leaders) == 1:
        winner = leaders[0]
    return Result(ev.PAPER, event.scores, winner, event.sets or (), event.bags or (), event.hands)
