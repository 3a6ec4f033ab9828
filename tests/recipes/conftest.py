"""The app, and a copy of it with every recipe's change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.recipes.changes import RECIPES
from tests.recipes.copies import CHECKOUT, apply, copy_program
from tests.web.conftest import *  # noqa: F403 - all fixtures


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The tour's findings after all recipes: one copy, one process, one tour."""
    folder = tmp_path_factory.mktemp("changed")
    copy_program(folder)
    for recipe in RECIPES:
        apply(recipe, folder)
    finished = subprocess.run(
        [sys.executable, "-m", "tests.recipes.tour", str(folder)],
        cwd=folder,  # `-m` looks for modules there first
        env=os.environ | {"PYTHONPATH": str(CHECKOUT), "SCOREKEEPER_INSTANCE": str(folder / "in")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    found: dict[str, Any] = json.loads(finished.stdout)
    return found
