"""A table as a ZIP: any program opens it, and the same games give the same bytes."""

import io
import json
import zipfile
from datetime import UTC, datetime

import pytest

from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.zip import write as zip_stream
from scorekeeper.formats.zip.write import ZipStream, table_zip
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

FRIDAY = ExportedTable("Friday", ["Ben", "Ann"], {"Annie": "Ann"})
GAMES = [game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"), number) for number in (1, 2)]


def test_zip_has_the_table_and_each_game_twice() -> None:
    packed = zipfile.ZipFile(io.BytesIO(b"".join(table_zip(FRIDAY, GAMES))))
    assert packed.testzip() is None
    assert packed.namelist() == [
        "README.txt",
        "table.json",
        "games/000001.json",
        "games/000001.txt",
        "games/000002.json",
        "games/000002.txt",
    ]
    about = json.loads(packed.read("table.json"))["about"]
    assert about == {"name": "Friday", "players": ["Ann", "Ben"], "merged": {"Annie": "Ann"}}
    assert packed.getinfo("games/000001.json").date_time == (2026, 11, 21, 20, 19, 4)


def test_same_games_give_the_same_bytes() -> None:
    assert b"".join(table_zip(FRIDAY, GAMES)) == b"".join(table_zip(FRIDAY, iter(GAMES)))


def test_zip64_directory_with_many_members(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the old format could only count to ten: the newer end of the directory is written, and found."""
    monkeypatch.setattr(zip_stream, "FULL16", 10)
    stream, at = ZipStream(), datetime(2026, 11, 20, tzinfo=UTC)
    pieces = [stream.member(f"{number:06}", b"x", at) for number in range(20)]
    packed = zipfile.ZipFile(io.BytesIO(b"".join([*pieces, *stream.end()])))
    assert len(packed.namelist()) == 20
    assert packed.read("000019") == b"x"
