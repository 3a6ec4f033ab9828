"""The ES module: the runtime, and everything that the exports depend on, in Python's order of execution."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jinja2 import Environment

from scorekeeper.compiler.calls import call
from scorekeeper.compiler.comprehensions import comprehension, function
from scorekeeper.compiler.expressions import SIMPLE
from scorekeeper.compiler.kinds import comparison
from scorekeeper.compiler.program import Definition, Find, Program, Refused
from scorekeeper.compiler.reached import TOKEN, Reached
from scorekeeper.compiler.scopes import Expressions, LeftOut, Unit
from scorekeeper.compiler.shortening import OWN, WORD, named, runtime, with_short_attributes
from scorekeeper.compiler.template_files import TemplateFiles
from scorekeeper.compiler.templates import Templates
from scorekeeper.compiler.types import Types

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
    "NotLoaded": "NotLoaded",
}
"""The module's exports from the runtime."""

USED = re.compile(r'\bpy_\w+|(?<=py_filters\.)\w+|(?<=py_tests\.)\w+|(?<=")\w+(?=")')
"""What a text may use of the runtime: its functions, filters and tests, and methods of text and lists by name."""


@dataclass(frozen=True)
class Exports:
    """The exports of a part of the module: functions and classes of Python, macros and pages, by export name.

    Those in `late` are not for scripts: parts before call them too, and raise `NotLoaded` until this part is loaded.
    """

    functions: Mapping[str, tuple[str, str]]  # name: (module, its name there)
    macros: Mapping[str, tuple[str, str]]  # name: (template, its name there)
    pages: tuple[str, ...] = ()
    late: frozenset[str] = frozenset()
    late_blocks: frozenset[tuple[str, str]] = frozenset()  # of pages in parts before: (template, block)


@dataclass(frozen=True)
class CompilerSettings:
    """What shapes a module besides its exports: template functions, what to leave out, names that scripts use."""

    environment: Environment = field(default_factory=Environment)
    template_functions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    left_out: LeftOut = field(default_factory=LeftOut)
    used: frozenset[str] = frozenset()
    of_runtime: Sequence[str] = tuple(OF_RUNTIME)
    """What the module exports of the runtime."""


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


def unit_of(program: Program, left_out: LeftOut | None = None) -> Unit:
    """A program that is compiled as one module."""
    return Unit(program, Types(program), EXPRESSIONS, left_out or LeftOut())


def compiled(find: Find, parts: Sequence[Exports], settings: CompilerSettings | None = None) -> list[str]:
    """The module, and the parts that a phone loads later. Raises `Refused` for what the compiler does not know."""
    settings = settings or CompilerSettings()
    used = settings.template_functions
    names = [at for part in parts for at in part.functions.values()]
    program = Program(find, tuple(dict.fromkeys(module for module, _ in (*names, *used.values()))))
    unit = unit_of(program, settings.left_out)
    functions = {name: _found(program, at) for name, at in used.items()}
    templates = Templates(unit, TemplateFiles(settings.environment), functions)
    shown = [_exported(templates, part) for part in parts]
    pages = _pages(templates, parts)
    reached = Reached(unit, templates, settings.used)
    for text, tokens in zip(pages, shown, strict=True):
        reached.reach(text + "".join(tokens.values()))
    late = [[shown[number].pop(name) for name in sorted(part.late)] for number, part in enumerate(parts)]
    for number, later in enumerate(late):
        reached.delay(later, number)
    needs = ["".join([text, *tokens.values(), *later]) for text, tokens, later in zip(pages, shown, late, strict=True)]
    bodies = [reached.part(need) + text for need, text in zip(needs, pages, strict=True)]
    bodies = [
        f"{body}py_loaded({','.join(later)});\n" if later else body for body, later in zip(bodies, late, strict=True)
    ]
    stubs = [token for tokens in late for token in tokens]
    bodies[0] = f"const[{','.join(stubs)}]=py_later({len(stubs)});\n{bodies[0]}" if stubs else bodies[0]
    texts = [_part(reached, bodies, number, shown, settings.of_runtime) for number in range(len(parts))]
    needed = runtime({name for text in texts for name in USED.findall(text)})
    words = {*WORD.findall(needed)}
    texts = with_short_attributes(texts, words | settings.used)
    return named([needed + texts[0], *texts[1:]], words)


