"""CONTRIBUTING.md has a reason for each package, and says truly what `make check` leaves out."""

from __future__ import annotations

import json
import re
import tomllib

from tests.docs.pages import first_column, page, section
from tests.served import CHECKOUT

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]


def test_each_package_of_the_app_has_its_reason() -> None:
    wanted = [
        *PROJECT["dependencies"],
        *(each for extra in PROJECT["optional-dependencies"].values() for each in extra),
    ]
    wanted = [package for package in wanted if not package.startswith(PROJECT["name"])]  # of `all`
    names = [re.split(r"[\[<>=;]", package)[0] for package in wanted]
    table = section(page("CONTRIBUTING.md"), "Dependencies")
    assert first_column(table) == names
    assert all(len(line.split("|")[2].strip()) > 10 for line in table.splitlines() if line.startswith("| `"))


def test_check_starts_no_browser() -> None:
    """Whatever asks for the browser is marked, in any folder (see tests/conftest.py)."""
    assert 'check: TESTS = -m "not browser and not chromium' in page("Makefile")


def test_the_node_that_contributors_need_runs_every_npm_package() -> None:
    """What package-lock.json has says so itself; packages ask for nothing newer than what the page promises."""
    promised = re.search(r"Node\.js ([\d.]+) or newer", page("CONTRIBUTING.md"))
    assert promised is not None
    packages = json.loads((CHECKOUT / "package-lock.json").read_text("utf-8"))["packages"].values()
    wanted = [re.sub(r"^>= ?", "", each["engines"]["node"]) for each in packages if "engines" in each]
    newest = max(wanted, key=lambda version: [int(part) for part in version.split(".")])
    assert newest.removesuffix(".0") == promised[1]
