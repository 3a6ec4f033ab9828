"""The app, and a copy of it with every recipe's change."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hypothesis_budget import IN_SOAK
from tests.recipes.changes import RECIPES
from tests.recipes.copies import CHECKOUT, apply, copy_program
from tests.web.conftest import *  # noqa: F403 - all fixtures

PINNING = (
    *("access/test_every_route.py::test_routes_have_the_pinned_roles", "a11y/test_table_of_pages.py"),
    *("docs/test_api.py::test_every_call_is_listed_with_its_role", "docs/test_readme.py"),
    "api/test_description.py::test_every_call_has_an_example_that_is_as_described",
    "api/test_description.py::test_every_property_is_described",
    "docs/test_record.py::test_every_key_of_an_export_and_of_an_entry_is_named",
    *(
        "core/game/test_event_json.py",
        "core/game/test_figures.py",
        "core/pages/approved",
        "core/pages/test_log.py",
        "core/pages/test_settle.py",
    ),
    *("core/pages/test_rules_and_scores.py", "core/rulesets", "core/sheet/test_rules_code.py", "core/words"),
    *("formats/approved", "storage/test_migrations.py::test_models_and_migrated_schema_are_the_same", "test_names.py"),
    *("web/test_exports.py", "rooms/club/pages/test_one_statistic.py"),
)
"""Where tests that pin something are, in `tests/`."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program after all recipes."""
    folder = tmp_path_factory.mktemp("changed")
    copy_program(folder)
    for recipe in RECIPES:
        apply(recipe, folder)
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy, and with these tests."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,  # `-m` and `-c` look for modules there first
        env=os.environ | {"PYTHONPATH": str(CHECKOUT), "SCOREKEEPER_INSTANCE": str(folder / "in")},
        capture_output=True,
        text=True,
        timeout=None if IN_SOAK else 280,
        check=False,
    )


@pytest.fixture(scope="module")
def changed(copy: Path) -> dict[str, Any]:
    """The tour's findings in the copy."""
    finished = run(copy, "-m", "tests.recipes.tour", str(copy))
    assert finished.returncode == 0, finished.stderr
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


@pytest.fixture(scope="module")
def failing(copy: Path) -> set[str]:
    """The tests that fail in the copy, among those that pin something."""
    pytest_of_copy = "import sys, scorekeeper, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    options = (
        "-n0",
        "-p",
        "no:cacheprovider",
        "-c",
        str(CHECKOUT / "pyproject.toml"),
        "--tb=line",
        "-m",
        "not postgres",
    )
    finished = run(copy, "-c", pytest_of_copy, *options, *(str(CHECKOUT / "tests" / name) for name in PINNING))
    assert finished.returncode == 1, finished.stdout
    return set(re.findall(r"^(?:FAILED|ERROR) .*?::(\w+)", finished.stdout, re.MULTILINE))
