"""A table as a ZIP: its people, and every game as JSON with its chain and as a text record beside it."""

from collections.abc import Iterable, Iterator

from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.exported_game import ExportedGame, ExportedTable
from scorekeeper.formats.game_json.write import game_json, json_line
from scorekeeper.formats.text_record.write import record_of
from scorekeeper.formats.zip.stream import EARLIEST, ZipStream

FORMAT = "scorekeeper-table/1"
FIRST_LINE = f'{{"format": "{FORMAT}",'
TABLE_FILE = "table.json"
README_FILE = "README.txt"

README = """\
A table of the Scorekeeper score pad.

table.json       its name and its people
games/*.json     every game: the sheet, the scoreboard, and each entry with the hash of the one before
games/*.txt      the same games as text records, to be read by people

"Import" in the app takes this file back in, whole. "scorekeeper check FILE" says whether it adds up, whether it is
undamaged, and whether a server signed it.
"""


def table_json(table: ExportedTable) -> str:
    """The table's own file, sealed."""
    about: dict[str, object] = {"name": table.name, "players": sorted(table.players)}
    if table.merged:
        about["merged"] = dict(sorted(table.merged.items()))
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
    """Tables as one ZIP, each in a folder of its own ("" for the only one)."""
    stream = ZipStream()
    yield stream.member(README_FILE, README.encode("utf-8"), EARLIEST)
    for folder, table, games in tables:
        yield stream.member(f"{folder}{TABLE_FILE}", table_json(table).encode("utf-8"), EARLIEST)
        for game in games:
            for name, content in game_files(game, folder):
                yield stream.member(name, content, game.started)
    yield from stream.end()
