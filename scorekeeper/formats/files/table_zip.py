"""ZIP: a table with its players, every game as JSON and as a text record; imports completely.

Its directory is checked before anything is unpacked.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import islice, pairwise
from typing import BinaryIO, cast

from scorekeeper import declared
from scorekeeper.core.inputs import NOWHERE, Fault, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import ExportPart, PathStep
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.presets import fits
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.reading import read_agreed
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.checksums import broken_at
from scorekeeper.formats.custom_game import custom_game_json, read_custom_game
from scorekeeper.formats.files import Export, Format, Reader, games_of_text
from scorekeeper.formats.files.csv_hands import is_hands_csv, read_csv
from scorekeeper.formats.games import ExportedPreset, ExportedTable, FilePart, ImportedGame, UnreadGame
from scorekeeper.formats.parts import PartKind, UnknownPart, begins_as_part
from scorekeeper.formats.spreadsheets import MAX_BYTES, Sheets, sheets_apart
from scorekeeper.formats.strict_json import Budget, TooLarge, parse_json
from scorekeeper.formats.table_zip import (
    GAMES_FOLDER,
    LEFT_OUT_FOLDER,
    README_FILE,
    TABLE_FILE,
    TABLE_FORMAT,
    table_zip,
)
from scorekeeper.formats.text_file import Block, blocks, lines_of

ENTRY_SIGN = b"PK\x01\x02"
LOCAL_HEADER = 30  # bytes before a member's name and its packed bytes
PIECE = 1 << 16
ENCRYPTED = 1
IN_WORKBOOKS = ("[Content_Types].xml", "mimetype")
"""A member of every workbook, whether from Excel or LibreOffice: both are ZIPs."""
PACKED_AS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError)
"""What zipfile raises for damaged and hostile files."""


def open_zip(file: BinaryIO, budget: Budget) -> zipfile.ZipFile:
    """The ZIP, to be closed, after its members were counted; nothing is unpacked.

    Raises `TooLarge` over budget, and `InvalidInput` without a directory, or for members that are repeated, locked,
    overlapping, or ZIPs themselves.
    """
    _count_entries(file, budget)
    try:
        packed = zipfile.ZipFile(file)
    except UNREADABLE as error:
        raise InvalidInput(faults.ZIP_UNREADABLE.at(NOWHERE, {"problem": str(error)})) from error
    _check_members(packed, budget)
    return packed


def _check_members(packed: zipfile.ZipFile, budget: Budget) -> None:
    members = packed.infolist()
    if any(member.filename in IN_WORKBOOKS for member in members):
        raise InvalidInput(faults.WORKBOOK.at(NOWHERE, {}))
    seen: set[str] = set()
    for member in members:
        if member.filename in seen:
            raise InvalidInput(faults.TWICE_IN_ZIP.at(FieldPath.to(member.filename), {}))
        seen.add(member.filename)
        if member.filename.lower().endswith(".zip"):
            raise InvalidInput(faults.ZIP_IN_ZIP.at(FieldPath.to(member.filename), {}))
        if member.flag_bits & ENCRYPTED or member.compress_type not in PACKED_AS:
            raise InvalidInput(faults.ZIP_LOCKED.at(FieldPath.to(member.filename), {}))
        budget.spend_member(member.filename, member.compress_size, member.file_size)
    _check_apart(members)


def _count_entries(file: BinaryIO, budget: Budget) -> None:
    """Refuse a directory that is too long before loading it into memory."""
    entries, rest = 0, b""
    file.seek(0)
    while piece := file.read(PIECE):
        entries += (rest + piece).count(ENTRY_SIGN)
        rest = piece[-len(ENTRY_SIGN) + 1 :]
        if entries > budget.members:
            raise TooLarge(faults.ZIP_TOO_MANY.at(NOWHERE, {"files": budget.members}))
    file.seek(0)


def _check_apart(members: Sequence[zipfile.ZipInfo]) -> None:
    """Each member must end before the next begins: overlapping ones would be unpacked many times."""
    placed = sorted(members, key=lambda member: member.header_offset)
    for member, after in pairwise(placed):
        if member.header_offset + LOCAL_HEADER + member.compress_size > after.header_offset:
            raise InvalidInput(faults.ZIP_OVERLAPS.at(FieldPath.to(member.filename), {}))


def files_of(packed: zipfile.ZipFile) -> list[str]:
    """The names of its files, each table before its games, in whatever order they were packed."""
    names = [member.filename for member in packed.infolist() if not member.is_dir()]
    return sorted(names, key=lambda name: name.removesuffix(TABLE_FILE))


def kind_of(name: str, budget: Budget) -> PartKind | None:
    """What kind of part a file is, by its folder; None for a game, and for one that nobody here can read."""
    folder = _folder_of(name)
    known = () if folder in ("", GAMES_FOLDER, LEFT_OUT_FOLDER) else budget.kinds()
    return next((kind for kind in known if kind.folder == folder.rstrip("/")), None)


def is_left_out(name: str) -> bool:
    """Whether a file is the log of a game that the export could not read."""
    return _folder_of(name) == LEFT_OUT_FOLDER


def _folder_of(name: str) -> str:
    folder, slash, _file = name.rpartition("/")
    return folder.rpartition("/")[2] + slash


def last_part(name: str) -> str:
    """The name of a file without its folders."""
    return name.rpartition("/")[2]


def content_of(packed: zipfile.ZipFile, name: str) -> bytes:
    """A file of a ZIP whose members were counted. Raises `InvalidInput` if it is damaged."""
    try:
        with packed.open(name) as opened:  # without a size, it would unpack more than the directory says
            return opened.read(packed.getinfo(name).file_size)
    except UNREADABLE as error:
        raise InvalidInput(faults.ZIP_DAMAGED.at(FieldPath.to(name), {})) from error


PARTS = ("format", "about", "seal")
ABOUT = (
    *("name", "players", "merged", "presets", "agreed", "scripted_games", "zone", "without_club", "unranked"),
    "standings",
)
LIST_NAME, MAX_LISTS = re.compile("[a-z_]{1,30}"), 20
"""Of lists of rooms."""
STANDINGS = ("visitor", "left")
MAX_ZONE_LENGTH = 80
MAX_PLAYERS = 10_000


def read_table(content: bytes) -> ExportedTable:
    """The table. Raises `InvalidInput`."""
    where = FieldPath.to("table.json")
    value = where.mapping(parse_json(content), "it", PARTS, required=("format", "about"))
    if value["format"] != TABLE_FORMAT:
        raise InvalidInput(
            faults.UNKNOWN_FORMAT.at(
                where, {"what": "format", "value": quote(value["format"]), "parts": (TABLE_FORMAT,)}
            )
        )
    rows = _rows_of_rooms(value["about"])
    about = where.mapping(value["about"], "about", (*ABOUT, *rows), required=("name",))
    players = where.listing(about.get("players", []), "players")
    merged = about.get("merged", {})
    if not isinstance(merged, dict) or len(players) > MAX_PLAYERS:
        raise InvalidInput(faults.TABLE_PARTS.at(where, {"most": MAX_PLAYERS}))
    try:
        agreed = read_agreed(about.get("agreed", []))
    except InvalidInput as error:
        raise error.within("table.json") from error
    return ExportedTable(
        where.name(about["name"], "name"),
        [where.name(player, "player") for player in players],
        {where.name(name, "name"): where.name(into, "name") for name, into in merged.items()},
        [_preset(where, preset) for preset in where.listing(about.get("presets", []), "presets")],
        agreed,
        rows=rows,
        custom_games=[_custom_game(game) for game in where.listing(about.get("scripted_games", []), "scripted_games")],
        zone=None if about.get("zone") is None else where.text(about["zone"], "zone", MAX_ZONE_LENGTH),
        without_club=where.switch(about.get("without_club", False), "without_club"),
        unranked=[where.name(name, "unranked") for name in where.listing(about.get("unranked", []), "unranked")],
        standings=_standings(where, about.get("standings", [])),
    )


def _standings(where: FieldPath, given: object) -> dict[str, str]:
    """The visitors, and those who left, by name; who is anything else is a member for this version."""
    rows = [where.mapping(row, "standings", ("name", "standing")) for row in where.listing(given, "standings")]
    named = {where.name(row.get("name"), "name"): row.get("standing") for row in rows}
    return {name: str(standing) for name, standing in named.items() if standing in STANDINGS}


def _rows_of_rooms(about: object) -> dict[str, list[object]]:
    """The lists of objects that are not the table's own: a room may know them."""
    parts = about.items() if isinstance(about, dict) else ()
    found = (
        (name, value)
        for name, value in parts
        if name not in ABOUT and LIST_NAME.fullmatch(name) and isinstance(value, list)
        if value and all(isinstance(row, dict) for row in value)
    )
    return dict(islice(found, MAX_LISTS))


