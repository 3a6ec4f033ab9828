"""Lists as a spreadsheet program keeps them: the text of each sheet, which `rows` reads as any other list.

A worker process opens the file, for it may unpack to far more than it is (see `heavy`).
"""

import csv
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO, StringIO
from typing import BinaryIO, cast

from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.rows import text_of

SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""How a workbook begins: as a ZIP, or, if it is old or has a password, as Office kept its files before."""
MAX_BYTES = 1024 * 1024
"""Bytes of a workbook."""
MAX_LETTERS = 100_000
"""Letters of all its sheets together."""
MAX_ROWS = 5_000

Sheets = tuple[tuple[str, str], ...]
"""The sheets of a file that have something in them, each with its name and its text; a text is one without a name."""
Cell = int | float | str | bool | time | date | datetime | timedelta


def list_text(content: bytes, sheet: str = "") -> str:
    """The text of a list, from a text or from the sheet of a workbook with this name.

    Raises `InvalidInput`, naming the sheets, if several have something in them, and `TooLarge`.
    """
    sheets = sheets_in(content)
    named = [text for name, text in sheets if sheet in ("", name) or not name]
    if sheets and len(named) != 1:
        raise InvalidInput(faults.WHICH_SHEET.at(NOWHERE, {"sheets": tuple(quote(name) for name, _text in sheets)}))
    return named[0] if named else ""


def is_workbook(content: bytes) -> bool:
    """Whether reading it is work for a process of its own."""
    return content.startswith(SIGNATURES)


def sheets_in(content: bytes) -> Sheets:
    """The sheets of a file, or its text. Raises `InvalidInput` and `TooLarge`."""
    if not is_workbook(content):
        return (("", text_of(content)),)
    if len(content) > MAX_BYTES:
        raise InvalidInput(faults.TOO_MANY_BYTES.at(NOWHERE, {"bytes": MAX_BYTES}))
    return cast("Sheets", tuple(run_sandboxed(sheets_apart, content)))


def sheets_apart(content: BinaryIO) -> Iterator[object]:
    """Each sheet of a workbook that people see and that has something in it: its name and its text."""
    # What has no workbook to read needs no library for it.
    from python_calamine import CalamineError, SheetTypeEnum, SheetVisibleEnum, load_workbook  # noqa: PLC0415

    left = MAX_LETTERS
    try:
        with load_workbook(BytesIO(content.read())) as workbook:
            for kept in workbook.sheets_metadata:
                if kept.visible != SheetVisibleEnum.Visible or kept.typ != SheetTypeEnum.WorkSheet:
                    continue
                sheet = workbook.get_sheet_by_name(kept.name)
                if sheet.start is None:
                    continue
                if sheet.total_height > MAX_ROWS:
                    raise InvalidInput(faults.TOO_MUCH_WORK.at(NOWHERE, {}))
                text = _text(sheet.to_python(skip_empty_area=False), sheet.merged_cell_ranges or ())
                left -= len(text)
                if left < 0:
                    raise InvalidInput(faults.TOO_MUCH_WORK.at(NOWHERE, {}))
                if text.strip():
                    yield kept.name, text
    except CalamineError:
        raise InvalidInput(faults.NO_SPREADSHEET.at(NOWHERE, {})) from None
    except (Exception, GeneratorExit, KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # so the library says that it has no room for a size that nothing can have
        raise InvalidInput(faults.NO_SPREADSHEET.at(NOWHERE, {})) from None


Range = tuple[tuple[int, int], tuple[int, int]]


def _text(rows: Sequence[Sequence[Cell]], merged: Sequence[Range]) -> str:
    """The rows with tabs between the cells, a line each. Every line has all tabs, so that they are what parts it."""
    cells = [[_cell(value) for value in row] for row in rows]
    for (top, left), (bottom, right) in merged:
        if (
            left == right and top < len(cells) and left < len(cells[top])
        ):  # what stands beside several rows belongs to each
            for row in cells[top + 1 : bottom + 1]:
                row[left] = cells[top][left]
    while cells and not any(cells[-1]):
        cells.pop()
    text = StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(cells)
    return text.getvalue()


def _cell(value: Cell) -> str:
    """A cell as text on one line: a whole number without a point, a day as 2026-11-19, a time as 19:30."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, time):
        return value.isoformat("minutes")
    return " ".join(str(value).split())
