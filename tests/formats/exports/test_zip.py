"""A table as a ZIP: any program opens it, and the same games give the same bytes."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.formats import table_zip as zip_stream
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.table_zip import ZipStream, table_zip
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


def test_zip64_directory_of_a_zip_of_four_gigabytes(tmp_path: Path) -> None:
    """Its middle is a hole in the file: no program can pack so much in a test."""
    stream, file, at = ZipStream(), tmp_path / "table.zip", datetime(2026, 11, 20, 20, 14, 5, tzinfo=UTC)
    four_gigabytes = 1 << 32
    with file.open("wb") as written:
        written.write(stream.member("first.txt", b"Ann", at))
        stream._offset = four_gigabytes
        written.seek(four_gigabytes)
        written.write(stream.member("last.txt", b"Ben", at))
        written.writelines(stream.end())
    with zipfile.ZipFile(file) as packed:
        first, last = packed.infolist()
        assert (packed.read(first), packed.read(last)) == (b"Ann", b"Ben")
        assert (first.header_offset, last.header_offset) == (0, four_gigabytes)
        assert (first.extract_version, last.extract_version) == (20, 45)
        assert (first.create_version, last.create_version) == (20, 45)
        assert (last.create_system, last.external_attr, last.date_time) == (
            3,
            0o100644 << 16,
            (2026, 11, 20, 20, 14, 4),
        )
