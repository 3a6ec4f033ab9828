"""The possible kinds of an expression, as far as annotations say: plain values and arrays, or others."""

import ast

from scorekeeper.phone.program import Definition
from scorekeeper.phone.scopes import Scope
from scorekeeper.phone.syntax import listed
from scorekeeper.phone.types import BY_FUNCTION, TEXT, WHOLE, YES_OR_NO, Kinds, is_new_type

SHARED = listed(
    """
    append capitalize clear copy count endswith extend find format index insert isascii isdecimal isprintable join lower
    lstrip partition pop remove removeprefix removesuffix replace reverse rpartition rsplit rstrip split splitlines
    startswith strip upper
    """
)
"""Methods of text and of lists; the runtime asks which of them it is."""

OF_DICTS = listed("add difference discard fromkeys get intersection items keys setdefault union update values")


def kinds_of(node: ast.expr, scope: Scope) -> Kinds | None:
    """The possible kinds of the value; None if it can be more than plain values and arrays."""
    if isinstance(node, ast.Constant):
        return frozenset({"None" if node.value is None else type(node.value).__name__})
    if isinstance(node, ast.Tuple | ast.List | ast.ListComp):
        return frozenset({"tuple" if isinstance(node, ast.Tuple) else "list"})
    if isinstance(node, ast.BoolOp):
        return together([kinds_of(part, scope) for part in node.values])
    if isinstance(node, ast.IfExp):
        return together([kinds_of(part, scope) for part in (node.body, node.orelse)])
    return _worked_out(node, scope)


def _worked_out(node: ast.expr, scope: Scope) -> Kinds | None:
    match node:
        case ast.JoinedStr():
            return TEXT
        case ast.Compare():
            return YES_OR_NO
        case ast.UnaryOp():
            return YES_OR_NO if isinstance(node.op, ast.Not) else WHOLE
        case ast.Name():
            return scope.kinds_of(node.id) if scope.local(node.id) else _defined(node, scope)
        case ast.Attribute():
            return _defined(node, scope) or scope.unit.types.attributes.get(node.attr)
        case ast.BinOp():
            return WHOLE if kinds_of(node.left, scope) == WHOLE == kinds_of(node.right, scope) else None
        case ast.Call():
            return _returned(node, scope)
    return None


def together(found: list[Kinds | None]) -> Kinds | None:
    """The possible kinds of a value that is one of these."""
    kinds: Kinds = frozenset()
    for each in found:
        if each is None:
            return None
        kinds |= each
    return kinds


def _defined(node: ast.expr, scope: Scope) -> Kinds | None:
    meaning = scope.meaning(node)
    if (
        isinstance(meaning, Definition)
        and isinstance(meaning.node, ast.Assign)
        and isinstance(meaning.node.targets[0], ast.Name)
    ):
        value = meaning.node.value
        return kinds_of(value, Scope(scope.unit, meaning.module)) if isinstance(value, ast.Constant) else None
    return None


def _returned(node: ast.Call, scope: Scope) -> Kinds | None:
    meaning = scope.meaning(node.func)
    if isinstance(meaning, Definition):
        if isinstance(meaning.node, ast.FunctionDef):
            return scope.unit.types.annotated(meaning.module, meaning.node.returns)
        return WHOLE if is_new_type(meaning) else None
    if isinstance(node.func, ast.Name) and scope.local(node.func.id) is None and node.func.id in BY_FUNCTION:
        return frozenset({BY_FUNCTION[node.func.id]})
    if isinstance(node.func, ast.Attribute) and node.func.attr not in SHARED | OF_DICTS:
        return scope.unit.types.returned.get(node.func.attr)
    return None
