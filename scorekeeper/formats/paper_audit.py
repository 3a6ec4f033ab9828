"""The paper audit: compares bids, tricks and totals on paper with the rules, names the hand, and guesses the slip."""

import pickle
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import BinaryIO, cast

from scorekeeper.core.analysis.slips import AfterTheEnd, Cause, CorrectedBid, CorrectedCount, Mistake, Slip, WrongTotal
from scorekeeper.core.analysis.trick_splits import splits_by_side
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.heavy import run_sandboxed


def cause_of(step: int, due: int, total: int, lines: Sequence[LineItem]) -> Cause | None:
    """The usual slip that explains why a total moved by `step` instead of `due`; None if there is none."""
    off = step - due
    scored = [line for line in lines if line.in_total and line.points]
    for slip, times in ((Slip.LEFT_OUT, -1), (Slip.COUNTED_TWICE, 1)):
        for line in scored:
            if off == times * line.points:
                return Cause(slip, line)
    if step == -due:
        return Cause(Slip.WRONG_SIGN)
    for line in scored:
        if off == -2 * line.points:
            return Cause(Slip.SIGN_OF_LINE, line)
    right = total - off
    if sorted(str(abs(total))) == sorted(str(abs(right))):
        return Cause(Slip.SWAPPED_DIGITS, right=right)
    return Cause(Slip.ADDING) if abs(off) in (10, 100, 1000) else None


MAX_SCORED = 10_000
"""How many hands the search for another reading scores before it gives up, in about half a second."""
FEW_SCORED, FEW_ROWS = 500, 100
"""How many of them at once, and how many sides of all hands of a sheet, take this process a moment only."""

Totals = Sequence[int | None]
"""The total on paper for each side after a hand; None if nothing is written there."""


@dataclass(frozen=True, slots=True)
class Audit:
    """All mistakes, and the correct totals, hand by hand, as far as the sheet can be scored.

    `searched` is False if there were too many ways to read the sheet to try them all.
    """

    mistakes: tuple[Mistake, ...]
    totals: tuple[tuple[int, ...], ...]
    searched: bool = True

    @property
    def hands(self) -> tuple[int, ...]:
        """The hands with mistakes."""
        return tuple(dict.fromkeys(mistake.hand for mistake in self.mistakes))


SetNil = tuple[int, Seat]
"""A hand and the seat whose nil was set in it."""


def audited(sheet: Sheet, written: Sequence[Totals], set_nils: Collection[SetNil] = ()) -> Audit:
    """As `audit`; a long sheet, or one whose mistake is not found soon, is for a worker process. Raises `TooLarge`."""
    if len(sheet.hands) * len(sheet.sides) <= FEW_ROWS:
        found = audit(sheet, written, set_nils, FEW_SCORED)
        if found.searched:
            return found
    (found,) = cast("Iterator[Audit]", run_sandboxed(audit_apart, pickle.dumps((sheet, written, set_nils))))
    return found


def audit_apart(content: BinaryIO) -> Iterator[object]:
    """Audit in a worker process what `audited` has sent there: yields the `Audit`."""
    yield audit(*pickle.load(content))


def audit(sheet: Sheet, written: Sequence[Totals], set_nils: Collection[SetNil] = (), most: int | None = None) -> Audit:
    """Compare a paper sheet with the rules. `written` has the totals after each hand.

    Paper often has one count for a pair with a nil; its tricks then fell as the totals show. `set_nils` are those that
    the paper calls set without their own tricks: they took at least one. The search scores `most` hands.
    """
    sheet = _with_nil_tricks(sheet, written, set_nils)
    board, wrong = _scored(sheet)
    mistakes = _mistakes(sheet, board, written)
    totals = tuple(tuple(side.score.total for side in hand.sides) for hand in board.hands)
    if wrong is not None:
        return Audit((*mistakes, wrong), totals)
    first = mistakes[0].hand if mistakes else 0
    if first and _may_be_misread(mistakes, first):
        search = _Search(sheet, written, MAX_SCORED if most is None else most)
        better = search.corrected(first)
        if better is not None:
            return Audit((better,), totals)
        return Audit(tuple(mistakes), totals, search.left > 0)
    return Audit(tuple(mistakes), totals)


