"""A table as a ZIP stream in little memory: its players, and every game as JSON and as a text record."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame, ExportedTable
from scorekeeper.formats.hand_text import json_line
from scorekeeper.formats.text_record import record_of

LOCAL = struct.Struct("<IHHHHHIIIHH")
CENTRAL = struct.Struct("<IHHHHHHIIIHHHHHII")
END = struct.Struct("<IHHHHIIH")
END64 = struct.Struct("<IQHHIIQQQQ")
LOCATOR64 = struct.Struct("<IIQI")
OFFSET64 = struct.Struct("<HHQ")

LOCAL_SIGN, CENTRAL_SIGN, END_SIGN = 0x04034B50, 0x02014B50, 0x06054B50
END64_SIGN, LOCATOR64_SIGN = 0x06064B50, 0x07064B50
VERSION, VERSION64 = 20, 45
UNIX = 3 << 8
DEFLATED = 8
READABLE = 0o100644 << 16
FULL16, FULL32 = 0xFFFF, 0xFFFFFFFF
EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Member:
    """A member's entry in the directory; `stamp` is its date and time in the ZIP's spelling."""

    name: str
    stamp: tuple[int, int]
    crc: int
    packed: int
    size: int
    offset: int
    packed_crc: int

    def local_header(self) -> bytes:
        """The header before its packed bytes."""
        name = self.name.encode("ascii")
        date, time = self.stamp
        fields = (VERSION, 0, DEFLATED, time, date, self.crc, self.packed, self.size, len(name), 0)
        return LOCAL.pack(LOCAL_SIGN, *fields) + name

    def central_header(self) -> bytes:
        """Its entry in the directory."""
        name, comment = self.name.encode("ascii"), f"{self.packed_crc:08x}".encode("ascii")
        far = self.offset >= FULL32
        extra = OFFSET64.pack(1, 8, self.offset) if far else b""
        version = VERSION64 if far else VERSION
        date, time = self.stamp
        sizes = (self.crc, self.packed, self.size, len(name), len(extra), len(comment))
        place = (0, 0, READABLE, FULL32 if far else self.offset)
        head = CENTRAL.pack(CENTRAL_SIGN, UNIX | version, version, 0, DEFLATED, time, date, *sizes, *place)
        return head + name + extra + comment


def stamp_of(moment: datetime) -> tuple[int, int]:
    """A moment as ZIP files store it, in UTC, to two seconds."""
    at = max(moment.astimezone(UTC), EARLIEST)
    return (at.year - 1980) << 9 | at.month << 5 | at.day, at.hour << 11 | at.minute << 5 | at.second // 2


class ZipStream:
    """Packs members one by one and returns bytes to send; then the end."""

    def __init__(self) -> None:
        self._directory = bytearray()
        self._count = 0
        self._offset = 0

    def member(self, name: str, content: bytes, at: datetime) -> bytes:
        """One member, packed."""
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(content) + packer.flush()
        stamp, crc = stamp_of(at), zlib.crc32(content)
        member = Member(name, stamp, crc, len(packed), len(content), self._offset, zlib.crc32(packed))
        written = member.local_header() + packed
        self.remember(member, len(written))
        return written

    def remember(self, member: Member, length: int) -> None:
        """Add a member of this many bytes to the directory."""
        self._directory += member.central_header()
        self._count += 1
        self._offset += length

    def end(self) -> Iterator[bytes]:
        """The directory, and where it begins."""
        yield bytes(self._directory)
        size, start, count = len(self._directory), self._offset, self._count
        if count >= FULL16 or start >= FULL32:
            yield END64.pack(END64_SIGN, END64.size - 12, UNIX | VERSION64, VERSION64, 0, 0, count, count, size, start)
            yield LOCATOR64.pack(LOCATOR64_SIGN, 0, start + size, 1)
        few, near = min(count, FULL16), min(start, FULL32)
        yield END.pack(END_SIGN, 0, 0, few, few, min(size, FULL32), near, 0)


TABLE_FORMAT = "scorekeeper-table/1"
FIRST_LINE = f'{{"format": "{TABLE_FORMAT}",'
TABLE_FILE = "table.json"
README_FILE = "README.txt"

README = """\
A table of the Scorekeeper score pad.

table.json       its name, its people, and its own house rules
games/*.json     every game: the sheet, the scoreboard, and each entry with the hash of the one before
games/*.txt      the same games as text records, to be read by people

"Import" in the app takes this file back in, whole. "scorekeeper check FILE" says whether it adds up, whether it is
undamaged, and whether a server signed it.
"""


def table_json(table: ExportedTable) -> str:
    """The table's own file, with checksums."""
    about: dict[str, object] = {"name": table.name, "players": sorted(table.players)}
    if table.merged:
        about["merged"] = dict(sorted(table.merged.items()))
    if table.presets:
        about["presets"] = [
            {"name": preset.name, "rules": preset.rules, "options": dict(sorted(preset.options.items()))}
            for preset in table.presets
        ]
    if table.agreed:
        about["agreed"] = list(table.agreed)
    lines = [FIRST_LINE, f'"about": {json_line(about)},']
    checksums = checksums_of([line.encode("utf-8") for line in lines])
    return "\n".join([*lines, f'"seal": "{checksums}"}}', ""])


def game_files(game: ExportedGame, folder: str = "") -> Iterator[tuple[str, bytes]]:
    """The files of one game, by name."""
    stem = f"{folder}games/{game.number:06}"
    yield f"{stem}.json", game_json(game).encode("utf-8")
    yield f"{stem}.txt", record_of(game).encode("utf-8")


def table_zip(table: ExportedTable, games: Iterable[ExportedGame]) -> Iterator[bytes]:
    """One table as a ZIP, a game at a time."""
    yield from instance_zip([("", table, games)])


def instance_zip(tables: Iterable[tuple[str, ExportedTable, Iterable[ExportedGame]]]) -> Iterator[bytes]:
    """Tables as one ZIP, each in its own folder ("" for the only one)."""
    stream = ZipStream()
    yield stream.member(README_FILE, README.encode("utf-8"), EARLIEST)
    for folder, table, games in tables:
        yield stream.member(f"{folder}{TABLE_FILE}", table_json(table).encode("utf-8"), EARLIEST)
        for game in games:
            for name, content in game_files(game, folder):
                yield stream.member(name, content, game.started)
    yield from stream.end()
