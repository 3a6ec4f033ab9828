"""Holds the layers: what each part of the house may import, read from the source with `ast`."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent

PURE = ("__future__", "collections.abc", "dataclasses", "enum", "functools", "typing")
"""The standard library's parts that touch neither the world nor the clock, and that run on the phone too."""

FINDING = ("importlib", "pkgutil")
"""What the menu needs to find the variants, one file each."""


@dataclass(frozen=True)
class Layer:
    """A part of the house, and what it may import.

    `None` stands for "anything". A module belongs to the layer with the longest matching name.
    """

    name: str
    standard: tuple[str, ...] | None = None
    project: tuple[str, ...] | None = None
    never: tuple[str, ...] = ()
    third_party: bool = True
    alone: bool = False  # the module of this name, without what lies inside it

    def holds(self, module: str) -> bool:
        """Whether the module belongs here, as far as this layer alone can tell."""
        return module == self.name if self.alone else within(module, (self.name,))


def below(*names: str) -> tuple[str, ...]:
    """The full names of parts of the house."""
    return tuple(f"scorekeeper.{name}" for name in names)


RECORD = below("sheet", "log", "rules", "words", "chain")
EDGES = below("web", "api", "cli")

LAYERS = (
    Layer("scorekeeper.rules", standard=PURE, project=below("rules"), third_party=False),
    Layer("scorekeeper.examples", standard=PURE, project=below("rules", "examples"), third_party=False),
    Layer("scorekeeper.words", standard=PURE, project=below("rules", "examples", "words"), third_party=False),
    Layer("scorekeeper.variants", standard=PURE, project=below("rules", "variants"), third_party=False),
    Layer(
        "scorekeeper.variants",
        standard=PURE + FINDING,
        project=below("rules", "variants"),
        third_party=False,
        alone=True,
    ),
    Layer("scorekeeper.chain", project=below("chain"), third_party=False),
    Layer("scorekeeper.keys", project=below("chain", "keys")),
    Layer("scorekeeper.sheet", project=(*RECORD, *below("variants")), third_party=False),
    Layer("scorekeeper.log", project=(*RECORD, *below("variants")), third_party=False),
    Layer("scorekeeper.storage", project=(*RECORD, *below("storage"))),
    Layer("scorekeeper.exports", project=(*RECORD, *below("exports", "variants"))),
    Layer("scorekeeper.imports", project=(*RECORD, *below("imports", "exports", "variants"))),
    Layer("scorekeeper.proof", project=(*RECORD, *below("proof", "imports", "exports", "keys", "variants"))),
    Layer("scorekeeper.stats", project=(*RECORD, *below("stats", "variants"))),
    Layer(
        "scorekeeper.play",
        project=(*RECORD, *below("play", "variants", "storage", "exports", "imports", "proof", "stats", "keys")),
    ),
    Layer("scorekeeper.web", never=below("api", "cli")),
    Layer("scorekeeper.api", never=below("web", "cli")),
    # Putting the app together is the only work that knows every edge.
    Layer("scorekeeper", alone=True),
    Layer("scorekeeper.__main__"),
    Layer("scorekeeper.app"),
    Layer("scorekeeper.cli"),
    # What is in none of the above serves the edges. No layer below may import it, for none lists it.
    Layer("scorekeeper", never=EDGES),
)


def within(module: str, names: tuple[str, ...]) -> bool:
    """Whether the module is one of these, or lies inside one."""
    return any(module == name or module.startswith(f"{name}.") for name in names)


def layer_of(module: str) -> Layer:
    """The layer with the longest name that holds the module; of two alike, the one that means it alone."""
    return max((layer for layer in LAYERS if layer.holds(module)), key=lambda layer: (len(layer.name), layer.alone))


