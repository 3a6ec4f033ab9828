"""A lock and a full disk are no damage: each has its own sentence, and no advice that could lose games."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.server import doctor
from scorekeeper.storage import obstacles, upgrade
from scorekeeper.storage.errors import DatabaseRefused
from scorekeeper.storage.setup import close_storage
from tests.cli.runs import only_instance, run

CAN_MOUNT = hasattr(os, "geteuid") and os.geteuid() == 0 and Path("/bin/mount").exists()
FILE = "scorekeeper.sqlite"
LOSING = ("damaged", "estore", "elete", " older", "chown")
"""Words of advice that could lose games, and of what is not the case."""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(doctor, "network_address", lambda: "127.0.0.1")
    monkeypatch.setattr(doctor, "SECONDS", 0.1)
    monkeypatch.setattr(obstacles, "LOCK_WAIT", 0.1)
    only_instance(monkeypatch, tmp_path / "club")
    close_storage(create_app())
    return tmp_path / "club"


@pytest.mark.parametrize(
    "command", [["doctor", "--port", "1"], ["serve", "--port", "0"], ["backup", "copy.sqlite"], ["check", "--all"]]
)
def test_locked_database_is_not_damaged(club: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    monkeypatch.chdir(club.parent)
    with closing(sqlite3.connect(club / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE").close()
        other.execute("BEGIN EXCLUSIVE").close()
        done = run(*command)
    assert done.exit_code != 0
    assert f"Another program keeps {club / FILE} locked; nothing is lost. Stop that program" in done.output
    assert not [word for word in LOSING if word in done.output]


@pytest.fixture
def full(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A full disk with the club's database, which the next start has to upgrade."""
    if not CAN_MOUNT:
        pytest.skip("only root can mount a full disk")
    disk = tmp_path / "card"
    disk.mkdir()
    subprocess.run(["/bin/mount", "-t", "tmpfs", "-o", "size=2m", "none", str(disk)], check=True)
    try:
        moved = disk / "club"
        subprocess.run(["/bin/cp", "-a", str(club), str(moved)], check=True)
        only_instance(monkeypatch, moved)
        with closing(sqlite3.connect(moved / FILE)) as opened, opened:
            opened.execute("UPDATE alembic_version SET version_num = '0001'").close()
        with suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:  # until there is no room
            while filler.write(b"0" * 4096):
                pass
        yield moved
    finally:
        subprocess.run(["/bin/umount", "--lazy", str(disk)], check=True)


def test_full_disk_is_named(full: Path) -> None:
    done = run("serve", "--port", "0")
    assert done.exit_code == 2
    assert f"The disk with {full / FILE} is full; nothing is lost. Make room there" in done.output
    assert not [word for word in LOSING if word in done.output]
    assert list(full.glob("*.part")) == [], "each attempt would leave less room"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_no_room_for_a_copy_before_an_upgrade_is_named(
    club: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Some file systems find no room even for an empty file."""
    with closing(sqlite3.connect(club / FILE)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '0001'").close()

    def refuse(_path: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(upgrade, "make_private", refuse)
    done = run("serve", "--port", "0")
    assert done.exit_code == 2
    assert f"The disk with {club / FILE} is full; nothing is lost. Make room there" in done.output


def test_backup_to_a_full_disk_is_refused(full: Path, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_instance(monkeypatch, club)
    done = run("backup", str(full / "copy.sqlite"))
    assert done.exit_code == 2
    assert f"The disk with {full / 'copy.sqlite.part'} is full" in done.stderr
    assert list(full.glob("copy*")) == []


def test_disk_that_fails_is_not_a_damaged_database(tmp_path: Path) -> None:
    problem = sqlite3.OperationalError("disk I/O error")
    problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    with pytest.raises(DatabaseRefused, match="Copy the folder"), obstacles.opened_to_read(tmp_path / FILE, "mode=rwc"):
        raise problem
