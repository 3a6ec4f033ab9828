"""How the tricks of a hand can fall, with facts such as first tricks."""

from dataclasses import dataclass

from scorekeeper.core.rules.calls import Aim, CountedOver
from scorekeeper.core.rules.contracts import contracts_of
from scorekeeper.core.rules.deal import Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredSide
from scorekeeper.core.rules.seating import Seating, Side


@dataclass(frozen=True, slots=True)
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


def splits_of_hand(board: Scoreboard, bids: tuple[Bid, ...]) -> list[tuple[TrickSplit, ...]]:
    """All splits of the whole hand, for games in which a side's tricks affect another side's points.

    At most one side makes a fact, because only one can take the first tricks.
    """
    deal, seating = board.next_deal, board.rules.seating
    took = [splits_of_side(deal, seating, bids, side) for side in seating.sides]
    contracts = [
        _contracts_by_split(board, bids, side, hand_contracts)
        for side, hand_contracts in zip(seating.sides, took, strict=True)
    ]
    splits = []
    for now in _adding_up(took, 0, seating.tricks, False):
        hand_contracts = tuple(contracts[side][now[side]] for side in seating.sides)
        scored, _ = board.scored(HandRecord(bids, now), now, hand_contracts)
        splits.append(tuple(TrickSplit(now[side], scored[side]) for side in seating.sides))
    return splits


def _contracts_by_split(
    board: Scoreboard, bids: tuple[Bid, ...], side: Side, splits: tuple[Took, ...]
) -> dict[Took, tuple[Contract, ...]]:
    deal, seating = board.next_deal, board.rules.seating
    by_split = {}
    for split in splits:
        took = tuple(split if other == side else Took(0) for other in seating.sides)
        by_split[split] = contracts_of(deal, seating, HandRecord(bids, took), took, board.next_number)[side]
    return by_split


def _adding_up(took: list[tuple[Took, ...]], side: int, left: int, made: bool) -> list[tuple[Took, ...]]:
    fitting = [split for split in took[side] if split.tricks <= left and not (made and split.made)]
    if side == len(took) - 1:
        return [(split,) for split in fitting if split.tricks == left]
    return [
        (split, *rest)
        for split in fitting
        for rest in _adding_up(took, side + 1, left - split.tricks, made or bool(split.made))
    ]


def _scored(board: Scoreboard, bids: tuple[Bid, ...], took: tuple[Took, ...]) -> tuple[ScoredSide, ...]:
    record = HandRecord(bids, took)
    contracts = contracts_of(board.next_deal, board.rules.seating, record, took, board.next_number)
    return board.scored(record, took, contracts)[0]
