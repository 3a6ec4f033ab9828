"""How the tricks of a hand can fall, with facts such as first tricks."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.core.rules.calls import Aim, CountedOver
from scorekeeper.core.rules.contracts import contracts_of
from scorekeeper.core.rules.deal import Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredSide
from scorekeeper.core.rules.seating import Seating, Side


@dataclass(slots=True)
class TrickSplit:
    """One way in which a side can take tricks, and what it scores."""

    took: Took
    scored: ScoredSide


def splits_of_side(deal: HandRules, seating: Seating, bids: tuple[Bid, ...], side: Side) -> tuple[Took, ...]:
    """All ways for a side to take 0 to T tricks: by seat if a seat promised none, with each fact made or not."""
    bidders = seating.bidders_of(side) if deal.is_bid else ()
    calls = [deal.by_code[code] for seat in bidders for code in bids[seat].calls]
    hands = len(seating.seats_of[side])
    by_seat = hands > 1 and any(call.is_nil and call.counted_over is not CountedOver.SIDE for call in calls)
    facts = [call for call in calls if call.aim is Aim.FIRST]
    splits: list[Took] = []
    for tricks in range(seating.tricks + 1):
        mades: list[tuple[str, ...]] = [()]
        for call in facts:
            if call.tricks <= tricks:
                mades += [(*made, call.code) for made in mades if call.code not in made]
        for seats in shares(tricks, hands) if by_seat else [()]:
            splits += [Took(tricks, seats, made) for made in mades]
    return tuple(splits)


def shares(total: int, parts: int) -> list[tuple[int, ...]]:
    """Every way to divide this many tricks among this many sides."""
    if parts == 1:
        return [(total,)]
    return [(share, *rest) for share in range(total + 1) for rest in shares(total - share, parts - 1)]


def splits_by_side(board: Scoreboard, bids: tuple[Bid, ...]) -> tuple[tuple[TrickSplit, ...], ...]:
    """For each side all its splits, in games in which its points depend only on its own tricks.

    Sides are scored together, but each with its own split, so the tricks need not add up to T.
    """
    deal, seating = board.next_deal, board.rules.seating
    took = [splits_of_side(deal, seating, bids, side) for side in seating.sides]
    splits: list[list[TrickSplit]] = [[] for _ in took]
    for i in range(max(len(of_side) for of_side in took)):
        now = tuple(of_side[min(i, len(of_side) - 1)] for of_side in took)
        scored = _scored(board, bids, now)
        for side, of_side in enumerate(took):
            if i < len(of_side):
                splits[side].append(TrickSplit(now[side], scored[side]))
    return tuple(tuple(of_side) for of_side in splits)


def splits_of_hand(board: Scoreboard, bids: tuple[Bid, ...]) -> Iterator[tuple[TrickSplit, ...]]:
    """All splits of the whole hand, for games in which a side's tricks affect another side's points.

    There can be thousands, so it gives one after the other. At most one side makes a fact, because only one can take
    the first tricks.
    """
    deal, seating = board.next_deal, board.rules.seating
    own = [
        [_with_contracts(board, bids, side, took) for took in splits_of_side(deal, seating, bids, side)]
        for side in seating.sides
    ]
    start = board.next_start
    for now in _adding_up(own, 0, seating.tricks, False):
        took = tuple([part.took for part in now])
        scored, _ = board.scored(HandRecord(bids, took), took, tuple([part.contracts for part in now]), start)
        yield tuple([TrickSplit(part.took, scored[side]) for side, part in enumerate(now)])


@dataclass(slots=True)
class _Own:
    """What a side takes, and what becomes of its contracts."""

    took: Took
    contracts: tuple[Contract, ...]


def _with_contracts(board: Scoreboard, bids: tuple[Bid, ...], side: Side, split: Took) -> _Own:
    deal, seating = board.next_deal, board.rules.seating
    took = tuple(split if other == side else Took(0) for other in seating.sides)
    return _Own(split, contracts_of(deal, seating, HandRecord(bids, took), took, board.next_number)[side])


def _adding_up(own: list[list[_Own]], side: int, left: int, made: bool) -> list[tuple[_Own, ...]]:
    fitting = [part for part in own[side] if part.took.tricks <= left and not (made and part.took.made)]
    if side == len(own) - 1:
        return [(part,) for part in fitting if part.took.tricks == left]
    return [
        (part, *rest)
        for part in fitting
        for rest in _adding_up(own, side + 1, left - part.took.tricks, made or bool(part.took.made))
    ]


def _scored(board: Scoreboard, bids: tuple[Bid, ...], took: tuple[Took, ...]) -> tuple[ScoredSide, ...]:
    record = HandRecord(bids, took)
    contracts = contracts_of(board.next_deal, board.rules.seating, record, took, board.next_number)
    return board.scored(record, took, contracts)[0]
