"""The Python program to compile: its modules, the meaning of each name in them, and the parameters of functions."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from scorekeeper.compiler.syntax import Signature, decorators, signature, stored_names

Find = Callable[[str], tuple[str, str] | None]
"""The path and the source of a module by its name, None if there is no such module."""

HELP = "Write it in the Python that docs/compiler.md describes, or teach it to scorekeeper/compiler"


class Refused(Exception):
    """Source that the compiler cannot translate, with its file, line and expression."""

    def __init__(self, path: str, line: int, what: str, expression: str) -> None:
        super().__init__(f"{path}:{line}: {what}: {expression}. {HELP}.")


@dataclass(eq=False)
class Module:
    """A module, with the definitions and imports at its top level."""

    name: str
    path: str
    tree: ast.Module
    defined: dict[str, "Definition"] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: (module, its name there, "" for itself)
    running: ast.stmt | None = None  # the first statement with an effect on import

    def refuse(self, node: ast.AST, what: str) -> Refused:
        """The `Refused` error for a node."""
        shown = " ".join(ast.unparse(node).split())
        return Refused(self.path, getattr(node, "lineno", 1), what, shown if len(shown) < 80 else f"{shown[:79]}…")


@dataclass(eq=False)
class Definition:
    """A name of a module, and the statement that defines it."""

    module: Module
    name: str
    node: ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Library:
    """A name of the standard library, or of one replaced by the runtime; a module itself has the name ""."""

    module: str
    name: str


Meaning = Definition | Module | Library | None


class Program:
    """All modules that the given modules need, in the order in which Python runs them."""

    def __init__(self, find: Find, entries: tuple[str, ...]) -> None:
        self.find = find
        self.modules: dict[str, Module] = {}
        self.order: list[Module] = []
        for name in entries:
            self._load(name)

    def _load(self, name: str) -> Module | None:
        if name in self.modules:
            return self.modules[name]
        package = name.rpartition(".")[0]
        if package:
            self._load(package)
        found = self.find(name)
        if found is None:
            return None
        path, source = found
        module = Module(name, path, ast.parse(source))
        self.modules[name] = module
        for statement in module.tree.body:
            self._read(module, statement)
        self.order.append(module)
        return module

    def _read(self, module: Module, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                self._load(alias.name)
                module.imported[alias.asname or alias.name] = (alias.name, "")
        elif isinstance(statement, ast.ImportFrom):
            if statement.level:
                raise module.refuse(statement, "an import relative to its package")
            source = statement.module or ""
            self._load(source)
            for alias in statement.names:
                self._load(f"{source}.{alias.name}")
                module.imported[alias.asname or alias.name] = (source, alias.name)
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            self._define(module, statement.name, statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            for name in stored_names(statement):
                self._define(module, name, statement)
        elif not _is_text(statement):
            module.running = module.running or statement

    def _define(
        self, module: Module, name: str, node: ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
    ) -> None:
        if name in module.defined:
            raise module.refuse(node, f"{name} is defined twice")
        module.defined[name] = Definition(module, name, node)

    def meaning(self, module: Module, name: str) -> Meaning:
        """The meaning of a name at the top level of a module; None if it is unknown."""
        if name in module.defined:
            return module.defined[name]
        if name not in module.imported:
            return None
        source, there = module.imported[name]
        if not there:
            return self.modules.get(source, Library(source, ""))
        if source not in self.modules:
            return Library(source, there)
        owner = self.modules[source]
        found = None if owner is module else self.meaning(owner, there)
        return found if found is not None else self.modules.get(f"{source}.{there}")

    @cached_property
    def classes(self) -> dict[int, "Class"]:
        """Every class of the program, by the id of its node."""
        found = (d for module in self.order for d in module.defined.values() if isinstance(d.node, ast.ClassDef))
        return {id(definition.node): Class(self, definition) for definition in found}

    def class_of(self, definition: Definition) -> "Class | None":
        """The class with this name."""
        return self.classes.get(id(definition.node))

    @cached_property
    def methods(self) -> dict[str, list[Signature]]:
        """The signatures of the methods of each name, in any class."""
        found: dict[str, list[Signature]] = {}
        for each in self.classes.values():
            for method in each.methods:
                if "property" not in decorators(method) and method.name != "__init__":
                    found.setdefault(method.name, []).append(
                        signature(method, bound="staticmethod" not in decorators(method))
                    )
        return found


class Class:
    """A class: its base, its fields in the order of the constructor, its methods."""

    def __init__(self, program: Program, definition: Definition) -> None:
        self.program, self.definition = program, definition
        assert isinstance(definition.node, ast.ClassDef)
        self.node = definition.node
        self.methods = [part for part in self.node.body if isinstance(part, ast.FunctionDef)]
        names = [base.id if isinstance(base, ast.Name) else "" for base in self.node.bases]
        self.is_enum = "Enum" in names
        self.is_protocol = "Protocol" in names
        self.options = decorators(self.node).get("dataclass")
        self.is_data = self.options is not None

    @cached_property
    def base(self) -> "Class | None":
        """The base class, if it is part of the program."""
        for base in self.node.bases:
            meaning = self.program.meaning(self.definition.module, base.id) if isinstance(base, ast.Name) else None
            if isinstance(meaning, Definition):
                return self.program.class_of(meaning)
        return None

    @cached_property
    def fields(self) -> list[tuple[ast.AnnAssign, bool]]:
        """The own fields of a data class, each with whether it is keyword-only."""
        by_keyword = self.options is not None and any(
            k.arg == "kw_only" and isinstance(k.value, ast.Constant) and k.value.value for k in self.options.keywords
        )
        parts = [part for part in self.node.body if isinstance(part, ast.AnnAssign)]
        return [(part, by_keyword) for part in parts if "ClassVar" not in ast.unparse(part.annotation)]

    def all_fields(self) -> list[tuple[str, bool]]:
        """Every field by name, the base's first, in the runtime's order."""
        before = self.base.all_fields() if self.base else []
        known = [name for name, _ in before]
        own = [(part.target.id, kw) for part, kw in self.fields if isinstance(part.target, ast.Name)]
        return [*before, *(pair for pair in own if pair[0] not in known)]

    @cached_property
    def constructor(self) -> Signature | None:
        """The constructor's signature; None if the runtime's base class defines it."""
        for method in self.methods:
            if method.name == "__init__":
                return signature(method, bound=True)
        if self.is_data:
            fields = self.all_fields()
            named = [name for name, by_keyword in fields if by_keyword]
            if any(kw and not later for (_, kw), (_, later) in pairwise(fields)):
                raise self.definition.module.refuse(self.node, "fields by position behind fields by keyword")
            return Signature(tuple(name for name, _ in fields), len(fields) - len(named))
        return self.base.constructor if self.base else None


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
