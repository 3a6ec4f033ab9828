"""Excel workbooks: cell formats, cells, and the sheet of players that every workbook has."""

import re
from collections.abc import Sequence
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


class Book:
    """A workbook with its formats. Text is always written as text, so that no name is a formula."""

    def __init__(self, file: BinaryIO, small: bool = False) -> None:
        options = {"strings_to_formulas": False, "strings_to_urls": False, "constant_memory": small}
        self.book = xlsxwriter.Workbook(
            file, options | {"in_memory": not small, "default_date_format": "yyyy-mm-dd hh:mm"}
        )
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
        for column, key in enumerate(OWN_LABELS, start=len(columns) + 1):
            write_cell(page, row, column, player.sums[key])
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


def write_row(page: Any, row: int, cells: Sequence[str | int | float]) -> None:
    """A row of cells."""
    for column, cell in enumerate(cells):
        write_cell(page, row, column, cell)


def write_cell(page: Any, row: int, column: int, cell: str | int | float) -> None:
    """A number, or text that stays text."""
    if isinstance(cell, int | float):
        page.write_number(row, column, cell)
    elif cell:
        page.write_string(row, column, cell)
