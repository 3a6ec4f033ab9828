"""Reads the text of a list of hands as headings and rows, however it has them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.formats.days import ORDERS
from scorekeeper.formats.hand_list.cells import bids_or_date, month_and_day, plain_cell, without_date
from scorekeeper.formats.hand_list.headings import (
    IS_BID,
    IS_DATE,
    IS_TOOK,
    UNIT,
    is_of_all,
    said_in,
    says_bid,
    says_bid_or_tricks,
    says_number,
    says_tricks,
)
from scorekeeper.formats.list_shapes import with_a_row_a_hand, with_cells_apart, with_groups
from scorekeeper.formats.rows import Row, read_rows

MAX_COLUMNS = 40
MAX_ROWS = 500
MAX_TITLES = 10


@dataclass(frozen=True, slots=True)
class HandList:
    """The headings and the rows of a list, as text.

    `numbers` are those of the rows in the file; `titles` are what stands above the headings.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()

    def number_of(self, row: int) -> int:
        """The number of this row, counted from 0, as the file and a spreadsheet count it."""
        return self.numbers[row] if self.numbers else row + 2


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """What somebody said about a list: the numbers of rows to leave out, and in which order its dates were typed.

    A date without a year is the one nearest to `near`.
    """

    left_out: frozenset[int] = field(default_factory=frozenset)
    dates: str = ""
    near: date | None = None


def read_hand_list(text: str, dates: str = "") -> HandList:
    """The cells of a list with commas, semicolons or tabs between them. Raises `InvalidInput`.

    `dates` is the order in which `5/7` was typed where a spreadsheet made a date of a bid and its tricks.
    """
    found, faulty = read_rows(text, MAX_TITLES + 1 + MAX_ROWS)
    if faulty:
        raise InvalidInput(faulty[0])
    plain = [Row(row.number, tuple(map(plain_cell, row.cells))) for row in found]
    above = _titles([row.cells for row in plain])
    titles, listed = [row.cells for row in plain[:above]], plain[above:]
    if len(listed) < 2 or not 2 <= len(listed[0].cells) <= MAX_COLUMNS or len(listed) > 1 + MAX_ROWS:
        raise InvalidInput(faults.NO_HAND_LIST.at(FieldPath.to("line", 1), {"rows": MAX_ROWS, "columns": MAX_COLUMNS}))
    heads, titles = _heads(titles, listed[0].cells)
    listed = _in_shape(heads, listed[1:], dates)
    return HandList(
        listed[0].cells,
        tuple(row.cells for row in listed[1:]),
        tuple(row.number for row in listed[1:]),
        tuple(" ".join(filter(None, row)) for row in titles),
    )


def _heads(titles: list[tuple[str, ...]], heads: tuple[str, ...]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The headings with the names above them, and the titles without those."""
    named = with_groups(titles[-1], heads) if titles else heads
    return named, titles if named == heads else titles[:-1]


def _in_shape(heads: tuple[str, ...], rows: Sequence[Row], dates: str) -> list[Row]:
    """The headings and a row for each hand, however the list has them. Raises `InvalidInput`."""

    def typed(row: Row, place: int) -> str:
        cell = row.cells[place]
        if IS_DATE.search(heads[place]):
            return cell
        if month_and_day(cell) and dates not in ORDERS:
            raise bids_or_date(FieldPath.to("line", row.number), cell)
        numbers = without_date(cell, dates)
        return cell if numbers == cell else numbers.replace(" ", "/")

    if not any(bool(says_bid(head)) != bool(IS_TOOK.search(said_in(head))) for head in heads):
        whose = tuple(IS_TOOK.sub("", IS_BID.sub("", UNIT.sub("", head))).strip(" /-:,") for head in heads)
        apart = with_cells_apart(whose, rows, typed)
        if apart[0].cells != whose:
            return apart
    return with_a_row_a_hand(heads, rows, is_hand=says_number, is_shared=is_of_all, says_something=says_bid_or_tricks)


def _titles(rows: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the headings: those before the first with headings of a bid and of tricks, and that
    one, if it says so of several columns each, and the row below whose they are.
    """
    for number, row in enumerate(rows[:MAX_TITLES]):
        if any(map(says_bid, row)) and any(map(says_tricks, row)):
            below = rows[number + 1] if number + 1 < len(rows) else ()
            names_sides = len(row) <= len(below) and "" in row[1:] and len(list(filter(None, below))) > 2
            return number + 1 if names_sides and not re.search(r"\d", "".join(below)) else number
    return 0
