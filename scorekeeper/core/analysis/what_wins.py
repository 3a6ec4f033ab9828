"""What wins: the possible results of this hand for each number of a side's tricks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.analysis.possible_ends import End, end_of, ends_of_sides
from scorekeeper.core.analysis.trick_splits import TrickSplit, splits_by_side, splits_of_hand
from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredSide
from scorekeeper.core.rules.seating import Side


class Chance(Enum):
    """Whether something happens in none, some or all of the possible splits."""

    NEVER = "never"
    CAN = "can"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Row:
    """A side takes this many tricks: its points and its total after the hand (lowest, highest), and what else happens.

    `contracts` are its calls with their chance to be made, a pair's numbers as one call. `reasons` are the reasons of
    all its possible lines, with their chance. `ends` is every way the hand can end for it; empty while others have not
    bid.
    """

    tricks: int
    points: tuple[int, int]
    total: tuple[int, int]
    contracts: tuple[tuple[Call, Chance], ...]
    reasons: tuple[tuple[str, Chance], ...]
    ends: tuple[End, ...] = ()

    def chance_of(self, reason: str) -> Chance:
        """The chance of a line with this reason."""
        return next((chance for code, chance in self.reasons if code == reason), Chance.NEVER)

    def chance_to(self, end: End) -> Chance:
        """The chance that the hand ends like this for the side."""
        if end not in self.ends:
            return Chance.NEVER
        return Chance.ALWAYS if len(self.ends) == 1 else Chance.CAN


Rows = tuple[Row, ...]
Draft = Sequence[Bid | None]


def what_wins(board: Scoreboard, draft: Draft) -> tuple[Rows, ...]:
    """For each side its rows, from no trick to all of them; none for a side that has not bid yet, or without play.

    If a side's points depend on the others' tricks, there are none before all have bid. For a game in progress; raises
    `InvalidInput` for bids that the hand does not have.
    """
    bidding = board.bidding(tuple(draft))
    if not bidding.is_played:
        return tuple(() for _ in board.scores)
    bids = filled(board, draft)
    if None not in draft:
        return _with_ends(board, bids)
    if board.rules.scoring.pooled:
        return tuple(() for _ in board.scores)
    seating = board.rules.seating
    has_bid = [all(draft[seat] is not None for seat in seating.bidders_of(side)) for side in seating.sides]
    splits = splits_by_side(board, bids)
    return tuple(_rows(side_splits, []) if has_bid[side] else () for side, side_splits in enumerate(splits))


def filled(board: Scoreboard, draft: Draft) -> tuple[Bid, ...]:
    """The bids, completed with any possible call for players still to bid, so that the hand can be scored."""
    alone = [Bid((call.code,)) for call in board.next_deal.calls if not call.slot]
    return tuple(alone[0] if bid is None else bid for bid in draft)


def _with_ends(board: Scoreboard, bids: tuple[Bid, ...]) -> tuple[Rows, ...]:
    if not board.rules.scoring.pooled:
        splits = splits_by_side(board, bids)
        ends = ends_of_sides(board, splits)
        return tuple(_rows(side_splits, met) for side_splits, met in zip(splits, ends, strict=True))
    table = splits_of_hand(board, bids)
    return tuple(_rows_of(board, table, side) for side in board.rules.seating.sides)


def _rows_of(board: Scoreboard, table: list[tuple[TrickSplit, ...]], side: Side) -> Rows:
    tricks = board.rules.seating.tricks
    ends: list[set[End]] = [set() for _ in range(tricks + 1)]
    for hand in table:
        scores = [split.scored.score for split in hand]
        outright = tuple(Side(i) for i, split in enumerate(hand) if split.scored.wins_outright)
        ends[hand[side].took.tricks].add(end_of(board, scores, outright, side))
    return _rows([hand[side] for hand in table], [tuple(end for end in End if end in met) for met in ends])


def _rows(splits: Sequence[TrickSplit], ends: list[tuple[End, ...]]) -> Rows:
    by_tricks: dict[int, list[ScoredSide]] = {}
    for split in splits:
        by_tricks.setdefault(split.took.tricks, []).append(split.scored)
    return tuple(_row(tricks, by_tricks[tricks], ends[tricks] if ends else ()) for tricks in sorted(by_tricks))


def _row(tricks: int, scored: list[ScoredSide], ends: tuple[End, ...]) -> Row:
    points = [side.points for side in scored]
    totals = [side.score.total for side in scored]
    contracts = scored[0].contracts
    made = [_chance([side.contracts[i].made for side in scored]) for i in range(len(contracts))]
    reasons = dict.fromkeys(line.reason for side in scored for line in side.lines)
    return Row(
        tricks,
        (min(points), max(points)),
        (min(totals), max(totals)),
        tuple((contract.call, chance) for contract, chance in zip(contracts, made, strict=True)),
        tuple((reason, _chance([_has(side, reason) for side in scored])) for reason in reasons),
        ends,
    )


def _has(scored: ScoredSide, reason: str) -> bool:
    return any(line.reason == reason for line in scored.lines)


def _chance(happens: list[bool]) -> Chance:
    if all(happens):
        return Chance.ALWAYS
    return Chance.CAN if any(happens) else Chance.NEVER
