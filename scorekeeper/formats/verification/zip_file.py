"""Verifies a ZIP of tables byte for byte: packed members, directory, and every game."""

import struct
import zipfile
import zlib
from dataclasses import replace
from typing import BinaryIO

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs import findings as finds
from scorekeeper.core.inputs.findings import AtByte, Finding, found, found_invalid
from scorekeeper.formats.files.table_zip import check_members, check_table_file
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.strict_json import LARGEST_MEMBER, Budget, TooLarge
from scorekeeper.formats.table_zip import LOCAL, LOCAL_SIGN, README_FILE, TABLE_FILE, Member, ZipStream
from scorekeeper.formats.text_file import Block, blocks, lines_of
from scorekeeper.formats.verification import Checked
from scorekeeper.formats.verification.game import check_block

SIGN = struct.pack("<I", LOCAL_SIGN)


class _Damaged(Exception):
    """The ZIP is damaged and cannot be read any further."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class _NoGame(Exception):
    """A member is not a game, so nothing after it is read."""


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
                checked.findings[before:] = [finding.within(member.name) for finding in checked.findings[before:]]
                checked.notes[noted:] = [note.within(member.name) for note in checked.notes[noted:]]
    except _NoGame:
        return checked
    except _Damaged as damage:
        checked.findings.append(damage.finding)
        return checked
    _check_directory(file, head, stream, members, checked)
    return checked


def _check_members(file: BinaryIO, budget: Budget, checked: Checked) -> bool:
    """Whether everything in the directory may be unpacked. If it cannot be read, names the member where it breaks."""
    try:
        check_members(file, budget)
    except TooLarge:
        raise
    except InvalidInput as error:
        checked.findings.append(found_invalid(error))
        return False
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError):
        file.seek(0)
    return True


def _member(file: BinaryIO, head: bytes, stream: ZipStream, budget: Budget) -> tuple[Member, bytes]:
    at = file.tell() - len(head)
    fixed = head + file.read(LOCAL.size - len(head))
    if len(fixed) < LOCAL.size:
        raise _Damaged(found(finds.CUT_OFF, AtByte(at)))
    fields = LOCAL.unpack(fixed)
    time, date, crc, packed_size, size, name_length = (fields[place] for place in (4, 5, 6, 7, 8, 9))
    raw_name = file.read(name_length)
    name = raw_name.decode("ascii", "replace")
    packed = file.read(min(packed_size, LARGEST_MEMBER))
    member = Member(name, (date, time), crc, packed_size, size, at, zlib.crc32(packed))
    if not name.isascii() or member.local_header() != fixed + raw_name:
        raise _Damaged(found(finds.HEADER_CHANGED, AtByte(at), FieldPath.to(name)))
    try:
        budget.spend_member(name, packed_size, size)
    except TooLarge:
        raise
    except InvalidInput as error:
        raise _Damaged(found_invalid(error)) from None
    content = _unpacked(member, packed)
    budget.spend_text(content)
    stream.remember(member, len(fixed) + len(raw_name) + len(packed))
    return member, content


def _unpacked(member: Member, packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    damaged = _Damaged(found(finds.DAMAGED, AtByte(member.offset), FieldPath.to(member.name)))
    try:
        content = unpacker.decompress(packed, LARGEST_MEMBER)
    except zlib.error:
        raise damaged from None
    if not unpacker.eof or unpacker.unused_data or len(content) != member.size or zlib.crc32(content) != member.crc:
        raise damaged
    return content


def _look_into(name: str, content: bytes, game: ImportedGame | None, checked: Checked) -> ImportedGame | None:
    """Check one member; returns the game of a JSON file, for the text record that follows it.

    The README is not checked: each version has its own text.
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
    finding = check_table_file(content)
    if finding is not None:
        checked.findings.append(finding)


def _check_record(content: bytes, game: ImportedGame, checked: Checked) -> None:
    """Verify the text record beside a game: it must be intact, and of that game, which was counted already."""
    alone = Checked()
    record = _check_game(content, alone)
    checked.findings += alone.findings
    if record is not None and record.sheet != game.sheet:
        checked.findings.append(found(finds.ANOTHER_RECORD, None))


def _check_game(content: bytes, checked: Checked) -> ImportedGame | None:
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or not content.endswith(b"\n"):
        checked.findings.append(found(finds.NOT_ONE_GAME, None))
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
    directory = head + file.read()
    expected = b"".join(stream.end())
    if directory == expected:
        return
    place = next((i for i, (a, b) in enumerate(zip(directory, expected, strict=False)) if a != b), len(expected))
    end, byte = 0, AtByte(at + place)
    for name, length in members:
        end += length
        if place < end:
            checked.findings.append(found(finds.PACKING_CHANGED, byte, FieldPath.to(name)))
            return
    checked.findings.append(found(finds.ZIP_END_CHANGED, byte))
