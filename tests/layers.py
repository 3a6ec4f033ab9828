"""The layers: what each part of the program may import, and its imports, read from the source with `ast`."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PURE = ("__future__", "collections.abc", "dataclasses", "enum", "functools", "typing")
"""The parts of the standard library without I/O and clock, which also run on the phone."""

FINDING = ("importlib", "pkgutil")
"""For the menu, to find the variants, one file each."""


@dataclass(frozen=True)
class Layer:
    """A part of the program, and what it may import.

    `None` means "anything". A module belongs to the layer with the longest matching name.
    """

    name: str
    standard: tuple[str, ...] | None = None
    project: tuple[str, ...] | None = None
    never: tuple[str, ...] = ()
    third_party: bool | tuple[str, ...] = True
    alone: bool = False  # only the module of this name, not the modules inside it

    def holds(self, module: str) -> bool:
        """Whether the module belongs to this layer, ignoring the others."""
        return module == self.name if self.alone else within(module, (self.name,))


def below(*names: str) -> tuple[str, ...]:
    """The full names of parts of the program."""
    return tuple(f"scorekeeper.{name}" for name in names)


GIVEN = below("chance", "clock")
"""What the time is, and what is random: each in one place, so that a test can play the same evening again."""

TEXT = ("itertools", "json", "re", "unicodedata")
"""More for reading a record: text, and JSON as spelled in messages."""


def core(*names: str) -> tuple[str, ...]:
    """The full names of parts of the core."""
    return below(*(f"core.{name}" for name in names))


INPUTS = core("inputs")
RULES = core("inputs", "rules")
WORDS = core("inputs", "rules", "analysis", "examples", "words")
SHEET = (*WORDS, *core("rulesets", "sheet"))
CORE = (*SHEET, *core("game", "outbox", "pages"))

IN_A_ROOM = {
    **{name: name for name in ("domain", "storage", "services", "access", "api", "cli")},
    "exports": "formats",
    "rows": "formats",
    "faults": "domain.faults",
    "pages": "web",
}
"""The layers inside a room, and which of the table's each one is like. `domain` is its pure code."""

TOURNAMENT = ("collections", "fractions", "itertools", "random", "re")
"""For lists of fixtures, exact averages, and for lots and schedules, always with a seed."""

LAYERS = (
    Layer("scorekeeper.core.inputs", standard=PURE + TEXT, project=INPUTS, third_party=False),
    Layer("scorekeeper.core.rules", standard=PURE, project=RULES, third_party=False),
    Layer("scorekeeper.core.rulesets", standard=PURE, project=core("inputs", "rules", "rulesets"), third_party=False),
    Layer(
        "scorekeeper.core.rulesets",
        standard=PURE + FINDING,
        project=core("inputs", "rules", "rulesets"),
        third_party=False,
        alone=True,
    ),
    Layer("scorekeeper.core.analysis", standard=PURE, project=core("inputs", "rules", "analysis"), third_party=False),
    Layer("scorekeeper.core.examples", standard=PURE, project=core("inputs", "rules", "examples"), third_party=False),
    Layer("scorekeeper.core.words", standard=PURE, project=WORDS, third_party=False),
    Layer("scorekeeper.core.sheet", standard=PURE + TEXT, project=SHEET, third_party=False),
    Layer("scorekeeper.core.game", standard=PURE + TEXT, project=(*SHEET, *core("game")), third_party=False),
    Layer("scorekeeper.core.pages", standard=PURE, project=CORE, third_party=False),
    Layer("scorekeeper.core.outbox", standard=PURE, project=core("outbox"), third_party=False),
    Layer("scorekeeper.core", standard=PURE, project=(), third_party=False, alone=True),
    # Pure as well, but never compiled for phones. The one package from outside is networkx, for pairing by weights.
    Layer(
        "scorekeeper.rotation",
        standard=(*PURE, "random"),
        project=(*core("rules.seating"), *below("rotation")),
        third_party=False,
    ),
    Layer("scorekeeper.declared", standard=(*PURE, "types"), project=SHEET, third_party=False),
    Layer(
        "scorekeeper.domain",
        standard=PURE + FINDING + TOURNAMENT,
        project=(*CORE, *below("declared", "domain", "rotation")),
        third_party=("networkx",),
    ),
    Layer("scorekeeper.formats.chain", project=(*below("formats.chain"), *GIVEN), third_party=False),
    Layer("scorekeeper.chance", project=(), third_party=False),
    Layer("scorekeeper.clock", project=(), third_party=False),
    Layer("scorekeeper.durable_files", project=GIVEN, third_party=False),
    Layer("scorekeeper.extras", project=(), third_party=False),
    Layer("scorekeeper.found_rooms", project=()),
    Layer(
        "scorekeeper.formats.keys",
        project=(*below("core.words.language", "durable_files", "formats.chain", "formats.keys"), *GIVEN),
    ),
    Layer("scorekeeper.formats", project=(*below("core", "declared", "domain", "formats"), *GIVEN)),
    Layer(
        "scorekeeper.storage",
        project=below(
            *("core.inputs.spelling", "core.words.language", "core.words.names"),
            *("chance", "clock", "durable_files", "extras", "formats.chain", "found_rooms", "storage"),
        ),
    ),
    Layer(
        "scorekeeper.services",
        project=below(
            *("chance", "clock", "core", "declared", "domain", "extras", "rotation"),
            *("formats", "hooks", "storage", "services"),
        ),
    ),
    Layer(
        "scorekeeper.access",
        project=(*below("core.words.language", "formats.chain", "hooks", "services", "storage", "access"), *GIVEN),
    ),
    Layer(
        "scorekeeper.web",
        project=below(
            *("chance", "clock", "core", "declared", "extras", "formats", "hooks"),
            *("storage", "services", "access", "web", "domain"),
        ),
    ),
    Layer(
        "scorekeeper.api",
        project=below(
            *("clock", "core", "declared", "formats", "found_rooms", "hooks"),
            *("storage", "services", "access", "api", "version", "domain"),
        ),
    ),
    # But for what finds rooms, only names of types are imported there, for what hooks take and return.
    Layer(
        "scorekeeper.hooks",
        project=below(
            "core",
            "found_rooms",
            "formats.files",
            "formats.games",
            "formats.parts",
            "storage.called",
            "storage.members",
            "storage.models",
            "storage.players",
            "storage.visits",
        ),
    ),
    Layer("scorekeeper.compiler", project=below("core", "compiler")),
    # Only the code that puts the app together knows every edge.
    Layer("scorekeeper.server", never=below("cli")),
    Layer("scorekeeper.cli", never=below("web", "api", "access")),
    Layer("scorekeeper.migrations", project=below("storage")),
    # A room's own module joins in by hooks, so it knows all that is in it.
    Layer("scorekeeper.rooms", never=below("compiler", "server")),
    Layer("scorekeeper.rooms", alone=True, project=()),
    Layer("scorekeeper", alone=True),
    Layer("scorekeeper.__main__"),
    Layer("scorekeeper", project=()),
)

