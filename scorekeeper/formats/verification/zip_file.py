"""Verifies a ZIP of tables byte for byte: packed members, directory, and every game."""

import struct
import zipfile
import zlib
from dataclasses import replace
from typing import BinaryIO

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.strict_json import LARGEST_MEMBER, Budget, TooLarge
from scorekeeper.formats.text_file import Block, blocks, lines_of
from scorekeeper.formats.verification.findings import Checked, Finding
from scorekeeper.formats.verification.game import check_block
from scorekeeper.formats.zip.read import check_members, check_table_file
from scorekeeper.formats.zip.write import LOCAL, LOCAL_SIGN, README_FILE, TABLE_FILE, Member, ZipStream

SIGN = struct.pack("<I", LOCAL_SIGN)


class _Damaged(Exception):
    """Where the ZIP cannot be read any further."""


class _NoGame(Exception):
    """A member that is not a game: nothing after it is read."""


def check_zip(file: BinaryIO, budget: Budget) -> Checked:
    """Verify a ZIP that was exported here; one that another program repacked is reported.

    Stops at the first member that is not a game. Raises `TooLarge` if the file costs more than the budget.
    """
    checked = Checked()
    if not _check_members(file, replace(budget), checked):
        return checked
    stream = ZipStream()
    members: list[tuple[str, int]] = []
    game: ImportedGame | None = None
    try:
        while (head := file.read(len(SIGN))) == SIGN:
            member, content = _member(file, head, stream, budget)
            members.append((member.name, len(member.central_header())))
            before, noted = len(checked.findings), len(checked.notes)
            try:
                game = _look_into(member.name, content, game, checked)
            finally:
                checked.findings[before:] = [
                    Finding(found.what, found.line, member.name) for found in checked.findings[before:]
                ]
                checked.notes[noted:] = [f"{member.name}, {note}" for note in checked.notes[noted:]]
    except _NoGame:
        return checked
    except _Damaged as damage:
        checked.findings.append(Finding(str(damage)))
        return checked
    _check_directory(file, head, stream, members, checked)
    return checked


def _check_members(file: BinaryIO, budget: Budget, checked: Checked) -> bool:
    """Whether the directory lists what may be unpacked. If it cannot be read, names the member where it breaks."""
    try:
        check_members(file, budget)
    except TooLarge:
        raise
    except InvalidInput as error:
        checked.findings.append(Finding(refusal_text(error)))
        return False
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError):
        file.seek(0)
    return True


def _member(file: BinaryIO, head: bytes, stream: ZipStream, budget: Budget) -> tuple[Member, bytes]:
    at = file.tell() - len(head)
    fixed = head + file.read(LOCAL.size - len(head))
    if len(fixed) < LOCAL.size:
        raise _Damaged(f"byte {at}: the file is cut off here")
    fields = LOCAL.unpack(fixed)
    time, date, crc, packed_size, size, name_length = (fields[place] for place in (4, 5, 6, 7, 8, 9))
    raw_name = file.read(name_length)
    name = raw_name.decode("ascii", "replace")
    packed = file.read(min(packed_size, LARGEST_MEMBER))
    member = Member(name, (date, time), crc, packed_size, size, at, zlib.crc32(packed))
    if not name.isascii() or member.local_header() != fixed + raw_name:
        raise _Damaged(f"{name}: its header, from byte {at}, is not as it was exported")
    try:
        budget.spend_member(name, packed_size, size)
    except TooLarge:
        raise
    except InvalidInput as error:
        raise _Damaged(refusal_text(error)) from None
    content = _unpacked(member, packed)
    budget.spend_text(content)
    stream.remember(member, len(fixed) + len(raw_name) + len(packed))
    return member, content


def _unpacked(member: Member, packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    damaged = _Damaged(f"{member.name}: it is damaged, from byte {member.offset}")
    try:
        content = unpacker.decompress(packed, LARGEST_MEMBER)
    except zlib.error:
        raise damaged from None
    if not unpacker.eof or unpacker.unused_data or len(content) != member.size or zlib.crc32(content) != member.crc:
        raise damaged
    return content


def _look_into(name: str, content: bytes, game: ImportedGame | None, checked: Checked) -> ImportedGame | None:
    """Check one member; the game of a JSON file is kept for the text record that follows it.

    What the packed bytes' own sums hold (the words of the README are a version's own) is not looked into.
    """
    if name == README_FILE:
        return None
    if name.endswith(TABLE_FILE):
        _check_table(content, checked)
        return None
    if name.endswith(".txt") and game is not None:
        _check_record(content, game, checked)
        return None
    return _check_game(content, checked)


def _check_table(content: bytes, checked: Checked) -> None:
    what = check_table_file(content)
    if what is not None:
        checked.findings.append(Finding(what))


def _check_record(content: bytes, game: ImportedGame, checked: Checked) -> None:
    """Verify the text record beside a game: intact, and of that game, which was counted already."""
    alone = Checked()
    record = _check_game(content, alone)
    checked.findings += alone.findings
    if record is not None and record.sheet != game.sheet:
        checked.findings.append(Finding("the text record is not that of the game beside it"))


def _check_game(content: bytes, checked: Checked) -> ImportedGame | None:
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or not content.endswith(b"\n"):
        checked.findings.append(Finding("it must hold one game"))
        raise _NoGame
    before = len(checked.findings)
    imported: ImportedGame | None = check_block(parts[0], checked)
    if imported is None:
        raise _NoGame
    return imported if len(checked.findings) == before else None


def _check_directory(
    file: BinaryIO, head: bytes, stream: ZipStream, members: list[tuple[str, int]], checked: Checked
) -> None:
    at = file.tell() - len(head)
    found = head + file.read()
    expected = b"".join(stream.end())
    if found == expected:
        return
    place = next((i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), len(expected))
    end = 0
    for name, length in members:
        end += length
        if place < end:
            what = "its packed bytes, or its place in the directory, are not as they were exported"
            checked.findings.append(Finding(f"{what} (byte {at + place})", file=name))
            return
    checked.findings.append(Finding(f"the end of the ZIP, at byte {at + place}, is not as it was exported"))
