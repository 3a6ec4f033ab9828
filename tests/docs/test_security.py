"""SECURITY.md: every test it names exists, and its statements on dependencies are true."""

import re
from pathlib import Path

import pytest

from tests.rooms import is_there

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = (CHECKOUT / "SECURITY.md").read_text("utf-8")
NAMED = sorted({named for named in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE) if is_there(named[0])})


def test_security_page_names_tests_for_each_finding_and_chapter() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith(("| C", "| H", "| M", "| V"))]
    assert len(rows) >= 30
    assert [row for row in rows if "`tests/" not in row] == []


def test_every_named_test_exists() -> None:
    sources = {file: (CHECKOUT / file).read_text("utf-8") for file, _ in NAMED}
    assert [
        (file, name)
        for file, name in NAMED
        if not re.search(rf"^(async )?def {name or 'test_'}", sources[file], re.MULTILINE)
    ] == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock", "requirements-mutants.lock"])
def test_the_lock_files_pin_every_package_by_hash(lock: str) -> None:
    packages = re.split(r"\n(?=[a-z0-9])", (CHECKOUT / lock).read_text("utf-8").strip())
    assert len(packages) > 20
    assert [package for package in packages if "==" not in package or "--hash=sha256:" not in package] == []
