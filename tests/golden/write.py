"""Writes the golden files of this version: `python -m tests.golden.write`. An existing folder is never touched."""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper.formats.custom_game import custom_game_json, shipped
from scorekeeper.services.exporting import exported_game, exported_games, game_in_form, table_in_form, zip_of_instance
from scorekeeper.services.invites import invite
from scorekeeper.services.members import join, open_table
from scorekeeper.storage.custom_games import add_custom_game
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.members import Role
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import prepare_database
from tests.databases import app_on
from tests.golden import FOLDER
from tests.golden.figures import game_figures, people_figures
from tests.golden.games import play_regulars, play_the_unusual

FORMS = {"zip": "table.zip", "json": "table.json", "text": "table.txt", "csv": "table.csv"}  # those that read back

Json = dict[str, Any]


def main(into: Path) -> None:
    """Write the folder completely, or not at all."""
    if into.exists():
        sys.exit(f"{into} is there already: what a version wrote is never written again")
    with tempfile.TemporaryDirectory(dir=into.parent, prefix="half-written-") as made:
        folder = Path(made) / "folder"
        (folder / "games").mkdir(parents=True)
        app = app_on(f"sqlite:///{Path(made) / 'games.sqlite'}")
        app.config["SECRET_KEY"] = "golden files, and no other instance"
        prepare_database(app)
        with app.app_context():
            write_all(folder)
        keep_database(app, folder / "games.sqlite")
        folder.rename(into)


def write_all(folder: Path) -> None:
    """Play every game, and write every export and all results."""
    regulars = open_table("Golden Friday", None, "Ann’s phone").table.id
    unusual = create_table("Zoë’s ♠ = table").id
    join(invite(unusual, Role.SCORER, uses=3).invite, None, "Zoë’s phone")
    night = custom_game_json(shipped()["harvest-supper"])
    add_custom_game(regulars, night)
    (folder / "night.json").write_text(json.dumps(night, indent=2, ensure_ascii=False) + "\n", "utf-8")
    for rules, game_id in play_regulars(regulars):
        write_game(folder / "games", rules, game_id)
    play_the_unusual(unusual)
    (folder / "instance.zip").write_bytes(b"".join(zip_of_instance()))
    for form, name in FORMS.items():
        (folder / name).write_bytes(b"".join(table_in_form(unusual, form)))
    write_figures(folder / "figures.json", [regulars, unusual])


def write_game(folder: Path, rules: str, game_id: str) -> None:
    """One game as JSON, as a text record and as a bare sheet."""
    for form, name in (("json", f"{rules}.json"), ("text", f"{rules}.txt")):
        (folder / name).write_bytes(b"".join(game_in_form(exported_game(game_id), form)))
    whole = json.loads((folder / f"{rules}.json").read_text("utf-8"))
    (folder / f"{rules}.sheet.json").write_text(json.dumps(whole["sheet"], ensure_ascii=False) + "\n", "utf-8")


def write_figures(file: Path, tables: list[str]) -> None:
    """The results of each game and each table, one game per line."""
    games = [(game.id, game_figures(game)) for table in tables for game in exported_games(table)]
    people = {find_table(table).name: people_figures(table) for table in tables}
    lines = ",\n".join(
        f"{json.dumps(game_id)}:{json.dumps(figures, separators=(',', ':'))}" for game_id, figures in games
    )
    file.write_text(f'{{"people": {json.dumps(people)}, "games": {{\n{lines}\n}}}}\n', "utf-8")


def keep_database(app: Flask, file: Path) -> None:
    """Copy the app's database there, without free pages."""
    close_storage(app)
    with closing(sqlite3.connect(str(app.config["SQLALCHEMY_DATABASE_URI"]).removeprefix("sqlite:///"))) as kept:
        kept.execute("VACUUM INTO ?", [str(file)]).close()


if __name__ == "__main__":
    main(FOLDER / version("scorekeeper"))
