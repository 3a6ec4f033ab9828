"""A missing database at startup is reported, and no empty one silently takes its place."""

import os
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.storage.errors import DatabaseRefused
from scorekeeper.storage.games import tables
from scorekeeper.storage.setup import close_storage
from tests.server.test_cannot_start import refusal

FILE = "scorekeeper.sqlite"


def start(**overrides: bool) -> Flask:
    app = create_app(overrides)
    close_storage(app)
    return app


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance folder that had a start."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    start()
    return tmp_path


def test_start_with_a_lost_database_is_refused(used: Path) -> None:
    (used / FILE).unlink()
    message = refusal(used, "--port", "0")
    assert f"There is no database at {used / FILE}, but {used} was used before" in message
    assert "scorekeeper restore; scorekeeper serve --new starts without games" in message
    assert not (used / FILE).exists()


def test_start_with_a_lost_database_can_be_forced(used: Path) -> None:
    (used / FILE).unlink()
    with start(START_OVER=True).app_context():
        assert tables() == []


def test_old_instance_with_its_database_starts(used: Path) -> None:
    began = (used / FILE).stat().st_ino
    start()
    start(START_OVER=True)
    assert (used / FILE).stat().st_ino == began


def test_commands_refuse_a_lost_database(used: Path) -> None:
    from scorekeeper.server.instance import app_without_pages

    (used / FILE).unlink()
    with pytest.raises(DatabaseRefused):
        app_without_pages()
    app = app_without_pages(new=True)  # as `scorekeeper import` does
    close_storage(app)
    assert (used / FILE).exists()


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--host", "nowhere.invalid"], {}),
        (["--workers", "3"], {}),
        ([], {"SCOREKEEPER_TIME_ZONE": "Europe/Nowhere"}),
        ([], {"SCOREKEEPER_URL": "cards"}),
        ([], {"SCOREKEEPER_DATABASE_URL": "mysql://host/name"}),
        ([], {"SCOREKEEPER_DATABASE_URL": "sqlite:////proc/scores.sqlite"}),
        ([], {"SCOREKEEPER_RATE_LIMIT_STORAGE": "database://"}),
    ],
)
def test_first_start_that_fails_blocks_no_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], wrong: dict[str, str]
) -> None:
    refusal(tmp_path, "--port", "0", *words, **wrong)
    for left in tmp_path.rglob("*"):
        os.utime(left, (0, 0))  # the next start is a year later
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    start()
    (tmp_path / FILE).unlink()
    with pytest.raises(DatabaseRefused):
        start()
