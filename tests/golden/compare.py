"""Compares the golden files of a version with the figures recorded with them."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select

from scorekeeper.cli import commands
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ImportedGame
from scorekeeper.found_rooms import room_modules
from scorekeeper.services import who_played
from scorekeeper.services.exporting import exported_game, exported_games
from scorekeeper.services.importing import import_file
from scorekeeper.services.verifying import figures_rebuilt, verify_stored
from scorekeeper.storage.custom_games import custom_games_of
from scorekeeper.storage.database import db
from scorekeeper.storage.games import create_table, every_table, find_table
from scorekeeper.storage.models import Game
from tests.databases import OpenApp
from tests.golden.figures import game_figures, people_figures, score_figures

Json = dict[str, Any]

TABLES = ("table.zip", "table.json", "table.txt", "table.csv")


def figures(folder: Path) -> Json:
    found: Json = json.loads((folder / "figures.json").read_text("utf-8"))
    return found


def exports(folder: Path) -> list[Path]:
    """Every file that can be verified."""
    tables = [folder / name for name in ("instance.zip", "table.zip", "table.json", "table.txt")]
    return [*tables, *sorted((folder / "games").iterdir())]


def ids_in(file: Path) -> list[str]:
    """The ids of the games in a file that has them."""
    with file.open("rb") as opened:
        return [str(part.id) for part in games_of_file(opened) if isinstance(part, ImportedGame)]


def scores(recorded: Json) -> Json:
    """The part of a game's figures that a file without its events also has."""
    return {name: recorded[name] for name in ("totals", "overtricks", "hands", "outcome")}


def assert_exports_verify(folder: Path) -> None:
    """`scorekeeper check` verifies every file, and finds every game."""
    answer = CliRunner().invoke(commands, ["check", *map(str, exports(folder))])
    assert answer.exit_code == 0, answer.output
    assert answer.output.count(", nothing wrong.\n") == len(exports(folder)), answer.output
    assert f"instance.zip: {len(figures(folder)['games'])} games, " in answer.output


def assert_instance_imports(folder: Path) -> None:
    """The whole instance can be imported into an empty one."""
    with (folder / "instance.zip").open("rb") as file:
        imported = import_file(file)
    assert (imported.differences, imported.problems, imported.skipped) == ([], [], 0)
    assert_figures(figures(folder))
    assert verify_stored().findings == []


def assert_games_import(folder: Path) -> None:
    """Each single game can be imported, in each of its formats."""
    recorded = figures(folder)["games"]
    for record in sorted((folder / "games").glob("*.txt")):
        (game_id,) = ids_in(record.with_suffix(".json"))
        for form in (".json", ".txt", ".sheet.json"):
            assert_imports(record.with_suffix(form), [scores(recorded[game_id])])


def assert_table_imports(folder: Path, name: str) -> None:
    """The smaller table can be imported from the file of this name."""
    recorded = figures(folder)["games"]
    assert_imports(folder / name, [scores(recorded[game_id]) for game_id in ids_in(folder / "table.json")])


def assert_figures(recorded: Json) -> None:
    """The instance's games and players have these figures, and there are no others."""
    games = {game.id: game_figures(game) for table in every_table() for game in exported_games(table)}
    assert games == recorded["games"]
    if "club" in room_modules():  # which counts them
        assert {find_table(table).name: people_figures(table) for table in every_table()} == recorded["people"]


def assert_imports(file: Path, recorded: list[Json]) -> None:
    """The file can be imported into a new table, without differences and with these scores."""
    with file.open("rb") as opened:
        imported = import_file(opened, create_table(file.name).id)
    assert (imported.differences, imported.problems, imported.skipped) == ([], [], 0), file.name
    assert [score_figures(exported_game(game_id).board) for game_id in imported.games] == recorded, file.name


def upgraded(database: Path, tmp_path: Path, open_app: OpenApp) -> Flask:
    """An app on a copy of this database."""
    copy = tmp_path / "games.sqlite"
    shutil.copy(database, copy)
    app = open_app(f"sqlite:///{copy}")
    who_played.prepare(app)
    return app


def assert_database(folder: Path, app: Flask) -> None:
    """The stored results of the database match its events, and renamed tables keep their content."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as before, app.app_context():
        assert verify_stored().findings == []
        assert_figures(figures(folder))
        assert not any(changed for _game, changed in figures_rebuilt())
        summarized = db.session.execute(select(Game.id, Game.summary_seq).order_by(Game.id))
        assert list(map(tuple, summarized)) == list(before.execute("SELECT id, standing_seq FROM game ORDER BY id"))
        custom_games = [row.content for table in every_table() for row in custom_games_of(table)]
        assert custom_games == [json.loads((folder / "night.json").read_text("utf-8"))]


def assert_first_schema(folder: Path, app: Flask) -> None:
    """All games are there; that schema did not store which of them count, or merged names."""
    recorded = figures(folder)["games"]
    with app.app_context():
        assert verify_stored().findings == []
        games = {game.id: game_figures(game) for table in every_table() for game in exported_games(table)}
        for one in (*games.values(), *recorded.values()):
            del one["not_counted"]
        assert games == recorded
