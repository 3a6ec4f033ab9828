"""An instance on a disk that can only be read: it is whole, says so, and everything that only reads still works."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.server import doctor
from scorekeeper.storage.backups import damage
from scorekeeper.storage.games import create_table
from scorekeeper.storage.setup import close_storage
from tests.cli.runs import inside, only_instance, run

CAN_MOUNT = hasattr(os, "geteuid") and os.geteuid() == 0 and Path("/bin/mount").exists()
pytestmark = pytest.mark.skipif(not CAN_MOUNT, reason="only root can mount a disk that cannot be written")


@pytest.fixture
def worn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A played instance on a disk of its own, which is then made read-only."""
    disk = tmp_path / "card"
    disk.mkdir()
    subprocess.run(["/bin/mount", "-t", "tmpfs", "none", str(disk)], check=True)
    try:
        monkeypatch.setattr(doctor, "network_address", lambda: "127.0.0.1")
        only_instance(monkeypatch, disk / "club")
        close_storage(create_app())
        with inside():
            create_table("Friday")
        subprocess.run(["/bin/mount", "-o", "remount,ro", str(disk)], check=True)
        yield disk / "club"
    finally:
        subprocess.run(["/bin/umount", "--lazy", str(disk)], check=True)


def test_nobody_is_advised_to_restore_an_older_copy(worn: Path) -> None:
    for command in (["doctor", "--port", "1"], ["serve", "--port", "0"]):
        done = run(*command)
        assert done.exit_code != 0
        assert "can only be read" in done.output
        assert "nothing is lost" in done.output
        assert "estore" not in done.output
        assert "damaged" not in done.output
        assert "moved, deleted" not in done.output
        assert "chown" not in done.output


def test_what_only_reads_still_reads(worn: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    for command in (
        ["export", "--table", "Friday", "--as", "json"],
        ["check", "--all"],
        ["backup", str(copy)],
        ["export", "-o", str(tmp_path / "all.zip")],
    ):
        done = run(*command)
        assert done.exit_code == 0, (command, done.output)
        assert "can only be read" in done.stderr
    assert damage(copy) is None
    assert damage(worn / "scorekeeper.sqlite") is None


def test_what_writes_says_why_it_cannot(worn: Path, tmp_path: Path) -> None:
    done = run("stats", "rebuild")
    assert done.exit_code == 2
    assert "can only be read" in done.stderr