def _scored(sheet: Sheet) -> tuple[Scoreboard, Mistake | None]:
    """The scoreboard as far as the hands can be scored, and why it stops."""
    board = new_game(sheet.rules, sheet.dealer, sheet.dealers, sheet.time)
    for record in sheet.hands:
        try:
            board = board.after(record)
        except InvalidInput as error:
            number = error.fault.path.number_of("side")
            side = sheet.names[number - 1] if number else ""
            return board, Mistake(board.next_number, side, error.fault, sheet.rules.scoring.unit)
    return board, None


def _with_nil_tricks(sheet: Sheet, written: Sequence[Totals], set_nils: Collection[SetNil]) -> Sheet:
    """The sheet with the tricks of each seat, in pairs with a nil for which only the side's tricks are on paper."""
    seating = sheet.rules.seating
    if not any(
        _lacks_seats(sheet, number, side) for number in range(1, len(sheet.hands) + 1) for side in seating.sides
    ):
        return sheet
    board, hands = new_game(sheet.rules, sheet.dealer, sheet.dealers, sheet.time), list(sheet.hands)
    for number, record in enumerate(sheet.hands, start=1):
        took = list(record.took)
        for side in seating.sides:
            if _lacks_seats(sheet, number, side):
                before = 0 if number == 1 else written[number - 2][side]
                was_set = [seat for seat in seating.seats_of[side] if (number, seat) in set_nils]
                took[side] = _nil_tricks(board, record, side, (before, written[number - 1][side]), was_set)
        hands[number - 1] = replace(record, took=tuple(took))
        try:
            board = board.after(hands[number - 1])
        except InvalidInput:
            break
    return replace(sheet, hands=tuple(hands))


def _lacks_seats(sheet: Sheet, number: int, side: Side) -> bool:
    """Whether a side with partners took tricks in a hand with its nil, and nobody wrote down whose they were."""
    record, seating = sheet.hands[number - 1], sheet.rules.seating
    if not record.took or not record.bids or len(seating.bidders_of(side)) == 1:
        return False
    by_code = sheet.rules.hand_rules_of(number).by_code
    calls = [by_code.get(code) for seat in seating.bidders_of(side) for code in record.bids[seat].calls]
    took = record.took[side]
    return took.tricks > 0 and not took.seats and any(call is not None and call.is_nil for call in calls)


def _nil_tricks(board: Scoreboard, record: HandRecord, side: Side, written: Totals, was_set: Sequence[Seat]) -> Took:
    """The tricks of each seat that lead from one written total to the next; without one, the nil took them all."""
    seating, took = board.rules.seating, record.took[side]
    seats, (before, total) = seating.seats_of[side], written
    splits = [split for split in splits_by_side(board, record.bids)[side] if split.took.tricks == took.tricks]
    if before is not None and total is not None:
        for split in splits:
            by_seat = dict(zip(seats, split.took.seats, strict=False))
            if split.scored.points == total - before and all(by_seat.get(seat) for seat in was_set):
                return split.took
    by_code = board.next_deal.by_code
    is_nil = [by_code[record.bids[seat].calls[0]].is_nil for seat in seats]
    return Took(took.tricks, tuple(took.tricks if i == is_nil.index(True) else 0 for i in range(len(seats))), took.made)


def _mistakes(sheet: Sheet, board: Scoreboard, written: Sequence[Totals]) -> list[Mistake]:
    """Every step between written totals that does not follow the rules."""
    sides = sheet.rules.seating.sides
    mistakes = [mistake for side in sides for mistake in _of_side(sheet, board, written, side)]
    late = next((hand.number for hand in board.hands if not hand.counted), None)
    if late is not None:
        mistakes.append(Mistake(late, "", AfterTheEnd(late - 1), board.rules.scoring.unit))
    return sorted(mistakes, key=lambda mistake: mistake.hand)


