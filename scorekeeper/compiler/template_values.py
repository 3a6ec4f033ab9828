"""Compiles Jinja expressions."""

import ast
from collections.abc import Callable
from typing import Any, Protocol

from jinja2 import nodes

from scorekeeper.compiler.program import Definition
from scorekeeper.compiler.scopes import LOCAL, SHOWN, Unit, quoted
from scorekeeper.compiler.syntax import listed, signature
from scorekeeper.compiler.template_files import Macro, TemplateFile, TemplateFiles

FILTERS = listed("abs e first join last length list lower max min replace reverse safe selectattr string")
TESTS = listed("defined mapping none string")
HOST = frozenset({"csrf", "get_flashed_messages", "url_for"})
"""Functions provided by the page around the module."""

METHODS = listed("get items keys values")
TEXT_METHODS = listed("endswith replace split startswith strip")
COMPARISONS = {"eq": "py_eq", "ne": "!py_eq", "lt": "py_lt", "lteq": "py_le", "gt": "py_gt", "gteq": "py_ge"}
OPERATORS: dict[type[nodes.Node], str] = {
    nodes.Add: "add",
    nodes.Sub: "sub",
    nodes.Mul: "mul",
    nodes.Mod: "mod",
    nodes.FloorDiv: "floordiv",
}
LOOP = {"index": "(${i}+1)", "index0": "${i}", "first": "(${i}===0)", "last": "(${i}===${all}.length-1)"}


class TemplateNames(Protocol):
    """The names a template can use: its own macros, imported ones, and Python functions."""

    unit: Unit
    files: TemplateFiles
    functions: dict[str, Definition]


class Values:
    """The expressions of a macro, a block or the body of a loop, with its local names."""

    def __init__(self, templates: TemplateNames, file: TemplateFile, page: bool = False) -> None:
        self.templates, self.file, self.page = templates, file, page
        self.names: dict[str, str] = {}
        self.loop: tuple[str, str] | None = None
        self.depth = self.used = 0

    def take(self, name: str) -> str:
        """A local name."""
        self.names[name] = LOCAL[self.used]
        self.used += 1
        return self.names[name]

    def truth(self, node: nodes.Node) -> str:
        """An expression as a condition."""
        match node:
            case nodes.Not():
                return f"!{self.truth(node.node)}"
            case nodes.And() | nodes.Or():
                sign = "&&" if isinstance(node, nodes.And) else "||"
                return f"({self.truth(node.left)}{sign}{self.truth(node.right)})"
            case nodes.Compare() | nodes.Test():
                return self.expression(node)
        return f"py_jt({self.expression(node)})"

    def expression(self, node: nodes.Node) -> str:
        """An expression in JavaScript."""
        made = EXPRESSIONS.get(type(node))
        if made is None:
            raise self.file.refuse(node, f"no {type(node).__name__} in a template")
        return made(self, node)

    def several(self, parts: list[nodes.Expr]) -> str:
        """Expressions, separated by commas."""
        return ",".join(self.expression(part) for part in parts)

    def constant(self, node: nodes.Const) -> str:
        """A constant."""
        if node.value is None or isinstance(node.value, bool):
            return {None: "null", True: "true", False: "false"}[node.value]
        if isinstance(node.value, int):
            return str(node.value)
        if isinstance(node.value, str):
            return quoted(node.value)
        raise self.file.refuse(node, "a constant that JavaScript lacks")

    def name(self, node: nodes.Name) -> str:
        """A name that is read."""
        if node.name in self.names:
            return self.names[node.name]
        found = self.templates.files.meaning(self.file, node.name)
        if found is not None:
            return self.templates.unit.token(found)
        if self.page and node.name not in {*self.templates.functions, *HOST, "loop", "caller", "super", "self"}:
            return f"py_attr($c,{quoted(node.name)})"
        raise self.file.refuse(node, "a name that this template does not have", node.name)

    def attribute(self, node: nodes.Getattr) -> str:
        """An attribute, or the value of a key."""
        if isinstance(node.node, nodes.Name) and node.node.name == "loop" and "loop" not in self.names and self.loop:
            if node.attr not in LOOP:
                raise self.file.refuse(node, "no such value of a loop", node.attr)
            return LOOP[node.attr].replace("${all}", self.loop[0]).replace("${i}", self.loop[1])
        if node.attr in METHODS:
            raise self.file.refuse(node, "a key that is the name of a method of dicts", node.attr)
        return f"py_attr({self.expression(node.node)},{quoted(SHOWN + node.attr)})"

    def item(self, node: nodes.Getitem) -> str:
        """An item, or a slice."""
        owner = self.expression(node.node)
        if not isinstance(node.arg, nodes.Slice):
            return f"py_item({owner},{self.expression(node.arg)})"
        if node.arg.step is not None:
            raise self.file.refuse(node, "a slice with a step")
        ends = [self.expression(end) if end else "null" for end in (node.arg.start, node.arg.stop)]
        return f"py_slice({owner},{','.join(ends)})"

    def compare(self, node: nodes.Compare) -> str:
        """A comparison."""
        if len(node.ops) != 1:
            raise self.file.refuse(node, "a chain of comparisons")
        sign, left, right = node.ops[0].op, self.expression(node.expr), self.expression(node.ops[0].expr)
        if sign in ("in", "notin"):
            return f"{'!' if sign == 'notin' else ''}py_in({left},{right})"
        return f"{COMPARISONS[sign]}({left},{right})"

    def filter(self, node: nodes.Filter) -> str:
        """A filter."""
        if node.node is None or node.kwargs or node.dyn_args or node.dyn_kwargs:
            raise self.file.refuse(node, "a filter with keywords", node.name)
        given = ",".join(self.expression(part) for part in (node.node, *node.args))
        if node.name in self.templates.functions:
            return f"{self.templates.unit.token(self.templates.functions[node.name])}({given})"
        if node.name not in FILTERS:
            raise self.file.refuse(node, "an unknown filter", node.name)
        if node.name == "selectattr":
            given = given.replace(',"', f',"{SHOWN}')  # the name of an attribute
        return f"py_filters.{node.name}({given})"

    def call(self, node: nodes.Call) -> str:
        """A call of a macro, a function or a method."""
        given = [self.expression(part) for part in node.args]
        named = [(part.key, self.expression(part.value)) for part in node.kwargs]
        if isinstance(node.node, nodes.Getattr) and not named:
            owner, method = self.expression(node.node.node), node.node.attr
            if method in METHODS:
                return f"{owner}.{method}({','.join(given)})"
            if method in TEXT_METHODS:
                return f"py_call({','.join([owner, quoted(method), *given])})"
        if isinstance(node.node, nodes.Name) and node.node.name in self.names and not named:
            return f"{self.names[node.node.name]}({','.join(given)})"  # a macro passed to another
        if not isinstance(node.node, nodes.Name) or node.node.name in self.names:
            raise self.file.refuse(node, "a call of something that is not known by name")
        name = node.node.name
        found = self.templates.files.meaning(self.file, name)
        if isinstance(found, Macro):
            return self._of_macro(node, found, given, dict(named))
        if name in self.templates.functions and found is None:
            return self._of_function(node, self.templates.functions[name], given, dict(named))
        if name in HOST:
            keywords = ",".join(f"{quoted(key)},{value}" for key, value in named)
            return f"py_host.{name}({','.join([*given, f'py_d({keywords})'])})"
        if name == "range" and not named:
            return f"py_range({','.join(given)})"
        raise self.file.refuse(node, "a call of something that is not known by name", name)

    def _of_macro(self, node: nodes.Call, found: Macro, given: list[str], named: dict[str, str]) -> str:
        slots: list[str | None] = [*given, *([None] * (len(found.parameters) - len(given)))]
        if node.dyn_args or node.dyn_kwargs or len(slots) > len(found.parameters) or set(named) - set(found.parameters):
            raise self.file.refuse(node, "arguments that the macro does not take", found.name)
        for key, value in named.items():
            slots[found.parameters.index(key)] = value
        while slots and slots[-1] is None:
            slots.pop()
        return f"{self.templates.unit.token(found)}({','.join(part or 'void 0' for part in slots)})"

    def _of_function(self, node: nodes.Call, found: Definition, given: list[str], named: dict[str, str]) -> str:
        assert isinstance(found.node, ast.FunctionDef)
        takes = signature(found.node)
        name = self.templates.unit.token(found)
        more = [self.expression(node.dyn_kwargs)] if node.dyn_kwargs else []
        if node.dyn_args or ((named or more) and not takes.rest) or len(given) > takes.positional:
            raise self.file.refuse(node, "arguments that the function does not take")
        if named:
            more.insert(0, f"py_d({','.join(f'{quoted(key)},{value}' for key, value in named.items())})")
        if not more:
            return f"{name}({','.join(given)})"
        slots = [*given, *(["void 0"] * (takes.positional - len(given)))]
        last = more[0] if len(more) == 1 else f"py_merged({','.join(more)})"
        return f"{name}({','.join([*slots, last])})"


