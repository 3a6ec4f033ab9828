"""Follows the checklist of a release. Dry by default: it checks what costs nothing, and says what else it would run.

    make release                  what is ready, and what would be run
    make release ARGS=--run       runs everything, in order, up to the first step that fails (hours)

It publishes nothing: the last line says which tag to set, and where the files are.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
OLDEST, NEWEST_TRIED = 11, 30
"""The minor versions of Python 3 that are looked for on this machine."""
STABLE = "Development Status :: 5 - Production/Stable"


class NotReady(Exception):
    """A step that failed; the text says why, and what to do."""


@dataclass(frozen=True)
class Step:
    """One line of the checklist: `check` costs nothing and is always made, `command` runs only with --run."""

    says: str
    check: Callable[[Path], None] | None = None
    command: tuple[str, ...] = ()


def version_of(checkout: Path) -> str:
    """The version that `pyproject.toml` names."""
    return str(tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def nothing_is_uncommitted(checkout: Path) -> None:
    """What is released is what is committed."""
    changed = git(checkout, "status", "--porcelain")
    if changed:
        raise NotReady(f"these files are not committed:\n{changed}")


def version_is_one_truth(checkout: Path) -> None:
    """Version, classifier and changelog speak of the same release, and no tag has it yet."""
    version = version_of(checkout)
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
    stable = not version.startswith("0.")
    if (STABLE in project["classifiers"]) is not stable:
        raise NotReady(f"the version is {version}, and pyproject.toml's classifier says otherwise")
    if f"v{version}" in git(checkout, "tag", "--list").split():
        raise NotReady(f"v{version} is released already: raise the version in pyproject.toml")


def changelog_has_the_version(checkout: Path) -> None:
    """The first heading of the changelog is this version, and no merge left a mark or a line twice in it."""
    text = (checkout / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    version = version_of(checkout)
    if headings[:1] != [version]:
        raise NotReady(f"CHANGELOG.md begins with {headings[:1]}, not with {version}")
    left = list(leftovers(text))
    if left:
        raise NotReady("CHANGELOG.md has leftovers of a merge:\n" + "\n".join(left))


def leftovers(text: str) -> Iterator[str]:
    """Lines of a changelog that stand twice, marks of a conflict, and empty lines within a list."""
    lines = text.splitlines()
    begun: set[str] = set()
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        words = line[:60]
        if re.match(r"(<{7}|={7}|>{7})", line) or (line.startswith("- ") and words in begun):
            yield line
        if not line and before.startswith(("- ", "  ")) and after.startswith("- "):
            yield f"(an empty line before) {after}"
        if line.startswith("- "):
            begun.add(words)


def golden_files_are_there(checkout: Path) -> None:
    """Later versions will read what this one writes."""
    version = version_of(checkout)
    if not any(folder.name.lstrip("v") == version for folder in (checkout / "tests/golden").iterdir()):
        raise NotReady(f"tests/golden has no folder for {version}: .venv/bin/python -m tests.golden.write")


STEPS = (
    Step("Everything is committed", nothing_is_uncommitted),
    Step("Version, classifier and tags agree", version_is_one_truth),
    Step("The changelog has the version", changelog_has_the_version),
    Step("Golden files of this version are there", golden_files_are_there),
    Step("All tests", command=("env", "RELEASE=1", "make", "test")),
    Step("The soak", command=("make", "soak")),
    Step("The page for hosts, followed in a clean Debian", command=("make", "rehearsal")),
    Step("The wheel, and what it is made of", command=("make", "sbom")),
    Step("No package with a known vulnerability", command=("make", "audit")),
)


def git(checkout: Path, *args: str) -> str:
    """What a git command prints."""
    return subprocess.run(["git", *args], cwd=checkout, capture_output=True, check=True, text=True).stdout.strip()


def pythons() -> dict[str, str | None]:
    """The Pythons that the app supports, by version, each with its command; None where this machine lacks it."""
    found = {f"3.{minor}": working(f"python3.{minor}") for minor in range(OLDEST, NEWEST_TRIED)}
    newest = max((int(name.split(".")[1]) for name, command in found.items() if command), default=OLDEST)
    return {name: command for name, command in found.items() if int(name.split(".")[1]) <= newest + 1}


def working(command: str) -> str | None:
    """This command, if it starts."""
    path = shutil.which(command)
    if path is None:
        return None
    tried = subprocess.run([path, "-c", "import venv, ensurepip"], capture_output=True, check=False)
    return path if tried.returncode == 0 else None


def wheel_starts(checkout: Path, python: str) -> None:
    """The wheel with all that it needs, in a fresh environment of one Python: it scores a game."""
    wheel = next((checkout / "dist").glob("spades_scorekeeper-*.whl"), None)
    if wheel is None:
        raise NotReady("dist/ has no wheel: make wheel")
    with tempfile.TemporaryDirectory() as folder:
        pip = [f"{folder}/bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        for command in (
            [python, "-m", "venv", folder],
            [*pip, "--require-hashes", "-r", str(checkout / "requirements.lock")],
            [*pip, "--no-deps", str(wheel)],
            [f"{folder}/bin/scorekeeper", "score", str(checkout / "docs/thursday.json")],
        ):
            if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode:
                raise NotReady(f"{command[0]} failed with {python}")


def follow(checkout: Path, run: bool) -> bool:
    """Go through the checklist and say each step's result; whether all that was tried is well."""
    well = True
    for step in STEPS:
        if step.check is not None:
            try:
                step.check(checkout)
            except NotReady as fault:
                print(f"✗ {step.says}: {fault}")
                well = False
            else:
                print(f"✓ {step.says}")
        elif not run:
            print(f"· {step.says}: {' '.join(step.command)}")
        elif not well or subprocess.run(step.command, cwd=checkout, check=False).returncode:
            print(f"✗ {step.says}")
            return False
    for version, python in pythons().items():
        if python is None:
            print(f"- Python {version} is not on this machine: untried")
        elif not run:
            print(f"· The wheel in a fresh environment of Python {version}")
        else:
            wheel_starts(checkout, python)
            print(f"✓ The wheel in a fresh environment of Python {version}")
    return well


def main() -> None:
    """Read the arguments and follow the checklist."""
    parser = argparse.ArgumentParser(description="Follow the checklist of a release; dry without --run.")
    parser.add_argument("--run", action="store_true", help="run every step, also those that take hours")
    run = parser.parse_args().run
    try:
        well = follow(CHECKOUT, run)
    except NotReady as fault:
        sys.exit(str(fault))
    if not well:
        sys.exit("Not ready.")
    print(f"Next: git tag v{version_of(CHECKOUT)}, and publish what is in dist/." if run else "Dry: nothing was run.")


if __name__ == "__main__":
    main()
