"""Finds code in `core/` outside of the tables of `tests.core.python_subset`, with its line."""

import ast
import builtins
from collections import Counter
from collections.abc import Iterator

from tests.core.python_subset import (
    BASES,
    BIT_SETS,
    BITS,
    BUILTINS,
    CALLED_DECORATORS,
    CONSUMERS,
    CONSUMING_METHODS,
    DECORATORS,
    FORMATS,
    KEYWORDS_ARE_DATA,
    KNOWN,
    LARGEST,
    METHODS,
    MODULES,
    PARTS,
    SPECIAL_METHODS,
    WORK_LIST,
    Names,
    compiled_nodes,
    is_generator,
    name_of,
    parsed,
    wrong_pattern,
)


def refusals(module: str, source: str, names: Names) -> list[str]:
    """What the compiler could not translate, with line numbers."""
    checker = Checker(module, names, source)
    return [f"{module}:{line}: {what}" for line, what in sorted(set(checker.found()))]


class Checker:
    """Walks one module. Annotations are not compiled, so anything may be in them."""

    def __init__(self, module: str, names: Names, source: str) -> None:
        self.module, self.names, here = module, names, parsed(source)
        self.tree, self.parents = here.tree, here.parents
        dataclasses = [node for node in here.tree.body if isinstance(node, ast.ImportFrom)]
        self.imported = {alias.name for node in dataclasses if node.module == "dataclasses" for alias in node.names}
        functions = [node for node in here.nodes if isinstance(node, ast.FunctionDef)]
        self.generators = names.generators | {node.name for node in functions if is_generator(node)}
        arguments = {node.arg for node in here.nodes if isinstance(node, ast.arg)}
        self.local = arguments | Names.of_module(source).defined

    def found(self) -> Iterator[tuple[int, str]]:
        """Each refusal with its line."""
        for line, node in compiled_nodes(self.tree):
            yield from ((line, what) for what in self.refused(node))

    def refused(self, node: ast.AST) -> Iterator[str]:
        """What is wrong with a single node."""
        bits = BITS if self.module in BIT_SETS else ()
        if not isinstance(node, (*KNOWN, *PARTS, ast.ExceptHandler, *bits)):
            yield f"no {type(node).__name__}"
            return
        check = getattr(self, f"_{type(node).__name__.lower()}", None)
        if check is not None:
            yield from check(node)

    def _import(self, node: ast.Import) -> Iterator[str]:
        for alias in node.names:
            if not self._may_import(alias.name):
                yield f"no import of {alias.name}"
        yield from self._at_the_top(node)

    def _importfrom(self, node: ast.ImportFrom) -> Iterator[str]:
        own = (node.module or "").startswith("scorekeeper") or node.level > 0
        for alias in node.names:
            if alias.name == "*":
                yield "no import of *"
            elif not own and alias.name not in MODULES.get(node.module or "", ()):
                yield f"no import of {node.module}.{alias.name}"
            elif self.module.endswith("__init__.py") and self._hides_a_module(node, alias):
                yield f"{alias.name} hides the module of its name"
        yield from self._at_the_top(node)

    def _at_the_top(self, node: ast.AST) -> Iterator[str]:
        if not isinstance(self.parents[node], ast.Module):
            yield "imports stand at the top of a module"

    def _may_import(self, name: str) -> bool:
        listed = any(module == self.module and used.startswith(f"{name}.") for module, used in WORK_LIST)
        return listed or name == "re" or name.startswith("scorekeeper.")

    def _hides_a_module(self, node: ast.ImportFrom, alias: ast.alias) -> bool:
        package = "scorekeeper.core." + self.module.removesuffix("/__init__.py").replace("/", ".")
        bound, source = alias.asname or alias.name, node.module or ""
        return source.startswith(f"{package}.") and source.removeprefix(f"{package}.") == bound

    def _functiondef(self, node: ast.FunctionDef) -> Iterator[str]:
        if node.name.startswith("__") and node.name not in SPECIAL_METHODS:
            yield f"no {node.name}"
        for decorator in node.decorator_list:
            name = name_of(decorator)
            if not (name in DECORATORS or (isinstance(decorator, ast.Call) and name in CALLED_DECORATORS)):
                yield f"no decorator {ast.unparse(decorator)}"

    def _classdef(self, node: ast.ClassDef) -> Iterator[str]:
        for base in node.bases:
            if name_of(base) not in BASES:
                yield f"no base class {ast.unparse(base)}"
        for decorator in node.decorator_list:
            given = [part.arg for part in decorator.keywords] if isinstance(decorator, ast.Call) else []
            known = CALLED_DECORATORS.get(name_of(decorator), ())
            if name_of(decorator) != "dataclass" or not set(given) <= set(known):
                yield f"no decorator {ast.unparse(decorator)}"
        if node.keywords:
            yield "no metaclass"

    def _arguments(self, node: ast.arguments) -> Iterator[str]:
        function = self.parents[node]
        name = function.name if isinstance(function, ast.FunctionDef) else ""
        if node.kwarg and name not in KEYWORDS_ARE_DATA:
            yield "no **parameters"
        if node.vararg and node.kwonlyargs:
            yield "no keyword-only parameters behind *parameters"
        for default in (*node.defaults, *(part for part in node.kw_defaults if part is not None)):
            if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call | ast.ListComp):
                yield f"no default {ast.unparse(default)}, it would be made at each call"

    def _call(self, node: ast.Call) -> Iterator[str]:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else name_of(node.func)
        if any(part.arg is None for part in node.keywords) and called not in KEYWORDS_ARE_DATA:
            yield "no **arguments"
        if name_of(node.func) == "isinstance":
            kinds = [part for part in ast.walk(node.args[1]) if isinstance(part, ast.Name)]
            yield from (f"no isinstance of the protocol {kind.id}" for kind in kinds if kind.id in self.names.protocols)
        given = {part.arg for part in node.keywords}
        if called == "field" and "field" in self.imported and given - {"default", "default_factory"}:
            yield f"no {ast.unparse(node)}"
        if isinstance(node.func, ast.Attribute) and name_of(node.func.value) == "re":
            yield from wrong_pattern(node)

    def _attribute(self, node: ast.Attribute) -> Iterator[str]:
        used = f"{name_of(node.value)}.{node.attr}"
        if (self.module, used) in WORK_LIST or used in ("re.compile", "re.Pattern", "re.Match"):
            return
        known = node.attr in METHODS or node.attr in self.names.defined
        if not known or (node.attr.startswith("__") and node.attr != "__init__"):
            yield f"no .{node.attr}"
        if node.attr in self.generators and not self._is_called_and_consumed(node):
            yield f"the generator {node.attr} is not consumed where it is called"

    def _name(self, node: ast.Name) -> Iterator[str]:
        is_builtin = hasattr(builtins, node.id) and node.id not in self.local and node.id not in BUILTINS
        if is_builtin and not self._is_the_type_of_none(node):
            yield f"no {node.id}"
        is_read = isinstance(node.ctx, ast.Load)
        if is_read and node.id in self.generators and not self._is_called_and_consumed(node):
            yield f"the generator {node.id} is not consumed where it is called"

    def _is_called_and_consumed(self, node: ast.AST) -> bool:
        call = self.parents[node]
        return isinstance(call, ast.Call) and node is call.func and self._is_consumed(call)

    def _is_the_type_of_none(self, node: ast.Name) -> bool:
        call = self.parents[node]
        return node.id == "type" and isinstance(call, ast.Call) and ast.unparse(call) == "type(None)"

    def _generatorexp(self, node: ast.GeneratorExp) -> Iterator[str]:
        if not self._is_consumed(node):
            yield "a generator is not consumed where it is made"

    def _is_consumed(self, node: ast.AST) -> bool:
        parent = self.parents[node]
        if isinstance(parent, ast.Call):
            method = parent.func.attr if isinstance(parent.func, ast.Attribute) else ""
            return name_of(parent.func) in CONSUMERS or method in CONSUMING_METHODS
        if isinstance(parent, ast.For | ast.comprehension):
            return node is parent.iter
        if isinstance(parent, ast.Assign):
            return isinstance(parent.targets[0], ast.Tuple)
        return isinstance(parent, ast.Starred | ast.YieldFrom)

    def _constant(self, node: ast.Constant) -> Iterator[str]:
        if isinstance(node.value, float | complex | bytes):
            yield f"no {node.value!r}"
        elif isinstance(node.value, int) and abs(node.value) > LARGEST:
            yield "no number beyond 2^53"

    def _binop(self, node: ast.BinOp) -> Iterator[str]:
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant | ast.JoinedStr):
            yield "no % of text"

    def _augassign(self, node: ast.AugAssign) -> Iterator[str]:
        if isinstance(node.op, ast.BitOr | ast.BitAnd) and self.module not in BIT_SETS:
            yield "no |= nor &=, which change a dict or a set that others may have"

    def _formattedvalue(self, node: ast.FormattedValue) -> Iterator[str]:
        spec = ast.unparse(node.format_spec)[2:-1] if node.format_spec else ""
        if spec not in FORMATS or node.conversion != -1:
            yield f"no format {ast.unparse(node)}"

    def _slice(self, node: ast.Slice) -> Iterator[str]:
        if node.step is not None and ast.unparse(node.step) != "-1":
            yield "no slice with a step"

    def _try(self, node: ast.Try) -> Iterator[str]:
        if node.finalbody:
            yield "no finally"
        if any(handler.type is None for handler in node.handlers):
            yield "no except without its errors"

    def _delete(self, node: ast.Delete) -> Iterator[str]:
        if not all(isinstance(target, ast.Subscript) for target in node.targets):
            yield "no del but of an item"

    def _for(self, node: ast.For) -> Iterator[str]:
        yield from _targets(node.target)
        yield from self._while(node)

    def _while(self, node: ast.For | ast.While) -> Iterator[str]:
        if node.orelse:
            yield "no else of a loop"

    def _assign(self, node: ast.Assign) -> Iterator[str]:
        for target in node.targets:
            yield from _targets(target)

    def _comprehension(self, node: ast.comprehension) -> Iterator[str]:
        yield from _targets(node.target)
        if node.is_async:
            yield "no async"


def _targets(target: ast.expr) -> Iterator[str]:
    """A repeated name, and a starred target that is not the last."""
    stored = [part for part in ast.walk(target) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    counted = Counter(part.id for part in stored)
    for name, count in counted.items():
        if count > 1 and isinstance(target, ast.Tuple):
            yield f"{name} twice in one target"
    for part in ast.walk(target):
        if isinstance(part, ast.Tuple | ast.List) and any(isinstance(each, ast.Starred) for each in part.elts[:-1]):
            yield "no rest in a target but as its last part"
