"""What commands read and print: sheets from files and streams, JSON, columns, QR codes."""

import errno
import json
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import StringIO
from pathlib import Path
from typing import BinaryIO

import click

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.strict_json import LARGEST, parse_json

STANDARD_INPUT = "-"


class BadInput(click.ClickException):
    """One line on standard error, and exit status 2: what it quotes may have line breaks, and codes for a terminal."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__("".join(each if each.isprintable() else ascii(each)[1:-1] for each in message))


def sheet_of(name: str) -> Sheet:
    """The sheet in this file. Raises `BadInput`."""
    with faults_of(shown_name(name)), opened(name) as stream:
        return read_sheet(parse_json(stream.read(LARGEST + 1)))


def sheets_of(name: str) -> Iterator[tuple[str, Sheet]]:
    """The sheets of a stream, one a line, each with its location; skips blank lines. Raises `BadInput`."""
    number = 0
    with faults_of(shown_name(name)), opened(name) as stream:
        while line := stream.readline(LARGEST + 1):
            number += 1
            if line.strip():
                location = _("{file}, line {number}", file=shown_name(name), number=number)
                with faults_of(location):
                    sheet = read_sheet(parse_json(line))
                yield location, sheet


def cannot_read(location: str, error: OSError) -> BadInput:
    """The refusal of a file that cannot be read, with the system's own reason."""
    return BadInput(
        _("{file}: This file cannot be read ({why})", file=shown_name(location), why=str(error.strerror or error))
    )


def refusal_of(error: ValueError) -> BadInput | None:
    """The refusal of bad input that no command has put a location before; None for a bug."""
    return BadInput(fault_text(error.fault)) if isinstance(error, InvalidInput) else None


@contextmanager
def faults_of(location: str) -> Iterator[None]:
    """Put the location before the refusal of a bad sheet, or of a file that cannot be read."""
    try:
        yield
    except InvalidInput as error:
        raise BadInput(f"{location}: {fault_text(error.fault)}") from error
    except OSError as error:
        raise cannot_read(location, error) from error


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The file of this name, or standard input, which stays open."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, _("it is closed"))
        return nullcontext(sys.stdin.buffer)
    return Path(name).open("rb")


def shown_name(name: str) -> str:
    """A file’s name for a message: on one line, with escapes if it has control characters."""
    if name == STANDARD_INPUT:
        return _("standard input")
    return name if name.isprintable() else ascii(name)


GAP = "  "


def width_of(text: str) -> int:
    """The number of columns the text takes in a terminal."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def padded(text: str, width: int) -> str:
    """The text, padded with spaces."""
    return text + " " * (width - width_of(text))


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines of this width, all but the first indented."""
    room = max(width, len(indent) + 8)
    return textwrap.wrap(text, room, subsequent_indent=indent, break_on_hyphens=False) or [""]


def side_by_side(columns: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """Columns of lines as rows, the shorter columns blank at the end."""
    for row in range(max(len(column) for column in columns)):
        cells = [column[row] if row < len(column) else "" for column in columns]
        yield GAP.join(padded(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> Iterator[str]:
    """Rows of short cells, each column as wide as needed; the columns in `right` are right-aligned."""
    widths = [max(width_of(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [
            " " * (widths[i] - width_of(cell)) + cell if i in right else padded(cell, widths[i])
            for i, cell in enumerate(row)
        ]
        yield GAP.join(cells).rstrip()


def json_text(value: object, indent: int | None = None) -> str:
    """JSON, with escapes if the output's encoding is not Unicode."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    return json.dumps(value, ensure_ascii=not encoding.startswith("utf"), indent=indent)


def qr_rows(address: str) -> list[str]:
    """The address as a QR code in half blocks, light on dark; none if the output cannot print these."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=4)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return ["", *("  " + click.style(row, fg="bright_white", bg="black") for row in drawn.getvalue().splitlines()), ""]
