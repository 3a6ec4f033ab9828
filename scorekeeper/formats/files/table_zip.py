"""ZIP: a table with its players, every game as JSON and as a text record; imports completely."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.fields import Step
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.games import ExportedTable, ImportedGame
from scorekeeper.formats.registry import Export, Format, Reader, games_of_text
from scorekeeper.formats.strict_json import LARGEST_MEMBER, Budget, TooLarge
from scorekeeper.formats.zip.read import check_members, read_table
from scorekeeper.formats.zip.write import README_FILE, TABLE_FILE, table_zip

ZIP_SIGN = b"PK"


def write(export: Export) -> Iterator[bytes]:
    """The table and its games, a game at a time."""
    return table_zip(export.table(), export.games)


def recognizes(start: bytes) -> bool:
    """Whether a file begins like a ZIP."""
    return start.startswith(ZIP_SIGN)


def read(file: BinaryIO, budget: Budget) -> Iterator[ImportedGame | ExportedTable]:
    """Each table before its games; a text record is read only if the game's JSON is missing."""
    try:
        members = check_members(file, budget)
        with zipfile.ZipFile(file) as packed:
            names = [member.filename for member in members]
            with_json = {name.removesuffix(".json") for name in names if name.endswith(".json")}
            for name in names:
                if name.endswith((".json", ".txt")):
                    yield from _member(packed, name, with_json, budget)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise InvalidInput(faults.ZIP_UNREADABLE, NOWHERE, faults.ErrorText(str(error))) from error


def _member(
    packed: zipfile.ZipFile, name: str, with_json: set[str], budget: Budget
) -> Iterator[ImportedGame | ExportedTable]:
    is_record = name.endswith(".txt")
    if name.rpartition("/")[2] == README_FILE or (is_record and name.removesuffix(".txt") in with_json):
        return
    with packed.open(name) as opened:  # read no more than allowed: the directory may lie
        content = opened.read(LARGEST_MEMBER + 1)
    if len(content) > LARGEST_MEMBER:
        raise InvalidInput(faults.TOO_MANY_BYTES, FieldPath.to(name), faults.Most(LARGEST_MEMBER))
    try:
        if name.rpartition("/")[2] == TABLE_FILE:
            yield read_table(content)
            return
        for part in games_of_text(io.BytesIO(content), budget):
            yield replace(part, where=Step(name)) if isinstance(part, ImportedGame) else part
    except TooLarge:
        raise
    except InvalidInput as error:
        raise error.within(name) from error


FORMAT = Format(
    key="zip",
    name=translatable("ZIP"),
    note=translatable("Full backup, tamper-evident; can be re-imported"),
    suffix=".zip",
    media_type="application/zip",
    order=10,
    write_game=write,
    write_table=write,
    reader=Reader(translatable("a ZIP of a table"), recognizes, read, is_text=False),
    on_game_page=False,
)