def _custom_game(value: object) -> Mapping[str, object]:
    try:
        return custom_game_json(read_custom_game(value, begun=True))
    except InvalidInput as error:
        raise error.within("table.json") from error


def _preset(where: FieldPath, value: object) -> ExportedPreset:
    """One of the table's presets; some table of its rule set must be able to play it. Raises `InvalidInput`."""
    given = declared.read(ExportedPreset, value, where.at("presets"))
    try:
        rules = rule_set(given.rules)
        fitting = [shape for shape in rules.shapes if fits(given.options, rules.options(shape))]
        played = rules.with_options(given.options, (fitting or rules.shapes)[0])
    except InvalidInput as error:
        raise error.within("table.json") from error
    return replace(given, options=played.options, minutes=given.minutes or None)


def check_table_file(content: bytes) -> Fault | None:
    """What changed since the export; None if nothing did."""
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or parts[0].checksums is None:
        return faults.CHECKSUMS_CHANGED.at(NOWHERE, {})
    broken = broken_at(parts[0].covered_lines, parts[0].checksums)
    if broken is not None:
        return faults.PART_CHANGED.at(
            FieldPath.to("line", broken.line), {"part": ExportPart.LINE, "number": 0, "name": ""}
        )
    try:
        read_table(content)
    except InvalidInput as error:
        return error.fault
    return None


