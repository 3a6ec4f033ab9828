"""What wins: the possible results of this hand for each number of a side's tricks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.analysis.possible_ends import End, end_of, ends_of_sides
from scorekeeper.core.analysis.trick_splits import TrickSplit, splits_by_side, splits_of_hand
from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.endings import Outcome
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
    rows: list[dict[int, _RowSoFar]] = [{} for _ in board.scores]
    can_end = len(board.endings) > 0
    for hand in splits_of_hand(board, bids):
        outcome = _outcome(board, hand) if can_end else None
        for side, split in enumerate(hand):
            row = _row_in(rows[side], split)
            row.count(split.scored)
            row.ends.add(end_of(outcome, Side(side)))
    return tuple(_in_order(of_side) for of_side in rows)


def _outcome(board: Scoreboard, hand: tuple[TrickSplit, ...]) -> Outcome | None:
    scores = [split.scored.score for split in hand]
    return board.outcome_with(scores, tuple([Side(i) for i, split in enumerate(hand) if split.scored.wins_outright]))


def _rows(splits: Sequence[TrickSplit], ends: list[tuple[End, ...]]) -> Rows:
    rows: dict[int, _RowSoFar] = {}
    for split in splits:
        _row_in(rows, split).count(split.scored)
    for tricks, row in rows.items():
        row.ends.update(ends[tricks] if ends else ())
    return _in_order(rows)


class _RowSoFar:
    """The row of this many tricks, over the splits counted so far."""

    def __init__(self, first: TrickSplit) -> None:
        self.tricks = first.took.tricks
        self.calls = [contract.call for contract in first.scored.contracts]
        self.low = self.high = first.scored.points
        self.low_total = self.high_total = first.scored.score.total
        self.splits = 0
        self.made = [0 for _ in self.calls]
        self.reasons: dict[str, int] = {}
        self.ends: set[End] = set()

    def count(self, scored: ScoredSide) -> None:
        """Add what one split scores."""
        total = scored.score.total
        self.splits += 1
        self.low, self.high = min(self.low, scored.points), max(self.high, scored.points)
        self.low_total, self.high_total = min(self.low_total, total), max(self.high_total, total)
        for i, contract in enumerate(scored.contracts):
            if contract.made:
                self.made[i] += 1
        for reason in dict.fromkeys([line.reason for line in scored.lines]):
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def row(self) -> Row:
        """The row, once all splits are counted."""
        return Row(
            self.tricks,
            (self.low, self.high),
            (self.low_total, self.high_total),
            tuple((call, self._chance(made)) for call, made in zip(self.calls, self.made, strict=True)),
            tuple((reason, self._chance(splits)) for reason, splits in self.reasons.items()),
            tuple(end for end in End if end in self.ends),
        )

    def _chance(self, splits: int) -> Chance:
        if splits == self.splits:
            return Chance.ALWAYS
        return Chance.CAN if splits else Chance.NEVER


def _row_in(rows: dict[int, _RowSoFar], split: TrickSplit) -> _RowSoFar:
    row = rows.get(split.took.tricks)
    if row is None:
        row = _RowSoFar(split)
        rows[split.took.tricks] = row
    return row


def _in_order(rows: dict[int, _RowSoFar]) -> Rows:
    return tuple(rows[tricks].row() for tricks in sorted(rows))
