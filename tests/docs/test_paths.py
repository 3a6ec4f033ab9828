"""Each path, command and link between documents names something that exists."""

from __future__ import annotations

import re
import subprocess
from pathlib import PurePosixPath

import pytest

from scorekeeper.cli import COMMANDS, commands_of_rooms
from tests.docs.pages import page
from tests.served import CHECKOUT

LISTED = subprocess.run(["git", "ls-files"], cwd=CHECKOUT, capture_output=True, check=True, text=True).stdout
FILES = frozenset(LISTED.splitlines())
FOLDERS = frozenset(str(folder) for file in FILES for folder in PurePosixPath(file).parents)
PAGES = sorted(
    file for file in FILES if re.fullmatch(r"(docs/[\w-]+|README|CONTRIBUTING|SECURITY|CHANGELOG)\.md", file)
)
ROOTS = ("", "scorekeeper/", "scorekeeper/static/", "templates/")
"""Where a path may begin; docs/architecture.md says so of its own."""
SOURCE = re.compile(r"[\w./-]+\.(?:py|js|html|css)")
NO_FILES = {"dcs/etcd3.py", "deploy/.env", "/worker.js", "scorekeeper/1"}
"""A file of Patroni, one that a host writes, an address, the name of a format."""


def code(text: str) -> list[str]:
    """What stands between backticks in a line, and the lines of code blocks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```\w*\n.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))
    return inline + [line for block in blocks for line in block.splitlines()]


def is_there(path: str) -> bool:
    """Whether a path names a file or a folder of the checkout, or the end of one's path."""
    path = path.rstrip("/")
    full = [root + path for root in ROOTS]
    return any(each in FILES or each in FOLDERS for each in full) or any(file.endswith(f"/{path}") for file in FILES)


def missing_paths(text: str) -> list[str]:
    """The source files and the folders in a text that are not in the checkout."""
    spans = re.findall(r"`([^`\n]+)`", text)
    paths = [span for span in spans if SOURCE.fullmatch(span) or is_folder_of_ours(span)]
    return [path for path in paths if path not in NO_FILES and not is_there(path)]


def is_folder_of_ours(span: str) -> bool:
    """Whether it is written as a path below a folder of the program or of the checkout."""
    first = span.split("/", maxsplit=1)[0]
    return bool(re.fullmatch(r"[\w.-]+(/[\w.-]+)+/?", span)) and any(root + first in FOLDERS for root in ROOTS[:2])


@pytest.mark.parametrize("name", PAGES)
def test_paths_are_there(name: str) -> None:
    assert missing_paths(page(name)) == []


@pytest.mark.parametrize("name", PAGES)
def test_commands_are_there(name: str) -> None:
    lines = code(page(name))
    targets = set(re.findall(r"^([\w-]+):", page("Makefile"), re.MULTILINE)) | set(
        re.search(r"\.PHONY: (.*)", page("Makefile"))[1].split()  # type: ignore[index]
    )
    made = [word for line in lines for word in re.findall(r"(?:^|\s)make ([a-z-]+)\b(?!\()", line)]
    assert [target for target in made if target not in targets] == []
    known = {*COMMANDS, *commands_of_rooms()}
    called = [word for line in lines for word in re.findall(r"(?:^|/|\$ )scorekeeper ([a-z]+)\b", line)]
    assert [command for command in called if command not in known] == []


@pytest.mark.parametrize("name", PAGES)
def test_linked_pages_and_headings_are_there(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", page(name)):
        file, _, heading = target.partition("#")
        path = (CHECKOUT / name).parent / file if file else CHECKOUT / name
        assert path.exists(), target
        if heading and path.suffix == ".md":
            assert heading in anchors(path.read_text("utf-8")), target


def anchors(text: str) -> set[str]:
    """The headings of a document as addresses name them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_moved_file_is_noticed() -> None:
    assert missing_paths("see `core/game/moves.py` and `core/game/gone.py`, in `core/gone/`") == [
        "core/game/gone.py",
        "core/gone/",
    ]
