"""Who plays whom, by weights: the pairs with the least cost together."""

from collections.abc import Callable, Iterator, Mapping, Sequence

Pair = tuple[int, int]

MAX_LISTED = 12
"""Twelve nodes have 10,395 complete matchings, few enough to look at all of them."""


def cheapest(nodes: Sequence[int], costs: Mapping[Pair, int], complete: bool = True) -> list[Pair] | None:
    """The pairs of all nodes with the least cost together, in the order of their first node; None if there are none.

    Unless they must be `complete`: as many pairs as possible. `costs` has the possible pairs, each as two places in
    `nodes`, the smaller first.
    """
    import networkx  # noqa: PLC0415 - only where a round is paired

    graph = networkx.Graph()
    graph.add_nodes_from(range(len(nodes)))
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if complete and 2 * len(found) < len(nodes):
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def listed(count: int, allowed: Callable[[int, int], bool]) -> Iterator[list[Pair]]:
    """Every way to pair `count` nodes completely, of the pairs that are allowed."""

    def from_here(free: tuple[int, ...]) -> Iterator[list[Pair]]:
        if not free:
            yield []
            return
        first, rest = free[0], free[1:]
        for place, other in enumerate(rest):
            if allowed(first, other):
                for more in from_here(rest[:place] + rest[place + 1 :]):
                    yield [(first, other), *more]

    yield from from_here(tuple(range(count)))
