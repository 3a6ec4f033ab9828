"""Checks a ZIP of tables byte for byte: its members as they are packed, its directory, and every game in it."""

import struct
import zlib
from typing import BinaryIO

from scorekeeper.exports import KeptGame
from scorekeeper.exports.table_zip import EARLIER_README, README, README_FILE, TABLE_FILE, record_of
from scorekeeper.exports.zip_stream import LOCAL, LOCAL_SIGN, Member, ZipStream
from scorekeeper.imports.blocks import Block, blocks, lines_of
from scorekeeper.imports.kept import kept_from
from scorekeeper.imports.table import check_table_file
from scorekeeper.imports.told import Told
from scorekeeper.proof.findings import Checked, Finding
from scorekeeper.proof.game import check_block
from scorekeeper.proof.levels import NOBODY, Levels, Witness
from scorekeeper.proof.signed import signed_like

LARGEST_MEMBER = 8 * 1024 * 1024
SIGN = struct.pack("<I", LOCAL_SIGN)


class _Damaged(Exception):
    """Where the ZIP cannot be read on."""


def check_zip(file: BinaryIO, witness: Witness = NOBODY) -> Checked:
    """All of a ZIP that was exported here; one that was packed anew by another program is said to be."""
    checked = Checked(levels=Levels(witness))
    stream = ZipStream()
    members: list[tuple[str, int]] = []
    game: KeptGame | None = None
    try:
        while (head := file.read(len(SIGN))) == SIGN:
            member, content = _member(file, head, stream)
            members.append((member.name, len(member.central_header())))
            before = len(checked.findings)
            game = _look_into(member.name, content, game, checked)
            checked.findings[before:] = [
                Finding(found.what, found.line, member.name) for found in checked.findings[before:]
            ]
    except _Damaged as damage:
        checked.findings.append(Finding(str(damage)))
        return checked
    _check_directory(file, head, stream, members, checked)
    return checked


def _member(file: BinaryIO, head: bytes, stream: ZipStream) -> tuple[Member, bytes]:
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
    content = _unpacked(member, packed)
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


def _look_into(name: str, content: bytes, game: KeptGame | None, checked: Checked) -> KeptGame | None:
    """Check one member; the game of a JSON file is kept for the text record that follows it."""
    if name == README_FILE:
        if content not in (README.encode("utf-8"), EARLIER_README.encode("utf-8")):
            checked.findings.append(Finding("it is not as it was exported"))
        return None
    if name.endswith(TABLE_FILE):
        _check_table(content, checked)
        return None
    if name.endswith(".txt") and game is not None:
        if content != record_of(signed_like(content, game)).encode("utf-8"):
            checked.findings.append(Finding("the text record is not that of the game beside it"))
        return None
    return _check_game(content, checked)


def _check_table(content: bytes, checked: Checked) -> None:
    what = check_table_file(content)
    if what is not None:
        checked.findings.append(Finding(what))


def _check_game(content: bytes, checked: Checked) -> KeptGame | None:
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or not content.endswith(b"\n"):
        checked.findings.append(Finding("it must hold one game"))
        return None
    before = len(checked.findings)
    told: Told | None = check_block(parts[0], checked)
    if told is None or not told.entries or len(checked.findings) > before:
        return None
    return kept_from(told)


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