def _exported(templates: Templates, part: Exports) -> dict[str, str]:
    """The placeholders of the exports, by export name."""
    unit = templates.unit
    tokens = {name: unit.token(_found(unit.program, at)) for name, at in part.functions.items()}
    for name, (template, there) in part.macros.items():
        macro = templates.files.meaning(templates.files.file(template), there)
        if macro is None:
            raise Refused(f"templates/{template}", 1, "no such macro", there)
        tokens[name] = unit.token(macro)
    return tokens


def _part(
    reached: Reached, bodies: list[str], number: int, shown: list[dict[str, str]], of_runtime: Sequence[str]
) -> str:
    """The text of a part. The first has the runtime; later ones are functions of what the parts before share."""
    texts = [body + "".join(tokens.values()) for body, tokens in zip(bodies, shown, strict=True)]
    needed = [name for text in texts[number + 1 :] for name in _names(reached, text, [number])]
    shared = ",".join(dict.fromkeys(needed if number else ["pages", *needed]))
    if number == 0:
        names = [f"{token} as {name}" for name, token in shown[0].items()]
        names += [f"py_{name} as {OF_RUNTIME[name]}" for name in of_runtime]
        return f"{bodies[0]}const shared={{{shared}}};\nexport{{shared,pages,{','.join(names)}}};\n"
    given = ",".join(["pages", *_names(reached, texts[number], range(number))])
    result = ",".join(f"{name}:{token}" for name, token in shown[number].items())
    return (
        f"export const more=(shared)=>{{\nconst{{{given}}}=shared;\n{bodies[number]}"
        f"{f'Object.assign(shared,{{{shared}}});' if shared else ''}return{{{result}}};\n}};\n"
    )


def _names(reached: Reached, body: str, parts: Sequence[int]) -> list[str]:
    """The names in a text that these parts declare."""
    numbers = dict.fromkeys(map(int, TOKEN.findall(body)))
    found = [reached.unit.token(reached.unit.met[number]) for number in numbers if reached.part_of(number) in parts]
    return [*(dict.fromkeys(OWN.findall(body)) if 0 in parts else []), *found]


def _found(program: Program, at: tuple[str, str]) -> Definition:
    module, name = at
    found = program.meaning(program.modules[module], name) if module in program.modules else None
    if not isinstance(found, Definition):
        running = program.modules[module].running if module in program.modules else None
        if running:
            raise program.modules[module].refuse(running, "a statement that runs when the module is imported")
        raise Refused(module, 1, "no such name", name)
    return found


def _pages(templates: Templates, parts: Sequence[Exports]) -> list[str]:
    """The blocks of each page by name, except its scripts. Those of a layout are shared by all pages that extend it."""
    file = templates.files.file
    layouts = dict.fromkeys(file(name).layout for part in parts for name in part.pages)
    shared = {layout: f"py_layout{number}" for number, layout in enumerate(layouts) if layout}
    late = frozenset[tuple[str, str]]().union(*(part.late_blocks for part in parts))
    first = "".join(f"const {own}={{{_blocks(templates, layout)}}};\n" for layout, own in shared.items())
    texts: list[str] = []
    for part in parts:
        pages = ",".join(
            f'"{name}":{{{f"...{shared[layout]}," if (layout := file(name).layout) else ""}'
            f"{_blocks(templates, name, late)}}}"
            for name in part.pages
        )
        more = "".join(
            f'pages["{name}"].{key}={templates.block(file(name), file(name).blocks[key])};\n'
            for name, key in sorted(part.late_blocks)
        )
        texts.append((f"Object.assign(pages,{{{pages}}});\n" if texts else f"{first}const pages={{{pages}}};\n") + more)
    return texts


def _blocks(templates: Templates, name: str, late: frozenset[tuple[str, str]] = frozenset()) -> str:
    """The blocks of a template, with an error in place of those that a later part has."""
    file = templates.files.file(name)
    return ",".join(
        f"{key}:{'py_missing' if (name, key) in late else templates.block(file, node)}"
        for key, node in file.blocks.items()
        if key != "head"
    )
