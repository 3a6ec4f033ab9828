"""The rounds of a pool in which some have met already: whoever is still to meet most often never sits out."""

from functools import lru_cache

Pair = tuple[int, int]
Meetings = tuple[tuple[Pair, int], ...]
"""How often two teams are still to meet, in the order of the pairs."""


@lru_cache(maxsize=64)  # every page says how many rounds there are
def rounds_of_meetings(meetings: Meetings) -> tuple[tuple[Pair, ...], ...]:
    """Rounds in which all these meet. What is left after the first of them gives the others."""
    import networkx  # noqa: PLC0415 - only where rounds were added

    left, rounds = dict(meetings), []
    while left:
        to_play: dict[int, int] = {}
        for pair, count in left.items():
            for team in pair:
                to_play[team] = to_play.get(team, 0) + count
        most = max(to_play.values())
        # A round without one that has most to play makes one more round, so it outweighs all others.
        weight = {most: len(to_play) ** 2, most - 1: len(to_play)}
        graph = networkx.Graph()
        for one, other in sorted(left):
            graph.add_edge(one, other, weight=weight.get(to_play[one], 1) + weight.get(to_play[other], 1))
        found = sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(graph))
        left = {pair: count - (pair in found) for pair, count in left.items() if count > (pair in found)}
        rounds.append(tuple(found))
    return tuple(rounds)
