"""A table as a ZIP, streamed in little memory: its players, each game as JSON and as text, and a list of its files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorekeeper.core.words.language import listed, translate as _
from scorekeeper.formats.chain import event_line
from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame, ExportedPreset, ExportedTable
from scorekeeper.formats.hand_text import json_line
from scorekeeper.formats.text_record import record_of

TABLE_FORMAT = "scorekeeper-table/1"
FIRST_LINE = f'{{"format": "{TABLE_FORMAT}",'
TABLE_FILE = "table.json"
README_FILE = "README.txt"
GAMES_FOLDER = "games/"
LEFT_OUT_FOLDER = "left-out/"
"""The folder of games that cannot be read."""
FOR_PEOPLE = ".csv"
"""How the files end that rooms add for people to read, as games alone say it all."""
LIST_FILE = "SHA256SUMS"
"""The checksum and name of each other file, as `sha256sum` writes and compares them."""

README = """\
A table of the Scorekeeper score pad.

table.json       its name, its people, and its own house rules
games/*.json     every game: the sheet, the scoreboard, and each entry with the hash of the one before
games/*.txt      the same games as text records, to be read by people
tournaments/*.json  every tournament: its events with their chain; its games are among those above
left-out/*.log   games that can't be read, with their entries as they are stored; an import leaves them out
settling.csv     what each game brought, and payments, at a table that plays for something; an import leaves it out
SHA256SUMS       a checksum of each of these files; "sha256sum -c SHA256SUMS" compares them

"Import" in the app takes this file back in, whole. "scorekeeper check FILE" says whether it adds up, whether it is
undamaged, and whether a server signed it.
"""


def table_json(table: ExportedTable) -> str:
    """The table's own file, with checksums."""
    about: dict[str, object] = {"name": table.name, "players": sorted(table.players)}
    parts: dict[str, object] = {
        "merged": dict(sorted(table.merged.items())),
        "presets": [_preset(preset) for preset in table.presets],
        "agreed": list(table.agreed),
        **table.rows,
        "scripted_games": list(table.custom_games),
        "zone": table.zone,
        "without_club": table.without_club,
        "unranked": sorted(table.unranked),
        "standings": [{"name": name, "standing": own} for name, own in sorted(table.standings.items())],
    }
    about |= {name: part for name, part in parts.items() if part}
    lines = [FIRST_LINE, f'"about": {json_line(about)},']
    checksums = checksums_of([line.encode("utf-8") for line in lines])
    return "\n".join([*lines, f'"seal": "{checksums}"}}', ""])


def _preset(preset: ExportedPreset) -> dict[str, object]:
    options = dict(sorted(preset.options.items()))
    limit = {"minutes": preset.minutes} if preset.minutes else {}
    return {"name": preset.name, "rules": preset.rules, "options": options, **limit}


def table_zip(table: ExportedTable, games: Iterable[ExportedGame]) -> Iterator[bytes]:
    """One table as a ZIP, a game at a time."""
    yield from instance_zip([("", table, games)])


def instance_zip(tables: Iterable[tuple[str, ExportedTable, Iterable[ExportedGame]]]) -> Iterator[bytes]:
    """Tables as one ZIP, each in its own folder ("" for the only one)."""
    pieces, listed = _Pieces(), bytearray()
    with ZipFile(pieces, "w") as packed:
        for name, content, at in _files(tables):
            listed += f"{sha256(content).hexdigest()}  {name}\n".encode("ascii")
            packed.writestr(_member(name, at), content)
            yield from pieces.taken()
        packed.writestr(_member(LIST_FILE, EARLIEST), listed)
    yield from pieces.taken()


PIECE = 1 << 16


class _Pieces:
    """A file that cannot seek, as ZipFile writes to one; its bytes are taken while it grows."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes, /) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def taken(self) -> Iterator[bytes]:
        """What was written since the last time."""
        while self._written:
            yield bytes(self._written[:PIECE])
            del self._written[:PIECE]


def _files(
    tables: Iterable[tuple[str, ExportedTable, Iterable[ExportedGame]]],
) -> Iterator[tuple[str, bytes, datetime]]:
    """The name, content and time of each file."""
    yield README_FILE, README.encode("utf-8"), EARLIEST
    for folder, table, games in tables:
        yield f"{folder}{TABLE_FILE}", table_json(table).encode("utf-8"), EARLIEST
        for game in games:
            stem = f"{folder}{GAMES_FOLDER}{game.number:06}"
            yield f"{stem}.json", game_json(game).encode("utf-8"), game.started
            yield f"{stem}.txt", record_of(game).encode("utf-8"), game.started
        if table.kept_back:
            text = f"{kept_back_text(table.kept_back)}\n"
            yield f"{folder}{LEFT_OUT_FOLDER}{README_FILE}", text.encode("utf-8"), EARLIEST
        for missing in table.left_out:
            lines = ",\n".join(map(event_line, missing.events))
            yield f"{folder}{LEFT_OUT_FOLDER}{missing.number:06}.log", f"[\n{lines}\n]\n".encode(), EARLIEST
        numbers = Counter[str]()
        for part in table.parts:
            numbers[part.folder] += 1
            name = f"{folder}{part.folder}/{numbers[part.folder]:06}.json"
            yield name, part.written().encode("utf-8"), part.started
        for name, pieces in table.files.items():
            if text := "".join(pieces()):
                yield f"{folder}{name}", text.encode("utf-8"), EARLIEST


def kept_back_text(what: Sequence[str]) -> str:
    """Says what closed rooms have of a table, which no file of it has."""
    return _("Left out of every file, as this server is run without them: {what}. They stay stored.", what=listed(what))


EARLIEST, LATEST = datetime(1980, 1, 1, tzinfo=UTC), datetime(2107, 12, 31, tzinfo=UTC)
"""The first and last day that a ZIP can name."""


def _member(name: str, at: datetime) -> ZipInfo:
    """A file that everyone may read, with its time in UTC."""
    member = ZipInfo(name, min(max(at.astimezone(UTC), EARLIEST), LATEST).timetuple()[:6])
    member.compress_type = ZIP_DEFLATED
    member.external_attr = 0o100644 << 16
    return member