KNOWN_INSIDE = {"gunicorn": "scorekeeper.server.connections"}
"""A package that we know from inside, and the one folder that does."""


def within(module: str, names: tuple[str, ...]) -> bool:
    """Whether the module is one of these, or is inside one."""
    return any(module == name or module.startswith(f"{name}.") for name in names)


def room_of(name: str) -> str | None:
    """The room that a module or a name is in."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["scorekeeper", "rooms"] and len(parts) > 2 else None


def as_table(name: str) -> str:
    """The name that a part of a room would have at the table, whose layers are the same."""
    parts = name.split(".")
    inside = room_of(name) is not None and len(parts) > 3 and parts[3] in IN_A_ROOM
    return ".".join(["scorekeeper", IN_A_ROOM[parts[3]], *parts[4:]]) if inside else name


def intrudes(module: str, name: str) -> bool:
    """Whether the name is in a room, and the module outside it."""
    return room_of(name) not in (None, room_of(module))


def is_known_elsewhere(module: str, name: str) -> bool:
    """Whether only a folder in which this module is not may import the name."""
    folder = KNOWN_INSIDE.get(name.partition(".")[0])
    return folder is not None and not within(module, (folder,))


@cache
def layer_of(module: str) -> Layer:
    """The layer with the longest name for the module; of two equal ones, the exact one."""
    module = as_table(module)
    return max((layer for layer in LAYERS if layer.holds(module)), key=lambda layer: (len(layer.name), layer.alone))


def modules(root: Path) -> Iterator[tuple[str, Path]]:
    """Every module of the package below `root`, under its dotted name."""
    for path in sorted((root / "scorekeeper").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def import_statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """All of a file, wherever they are: parsed once for all questions."""
    found: list[ast.Import | ast.ImportFrom] = []
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"), str(path))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):  # no import is inside an expression
            inside = getattr(node, name, ())
            waiting += inside if isinstance(inside, list) else ()
    return sorted(found, key=lambda node: node.lineno)


def imports(module: str, path: Path) -> Iterator[tuple[int, str]]:
    """The line and full name of each import in the module, wherever it is."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def allowed(layer: Layer, name: str) -> bool:
    """Whether a module of this layer may import this name."""
    first = name.split(".", maxsplit=1)[0]
    if first == "scorekeeper":
        name = as_table(name)
        return not within(name, layer.never) and (layer.project is None or within(name, layer.project))
    if first in sys.stdlib_module_names:
        return layer.standard is None or within(name, layer.standard)
    return layer.third_party if isinstance(layer.third_party, bool) else first in layer.third_party


def violations(root: Path) -> list[str]:
    """Every forbidden import below `root`, as `file:line: module imports name`."""
    return [
        f"{path.relative_to(root).as_posix()}:{line}: {module} may not import {name}"
        for module, path in modules(root)
        for line, name in imports(module, path)
        if not allowed(layer_of(module), name) or intrudes(module, name) or is_known_elsewhere(module, name)
    ]


def circle(root: Path) -> list[str]:
    """Modules below `root` that import each other in a circle, the first again at the end; empty without one."""
    known = dict(modules(root))
    graph = {
        module: {name if name in known else name.rpartition(".")[0] for _, name in imports(module, path)} - {module}
        for module, path in known.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
