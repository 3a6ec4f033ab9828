"""Sheets from files, standard input and streams, in bounded memory: each fault is one line that names its file."""

import errno
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.formats.strict_json import LARGEST, parse_json

STANDARD_INPUT = "-"


class BadInput(click.ClickException):
    """One line on standard error, and exit status 2."""

    exit_code = 2


def sheet_of(name: str) -> Sheet:
    """The sheet in this file. Raises `BadInput`."""
    with faults_of(shown_name(name)), opened(name) as stream:
        return read_sheet(parse_json(stream.read(LARGEST + 1)))


def sheets_of(name: str) -> Iterator[tuple[str, Sheet]]:
    """The sheets of a stream that has one a line, each with its place; blank lines are let be. Raises `BadInput`."""
    number = 0
    with faults_of(shown_name(name)), opened(name) as stream:
        while line := stream.readline(LARGEST + 1):
            number += 1
            if line.strip():
                place = f"{shown_name(name)}, line {number}"
                with faults_of(place):
                    sheet = read_sheet(parse_json(line))
                yield place, sheet


@contextmanager
def faults_of(place: str) -> Iterator[None]:
    """Name the place in what is said of a bad sheet, and of a file that cannot be read."""
    try:
        yield
    except InvalidInput as error:
        raise BadInput(f"{place}: {refusal_text(error)}") from error
    except OSError as error:
        raise BadInput(f"{place}: cannot be read: {error.strerror or error}") from error


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The file of this name, or standard input, which stays open."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return nullcontext(sys.stdin.buffer)
    return Path(name).open("rb")


def shown_name(name: str) -> str:
    """A file's name as it is printed: on one line, whatever it has in it."""
    if name == STANDARD_INPUT:
        return "standard input"
    return name if name.isprintable() else ascii(name)
