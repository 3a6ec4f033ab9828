"""A table as a ZIP: any program opens it, and the same games give the same bytes."""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.formats import table_zip as written
from scorekeeper.formats.games import ExportedGame, ExportedTable
from scorekeeper.formats.table_zip import table_zip
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
        "SHA256SUMS",
    ]
    about = json.loads(packed.read("table.json"))["about"]
    assert about == {"name": "Friday", "players": ["Ann", "Ben"], "merged": {"Annie": "Ann"}}
    assert packed.getinfo("games/000001.json").date_time == (2026, 11, 21, 20, 19, 4)


def test_table_that_plays_for_something_says_what_is_owed() -> None:
    packed = zipfile.ZipFile(
        io.BytesIO(
            b"".join(
                table_zip(
                    replace(
                        FRIDAY, files={"settling.csv": lambda: ["player,paid\r\n", "Ann,0.50\r\n"], "none.csv": tuple}
                    ),
                    GAMES,
                )
            )
        )
    )
    assert packed.namelist()[-2:] == ["settling.csv", "SHA256SUMS"]
    assert packed.read("settling.csv").decode().splitlines()[1:] == ["Ann,0.50"]


def test_same_games_give_the_same_bytes() -> None:
    assert b"".join(table_zip(FRIDAY, GAMES)) == b"".join(table_zip(FRIDAY, iter(GAMES)))


def test_pieces_have_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = b"".join(table_zip(FRIDAY, GAMES))
    monkeypatch.setattr(written, "PIECE", 100)
    pieces = list(table_zip(FRIDAY, GAMES))
    assert (b"".join(pieces), max(map(len, pieces))) == (whole, 100)


def test_zip_is_written_a_file_at_a_time() -> None:
    asked = list[int]()

    def games() -> Iterator[ExportedGame]:
        for game in GAMES:
            asked.append(game.number)
            yield game

    pieces = table_zip(FRIDAY, games())
    seen = [(len(next(pieces)) < 2000, len(asked)) for _ in range(7)]
    assert seen == [(True, number) for number in (0, 0, 1, 1, 2, 2, 2)]


@pytest.mark.parametrize(
    ("began", "named"),
    [
        (datetime(1979, 12, 31, tzinfo=UTC), (1980, 1, 1, 0, 0, 0)),
        (datetime(2108, 1, 1, tzinfo=UTC), (2107, 12, 31, 0, 0, 0)),
    ],
)
def test_game_of_a_time_that_no_zip_can_name_is_exported(began: datetime, named: tuple[int, ...]) -> None:
    packed = zipfile.ZipFile(io.BytesIO(b"".join(table_zip(FRIDAY, [replace(GAMES[0], began=began)]))))
    assert packed.getinfo("games/000001.json").date_time == named
