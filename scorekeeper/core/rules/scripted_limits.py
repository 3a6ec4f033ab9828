"""The bidding limits of named hands: sums, sets, pairs, places."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.core.inputs.faults import FaultCode, P
from scorekeeper.core.rules.seating import Side, side_path

RULE = "deals"
"""The anchor of a rule set's list of deals."""


@dataclass(frozen=True, slots=True)
class ScriptedLimit:
    """One limit of a hand: a kind of `KINDS` with its parameters; unused ones are empty.

    `bids` are spelled as in a sheet ("9", "nil"); a blind call counts as the same call after looking. `by` are places
    in the bidding, the first bidder being 1; empty: everyone.
    """

    kind: str
    number: int = 0
    bids: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    by: tuple[int, ...] = ()


Plain = tuple[str, int]
"""A bid as a limit sees it: the call, and its number, a nil being 0."""


@dataclass(frozen=True, slots=True)
class BidsSoFar:
    """The bids of a hand from the first bidder to the dealer, None for those not made yet.

    `most` is the highest number.
    """

    bids: tuple[Plain | None, ...]
    sides: tuple[Side, ...]
    most: int

    @property
    def known(self) -> list[Plain]:
        return [bid for bid in self.bids if bid is not None]

    @property
    def to_come(self) -> int:
        return sum(bid is None for bid in self.bids)

    def at(self, positions: tuple[int, ...]) -> list[tuple[int, Plain]]:
        """The bids made at these places, or all bids made, each with its place."""
        return [
            (position, bid)
            for position, bid in enumerate(self.bids, start=1)
            if bid is not None and (not positions or position in positions)
        ]

    def of(self, side: Side) -> "BidsSoFar":
        """What one side has bid."""
        bids = tuple(self.bids[i] for i in range(len(self.bids)) if self.sides[i] == side)
        return BidsSoFar(bids, tuple(side for _ in bids), self.most)

    def with_bid(self, position: int, bid: Plain) -> "BidsSoFar":
        return BidsSoFar((*self.bids[: position - 1], bid, *self.bids[position:]), self.sides, self.most)


def _sum_is(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.WrongSum]:
    total = sum(number for _, number in so_far.known)
    if limit.bids and (so_far.to_come or any(call in limit.bids for call, _ in so_far.known)):
        return []
    if total == limit.number or total < limit.number <= total + so_far.to_come * so_far.most:
        return []
    return [{"total": total, "needed": limit.number}]


def _sum_at_most(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.SumTooHigh]:
    total = sum(number for _place, (_call, number) in so_far.at(limit.by))
    return [{"total": total, "most": limit.number, "by": limit.by}] if total > limit.number else []


def _at_least(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.TooLow]:
    return [
        {"place": position, "bid": call, "least": limit.number}
        for position, (call, number) in so_far.at(limit.by)
        if number < limit.number
    ]


def _one_of(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.NotAmong]:
    return [
        {"place": position, "bid": call, "choices": limit.bids}
        for position, (call, _) in so_far.at(limit.by)
        if call not in limit.bids
    ]


def _how_many(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.Miscounted]:
    count = sum(call in limit.bids for call, _ in so_far.known)
    if limit.low - so_far.to_come <= count <= limit.high:
        return []
    return [{"count": count, "bids": limit.bids, "low": limit.low, "high": limit.high, "to_come": so_far.to_come}]


def _partners_alike(_: ScriptedLimit, so_far: BidsSoFar) -> list[faults.PartnersDiffer]:
    bids = so_far.known
    return [{"first": bids[0][0], "second": bids[-1][0]}] if len({number for _, number in bids}) > 1 else []


def _all_alike(_: ScriptedLimit, so_far: BidsSoFar) -> list[faults.NotAsTheFirst]:
    bids = so_far.at(())
    return [
        {"place": position, "bid": bid[0], "first": bids[0][1][0]} for position, bid in bids if bid[1] != bids[0][1][1]
    ]


def _rising(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.NotRising]:
    bids = so_far.at(())
    rising: list[faults.NotRising] = []
    for i in range(1, len(bids)):
        (before, (_, number)), (position, bid) = bids[i - 1], bids[i]
        due = number + limit.number * (position - before)
        if bid[1] != due:
            rising.append({"place": position, "bid": bid[0], "due": due})
    return rising


def _only_by(limit: ScriptedLimit, so_far: BidsSoFar) -> list[faults.NotAllowed]:
    return [
        {"place": position, "bid": call, "by": limit.by}
        for position, (call, _) in so_far.at(())
        if call in limit.bids and position not in limit.by
    ]


@dataclass(frozen=True, slots=True)
class LimitKind:
    """A kind of limit: the parameters it needs and those it may have, and its objections.

    `wrong` gives only params, for a search that asks only whether there are any.

    In an incomplete bidding it finds what no later bid can mend; in a complete one, everything wrong.
    """

    key: str
    needs: tuple[str, ...]
    may: tuple[str, ...]
    wrong: Callable[[ScriptedLimit, BidsSoFar], Sequence[object]]
    objections: Callable[[ScriptedLimit, BidsSoFar], list[Fault]]


def _of_all(
    code: FaultCode[P],
    find: Callable[[ScriptedLimit, BidsSoFar], list[P]],
    needs: tuple[str, ...] = (),
    may: tuple[str, ...] = (),
) -> LimitKind:
    """A kind that looks at all bids together, or at each alone."""

    def objections(limit: ScriptedLimit, so_far: BidsSoFar) -> list[Fault]:
        return [code.at(NOWHERE, params, RULE) for params in find(limit, so_far)]

    return LimitKind(code.key, needs, may, find, objections)


def _of_pairs(
    code: FaultCode[P], find: Callable[[ScriptedLimit, BidsSoFar], list[P]], needs: tuple[str, ...] = ()
) -> LimitKind:
    """A kind that looks at each pair alone."""

    def wrong(limit: ScriptedLimit, so_far: BidsSoFar) -> list[P]:
        return [params for side in set(so_far.sides) for params in find(limit, so_far.of(side))]

    def objections(limit: ScriptedLimit, so_far: BidsSoFar) -> list[Fault]:
        return [
            code.at(side_path(side), params, RULE)
            for side in sorted(set(so_far.sides))
            for params in find(limit, so_far.of(side))
        ]

    return LimitKind(code.key, needs, (), wrong, objections)


KINDS = {
    kind.key: kind
    for kind in (
        _of_all(faults.SUM_IS, _sum_is, ("number",), ("bids",)),
        _of_all(faults.SUM_AT_MOST, _sum_at_most, ("number",), ("by",)),
        _of_all(faults.AT_LEAST, _at_least, ("number",), ("by",)),
        _of_all(faults.ONE_OF, _one_of, ("bids",), ("by",)),
        _of_all(faults.HOW_MANY, _how_many, ("bids", "low", "high")),
        _of_pairs(faults.IN_EACH_PAIR, _how_many, ("bids", "low", "high")),
        _of_pairs(faults.PARTNERS_ALIKE, _partners_alike),
        _of_all(faults.ALL_ALIKE, _all_alike),
        _of_all(faults.RISING, _rising, ("number",)),
        _of_all(faults.ONLY_BY, _only_by, ("bids",), ("by",)),
    )
}
"""All kinds of limits, by name."""
