"""A restore beside a server that nobody has visited, a slip in a setting's name, and lists on standard input."""

from __future__ import annotations

from pathlib import Path

import pytest
from filelock import FileLock

from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from tests.cli.runs import only_instance, run

LIST = "Hand,We bid,We took,They bid,They took\n1,8,9,4,4\n"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "club"
    only_instance(monkeypatch, folder)
    close_storage(create_app())
    return folder


def test_restore_is_refused_while_a_server_runs(club: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert run("backup", str(copy)).exit_code == 0
    with FileLock(club / "scorekeeper.sqlite.server"):
        refused = run("restore", str(copy))
    assert refused.exit_code == 2
    assert "Stop the server first" in refused.stderr
    assert run("restore", str(copy)).exit_code == 0


def test_slip_in_the_name_of_a_setting_is_named(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_RATELIMITS", "off")
    refused = run("stats", "rebuild")
    assert refused.exit_code == 2
    assert "SCOREKEEPER_RATELIMITS is no setting. Did you mean SCOREKEEPER_RATE_LIMITS?" in refused.stderr
    monkeypatch.delenv("SCOREKEEPER_RATELIMITS")
    monkeypatch.setenv("SCOREKEEPER_COPY", "somewhere")
    assert run("stats", "rebuild").exit_code == 0, "a variable of another program"


def test_hands_and_import_read_standard_input(club: Path) -> None:
    sides = ["--side", "Ann,Cal", "--side", "Ben,Dee"]
    made = run("hands", "-", "--rules", "partnership", *sides, "--day", "2026-11-19", text=LIST)
    assert made.exit_code == 0, made.output
    assert "Ann & Cal" in made.stdout
    assert run("invite", "--new", "Friday").exit_code == 0
    imported = run("import", "-", "--table", "Friday", text=made.stdout)
    assert imported.exit_code == 0, imported.output
    assert "1 game was imported" in imported.stdout
