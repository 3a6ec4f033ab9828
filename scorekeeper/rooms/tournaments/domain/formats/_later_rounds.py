"""Whether a field can go on for some more rounds without a rematch.

With more unmet opponents than half the field there is always a next round (Dirac's theorem gives a circle through all
teams, and every second step of it is a round); below that, it is searched for.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

Pair = tuple[int, int]

MAX_STEPS = 30_000
"""How long to search; then the rounds count as possible, since nothing shows that they are not."""


def are_possible(count: int, unmet: Collection[Pair], rounds: int) -> bool:
    """Whether these pairs of `count` teams, numbered from 0, hold this many rounds without a rematch."""
    neighbours = [0] * count
    for one, other in unmet:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    fewest = min(mask.bit_count() for mask in neighbours)
    if fewest < rounds:
        return False
    if fewest - rounds + 1 >= count / 2:
        return True
    return _Search(count, MAX_STEPS).holds(neighbours, rounds, -1)


@dataclass(slots=True)
class _Search:
    """A search of limited length through the rounds that come."""

    count: int
    steps: int

    def holds(self, neighbours: list[int], rounds: int, after: int) -> bool:
        """Whether the pairs hold these rounds; in these, the first team meets teams in ascending order."""
        if rounds == 0:
            return True
        everyone = (1 << self.count) - 1
        for pairs in self._rounds(neighbours, everyone, after):
            if self.steps <= 0:
                return True
            left = neighbours.copy()
            for one, other in pairs:
                left[one] &= ~(1 << other)
                left[other] &= ~(1 << one)
            met = pairs[-1][1]  # the first team's pair is found first, so it is put in last
            if self.holds(left, rounds - 1, met):
                return True
        return False

    def _rounds(self, neighbours: list[int], free: int, after: int) -> Iterator[list[Pair]]:
        """Every complete round, the team with the fewest opponents left first, except that the first team begins."""
        self.steps -= 1
        if not free:
            yield []
            return
        if self.steps <= 0:
            yield []
            return
        one = 0 if free & 1 else self._hardest(neighbours, free)
        rest = free & ~(1 << one)
        choices = neighbours[one] & rest
        if one == 0:
            choices &= ~((1 << (after + 1)) - 1)
        while choices:
            other = (choices & -choices).bit_length() - 1
            choices &= choices - 1
            for pairs in self._rounds(neighbours, rest & ~(1 << other), after):
                yield [*pairs, (one, other)]

    def _hardest(self, neighbours: list[int], free: int) -> int:
        best, fewest = -1, self.count + 1
        left = free
        while left:
            team = (left & -left).bit_length() - 1
            left &= left - 1
            options = (neighbours[team] & free).bit_count()
            if options < fewest:
                best, fewest = team, options
        return best
