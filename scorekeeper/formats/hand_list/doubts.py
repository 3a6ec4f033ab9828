"""What is not understood in a list of hands, and what somebody said about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.days import ORDERS, order_of
from scorekeeper.formats.hand_list.cells import NUMBERED, bids_or_date, cell_at, month_and_day, written_in
from scorekeeper.formats.hand_list.columns import Columns, Places
from scorekeeper.formats.hand_list.headings import IS_SUM
from scorekeeper.formats.hand_list.reading import HandList, ListAnswers


@dataclass(frozen=True, slots=True)
class Doubts:
    """What is not understood: the columns, the rows (from 0), and cells of which a spreadsheet made a date.

    `sums` are rows of totals, which are no hands; `days` are dates of games that may be two days.
    """

    columns: Places
    rows: tuple[int, ...]
    dates: tuple[str, ...]
    sums: tuple[int, ...]
    days: tuple[str, ...] = ()


def rows_of_hands(hand_list: HandList, columns: Columns, answers: ListAnswers) -> list[int]:
    """The rows that are hands, from 0."""
    out = {*doubts_of(hand_list, columns).sums, *_not_played(hand_list.rows, columns)}
    numbers = range(len(hand_list.rows))
    return [row for row in numbers if row not in out and hand_list.number_of(row) not in answers.left_out]


def doubts_of(hand_list: HandList, columns: Columns) -> Doubts:
    """What nobody has said of this list yet."""
    sums = [number for number, row in enumerate(hand_list.rows) if _is_sum(row, columns)]
    blank = _not_played(hand_list.rows, columns)
    rows = [
        number
        for number, row in enumerate(hand_list.rows)
        if number not in (*sums, *blank) and not _is_hand(row, columns)
    ]
    read = [place for places in (*columns.bids, *columns.took) for place in places]
    cells = [cell_at(row, place) for row in hand_list.rows for place in read]
    full = {place for place in range(len(hand_list.heads)) if any(cell_at(row, place) for row in hand_list.rows)}
    return Doubts(
        tuple(sorted(full - columns.used)),
        tuple(rows),
        tuple(dict.fromkeys(cell for cell in cells if month_and_day(cell))),
        tuple(sums),
        _days_in_doubt(hand_list, columns),
    )


def _days_in_doubt(hand_list: HandList, columns: Columns) -> tuple[str, ...]:
    """The dates of games that may be two days, unless another date tells how all of them were typed."""
    cells = [cell_at(row, columns.day) for row in hand_list.rows]
    days = {cell: found for cell in cells if (found := written_in(cell))}
    return () if order_of(days.values()) else tuple(cell for cell, found in days.items() if not found.order)


def _not_played(rows: Sequence[Sequence[str]], columns: Columns) -> list[int]:
    """The rows at the end that have only a number, for hands to come."""
    kept = [
        number
        for number, row in enumerate(rows)
        if hand_number(row, columns) < 0
        or any(cell_at(row, place) for place in range(len(row)) if place != columns.hand)
    ]
    return list(range(max(kept, default=-1) + 1, len(rows)))


def hand_number(row: Sequence[str], columns: Columns) -> int:
    """The number of the hand; -1 if there is none."""
    found = NUMBERED.fullmatch(cell_at(row, columns.hand))
    return int(found[1]) if found else -1


def _is_sum(row: Sequence[str], columns: Columns) -> bool:
    first = cell_at(row, columns.hand) or next(filter(None, row), "")
    return IS_SUM.search(first) is not None


def _is_hand(row: Sequence[str], columns: Columns) -> bool:
    has_bids = any(cell_at(row, place) for places in columns.bids for place in places)
    return has_bids and (columns.hand is None or hand_number(row, columns) >= 0)


def check_doubts(hand_list: HandList, doubts: Doubts, given: ListAnswers) -> None:
    """Raise `InvalidInput` for what nobody has answered."""
    if doubts.columns:
        heads = tuple(quote(hand_list.heads[place]) for place in doubts.columns)
        raise InvalidInput(faults.UNKNOWN_COLUMNS.at(FieldPath.to("line", 1), {"columns": heads}))
    for row in doubts.rows:
        number = hand_list.number_of(row)
        if number not in given.left_out:
            cells = quote(", ".join(filter(None, hand_list.rows[row])))
            raise InvalidInput(faults.UNKNOWN_ROW.at(FieldPath.to("line", number), {"value": cells}))
    if given.dates in ORDERS:
        return
    if doubts.dates:
        raise bids_or_date(FieldPath.to("list"), doubts.dates[0])
    if doubts.days:
        written = written_in(doubts.days[0])
        near = given.near or date(2024, 1, 1)
        one, other = (None if written is None else written.day(order, near) for order in ORDERS)
        two: faults.TwoDays = {"value": doubts.days[0], "one": _day_text(one), "other": _day_text(other)}
        raise InvalidInput(faults.TWO_DAYS.at(FieldPath.to("list"), two))


def _day_text(day: date | None) -> str:
    return "" if day is None else day.isoformat()
