"""Backups: a copy is whole or missing, and restoring one never loses the database that was there."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.storage import backups
from scorekeeper.storage.backups import back_up, restore_backup
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import DatabaseIsNewer, DatabaseRefused
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import head_revision
from tests.cli.runs import damage_database
from tests.shared_app import file_of

SERVER = "postgresql://ann:secret@host/games"


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.fixture
def copy(app: Flask, started: Created, tmp_path: Path) -> Path:
    """A backup with one game."""
    path = tmp_path / "copy.sqlite"
    assert back_up(path) == path.stat().st_size
    return path


def games(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        return int(opened.execute("SELECT COUNT(*) FROM game").fetchone()[0])


def beside(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


def refusal(copy: Path, address: str, *, force: bool = False) -> str:
    with pytest.raises(DatabaseRefused) as refused:
        restore_backup(copy, address, force=force)
    return str(refused.value)


def test_backup_is_one_private_file(copy: Path) -> None:
    assert beside(copy) == ["copy.sqlite"]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert games(copy) == 1
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_damaged_database_does_not_replace_a_good_copy(app: Flask, copy: Path) -> None:
    good = copy.read_bytes()
    close_storage(app)
    damage_database(file_of(app))
    with pytest.raises(DatabaseRefused, match=r"is damaged \(.+\). No copy was made"):
        back_up(copy)
    assert copy.read_bytes() == good
    assert beside(copy) == ["copy.sqlite"]


def test_backup_replaces_what_an_interrupted_one_left(copy: Path) -> None:
    copy.with_name("copy.sqlite.part").write_text("half a database", "utf-8")
    back_up(copy)
    assert (beside(copy), games(copy)) == (["copy.sqlite"], 1)


def test_failed_backup_leaves_nothing(
    app: Flask, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def power_cut(_source: Path, target: Path) -> None:
        target.touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(backups, "_copy", power_cut)
    with pytest.raises(KeyboardInterrupt):
        back_up(tmp_path / "copy.sqlite")
    monkeypatch.setattr(backups, "_copy", lambda *_: (_ for _ in ()).throw(OSError("no room")))
    with pytest.raises(OSError, match="no room"):
        back_up(tmp_path / "copy.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_backup_waits_for_nobody_but_lets_writers_in_between(copy: Path, app: Flask) -> None:
    with closing(sqlite3.connect(file_of(app))) as other:
        other.execute("BEGIN IMMEDIATE").close()
        back_up(copy)
    assert games(copy) == 1


def test_backup_is_restored_where_nothing_is(copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "srv" / "scores" / "games.sqlite"
    assert restore_backup(copy, f"sqlite:///{target}") is None
    assert (beside(target), games(target), games(copy)) == (["games.sqlite"], 1, 1)
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("name", "aside"), [("games.sqlite", r"sqlite"), ("games.db", "db"), ("games", "sqlite")])
def test_database_without_games_is_moved_aside(copy: Path, prepared_sqlite: Path, name: str, aside: str) -> None:
    target = Path(shutil.copy(prepared_sqlite, copy.with_name(name)))
    moved = restore_backup(copy, f"sqlite:///{target}")
    assert moved is not None
    assert re.fullmatch(rf"games-before-\d{{8}}T\d{{12}}\.{aside}", moved.name), moved.name
    assert beside(copy) == sorted([copy.name, target.name, moved.name])
    assert (games(target), games(moved)) == (1, 0)


def test_database_with_games_is_replaced_only_if_forced(copy: Path, tmp_path: Path) -> None:
    target = Path(shutil.copy(copy, tmp_path / "games.sqlite"))
    why = "has 1 game. Nothing was changed. Use --force to move it aside and restore the copy"
    assert refusal(copy, f"sqlite:///{target}") == f"{target} {why}"
    with closing(sqlite3.connect(target)) as opened, opened:
        opened.executescript(
            "CREATE TEMPORARY TABLE another AS SELECT * FROM game; UPDATE another SET id = 'another', number = 2;"
            "INSERT INTO game SELECT * FROM another"
        ).close()
    assert refusal(copy, f"sqlite:///{target}") == f"{target} {why.replace('1 game', '2 games')}"
    assert games(target) == 2
    moved = restore_backup(copy, f"sqlite:///{target}", force=True)
    assert moved is not None
    assert (games(target), games(moved)) == (1, 2)


def test_file_without_a_schema_has_no_games(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").touch()
    assert restore_backup(copy, f"sqlite:///{tmp_path / 'games.sqlite'}") is not None
    assert games(tmp_path / "games.sqlite") == 1


def test_database_in_use_is_not_replaced(copy: Path, app: Flask) -> None:
    db.session.execute(db.text("SELECT 1"))
    target = file_of(app)
    words = refusal(copy, f"sqlite:///{target}", force=True)
    assert words == f"{target} is in use. Nothing was changed. Stop the server first"
    db.session.remove()
    close_storage(app)
    assert games(target) == 1


def test_copy_that_is_none_is_refused(copy: Path, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path / 'games.sqlite'}"
    empty = tmp_path / "empty.sqlite"
    assert refusal(empty, target) == f"{empty} is empty. Give a copy that scorekeeper backup made"
    empty.touch()
    assert refusal(empty, target) == f"{empty} is empty. Give a copy that scorekeeper backup made"
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'").close()
    with pytest.raises(DatabaseIsNewer) as newer:
        restore_backup(copy, target)
    assert (newer.value.found, newer.value.head) == ("9999", head_revision())
    assert str(newer.value).startswith(f"{copy} was written by a newer version")
    assert beside(copy) == ["copy.sqlite", "empty.sqlite"]


def test_damaged_copy_is_refused(copy: Path, tmp_path: Path) -> None:
    damage_database(copy)
    words = refusal(copy, f"sqlite:///{tmp_path / 'games.sqlite'}")
    assert re.fullmatch(rf"{re.escape(str(copy))} is damaged \([^\n]*[Pp]age[^\n]*\)\. Nothing was changed", words), (
        words
    )
    assert beside(copy) == ["copy.sqlite"]


def test_database_server_has_tools_of_its_own(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = "The database is on a PostgreSQL server. Nothing was"
    assert refusal(copy, SERVER) == f"{server} changed. Use pg_restore"
    monkeypatch.setattr(backups, "db", type("Server", (), {"engine": type("Engine", (), {"url": SERVER})}))
    with pytest.raises(DatabaseRefused) as refused:
        back_up(copy)
    assert str(refused.value) == f"{server} copied. Use pg_dump"
