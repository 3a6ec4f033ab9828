"""The rows of every list that people bring: typed, pasted, or as a spreadsheet writes it.

Each line is in a row or in a fault, and both say with which line they begin. There is no other reader of such lists.
"""

import csv
import re
import string
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import Fault
from scorekeeper.formats.strict_json import encoding_of

DELIMITERS = ("\t", ";", ",")
SEPARATOR = re.compile(r"\ufeff? *sep=([\t;,|])\s*", re.IGNORECASE)
"""How a spreadsheet says which separator it uses."""
NOTHING = f'{string.whitespace}\u00a0,;|"'
"""What a line has in which nothing stands."""
LOOKED_AT = 10
"""How many lines tell the separator."""
MAX_LENGTH = 4_000
"""Letters of a line that people type."""
MAX_LINES = 20
"""Lines of a row, of which a cell in quotation marks may have several. Without a maximum, a list could be read once for
each mark that nobody closes.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, and the number of its first line, from 1."""

    number: int
    cells: tuple[str, ...]


def text_of(content: bytes) -> str:
    """The text of a list, in UTF-8 or as spreadsheets write it. Raises `InvalidInput`."""
    try:
        return content.decode(encoding_of(content))
    except UnicodeDecodeError:
        raise InvalidInput(faults.NOT_UTF8_SAVE.at(NOWHERE, {})) from None


def read_rows(text: str, most: int) -> tuple[list[Row], list[Fault]]:
    """The rows of a text that have something in them, with plain cells, and the lines that cannot be read.

    Raises `InvalidInput` if more than `most` lines have something in them, before anything is read.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    found = sum(1 for line in lines if line.strip(NOTHING))
    if found > most:
        raise InvalidInput(faults.TOO_MANY_ROWS.at(NOWHERE, {"found": found, "most": most}))
    separator, begin = declared_separator(lines)
    delimiter = separator or _delimiter_of(lines)
    rows, not_read = list[Row](), list[Fault]()
    for row in rows_of(lines[begin:], delimiter, begin + 1, longest=MAX_LENGTH, skips_space=True):
        if isinstance(row, Fault):
            not_read.append(row)
            continue
        cells = tuple(map(_plain, row.cells))
        if any(cell.strip(NOTHING) for cell in cells):
            rows.append(Row(row.number, cells))
    return rows, not_read


def _plain(cell: str) -> str:
    """A cell with single spaces, and a number with the usual digits, whatever stood there."""
    plain = " ".join(cell.split())
    is_number = not plain.isascii() and plain.lstrip("-−–+").isdecimal()
    return re.sub(r"\d", lambda digit: str(int(digit[0])), plain) if is_number else plain


def declared_separator(lines: Sequence[str]) -> tuple[str, int]:
    """The separator that the first line names, and how many lines say so: `("", 0)` if none does."""
    declared = SEPARATOR.fullmatch(lines[0]) if lines else None
    return (declared[1], 1) if declared else ("", 0)


def _delimiter_of(lines: Sequence[str]) -> str:
    """The separator that most of the first lines have; a comma may stand in a name or in a number."""
    first: list[str] = []
    for line in lines:
        if len(first) == LOOKED_AT:
            break
        if line.strip(NOTHING):
            first.append(line[:MAX_LENGTH])
    return max(DELIMITERS, key=lambda mark: sum(mark in line for line in first))


def rows_of(
    lines: Iterable[str], delimiter: str, begin: int = 1, *, longest: int | None = None, skips_space: bool = False
) -> Iterator[Row | Fault]:
    """Every row of these lines, the first of which has the number `begin`, with its cells as they are; or its fault.

    After a fault it goes on with the next line. `longest`: letters of a line; else those that the `csv` module takes.
    """
    longest = min(longest or csv.field_size_limit(), csv.field_size_limit())
    source, number = _Lines(lines, longest), begin
    while source.begins_a_row():
        fault: Fault | None = None
        try:
            cells = next(csv.reader(source, delimiter=delimiter, strict=True, skipinitialspace=skips_space))
        except csv.Error:
            cells = []
            fault = faults.NOT_CSV.at(FieldPath.to("line", number), {})
        length = len(source.taken[0])
        if length > longest:
            fault = faults.LINE_TOO_LONG.at(FieldPath.to("line", number), {"found": length, "most": longest})
        yield Row(number, tuple(cells)) if fault is None else fault
        number += source.keep(len(source.taken) if fault is None else 1)


class _Lines:
    """Lines for one row after another; those that a row did not need come again."""

    def __init__(self, lines: Iterable[str], longest: int) -> None:
        self._source, self._longest = iter(lines), longest
        self._ahead = deque[str]()
        self.taken: list[str] = []

    def begins_a_row(self) -> bool:
        """Whether another line is there."""
        if not self._ahead:
            self._ahead.extend(islice(self._source, 1))
        return bool(self._ahead)

    def keep(self, count: int) -> int:
        """Take the first `count` lines of this row as read; returns that."""
        self._ahead.extendleft(reversed(self.taken[count:]))
        self.taken = []
        return count

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        if len(self.taken) == MAX_LINES or not self.begins_a_row():
            raise StopIteration
        line = self._ahead.popleft()
        self.taken.append(line)
        if len(line) > self._longest:
            return ""
        return line if line.endswith(("\n", "\r")) else f"{line}\n"
