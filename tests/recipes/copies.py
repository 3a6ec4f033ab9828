"""A recipe as a change of files, and a copy of the program to follow it in."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Recipe:
    """One small change. `title` is that of its section in `docs/architecture.md`; paths are below the checkout.

    `new` has whole files, `edits` pairs of an existing text and its replacement, `more` text to append to files. `pins`
    has the tests that fail although the change works, each with what the section says of it.
    """

    title: str
    new: dict[str, str] = field(default_factory=dict)
    edits: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    pins: dict[str, str] = field(default_factory=dict)

    @property
    def files(self) -> list[str]:
        """Every file it touches."""
        return sorted({*self.new, *self.edits, *self.more})


def in_file(file: str, pattern: str) -> str:
    """The first text of the file that matches the pattern, for an edit."""
    found = re.search(pattern, (CHECKOUT / file).read_text("utf-8"), re.MULTILINE)
    assert found is not None, f"{file} has no {pattern}"
    return found[0]


def with_import(file: str, line: str) -> tuple[str, str]:
    """The edit that adds an import."""
    first = in_file(file, r"^from scorekeeper\..*\n")
    return first, f"{line}\n{first}"


def with_item(file: str, name: str, item: str) -> tuple[str, str]:
    """The edit that adds an item to a table of the module."""
    head = in_file(file, rf"^{name}(: .*)? = \{{\n")
    return head, f"{head}    {item},\n"


def copy_program(folder: Path) -> None:
    """The package, as compiled here, and its templates."""
    for name in ("scorekeeper", "templates"):
        shutil.copytree(CHECKOUT / name, folder / name)


def apply(recipe: Recipe, folder: Path) -> None:
    """Follow the recipe in the copy."""
    for file in recipe.files:
        path = folder / file
        text = recipe.new.get(file) or path.read_text("utf-8")
        for before, after in recipe.edits.get(file, []):
            assert before in text, f"{recipe.title}: {file} has no {before!r}"
            text = text.replace(before, after, 1)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + recipe.more.get(file, ""), "utf-8")
