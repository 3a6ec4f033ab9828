"""What every version wrote verifies, comes in and upgrades, and comes to the scores that it had then."""

import io
import json
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.core.rulesets import rule_sets
from scorekeeper.formats.scripted_game import read_scripted_game, scripted_game_json
from scorekeeper.formats.verification.file import check_file
from tests.databases import OpenApp
from tests.golden import FOLDER, versions
from tests.golden.holding import (
    TABLES,
    exports,
    figures,
    hold_database,
    hold_exports,
    hold_first_schema,
    hold_games,
    hold_instance,
    hold_table,
    upgraded,
)
from tests.golden.write import main


def test_there_is_a_game_of_every_rule_set_in_every_form(folder: Path) -> None:
    """Rule sets that came later have none in older folders."""
    played = {game["rules"] for game in figures(folder)["games"].values()}
    assert played <= set(rule_sets())
    assert {file.name.partition(".")[0] for file in (folder / "games").iterdir()} == played
    assert {file.name.partition(".")[2] for file in (folder / "games").iterdir()} == {"json", "txt", "sheet.json"}


def test_the_newest_folder_has_every_rule_set() -> None:
    played = {game["rules"] for game in figures(versions()[-1])["games"].values()}
    assert played == set(rule_sets())


def test_every_export_verifies(folder: Path) -> None:
    hold_exports(folder)


def test_instance_comes_in_with_its_scores_and_statistics(app: Flask, folder: Path) -> None:
    hold_instance(folder)


def test_each_game_alone_comes_in_with_its_scores(app: Flask, folder: Path) -> None:
    hold_games(folder)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_comes_in_with_its_scores(app: Flask, folder: Path, name: str) -> None:
    hold_table(folder, name)


def test_database_upgrades_with_its_scores_and_statistics(folder: Path, tmp_path: Path, open_app: OpenApp) -> None:
    hold_database(folder, upgraded(folder / "games.sqlite", tmp_path, open_app))


def test_database_of_the_first_schema_upgrades_with_its_scores(tmp_path: Path, open_app: OpenApp) -> None:
    folder = FOLDER / "0.1.0"
    hold_first_schema(folder, upgraded(folder / "first-schema.sqlite", tmp_path, open_app))


def test_a_night_reads_and_is_written_the_same(folder: Path) -> None:
    written = json.loads((folder / "night.json").read_text("utf-8"))
    assert scripted_game_json(read_scripted_game(written)) == written


def test_what_this_version_writes_verifies(tmp_path: Path) -> None:
    written = tmp_path / "9.9.9"
    main(written)
    before = {file.relative_to(versions()[-1]) for file in versions()[-1].rglob("*")}
    assert before - {file.relative_to(written) for file in written.rglob("*")} <= {Path("first-schema.sqlite")}
    for file in exports(written):
        assert check_file(io.BytesIO(file.read_bytes())).findings == [], file.name


def test_a_folder_is_never_written_again(folder: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    with pytest.raises(SystemExit, match="never written again"):
        main(folder)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before
