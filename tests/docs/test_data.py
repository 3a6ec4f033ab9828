"""docs/data.md: its files, its program and its list of hands do what it says."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.formats.csv_rows import FIGURES, games_csv, players_csv
from scorekeeper.formats.games import ExportedPreset
from scorekeeper.services.exporting import formats_of_a_table
from scorekeeper.storage.database import Base
from tests.cli.runs import run
from tests.docs.pages import blocks, first_column, page
from tests.formats.exports.games import game_of_sheet
from tests.formats.imports.files import csv_games
from tests.rooms import all_there
from tests.strategies import Json

DATA = page("docs/data.md")
API = page("docs/api.md")
WITH_CSV = blocks(DATA, "python")[1]
(LIST,) = blocks(DATA, "csv")
PAIRS: Json = {
    "rules": "partnership",
    "sides": [{"name": "We", "players": ["Ann", "Cal"]}, {"name": "They", "players": ["Ben", "Dee"]}],
    "closed": {"reason": "late"},
    "hands": [{"bids": [["nil", "5"], ["4", "3"]], "took": [[0, 6], 7]}],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of three games: in the second one Ann sits with Dee, the third is left out."""
    other = PAIRS | {
        "sides": [{"name": "We", "players": ["Ann", "Dee"]}, {"name": "They", "players": ["Ben", "Cal"]}],
        "hands": [{"bids": [["nil", "5"], ["4", "3"]], "took": [[1, 5], 7]}],
    }
    games = [game_of_sheet(PAIRS, 1), game_of_sheet(other, 2), game_of_sheet(PAIRS, 3, not_counted="practice")]
    (tmp_path / "players.csv").write_text("".join(players_csv(games)), encoding="utf-8", newline="")
    (tmp_path / "games.csv").write_text("".join(games_csv(games)), encoding="utf-8", newline="")
    return tmp_path


def printed(program: str, folder: Path) -> list[list[str]]:
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    return list(csv.reader(done.stdout.strip().splitlines()))


SUMS = [["player of partner", "won", "nils", "nils_made"], ["Cal", "1", "1", "1"], ["Dee", "0", "1", "0"]]


def test_program_prints_how_often_nils_work(folder: Path) -> None:
    assert printed(WITH_CSV, folder) == SUMS


def test_every_file_is_a_format() -> None:
    keys = {each.key for each in formats_of_a_table()}
    listed = DATA.partition("## What a full copy has")[0].partition("The columns of `players`")[0]
    assert set(first_column(listed)) <= keys


def test_list_becomes_a_file_that_can_be_imported(tmp_path: Path) -> None:
    (command,) = [line for line in DATA.splitlines() if line.startswith("scorekeeper hands ")]
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    words = [str(tmp_path / word) if word.endswith(".csv") else word for word in command.split()[1:]]
    assert run(*words).exit_code == 0
    with (tmp_path / "hands.csv").open(encoding="utf-8", newline="") as file:
        (game,) = csv_games(file)
    assert game.sheet.names == ("Ann & Cal", "Ben & Dee")
    assert len(game.sheet.hands) == 3
    assert f"{game.started:%Y-%m-%d}" == "2026-11-19"


def test_every_table_of_the_database_says_what_a_full_copy_has_of_it() -> None:
    """A new table needs a row, and perhaps a place in `table.json`."""
    rows = re.findall(r"^\| (`.*?) \|", DATA.partition("## What a full copy has")[2], re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    tables = {table.name for table in Base.metadata.sorted_tables}
    assert len(named) == len(set(named))
    assert tables == {name for name in named if all_there() or name in tables}


def test_every_column_of_what_a_copy_lists_field_by_field_is_decided() -> None:
    """A new column of these is exported, or named here with those that are not."""
    beside = {
        "preset": {"id", "table_id"},
        "card_table": {"id", "created", "quick", "archived", "rated_until", "rated_number", "turns"},
    }
    exported = {
        "preset": set(ExportedPreset.__dataclass_fields__),
        "card_table": {"name", "agreed", "zone", "without_club"},
    }
    for name, listed in exported.items():
        assert listed | beside[name] == set(Base.metadata.tables[name].c.keys()), name


def test_every_figure_of_players_is_explained() -> None:
    """By its name in a table, of this document or of the API's; `…_made` stands for the made ones of a row."""
    rows = [line for line in (DATA + API).splitlines() if line.startswith("|")]
    named = {name for row in rows for name in re.findall("`([a-z_]+)`", row)}
    named |= {f"{name}_made" for row in rows if "…_made" in row for name in re.findall("`([a-z_]+)`", row)}
    assert [figure for figure in FIGURES if figure not in named] == []
