"""Excel workbooks: cell formats, cells, and the sheet of players that every workbook has.

A workbook is described here as calls of xlsxwriter. These are made by a worker process (see `heavy`), since they take a
processor two thirds of the time.
"""

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from scorekeeper.core.game.player_stats import LABELS, OWN_LABELS
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import PlayerSums

INK, SOFT, LINE, HEAD = "#211d16", "#6a6152", "#c9bda3", "#f4ecdc"
COLOURS = ("#15616d", "#a8431f", "#65409b", "#765806", "#2455a4", "#95276e", "#40691d", "#4a5866")
MAX_ROWS = 1_048_576
NUMBER = "0;[Red]-0;0"
IN_TENTHS = "0.0;[Red]-0.0;0"
NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")


PIECE = 1 << 16  # bytes
MAKERS = ("add_worksheet", "add_format", "add_chart")
Cell = str | int | float
Call = tuple[int, str, tuple[Any, ...]]
"""The number of a part of the workbook, a method of xlsxwriter's or `write_cells`, and its arguments."""


class Number(int):
    """The number of a part of the workbook, as an argument."""


class WorkbookPart:
    """The workbook (0), or the sheet, cell format or chart that was added as this number."""

    def __init__(self, number: int, note: Callable[..., "WorkbookPart | None"]) -> None:
        self.number = Number(number)
        self._note = note

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Note a call of this method."""
        return partial(self._note, self.number, name)


class Book:
    """A workbook with its formats. Text is always written as text, so that no name is a formula.

    If it is `small`, rows are written to disk as they come, and must come in order.
    """

    def __init__(self, small: bool = False) -> None:
        options = {"strings_to_formulas": False, "strings_to_urls": False, "constant_memory": small}
        self._options = options | {"in_memory": not small, "default_date_format": "yyyy-mm-dd hh:mm"}
        self._calls: list[Call] = []
        self._parts = 0
        self.book: Any = WorkbookPart(0, self._note)
        add = self.book.add_format
        self.title = add({"bold": True, "font_size": 16, "font_color": INK})
        self.soft = add({"font_color": SOFT})
        self.head = add({"bold": True, "bg_color": HEAD, "bottom": 1, "border_color": LINE, "align": "right"})
        self.left = add({"bold": True, "bg_color": HEAD, "bottom": 1, "border_color": LINE})
        self.number = add({"num_format": NUMBER})
        self.total = add({"num_format": NUMBER, "bold": True, "right": 1, "border_color": LINE})
        self.tenths = add({"num_format": IN_TENTHS})
        self.total_in_tenths = add({"num_format": IN_TENTHS, "bold": True, "right": 1, "border_color": LINE})
        self.text = add({"align": "right"})
        self.plain = add({})
        self.void = add({"font_strikeout": True, "font_color": SOFT, "align": "right"})
        self.wrap = add({"text_wrap": True, "valign": "top", "font_color": SOFT})
        self.moment = add({"num_format": "yyyy-mm-dd hh:mm", "align": "left"})
        self.sides = [
            add({"bold": True, "font_color": "white", "bg_color": colour, "align": "center"}) for colour in COLOURS
        ]

    def _note(self, number: int, name: str, *values: Any) -> WorkbookPart | None:
        self._calls.append((number, name, tuple(v.number if isinstance(v, WorkbookPart) else v for v in values)))
        if name not in MAKERS:
            return None
        self._parts += 1
        return WorkbookPart(self._parts, self._note)

    def begun(self) -> bytes:
        """The options, which are sent first."""
        return pickle.dumps(self._options)

    def noted(self) -> bytes:
        """The calls since the last time."""
        calls, self._calls = self._calls, []
        return pickle.dumps(calls)

    def ended(self) -> bytes:
        """The rest, and that it is all."""
        return self.noted() + pickle.dumps(None)


def workbook(calls: BinaryIO) -> Iterator[object]:
    """Make the calls that a `Book` noted: yields the file in pieces."""
    with TemporaryFile() as file:
        parts: list[Any] = [xlsxwriter.Workbook(file, pickle.load(calls))]
        while (some := pickle.load(calls)) is not None:
            for number, name, values in some:
                if name == write_cells.__name__:
                    write_cells(parts[number], *values)
                    continue
                made = getattr(parts[number], name)(*(parts[v] if isinstance(v, Number) else v for v in values))
                if name in MAKERS:
                    parts.append(made)
        parts[0].close()
        file.seek(0)
        yield from iter(partial(file.read, PIECE), b"")


def players_sheet(book: Book, players: Sequence[PlayerSums]) -> None:
    """The players with their sums: first the side's, then, after their share, the player's own."""
    page = book.book.add_worksheet(sheet_name(_("Players")))
    columns = (_("Name"), _("Games"), *(_(label) for label in LABELS.values()))
    own_columns = (*(_(label) for label in OWN_LABELS.values()), _("Average own bid"))
    write_heads(
        book,
        page,
        (*columns, _("Made of bids"), *own_columns),
        (24, *([10] * len(columns)), *([16] * len(own_columns))),
    )
    percent, tenths = (book.book.add_format({"num_format": form}) for form in ("0%", "0.0"))
    bids, made = (2 + list(LABELS).index(key) for key in ("bids", "made"))
    for row, player in enumerate(players, start=1):
        write_row(page, row, (player.name, player.games, *(player.sums[key] for key in LABELS)))
        rate = f"=IF({xl_rowcol_to_cell(row, bids)}=0,0,{xl_rowcol_to_cell(row, made)}/{xl_rowcol_to_cell(row, bids)})"
        share = player.sums["made"] / player.sums["bids"] if player.sums["bids"] else 0
        page.write_formula(row, len(columns), rate, percent, share)
        write_row(page, row, [player.sums[key] for key in OWN_LABELS], len(columns) + 1)
        if player.sums["own_bids"]:
            average = player.sums["own_bid_tricks"] / player.sums["own_bids"]
            page.write_number(row, len(columns) + len(own_columns), average, tenths)


def sheet_name(name: str) -> str:
    """The name of a sheet as Excel allows it: at most 31 characters, none that formulas use."""
    return NOT_IN_SHEET_NAMES.sub(" ", name)[:31]


def write_heads(book: Book, page: Any, words: Sequence[str], widths: Sequence[int]) -> None:
    """The first row, frozen; widths are in characters."""
    for column, (word, width) in enumerate(zip(words, widths, strict=True)):
        page.set_column(column, column, width)
        page.write_string(0, column, word, book.left)
    page.freeze_panes(1, 0)


def write_row(page: Any, row: int, cells: Sequence[Cell], column: int = 0) -> None:
    """Cells side by side, from this column on."""
    page.write_cells(row, column, tuple(cells))


def write_cells(page: Any, row: int, first: int, cells: Sequence[Cell]) -> None:
    """In the worker process, cells side by side: numbers, and text that stays text."""
    for column, cell in enumerate(cells, start=first):
        if isinstance(cell, int | float):
            page.write_number(row, column, cell)
        elif cell:
            page.write_string(row, column, cell)