ZIP_SIGN = b"PK"


def write(export: Export) -> Iterator[bytes]:
    """The table and its games, a game at a time."""
    return table_zip(export.table(), export.games)


def recognizes(start: bytes) -> bool:
    """Whether a file begins like a ZIP."""
    return start.startswith(ZIP_SIGN)


def read(file: BinaryIO, budget: Budget) -> Iterator[FilePart]:
    """Each table before its games and parts of rooms; a text record is read only if the game's JSON is missing.

    A workbook is read if one of its sheets has the rows of a hands CSV.
    """
    try:
        opened = open_zip(file, budget)
    except InvalidInput as error:
        text = hands_in(file) if error.fault.code == faults.WORKBOOK.key else ""
        if not text:
            raise
        yield from read_csv(StringIO(text, newline=""))
        return
    with opened as packed:
        names = files_of(packed)
        with_json = {name.removesuffix(".json") for name in names if name.endswith(".json")}
        for name in names:
            is_read = name.endswith(".json") or (name.endswith(".txt") and name.removesuffix(".txt") not in with_json)
            if is_read and last_part(name) != README_FILE:
                yield from _part(packed, name, budget)


def hands_in(file: BinaryIO) -> str:
    """The text of the one sheet of a workbook that is a hands CSV; else empty. Raises `InvalidInput`, `TooLarge`."""
    file.seek(0)
    content = file.read(MAX_BYTES + 1)
    sheets = () if len(content) > MAX_BYTES else cast("Sheets", tuple(sheets_apart(BytesIO(content))))
    found = [text for _name, text in sheets if is_hands_csv(text.partition("\n")[0])]
    return found[0] if len(found) == 1 else ""


def _part(packed: zipfile.ZipFile, name: str, budget: Budget) -> Iterator[FilePart]:
    """The table, the part of a room or the games of a file. Raises `InvalidInput` for a table that cannot be read."""
    try:
        content = content_of(packed, name)
        if last_part(name) == TABLE_FILE:
            yield read_table(content)
            return
        kind = kind_of(name, budget)
        if kind is not None:
            budget.spend_text(content)
            yield kind.read(content)
            return
        if begins_as_part(content):
            yield UnknownPart(name)
            return
        for part in games_of_text(io.BytesIO(content), budget):
            if isinstance(part, UnreadGame):
                yield UnreadGame(PathStep(name), part.fault.within(name))
            else:
                yield replace(part, where=PathStep(name)) if isinstance(part, ImportedGame) else part
    except TooLarge:
        raise
    except InvalidInput as error:
        if last_part(name) == TABLE_FILE:
            raise error.within(name) from error
        yield UnreadGame(PathStep(name), error.within(name).fault)


FORMAT = Format(
    key="zip",
    name=translatable("Full backup as ZIP"),
    note=translatable("Every game in a file of its own, signed; can be imported again"),
    suffix=".zip",
    media_type="application/zip",
    order=90,
    for_people=True,
    write_game=write,
    write_table=write,
    reader=Reader(translatable("a ZIP of a table"), recognizes, read, is_text=False),
    on_game_page=False,
)
