"""A later version has one more house rule in each rule set, and words everything anew: old files still hold."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.core.rulesets import rule_set
from scorekeeper.formats.fingerprint import fingerprint
from tests.databases import OpenApp
from tests.golden import FOLDER
from tests.golden.holding import (
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


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test here runs in the next version."""
    bring_later_version(monkeypatch)


def test_the_rules_have_one_more_option() -> None:
    assert rule_set("two-player").with_options({}).options["early_bird"] is False


def test_every_export_verifies(folder: Path) -> None:
    hold_exports(folder)


def test_instance_comes_in_without_a_difference(app: Flask, folder: Path) -> None:
    hold_instance(folder)


def test_each_game_alone_comes_in_without_a_difference(app: Flask, folder: Path) -> None:
    hold_games(folder)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_comes_in_without_a_difference(app: Flask, folder: Path, name: str) -> None:
    hold_table(folder, name)


def test_database_upgrades_with_its_scores_and_statistics(folder: Path, tmp_path: Path, open_app: OpenApp) -> None:
    hold_database(folder, upgraded(folder / "games.sqlite", tmp_path, open_app))


def test_database_of_the_first_schema_upgrades_with_its_scores(tmp_path: Path, open_app: OpenApp) -> None:
    folder = FOLDER / "0.1.0"
    hold_first_schema(folder, upgraded(folder / "first-schema.sqlite", tmp_path, open_app))


def test_rules_card_is_the_same_until_somebody_chooses_the_new_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    new = rule_set("partnership")
    monkeypatch.undo()
    old = rule_set("partnership")
    for chosen in ({}, {"bags": 5}):
        assert fingerprint(new.with_options(chosen)) == fingerprint(old.with_options(chosen))
    assert fingerprint(new.with_options({"early_bird": True})) != fingerprint(old.with_options({}))
