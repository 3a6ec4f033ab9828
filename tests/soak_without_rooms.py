"""The table without a room: in a copy of the checkout without its folders, the table's tests pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.found_rooms import OWN
from tests.nearest import CHECKOUT, git

OF_A_ROOM = ("scorekeeper/rooms/{}", "templates/rooms/{}", "scorekeeper/static/*/rooms/{}", "tests/rooms/{}")
HERE = "not browser and not chromium and not postgres and not exhaustive"
NOT_IN_A_COPY = ("tests/rooms", "tests/recipes", "tests/browser", "tests/evenings", "tests/firefox", "tests/webkit")
"""Rooms' own tests, those that copy the checkout themselves, and those in browsers."""


SAID = ("SCOREKEEPER_SOAK", "TESTS_REACHED", "PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST", "PYTEST_ADDOPTS")
"""What this run says to its own processes."""


@pytest.mark.parametrize("deleted", [("tournaments",), ("club",), OWN], ids=" and ".join)
def test_table_keeps_score_without_the_folders_of_rooms(deleted: tuple[str, ...], tmp_path: Path) -> None:
    for name in git("ls-files"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(CHECKOUT / name, file)
    for room in deleted:
        for folders in OF_A_ROOM:
            for folder in tmp_path.glob(folders.format(room)):
                shutil.rmtree(folder)
    for words in (("init", "--quiet"), ("add", "--all")):  # some tests ask git which files there are
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert not [found for room in deleted for found in tmp_path.rglob(f"rooms/{room}")]
    ignored = [f"--ignore={folder}" for folder in NOT_IN_A_COPY]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", HERE, *ignored],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name not in SAID} | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-20_000:]