def _of_side(sheet: Sheet, board: Scoreboard, written: Sequence[Totals], side: Side) -> Iterator[Mistake]:
    paper = due = 0
    unit = board.rules.scoring.unit
    before: tuple[Mistake, int] | None = None  # the next step may cancel this one
    for hand, totals in zip(board.hands, written, strict=False):
        if not hand.counted:
            break
        scored = hand.sides[side]
        due += scored.points
        total = totals[side]
        if total is None:
            continue
        slip = total - paper - due
        if before is not None and slip == -before[1]:
            yield replace(before[0], cause=Cause(Slip.MISWRITTEN))
            before, slip = None, 0
        elif before is not None:
            yield before[0]
            before = None
        if slip:
            cause = cause_of(total - paper, due, total, scored.lines)
            before = (Mistake(hand.number, sheet.names[side], WrongTotal(total, paper, due), unit, cause), slip)
        paper, due = total, 0
    if before is not None:
        yield before[0]


def _may_be_misread(mistakes: Sequence[Mistake], first: int) -> bool:
    """Whether one wrong bid or count may explain the mistakes: several sides or hands differ, or no usual slip fits."""
    return len(mistakes) > 1 or mistakes[0].cause is None or any(mistake.hand != first for mistake in mistakes)


class _Search:
    """Searches for the one bid or count that, read differently, corrects every total; scores at most `left` hands."""

    def __init__(self, sheet: Sheet, written: Sequence[Totals], left: int) -> None:
        self._sheet = sheet
        self._written = written
        self.left = left

    def corrected(self, last: int) -> Mistake | None:
        """What it finds; tries the hand with the first mistake, then those before it."""
        sheet, written = self._sheet, self._written
        hands = sheet.hands[: last - 1]
        boards = list(
            accumulate(hands, Scoreboard.after, initial=new_game(sheet.rules, sheet.dealer, sheet.dealers, sheet.time))
        )
        for number in range(last, 0, -1):
            for record, side, what in _readings(sheet, number):
                if self._gives_all_totals(boards[number - 1], (record, *sheet.hands[number:]), written[number - 1 :]):
                    return Mistake(number, sheet.names[side], what, sheet.rules.scoring.unit)
                if self.left <= 0:
                    return None
        return None

    def _gives_all_totals(self, board: Scoreboard, hands: Sequence[HandRecord], written: Sequence[Totals]) -> bool:
        """Whether these hands, played after the board, give every written total."""
        for record, totals in zip(hands, written, strict=True):
            self.left -= 1
            time.sleep(0)  # lets other threads of the server run
            if self.left <= 0:
                return False
            try:
                board = board.after(record)
            except InvalidInput:
                return False
            hand = board.hands[-1]
            differs = any(total not in (None, hand.sides[i].score.total) for i, total in enumerate(totals))
            if differs or not hand.counted:
                return False
        return True


def _readings(sheet: Sheet, number: int) -> Iterator[tuple[HandRecord, Side, CorrectedBid | CorrectedCount]]:
    """The hand with one bid, or the tricks of two sides, read differently."""
    record, seating, deal = sheet.hands[number - 1], sheet.rules.seating, sheet.rules.hand_rules_of(number)
    for seat, bid in enumerate(record.bids):
        for call in deal.calls:
            if not call.slot and call.code != bid.calls[0]:
                other = Bid((call.code, *bid.calls[1:]) if not call.alone else (call.code,), bid.earlier)
                bids = (*record.bids[:seat], other, *record.bids[seat + 1 :])
                who = sheet.player_at(Seat(seat), number)
                yield replace(record, bids=bids), seating.side_of[seat], CorrectedBid(who, other, bid)
    for one in seating.sides:
        for other_side in seating.sides:
            if one != other_side and record.took and record.took[one].tricks:
                yield from _moved(sheet, record, one, other_side)


def _moved(
    sheet: Sheet, record: HandRecord, one: Side, other: Side
) -> Iterator[tuple[HandRecord, Side, CorrectedCount]]:
    for count in range(1, record.took[one].tricks + 1):
        took = list(record.took)
        if took[one].seats or took[other].seats:
            return
        took[one] = Took(took[one].tricks - count, (), took[one].made)
        took[other] = Took(took[other].tricks + count, (), took[other].made)
        now, before = took[one].tricks, record.took[one].tricks
        yield replace(record, took=tuple(took)), one, CorrectedCount(sheet.names[one], now, before)
