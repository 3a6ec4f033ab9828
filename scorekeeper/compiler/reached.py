"""Finds what the exports need, part by part: definitions, macros, and those methods of a class whose names occur."""

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scorekeeper.compiler.calls import of_definition
from scorekeeper.compiler.definitions import METHODS, definition, methods
from scorekeeper.compiler.program import Definition
from scorekeeper.compiler.scopes import ATTRIBUTE, ENTRY, OPEN, SHOWN, SHUT, Named, Unit
from scorekeeper.compiler.template_files import Macro
from scorekeeper.compiler.templates import Templates

TOKEN = re.compile(f"{OPEN}(\\d+){SHUT}")
ENTRIES = re.compile(f"{ENTRY}(\\d+){SHUT},?")
NAME = re.compile(rf'[."][{ATTRIBUTE}{SHOWN}]?([A-Za-z_]\w*)')
ALWAYS = frozenset({"__init__", "__str__"})
"""Methods that Python calls implicitly, so their names occur nowhere."""


@dataclass(eq=False)
class Declared:
    """A declaration. A class's methods are listed separately, as only some of them may be needed."""

    position: tuple[int, int, int]
    token: str
    text: str = ""
    writers: dict[str, Callable[[], str]] = field(default_factory=dict)  # of methods, by name
    methods: dict[str, str] = field(default_factory=dict)  # methods that something calls
    part: int | None = None  # the part of the module that has it, once written
    first: int = 0  # the first part that may have it


class Reached:
    """Everything that the reached code needs. `used` are the names of methods that scripts outside the module call."""

    def __init__(self, unit: Unit, templates: Templates, used: Iterable[str]) -> None:
        self.unit, self.templates = unit, templates
        self.used = {*ALWAYS, *used}
        self.used_before = set(self.used)  # in the parts that are written
        self.positions = {id(module): position for position, module in enumerate(unit.program.order)}
        self.found: dict[int, Declared] = {}  # by the id of the node
        self.by_number: list[Declared] = []
        self.entries: dict[int, str] = {}
        self.parts = 0

    def reach(self, text: str) -> None:
        """Declare what the text needs, and what those declarations need in turn."""
        self._use(text)
        while self._definitions() or self._methods() or self._entries():
            pass

    def _use(self, text: str) -> str:
        self.used.update(NAME.findall(text))
        return text

    def _definitions(self) -> bool:
        before = len(self.by_number)
        while len(self.by_number) < len(self.unit.met):
            met = self.unit.met[len(self.by_number)]
            key, position = self._position(met)
            fresh = key not in self.found
            declared = self.found.setdefault(key, Declared(position, self.unit.token(met)))
            self.by_number.append(declared)
            if fresh:
                declared.text = self._use(self._text(met))
                declared.writers = methods(self.unit, met) if isinstance(met, Definition) else {}
        return len(self.by_number) > before

    def _position(self, met: Named) -> tuple[int, tuple[int, int, int]]:
        """The declaration, and its place in the order: Python's in program order, then the templates'."""
        if isinstance(met, Definition):
            return id(met.node), (0, self.positions[id(met.module)], met.node.lineno)
        return id(met), (1, 1 if isinstance(met, Macro) else 0, met.node.lineno)

    def _text(self, met: Named) -> str:
        if not isinstance(met, Definition):
            return self.templates.declaration(met)
        if isinstance(met.node, ast.Assign) and isinstance(met.node.targets[0], ast.Tuple):
            for part in met.node.targets[0].elts:
                assert isinstance(part, ast.Name)
                self.unit.token(met.module.defined[part.id])
        return definition(self.unit, met)

    def _methods(self) -> bool:
        """Add methods whose names have turned up since; returns whether there were any."""
        fresh = [(each, name) for each in self.found.values() for name in each.writers if name in self.used]
        for declared, name in fresh:
            declared.methods[name] = self._use(declared.writers.pop(name)())
        return bool(fresh)

    def _entries(self) -> bool:
        """Add table entries whose codes have turned up since; returns whether there were any."""
        waiting = [(number, entry) for number, entry in enumerate(self.unit.entries) if number not in self.entries]
        fresh = [(number, entry) for number, entry in waiting if id(entry.code) in self.unit.numbers]
        for number, entry in fresh:
            function = entry.scope.meaning(entry.node.func)
            assert isinstance(function, Definition)
            self.entries[number] = self._use(of_definition(entry.node, function, entry.scope))
        return bool(fresh)

    def delay(self, tokens: Iterable[str], part: int) -> None:
        """Write these declarations in this part, even if others before it need them."""
        for number in map(int, TOKEN.findall("".join(tokens))):
            met = self.unit.met[number]
            if isinstance(met, Definition) and not isinstance(met.node, ast.FunctionDef):
                raise met.module.refuse(met.node, "something else than a function in a later part")
            self.by_number[number].first = part

    def part(self, text: str) -> str:
        """The declarations that the text needs, without those in earlier parts."""
        own: dict[int, tuple[Declared, list[str]]] = {}
        waiting = [text]
        while waiting:
            read, waiting = waiting, []
            self.used_before.update(*(NAME.findall(each) for each in read))
            for declared in (self.by_number[int(number)] for each in read for number in TOKEN.findall(each)):
                if declared.part is None and declared.first <= self.parts:
                    declared.part = self.parts
                    declared.text = ENTRIES.sub(self._entry, declared.text)
                    own[id(declared)] = (declared, [])
                    waiting.append(declared.text)
            for declared in self.found.values():
                for name in [
                    name for name in declared.methods if declared.part is not None and name in self.used_before
                ]:
                    waiting.append(declared.methods.pop(name))
                    own.setdefault(id(declared), (declared, []))[1].append(waiting[-1])
        self.parts += 1
        return "".join(_written(*each) for each in sorted(own.values(), key=lambda each: each[0].position))

    def part_of(self, number: int) -> int | None:
        """The part in which a definition is written."""
        return self.by_number[number].part

    def _entry(self, found: re.Match[str]) -> str:
        made = self.entries.get(int(found[1]))
        return f"{made}," if made else ""


def _written(declared: Declared, own: list[str]) -> str:
    """The text of a declaration; for a class in an earlier part, only its additional methods."""
    if METHODS in declared.text or not own:
        text, declared.text = declared.text.replace(METHODS, "".join(own)), declared.text.replace(METHODS, "")
        return text
    extends = f" extends Object.getPrototypeOf({declared.token})" if " extends " in declared.text else ""
    return f"py_more({declared.token},class{extends}{{{''.join(own)}}});\n"