def modules(root: Path) -> Iterator[tuple[str, Path]]:
    """Every module of the package below `root`, under its dotted name."""
    for path in sorted((root / "scorekeeper").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(module: str, path: Path) -> Iterator[tuple[int, str]]:
    """The line and full name of all that a module imports, wherever in it the import stands."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def allowed(layer: Layer, name: str) -> bool:
    """Whether a module of this layer may import this name."""
    first = name.split(".", maxsplit=1)[0]
    if first == "scorekeeper":
        return not within(name, layer.never) and (layer.project is None or within(name, layer.project))
    if first in sys.stdlib_module_names:
        return layer.standard is None or within(name, layer.standard)
    return layer.third_party


def violations(root: Path) -> list[str]:
    """Every import below `root` that runs against an arrow, as `file:line: module imports name`."""
    return [
        f"{path.relative_to(root).as_posix()}:{line}: {module} may not import {name}"
        for module, path in modules(root)
        for line, name in imports(module, path)
        if not allowed(layer_of(module), name)
    ]


def test_no_import_runs_up() -> None:
    assert violations(CHECKOUT) == []


def plant(root: Path, file: str, source: str) -> Path:
    """A house of one file."""
    path = root / "scorekeeper" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source + "\n", "utf-8")
    return root


REFUSED = [
    ("rules/hand.py", "import random"),
    ("rules/hand.py", "from datetime import datetime"),
    ("rules/hand.py", "from collections import deque"),
    ("rules/hand.py", "import flask"),
    ("rules/hand.py", "import scorekeeper"),
    ("rules/hand.py", "from scorekeeper import variants"),
    ("rules/hand.py", "from scorekeeper.words.lines import line_text"),
    ("variants/partnership.py", "from scorekeeper.words import plain"),
    ("words/lines.py", "from scorekeeper.sheet import Sheet"),
    ("words/lines.py", "import flask"),
    ("examples/worked.py", "from scorekeeper.words.plain import joined"),
    ("rules/hand.py", "from .. import variants"),
    ("rules/hand.py", "from scorekeeper.variants.partnership import PARTNERSHIP"),
    ("rules/__init__.py", "from ..sheet import Sheet"),
    ("rules/steps/bags.py", "def late():\n    from scorekeeper.sheet import Sheet"),
    ("variants/partnership.py", "import json"),
    ("variants/partnership.py", "import pkgutil"),
    ("variants/partnership.py", "from scorekeeper import sheet"),
    ("variants/__init__.py", "import os"),
    ("sheet.py", "from scorekeeper.storage import models"),
    ("sheet.py", "import sqlalchemy"),
    ("log.py", "from scorekeeper.play import score"),
    ("storage/models.py", "from scorekeeper.variants import menu"),
    ("storage/models.py", "from scorekeeper import play"),
    ("storage/models.py", "from scorekeeper.exports import csv"),
    ("chain/links.py", "from scorekeeper.sheet import Sheet"),
    ("chain/signature.py", "import cryptography"),
    ("keys/folder.py", "from scorekeeper.storage import models"),
    ("exports/csv.py", "from scorekeeper.keys import InstanceKeys"),
    ("exports/csv.py", "from scorekeeper.storage import models"),
    ("exports/csv.py", "from scorekeeper.imports import csv"),
    ("imports/csv.py", "from scorekeeper.storage import models"),
    ("proof/check.py", "from scorekeeper.storage import models"),
    ("stats.py", "from scorekeeper.web import pages"),
    ("play.py", "from scorekeeper.web import forms"),
    ("play.py", "from scorekeeper import create_app"),
    ("web/hands.py", "from scorekeeper.api import hands"),
    ("web/hands.py", "import scorekeeper.api.hands"),
    ("web/hands.py", "from ..cli import main"),
    ("api/hands.py", "from scorekeeper.web import hands"),
    ("api/hands.py", "from scorekeeper import web"),
    ("settings.py", "from scorekeeper.web import hands"),
]

WELCOME = [
    (
        "rules/hand.py",
        "from dataclasses import dataclass\nfrom collections.abc import Mapping\nimport typing",
    ),
    ("rules/hand.py", "from scorekeeper.rules.calls import Call"),
    ("rules/hand.py", "from .calls import Call"),
    (
        "variants/partnership.py",
        "from scorekeeper.rules import steps\nfrom scorekeeper.variants import tables",
    ),
    ("variants/__init__.py", "import pkgutil\nfrom importlib import import_module"),
    ("words/lines.py", "from scorekeeper.rules.lines import LineItem\nfrom scorekeeper.examples import Example"),
    ("sheet.py", "import json\nfrom scorekeeper.variants import menu\nfrom scorekeeper import log, rules"),
    ("log.py", "import hashlib\nfrom scorekeeper import sheet"),
    (
        "storage/models.py",
        "import sqlalchemy\nfrom scorekeeper import log\nfrom scorekeeper.sheet import Sheet",
    ),
    ("exports/csv.py", "import csv\nfrom scorekeeper.sheet import Sheet\nfrom scorekeeper.chain import Entry"),
    ("imports/csv.py", "import csv\nfrom scorekeeper.exports import told"),
    ("play.py", "from scorekeeper import exports, log, sheet, stats, storage, variants"),
    ("web/hands.py", "import flask\nfrom scorekeeper import play, settings"),
    ("api/hands.py", "from scorekeeper import play\nfrom scorekeeper.api import schema"),
    ("cli.py", "from scorekeeper import create_app, play, sheet, web"),
    ("__init__.py", "from scorekeeper import api, web"),
    ("settings.py", "import tomllib\nimport flask"),
]


@pytest.mark.parametrize(("file", "source"), REFUSED)
def test_a_wrong_import_is_found(tmp_path: Path, file: str, source: str) -> None:
    found = violations(plant(tmp_path, file, source))
    assert len(found) == 1
    assert found[0].startswith(f"scorekeeper/{file}:{source.count(chr(10)) + 1}: ")


@pytest.mark.parametrize(("file", "source"), WELCOME)
def test_a_right_import_is_let_be(tmp_path: Path, file: str, source: str) -> None:
    assert violations(plant(tmp_path, file, source)) == []


def test_a_house_not_yet_built_is_in_order(tmp_path: Path) -> None:
    assert violations(tmp_path) == []