def _operation(frame: Values, node: nodes.BinExpr) -> str:
    return f"py_{OPERATORS[type(node)]}({frame.expression(node.left)},{frame.expression(node.right)})"


def _either(frame: Values, node: nodes.BinExpr) -> str:
    name = "py_jand" if isinstance(node, nodes.And) else "py_jor"
    return f"{name}({frame.expression(node.left)},()=>{frame.expression(node.right)})"


def _conditional(frame: Values, node: nodes.CondExpr) -> str:
    otherwise = frame.expression(node.expr2) if node.expr2 else "void 0"
    return f"({frame.truth(node.test)}?{frame.expression(node.expr1)}:{otherwise})"


def _dict(frame: Values, node: nodes.Dict) -> str:
    return f"py_d({','.join(f'{frame.expression(part.key)},{frame.expression(part.value)}' for part in node.items)})"


def _test(frame: Values, node: nodes.Test) -> str:
    if node.name not in TESTS or node.args or node.kwargs:
        raise frame.file.refuse(node, "an unknown test", node.name)
    return f"py_tests.{node.name}({frame.expression(node.node)})"


EXPRESSIONS: dict[type[nodes.Node], Callable[[Values, Any], str]] = {
    nodes.Const: Values.constant,
    nodes.TemplateData: lambda _frame, node: f"py_markup({quoted(node.data)})",
    nodes.Name: Values.name,
    nodes.Getattr: Values.attribute,
    nodes.Getitem: Values.item,
    nodes.Call: Values.call,
    nodes.Filter: Values.filter,
    nodes.Test: _test,
    nodes.Compare: Values.compare,
    nodes.List: lambda frame, node: f"[{frame.several(node.items)}]",
    nodes.Tuple: lambda frame, node: f"[{frame.several(node.items)}]",
    nodes.Dict: _dict,
    nodes.Not: lambda frame, node: f"!{frame.truth(node.node)}",
    nodes.And: _either,
    nodes.Or: _either,
    nodes.CondExpr: _conditional,
    nodes.Concat: lambda frame, node: f"py_join({frame.several(node.nodes)})",
    **dict.fromkeys(OPERATORS, _operation),
    nodes.Neg: lambda frame, node: f"py_neg({frame.expression(node.node)})",
}
