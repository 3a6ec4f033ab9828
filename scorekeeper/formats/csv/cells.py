"""Rows and cells of a CSV: written a game at a time; text that a spreadsheet would take for a formula is escaped."""

import csv
import io
from collections.abc import Iterable, Iterator

Row = list[str | int]

RISKY = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What begins a formula in some spreadsheet; the last four are the same signs in full width."""
MARK = "'"


def escape_formula(text: str) -> str:
    """The text as a cell that stays text; `'=SUM(A1)` for `=SUM(A1)`."""
    return f"{MARK}{text}" if text.lstrip(MARK).startswith(RISKY) else text


def unescape_formula(cell: str) -> str:
    """The text of a cell that `escape_formula` wrote."""
    return cell[1:] if cell.startswith(MARK) and cell.lstrip(MARK).startswith(RISKY) else cell


class _Piece(io.StringIO):
    """Takes what the writer writes, and gives it on."""

    def take(self) -> str:
        piece = self.getvalue()
        self.seek(0)
        self.truncate()
        return piece


def csv_pieces(head: tuple[str, ...], games: Iterable[Iterator[Row]]) -> Iterator[str]:
    """The heads, then the rows of each game as soon as they are there."""
    piece = _Piece()
    writer = csv.writer(piece)  # commas, quotes where needed, lines that end as RFC 4180 says
    writer.writerow(head)
    for rows in games:
        writer.writerows(rows)
        yield piece.take()
    rest = piece.take()
    if rest:
        yield rest
