"""Names inside functions: which are local, and their JavaScript spelling; and what a compiled part depends on."""

import ast
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase
from typing import Any

from scorekeeper.compiler.program import Definition, Library, Meaning, Module, Program
from scorekeeper.compiler.template_files import Macro, Value
from scorekeeper.compiler.types import Kinds, Types

Named = Definition | Macro | Value

LOCAL = (*ascii_lowercase, *(f"{letter}{number}" for number in range(1, 10) for letter in ascii_lowercase))
"""Local names, given out in order of use, so that similar functions have similar text that compresses well."""

OPEN, SHUT = "\ue000", "\ue001"
"""Marks around the number of a definition, which is replaced by its short name at the end."""

ENTRY = "\ue002"
"""The mark before the number of an entry of a table, which is replaced by the entry or left out."""


ATTRIBUTE, SHOWN = "\ue004", "\ue005"
"""The marks before an attribute's name: in Python, where it may get a short one, and in a template."""


def attribute(name: str) -> str:
    """The name of an attribute of a Python object."""
    return f"{ATTRIBUTE}{name}"


def quoted(text: str) -> str:
    """Text as a JavaScript literal."""
    shown = json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return shown.replace(OPEN, "\\ue000").replace(SHUT, "\\ue001")


Expressions = Mapping[type[ast.expr], Callable[[Any, "Scope"], str]]
"""The function that compiles each kind of expression."""


@dataclass(frozen=True)
class LeftOut:
    """What phones do not need: fields for the server's pages, by class, and sentences for codes that never occur.

    `entries` are the functions that make a table's entry from a code; an entry is left out if its code is not used.
    """

    fields: Mapping[str, frozenset[str]] = field(default_factory=dict)
    entries: tuple[tuple[str, str], ...] = ()  # (module, its name there)


@dataclass(eq=False)
class Entry:
    """An entry of a table, compiled once its code is used somewhere."""

    node: ast.Call
    scope: "Scope"
    code: Definition


@dataclass(eq=False)
class Unit:
    """What is compiled together: the program, how its expressions are written, and the definitions met so far."""

    program: Program
    types: Types
    expressions: Expressions
    left_out: LeftOut = field(default_factory=LeftOut)
    entries: list[Entry] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)  # by the id of the definition
    met: list[Named] = field(default_factory=list)

    def token(self, definition: Named) -> str:
        """The placeholder of a definition until it has its name."""
        at = id(definition)
        if at not in self.numbers:
            self.numbers[at] = len(self.met)
            self.met.append(definition)
        return f"{OPEN}{self.numbers[at]}{SHUT}"

    def unread(self, definition: Definition) -> frozenset[str]:
        """The fields of a class that no phone reads."""
        return self.left_out.fields.get(definition.name, frozenset())

    @cached_property
    def unread_everywhere(self) -> frozenset[str]:
        """The names of fields that no phone reads, of any class."""
        classes = self.program.classes.values()
        read = {name for each in classes for name, _ in each.all_fields() if name not in self.unread(each.definition)}
        return frozenset(name for fields in self.left_out.fields.values() for name in fields if name not in read)

    def is_entry(self, function: Definition) -> bool:
        """Whether the function makes entries that can be left out."""
        return (function.module.name, function.name) in self.left_out.entries

    def later(self, entry: Entry) -> str:
        """A placeholder for an entry until the compiler knows whether its code is used."""
        self.entries.append(entry)
        return f"{ENTRY}{len(self.entries) - 1}{SHUT}"


@dataclass(eq=False)
class Scope:
    """A function's names, inside the scopes around it. The module's top-level names are the outermost."""

    unit: Unit
    module: Module
    around: "Scope | None" = None
    names: dict[str, str] = field(default_factory=dict)  # local name: how JavaScript spells it
    kinds: dict[str, Kinds | None] = field(default_factory=dict)
    used: int = 0  # the number of local names in use

    def inner(self, names: list[str]) -> "Scope":
        """The scope of an inner function, with its own names."""
        own = dict(zip(dict.fromkeys(names), LOCAL[self.used :], strict=False))
        return Scope(self.unit, self.module, self, own, used=self.used + len(own))

    def local(self, name: str) -> str | None:
        """The JavaScript spelling of the name, if it is local."""
        return self.names.get(name) or (self.around.local(name) if self.around else None)

    def kinds_of(self, name: str) -> Kinds | None:
        """The possible kinds of the local name, if annotations say."""
        if name in self.names:
            return self.kinds.get(name)
        return self.around.kinds_of(name) if self.around else None

    def meaning(self, node: ast.expr) -> Meaning:
        """The meaning of an expression outside of functions: a definition, a module, a part of a library."""
        if isinstance(node, ast.Name) and self.local(node.id) is None:
            return self.unit.program.meaning(self.module, node.id)
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            if isinstance(owner, Module):
                return self.unit.program.meaning(owner, node.attr)
            if isinstance(owner, Library) and not owner.name:
                return Library(owner.module, node.attr)
        return None

    def expression(self, node: ast.expr) -> str:
        """An expression in JavaScript."""
        write = self.unit.expressions.get(type(node))
        if write is None:
            raise self.refuse(node, f"no {type(node).__name__}")
        return write(node, self)

    def refuse(self, node: ast.AST, what: str) -> Exception:
        """The `Refused` error for a node here."""
        return self.module.refuse(node, what)
