"""Files and databases of every version can be verified, imported and upgraded, in this version and in a later one."""

from pathlib import Path

import pytest
from flask import Flask

from tests.databases import OpenApp
from tests.golden import FOLDER
from tests.golden.compare import (
    TABLES,
    assert_database,
    assert_exports_verify,
    assert_first_schema,
    assert_games_import,
    assert_instance_imports,
    assert_table_imports,
    upgraded,
)
from tests.golden.later import bring_later_version


@pytest.fixture(autouse=True, params=["this version", "a later version"])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader: this version, or one with one more house rule and different sentences."""
    if request.param == "a later version":
        bring_later_version(monkeypatch)


def test_every_export_verifies(folder: Path) -> None:
    assert_exports_verify(folder)


def test_instance_is_imported_with_its_scores_and_statistics(app: Flask, folder: Path) -> None:
    assert_instance_imports(folder)


def test_each_game_is_imported_with_its_scores(app: Flask, folder: Path) -> None:
    assert_games_import(folder)


@pytest.mark.parametrize("name", TABLES)
def test_table_is_imported_with_its_scores(app: Flask, folder: Path, name: str) -> None:
    assert_table_imports(folder, name)


def test_database_upgrades_with_its_scores_and_statistics(folder: Path, tmp_path: Path, open_app: OpenApp) -> None:
    assert_database(folder, upgraded(folder / "games.sqlite", tmp_path, open_app))


def test_database_of_the_first_schema_upgrades_with_its_scores(tmp_path: Path, open_app: OpenApp) -> None:
    folder = FOLDER / "0.1.0"
    assert_first_schema(folder, upgraded(folder / "first-schema.sqlite", tmp_path, open_app))
