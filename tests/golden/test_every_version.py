"""Files and databases of every version can be verified, imported and upgraded, in this version and in a later one."""

from pathlib import Path

import pytest
from flask import Flask

from tests.databases import OpenApp
from tests.golden import FOLDER
from tests.golden.compare import (
    TABLES,
    hold_database,
    hold_exports,
    hold_first_schema,
    hold_games,
    hold_instance,
    hold_table,
    upgraded,
)
from tests.golden.later import bring_later_version


@pytest.fixture(autouse=True, params=["this version", "a later version"])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader: this version, or one with one more house rule and different sentences."""
    if request.param == "a later version":
        bring_later_version(monkeypatch)


def test_every_export_verifies(folder: Path) -> None:
    hold_exports(folder)


def test_instance_is_imported_with_its_scores_and_statistics(app: Flask, folder: Path) -> None:
    hold_instance(folder)


def test_each_game_is_imported_with_its_scores(app: Flask, folder: Path) -> None:
    hold_games(folder)


@pytest.mark.parametrize("name", TABLES)
def test_table_is_imported_with_its_scores(app: Flask, folder: Path, name: str) -> None:
    hold_table(folder, name)


def test_database_upgrades_with_its_scores_and_statistics(folder: Path, tmp_path: Path, open_app: OpenApp) -> None:
    hold_database(folder, upgraded(folder / "games.sqlite", tmp_path, open_app))


def test_database_of_the_first_schema_upgrades_with_its_scores(tmp_path: Path, open_app: OpenApp) -> None:
    folder = FOLDER / "0.1.0"
    hold_first_schema(folder, upgraded(folder / "first-schema.sqlite", tmp_path, open_app))
