"""The checklist of a release finds what is not ready, and says what it did not try."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from deploy import release
from tests.served import CHECKOUT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small project of version 1.2.0 that is ready, committed."""
    (tmp_path / "tests/golden/1.2.0").mkdir(parents=True)
    (tmp_path / "tests/golden/1.2.0/game.txt").write_text("a game\n")
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nname = "x"\nversion = "1.2.0"\nclassifiers = ["{release.STABLE}"]\n', "utf-8"
    )
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0\n\n- One thing\n- Another\n  thing\n", "utf-8")
    for command in ("init --quiet", "add .", "-c user.name=A -c user.email=a@example.org commit --quiet -m Begin"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)
    return tmp_path


def what_fails(checkout: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The steps that a dry run finds not ready."""
    well = release.follow(checkout, run=False)
    failed = [line.removeprefix("✗ ").split(":")[0] for line in capsys.readouterr().out.splitlines() if line[0] == "✗"]
    assert well is not bool(failed)
    return failed


def test_ready_checkout_passes_and_says_what_was_not_run(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.follow(checkout, run=False)
    printed = capsys.readouterr().out
    assert "· All tests: env RELEASE=1 make test" in printed
    assert "is not on this machine: untried" in printed


def test_uncommitted_file_is_named(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "new.py").write_text("")
    assert what_fails(checkout, capsys) == ["Everything is committed"]


@pytest.mark.parametrize(
    ("file", "old", "new", "step"),
    [
        ("pyproject.toml", release.STABLE, "Development Status :: 3 - Alpha", "Version, classifier and tags agree"),
        ("CHANGELOG.md", "## 1.2.0", "## Unreleased", "The changelog has the version"),
        ("CHANGELOG.md", "- Another", "- One thing", "The changelog has the version"),
        ("CHANGELOG.md", "- Another", "\n- Another", "The changelog has the version"),
        ("CHANGELOG.md", "- Another", "=======\n- Another", "The changelog has the version"),
    ],
)
def test_what_contradicts_the_version_is_found(
    checkout: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, step: str
) -> None:
    path = checkout / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    assert step in what_fails(checkout, capsys)


def test_version_with_a_tag_is_released_already(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "tag", "v1.2.0"], cwd=checkout, check=True)
    assert what_fails(checkout, capsys) == ["Version, classifier and tags agree"]


def test_version_without_golden_files_is_not_ready(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "tests/golden/1.2.0").rename(checkout / "tests/golden/1.1.0")
    assert "Golden files of this version are there" in what_fails(checkout, capsys)


def test_our_changelog_has_no_leftovers() -> None:
    assert list(release.leftovers((CHECKOUT / "CHANGELOG.md").read_text("utf-8"))) == []
