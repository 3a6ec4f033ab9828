"""Reads Python syntax without context: a function's parameters, its decorators, the names it assigns to."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass


def listed(names: str) -> frozenset[str]:
    """The names of a table."""
    return frozenset(names.split())


@dataclass(frozen=True)
class Signature:
    """A function's parameters, in JavaScript's order; `rest` is `**parameters`."""

    names: tuple[str, ...]
    positional: int
    variable: bool = False
    rest: bool = False


def signature(function: ast.FunctionDef | ast.Lambda, bound: bool = False) -> Signature:
    """A function's parameters; `bound`: without its first one, the object."""
    given = function.args
    names = [part.arg for part in (*given.posonlyargs, *given.args)][1 if bound else 0 :]
    named = [part.arg for part in given.kwonlyargs]
    return Signature((*names, *named), len(names), given.vararg is not None, given.kwarg is not None)


def decorators(node: ast.FunctionDef | ast.ClassDef) -> dict[str, ast.Call | None]:
    """The decorators by name, each with its call, if it has one."""
    found: dict[str, ast.Call | None] = {}
    for part in node.decorator_list:
        called = part.func if isinstance(part, ast.Call) else part
        call = part if isinstance(part, ast.Call) else ast.Call(called, [], [])
        found[ast.unparse(called)] = call
    return found


def stored_names(statement: ast.AST) -> Iterator[str]:
    """The names that a statement, a target or a pattern assigns to, except inside inner functions."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ExceptHandler) and node.name:
            yield node.name
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.comprehension):
            waiting += ast.iter_child_nodes(node)


def is_generator(node: ast.FunctionDef) -> bool:
    """Whether a function yields."""
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(part)
    return False
