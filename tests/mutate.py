"""`make mutants`, its first half: runs mutmut on one folder of the code after the other, each with the tests of it.

Every folder has a place of its own in `mutants/`, with its own settings, so that what was tried in one stays when
another is tried. `make mutants ARGS="storage"` tries one folder again, `ARGS="storage scorekeeper.storage.people.*"`
some mutants of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
PLACE = CHECKOUT / "mutants"
NEEDED = ("scorekeeper", "templates", "tests", "bench", "docs", "README.md", "CHANGELOG.md", "Makefile")

TESTS = {
    "core": ["tests/core", "tests/test_rulebook.py"],
    "formats": ["tests/formats", "tests/golden", "tests/cli"],
    "services": ["tests/services", "tests/sharing", "tests/web"],
    "storage": ["tests/storage", "tests/services", "tests/web"],
    "access": ["tests/access", "tests/sharing", "tests/web"],
}
"""The folders that are changed, and the tests that should notice."""

ARGUMENTS = [
    *("-o", "addopts="),  # each mutant has one process: no workers
    *("-p", "no:cacheprovider", "-p", "no:schemathesis"),
    *(
        "-p",
        "no:threadexception",
        "-p",
        "no:unraisableexception",
    ),  # they collect garbage for longer than the tests take
    # Properties kill by chance, and the others take long.
    *("-m", "not hypothesis and not exhaustive and not browser and not postgres"),
    # pytest escapes a test's name again each time that it collects it, and would not find one with a ≤ the second time.
    *("-o", "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true"),
]


def settings(folder: str) -> dict[str, object]:
    """mutmut's settings for a folder."""
    return {
        "source_paths": ["scorekeeper"],
        "only_mutate": [f"scorekeeper/{folder}/*"],
        "also_copy": [name for name in NEEDED if name != "scorekeeper"],
        "use_git_change_detection": False,
        "process_isolation": "forkserver",  # the tests are collected once, not again for every mutant
        "forkserver_warmup": "collect",
        "pytest_add_cli_args": ARGUMENTS,
        "pytest_add_cli_args_test_selection": TESTS[folder],
    }


def lay_out(folder: str) -> Path:
    """The place of a folder, as a checkout whose settings are for that folder alone."""
    place = PLACE / folder
    place.mkdir(parents=True, exist_ok=True)
    for name in NEEDED:
        if not (place / name).exists():
            (place / name).symlink_to(CHECKOUT / name)
    project = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    own = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in settings(folder).items()]
    (place / "pyproject.toml").write_text("\n".join([project, "[tool.mutmut]", *own, ""]), "utf-8")
    return place


def main(words: list[str]) -> None:
    folders, names = [word for word in words if word in TESTS], [word for word in words if word not in TESTS]
    for folder in folders or TESTS:
        command = [str(Path(sys.executable).with_name("mutmut")), "run", *names]
        subprocess.run(command, cwd=lay_out(folder), env={**os.environ, "PYTHONPATH": ""}, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
