"""The ES module: the runtime, everything that the exports depend on, in Python's order of execution, short names."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path
from string import ascii_letters

from jinja2 import Environment

from scorekeeper.phone.calls import call
from scorekeeper.phone.comparisons import comparison
from scorekeeper.phone.comprehensions import comprehension, function
from scorekeeper.phone.definitions import definition
from scorekeeper.phone.expressions import SIMPLE
from scorekeeper.phone.program import Definition, Find, Program, Refused
from scorekeeper.phone.scopes import LOCAL, OPEN, SHUT, Expressions, Named, Unit
from scorekeeper.phone.syntax import listed
from scorekeeper.phone.template_files import Macro, TemplateFiles
from scorekeeper.phone.templates import Templates
from scorekeeper.phone.types import Types

RUNTIME = Path(__file__).parent / "runtime"
PARTS = ("values", "builtins", "text", "markup", "json")
COMMENT = re.compile(r"^\s*//.*\n|^\s+|\s+//.*$", re.MULTILINE)
OF_RUNTIME = {
    "use_host": "useHost",
    "dict": "Dict",
    "Set": "PySet",
    "Data": "Data",
    "Enum": "Enum",
    "Markup": "Markup",
    "str": "str",
    "from_json": "fromJson",
    "to_json": "toJson",
}
"""The module's exports from the runtime."""

TOKEN = re.compile(f"{OPEN}(\\d+){SHUT}")
OWN = re.compile(r"\bpy_\w+")
KEYWORDS = listed("as do if in is of")
"""JavaScript keywords short enough to be generated as a name."""

WORD = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True)
class Exports:
    """The exports of the module: functions, values and classes of Python, macros and pages, by export name."""

    functions: Mapping[str, tuple[str, str]]  # name: (module, its name there)
    macros: Mapping[str, tuple[str, str]]  # name: (template, its name there)
    pages: tuple[str, ...] = ()
    template_functions: Mapping[str, tuple[str, str]] | None = None  # functions for templates, by name


EXPRESSIONS: Expressions = {
    **SIMPLE,
    ast.Call: call,
    ast.Compare: comparison,
    ast.Lambda: function,
    ast.ListComp: comprehension,
    ast.GeneratorExp: comprehension,
    ast.SetComp: comprehension,
    ast.DictComp: comprehension,
}
"""All expressions that the compiler knows."""


def unit_of(program: Program) -> Unit:
    """A program that is compiled as one module."""
    return Unit(program, Types(program), EXPRESSIONS)


def runtime() -> str:
    """The runtime without comments."""
    return "".join(COMMENT.sub("", (RUNTIME / f"{part}.js").read_text("utf-8")) for part in PARTS)


def compiled(find: Find, exports: Exports, environment: Environment | None = None) -> str:
    """The module. Raises `Refused` for what the compiler does not know."""
    used = exports.template_functions or {}
    modules = dict.fromkeys(module for module, _ in (*exports.functions.values(), *used.values()))
    program = Program(find, tuple(modules))
    unit = unit_of(program)
    templates = Templates(
        unit, TemplateFiles(environment or Environment()), {name: _found(program, at) for name, at in used.items()}
    )
    tokens = {name: unit.token(_found(program, at)) for name, at in exports.functions.items()}
    for name, (template, there) in exports.macros.items():
        macro = templates.files.meaning(templates.files.file(template), there)
        if macro is None:
            raise Refused(f"templates/{template}", 1, "no such macro", there)
        tokens[name] = unit.token(macro)
    pages = _pages(templates, exports.pages)
    text = _declared(unit, templates) + pages
    shown = [f"{token} as {name}" for name, token in tokens.items()]
    shown += [f"py_{name} as {as_}" for name, as_ in OF_RUNTIME.items()]
    return _named(f"{runtime()}{text}export{{pages,{','.join(shown)}}};\n", len(unit.met))


def _found(program: Program, at: tuple[str, str]) -> Definition:
    module, name = at
    found = program.meaning(program.modules[module], name) if module in program.modules else None
    if not isinstance(found, Definition):
        running = program.modules[module].running if module in program.modules else None
        if running:
            raise program.modules[module].refuse(running, "a statement that runs when the module is imported")
        raise Refused(module, 1, "no such name", name)
    return found


def _pages(templates: Templates, names: tuple[str, ...]) -> str:
    """The blocks of each page by name, except its scripts. Those of a layout are shared by all pages that extend it."""
    layouts = dict.fromkeys(templates.files.file(name).layout for name in names)
    shared = {layout: f"py_layout{number}" for number, layout in enumerate(layouts) if layout}
    text = "".join(f"const {own}={{{_blocks(templates, layout)}}};\n" for layout, own in shared.items())
    pages = (
        f'"{name}":{{{f"...{shared[layout]}," if (layout := templates.files.file(name).layout) else ""}'
        f"{_blocks(templates, name)}}}"
        for name in names
    )
    return f"{text}const pages={{{','.join(pages)}}};\n"


def _blocks(templates: Templates, name: str) -> str:
    file = templates.files.file(name)
    return ",".join(f"{key}:{templates.block(file, node)}" for key, node in file.blocks.items() if key != "head")


def _declared(unit: Unit, templates: Templates) -> str:
    """All definitions in use, with everything they depend on: Python's in program order, then the templates'."""
    found: dict[int, tuple[tuple[int, int, int], str]] = {}
    places = {id(module): place for place, module in enumerate(unit.program.order)}
    done = 0
    while done < len(unit.met):
        met = unit.met[done]
        done += 1
        key, place = _place(met, places)
        if key not in found:
            found[key] = (place, "")
            found[key] = (place, _declaration(unit, templates, met))
    return "".join(text for _, text in sorted(found.values()))


def _place(met: Named, places: dict[int, int]) -> tuple[int, tuple[int, int, int]]:
    """What is declared together, and its place in the order."""
    if isinstance(met, Definition):
        return id(met.node), (0, places[id(met.module)], met.node.lineno)
    return id(met), (1, 1 if isinstance(met, Macro) else 0, met.node.lineno)


def _declaration(unit: Unit, templates: Templates, met: Named) -> str:
    if not isinstance(met, Definition):
        return templates.declaration(met)
    if isinstance(met.node, ast.Assign) and isinstance(met.node.targets[0], ast.Tuple):
        for part in met.node.targets[0].elts:
            assert isinstance(part, ast.Name)
            unit.token(met.module.defined[part.id])
    return definition(unit, met)


def _named(text: str, many: int) -> str:
    """The module with short names, shortest for the most frequent."""
    taken = {*WORD.findall(runtime()), *KEYWORDS, *LOCAL}
    counted = Counter(TOKEN.findall(text))
    own = Counter(OWN.findall(text))
    names = (name for name in short_names() if name not in taken)
    given: dict[str, str] = {}
    common = [key for key, _ in sorted([*counted.items(), *own.items()], key=lambda pair: (-pair[1], pair[0]))][:120]
    for key in dict.fromkeys([*common, *counted, *own]):
        given[key] = next(names)
    assert len(counted) <= many
    return OWN.sub(lambda found: given[found[0]], TOKEN.sub(lambda found: given[found[1]], text))


def short_names() -> Iterator[str]:
    """`a`, `b`, … `aa`, `ab`, …"""
    for length in count(1):
        for letters in product(ascii_letters, repeat=length):
            yield "".join(letters)
