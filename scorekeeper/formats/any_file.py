"""Any file that may come in: what it is, and its games one by one. Raises `InvalidInput` where it cannot be read."""

import io
import zipfile
import zlib
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.formats.blocks import GAMES_LINE, Block, blocks, lines_of
from scorekeeper.formats.budget import LARGEST_MEMBER, Budget, TooLarge, without_end
from scorekeeper.formats.checksums import broken_at
from scorekeeper.formats.csv.read import is_hands_csv, read_csv
from scorekeeper.formats.game_json.read import read_game
from scorekeeper.formats.game_json.write import FIRST_LINE
from scorekeeper.formats.imported_game import Told
from scorekeeper.formats.strict_json import LARGEST, parse_json
from scorekeeper.formats.text_record.read import BEGINS, NO_SEAL, read_record, split_records
from scorekeeper.formats.zip.directory import check_members
from scorekeeper.formats.zip.read_table import read_table
from scorekeeper.formats.zip.write import TABLE_FILE, KeptTable

PIECE = 1 << 16


def games_of_file(file: BinaryIO, budget: Budget | None = None) -> Iterator[Told | KeptTable]:
    """The games of a file, one in memory at a time; a ZIP gives each table before its games.

    Raises `InvalidInput`, of its kind `TooLarge` where the file costs more than the budget (None: whatever it costs).
    """
    allowed = budget or without_end()
    start = file.read(2)
    file.seek(0)
    if start == b"PK":
        yield from _of_zip(file, allowed)
    else:
        yield from _of_text(file, allowed)


def _of_text(file: BinaryIO, budget: Budget) -> Iterator[Told]:
    """The games of anything but a ZIP."""
    for _ in budget.counted(iter(lambda: file.read(PIECE), b"")):
        pass
    file.seek(0)
    start = file.read(4096)
    file.seek(0)
    if not start.strip():
        raise InvalidInput(faults.EMPTY_FILE, NOWHERE, None)
    first = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if first.startswith((FIRST_LINE.encode(), GAMES_LINE)):
        yield from _of_blocks(file)
    elif first.startswith(b"{") or (first.startswith(b"[") and not first.startswith(BEGINS.encode())):
        yield from _of_json(file)
    elif first.startswith(BEGINS.encode()):
        yield from _of_records(file)
    else:
        yield from _of_csv(file)


def _of_blocks(file: BinaryIO) -> Iterator[Told]:
    number = 0
    for part in blocks(lines_of(iter(lambda: file.read(PIECE), b""))):
        if isinstance(part, Block):
            number += 1
            text = b"\n".join(part.lines)
            told = read_game(parse_json(text.removesuffix(b",") if part.seal is not None else text), f"game {number}")
            yield _with_seal(told, part)


def _of_json(file: BinaryIO) -> Iterator[Told]:
    value = parse_json(file.read(LARGEST + 1))
    if isinstance(value, dict) and isinstance(value.get("games"), list):
        value = value["games"]
    for number, game in enumerate(value if isinstance(value, list) else [value], start=1):
        yield read_game(game, f"game {number}")


def _of_records(file: BinaryIO) -> Iterator[Told]:
    for number, (start, lines) in enumerate(split_records(_text(file)), start=1):
        told = read_record(lines, start, f"game {number}")
        part = next(part for part in blocks(line.encode() for line in lines) if isinstance(part, Block))
        yield _with_seal(told, part, start - 1)


def _of_csv(file: BinaryIO) -> Iterator[Told]:
    lines = _text(file)
    first = next(lines, "")
    lines.close()
    if not is_hands_csv(first):
        raise InvalidInput(faults.UNKNOWN_FILE, NOWHERE, None)
    file.seek(0)
    yield from read_csv(_text(file, ends=True))


def _text(file: BinaryIO, ends: bool = False) -> Generator[str, None, None]:
    """The lines of a text; where a spreadsheet reads it, with their ends."""
    whole = io.TextIOWrapper(file, encoding="utf-8-sig", newline="" if ends else None)
    try:
        for line in whole:
            yield line if ends else line.rstrip("\n")
    except UnicodeDecodeError:
        raise InvalidInput(faults.NOT_UTF8_SAVE, NOWHERE, None) from None
    finally:
        whole.detach()


def _with_seal(told: Told, block: Block, before: int = 0) -> Told:
    """The game, with a note where its seal is broken, or missing from a record that was exported."""
    if block.seal is None and not block.is_json and told.was_exported:
        return replace(told, notes=(NO_SEAL,))
    broken = None if block.seal is None else broken_at(block.sealed, block.seal)
    if broken is None:
        return told
    return replace(told, notes=(f"line {before + block.start + broken.line - 1} was changed since the export",))


def _of_zip(file: BinaryIO, budget: Budget) -> Iterator[Told | KeptTable]:
    try:
        members = check_members(file, budget)
        with zipfile.ZipFile(file) as packed:
            names = [member.filename for member in members]
            with_json = {name.removesuffix(".json") for name in names if name.endswith(".json")}
            for name in names:
                if name.endswith((".json", ".txt")):
                    yield from _member(packed, name, with_json, budget)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise InvalidInput(faults.ZIP_UNREADABLE, NOWHERE, faults.Said(str(error))) from error


def _member(packed: zipfile.ZipFile, name: str, with_json: set[str], budget: Budget) -> Iterator[Told | KeptTable]:
    is_record = name.endswith(".txt")
    if name.rpartition("/")[2] == "README.txt" or (is_record and name.removesuffix(".txt") in with_json):
        return
    with packed.open(name) as opened:  # as much as it may have, whatever the directory says
        content = opened.read(LARGEST_MEMBER + 1)
    if len(content) > LARGEST_MEMBER:
        raise InvalidInput(faults.TOO_MANY_BYTES, FieldPath.to(name), faults.Most(LARGEST_MEMBER))
    try:
        if name.rpartition("/")[2] == TABLE_FILE:
            yield read_table(content)
            return
        for told in _of_text(io.BytesIO(content), budget):
            yield replace(told, where=name)
    except TooLarge:
        raise
    except InvalidInput as error:
        raise error.within(name) from error
