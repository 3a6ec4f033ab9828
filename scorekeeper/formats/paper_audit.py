"""The paper audit: compares bids, tricks and totals on paper with the rules, names the hand, and guesses the slip."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.hands import bid_text
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import in_sentences, minus
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.vocabulary import POINTS, shown, total_text, worth_text


def slip_words(step: int, due: int, total: int, lines: Sequence[LineItem], unit: str = POINTS) -> str:
    """What would explain a total that moved by `step` instead of `due`; empty if no usual slip does."""
    off = step - due
    for line in lines:
        if line.in_total and line.points and off == -line.points:
            return _(
                "“{line}” ({points}) seems to be left out", line=line_text(line), points=worth_text(line.points, unit)
            )
    for line in lines:
        if line.in_total and line.points and off == line.points:
            return _(
                "“{line}” ({points}) seems to be counted twice",
                line=line_text(line),
                points=worth_text(line.points, unit),
            )
    if step == -due:
        return _("Wrong sign")
    for line in lines:
        if line.in_total and line.points and off == -2 * line.points:
            return _(
                "“{line}” seems to be counted as {points}", line=line_text(line), points=worth_text(-line.points, unit)
            )
    right = total - off
    if sorted(str(abs(total))) == sorted(str(abs(right))):
        return _("Swapped digits: {right}", right=shown(right, unit))
    if abs(off) in (10, 100, 1000):
        return _("Adding slip")
    return ""


MOST_SCORED = 10_000
"""Hands that the search for another reading scores before it gives up: about half a second of them."""

Totals = Sequence[int | None]
"""What the paper has for each side after a hand; None where nothing was written."""


@dataclass(frozen=True, slots=True)
class Part:
    """A mistake on paper: hand and side, both figures, and how it may have happened."""

    hand: int
    side: str
    words: str
    written: int | None = None
    due: int | None = None
    hint: str = ""

    def __str__(self) -> str:
        said = _("Hand {hand}: {words}", hand=self.hand, words=self.words)
        if self.side:
            said = _("Hand {hand}, {side}: {words}", hand=self.hand, side=self.side, words=self.words)
        return in_sentences([said, self.hint] if self.hint else [said])


@dataclass(frozen=True, slots=True)
class Audit:
    """All mistakes, and the correct totals, hand by hand, as far as the sheet can be scored.

    `searched` is False if there were too many ways to read the sheet to try them all.
    """

    parts: tuple[Part, ...]
    totals: tuple[tuple[int, ...], ...]
    searched: bool = True

    @property
    def hands(self) -> tuple[int, ...]:
        """The hands with mistakes."""
        return tuple(dict.fromkeys(part.hand for part in self.parts))


def audit(sheet: Sheet, written: Sequence[Totals]) -> Audit:
    """Compare a paper sheet with the rules. `written` has the totals after each hand."""
    board, wrong = _scored(sheet)
    parts = _parts(sheet, board, written)
    totals = tuple(tuple(side.score.total for side in hand.sides) for hand in board.hands)
    if wrong is not None:
        return Audit((*parts, wrong), totals)
    first = parts[0].hand if parts else 0
    if first and _goes_on(parts, first):
        search = _Search(sheet, written)
        better = search.mended(first)
        if better is not None:
            return Audit((better,), totals)
        return Audit(tuple(parts), totals, search.left > 0)
    return Audit(tuple(parts), totals)


def _scored(sheet: Sheet) -> tuple[Scoreboard, Part | None]:
    """The scoreboard as far as the hands can be scored, and why it stops."""
    board = new_game(sheet.rules, sheet.dealer, sheet.dealers)
    for record in sheet.hands:
        try:
            board = board.after(record)
        except MalformedHand as error:
            side = "" if error.side is None else sheet.names[error.side]
            return board, Part(error.hand, side, fault_words(error))
    return board, None


def _parts(sheet: Sheet, board: Scoreboard, written: Sequence[Totals]) -> list[Part]:
    """Every step from one written total to the next that the rules do not give."""
    found = [part for side in sheet.rules.seating.sides for part in _of_side(sheet, board, written, side)]
    late = next((hand.number for hand in board.hands if not hand.counted), None)
    if late is not None:
        found.append(
            Part(late, "", _("the game was over after hand {hand}, so this hand does not count", hand=late - 1))
        )
    return sorted(found, key=lambda part: part.hand)


def _of_side(sheet: Sheet, board: Scoreboard, written: Sequence[Totals], side: Side) -> Iterator[Part]:
    paper = due = 0
    unit = board.rules.play.unit
    before: tuple[Part, int] | None = None  # a step that the next one may take back
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
            part = before[0]
            yield replace(part, hint=_("The next total is right, so this one was miswritten or misread"))
            before, slip = None, 0
        elif before is not None:
            yield before[0]
            before = None
        if slip:
            step = _(
                "written {written}, should be {due} ({sum})",
                written=shown(total, unit),
                due=shown(paper + due, unit),
                sum=_sum(paper, due, unit),
            )
            hint = slip_words(total - paper, due, total, scored.lines, unit)
            before = (Part(hand.number, sheet.names[side], step, total, paper + due, hint), slip)
        paper, due = total, 0
    if before is not None:
        yield before[0]


def _sum(before: int, points: int, unit: str) -> str:
    """`70 − 60`."""
    return f"{minus(total_text(before, unit))} {'−' if points < 0 else '+'} {total_text(abs(points), unit)}"


def _goes_on(parts: Sequence[Part], first: int) -> bool:
    """Whether one wrong bid or count may explain it: several sides or hands differ, or no usual slip fits."""
    return len(parts) > 1 or not parts[0].hint or any(part.hand != first for part in parts)


class _Search:
    """Searches for the one bid or count that, read differently, corrects every total; scores at most `left` hands."""

    def __init__(self, sheet: Sheet, written: Sequence[Totals]) -> None:
        self._sheet = sheet
        self._written = written
        self.left = MOST_SCORED

    def mended(self, last: int) -> Part | None:
        """What it finds; tries the hand with the first mistake, then those before it."""
        sheet, written = self._sheet, self._written
        hands = sheet.hands[: last - 1]
        boards = list(accumulate(hands, Scoreboard.after, initial=new_game(sheet.rules, sheet.dealer, sheet.dealers)))
        for number in range(last, 0, -1):
            for record, side, words in _readings(sheet, number):
                if self._goes_up(boards[number - 1], (record, *sheet.hands[number:]), written[number - 1 :]):
                    return Part(number, sheet.names[side], words)
                if self.left <= 0:
                    return None
        return None

    def _goes_up(self, board: Scoreboard, hands: Sequence[HandRecord], written: Sequence[Totals]) -> bool:
        """Whether these hands, played after the board, give every written total."""
        for record, totals in zip(hands, written, strict=True):
            self.left -= 1
            time.sleep(0)  # other threads of a server take their turn here
            if self.left <= 0:
                return False
            try:
                board = board.after(record)
            except MalformedHand:
                return False
            hand = board.hands[-1]
            differs = any(total not in (None, hand.sides[i].score.total) for i, total in enumerate(totals))
            if differs or not hand.counted:
                return False
        return True


def _readings(sheet: Sheet, number: int) -> Iterator[tuple[HandRecord, Side, str]]:
    """The hand with one bid, or the tricks of two sides, read differently."""
    record, seating, deal = sheet.hands[number - 1], sheet.rules.seating, sheet.rules.deal_of(number)
    for seat, bid in enumerate(record.bids):
        for call in deal.calls:
            if not call.slot and call.code != bid.calls[0]:
                other = Bid((call.code, *bid.calls[1:]) if not call.alone else (call.code,), bid.earlier)
                bids = (*record.bids[:seat], other, *record.bids[seat + 1 :])
                who = sheet.player_at(Seat(seat), number)
                words = _(
                    "every total is right if {player} bid {bid}, not {other}",
                    player=who,
                    bid=bid_text(other),
                    other=bid_text(bid),
                )
                yield replace(record, bids=bids), seating.side_of[seat], words
    for one in seating.sides:
        for other_side in seating.sides:
            if one != other_side and record.took and record.took[one].tricks:
                yield from _moved(sheet, record, one, other_side)


def _moved(sheet: Sheet, record: HandRecord, one: Side, other: Side) -> Iterator[tuple[HandRecord, Side, str]]:
    for count in range(1, record.took[one].tricks + 1):
        took = list(record.took)
        if took[one].seats or took[other].seats:
            return
        took[one] = Took(took[one].tricks - count, (), took[one].made)
        took[other] = Took(took[other].tricks + count, (), took[other].made)
        now, before = took[one].tricks, record.took[one].tricks
        words = _(
            "every total is right if {side} took {count}, not {other}", side=sheet.names[one], count=now, other=before
        )
        yield replace(record, took=tuple(took)), one, words
