"""The possible kinds of an expression, as far as annotations say, and comparisons, which depend on them."""

import ast

from scorekeeper.compiler.program import Definition
from scorekeeper.compiler.scopes import Scope
from scorekeeper.compiler.syntax import listed
from scorekeeper.compiler.types import BY_FUNCTION, PLAIN, TEXT, WHOLE, YES_OR_NO, Kinds, is_new_type

SHARED = listed(
    """
    append capitalize clear copy count endswith extend find format index insert isascii isdecimal isprintable join lower
    lstrip partition pop remove removeprefix removesuffix replace reverse rpartition rsplit rstrip split splitlines
    startswith strip upper
    """
)
"""Methods of text and of lists; the runtime checks which of them it is."""

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


def comparison(node: ast.Compare, scope: Scope) -> str:
    """A comparison, or a chain of them."""
    if len(node.ops) == 1:
        return _compared(node.left, node.ops[0], node.comparators[0], scope, node)
    middle = node.comparators[:-1]
    if not all(isinstance(part, ast.Name | ast.Constant | ast.Attribute) for part in middle):
        return _chain(node, scope)
    sides = [node.left, *node.comparators]
    pairs = zip(sides, node.ops, sides[1:], strict=False)
    return f"({'&&'.join(_compared(one, sign, other, scope, node) for one, sign, other in pairs)})"


def _chain(node: ast.Compare, scope: Scope) -> str:
    """`1 <= len(names) <= 2`: the middle is evaluated once."""
    if len(node.ops) != 2:
        raise scope.refuse(node, "a longer chain of comparisons")
    inner = scope.inner(["$"])
    inner.kinds["$"] = kinds_of(node.comparators[0], scope)
    middle = ast.copy_location(ast.Name("$", ast.Load()), node)
    first = _compared(node.left, node.ops[0], middle, inner, node)
    second = _compared(middle, node.ops[1], node.comparators[1], inner, node)
    return f"(({inner.names['$']})=>{first}&&{second})({scope.expression(node.comparators[0])})"


def _compared(left: ast.expr, sign: ast.cmpop, right: ast.expr, scope: Scope, node: ast.AST) -> str:
    one, other = scope.expression(left), scope.expression(right)
    kinds = kinds_of(left, scope), kinds_of(right, scope)
    match sign:
        case ast.Is() | ast.IsNot():
            return f"({one}{'===' if isinstance(sign, ast.Is) else '!=='}{other})"
        case ast.Eq() | ast.NotEq():
            if _alike(*kinds):
                return f"({one}{'===' if isinstance(sign, ast.Eq) else '!=='}{other})"
            return f"{'' if isinstance(sign, ast.Eq) else '!'}py_eq({one},{other})"
        case ast.In() | ast.NotIn():
            return f"{'' if isinstance(sign, ast.In) else '!'}py_in({one},{other})"
        case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE():
            down = isinstance(sign, ast.Gt | ast.GtE)
            strict = isinstance(sign, ast.Lt | ast.Gt)
            if kinds == (WHOLE, WHOLE):
                return f"({one}{'>' if down else '<'}{'' if strict else '='}{other})"
            return f"py_{'g' if down else 'l'}{'t' if strict else 'e'}({one},{other})"
    raise scope.refuse(node, "a comparison")


def _alike(one: Kinds | None, other: Kinds | None) -> bool:
    """Whether JavaScript's `===` agrees with Python's `==` for two values: 1 equals True in Python only."""
    plain = [kinds for kinds in (one, other) if kinds is not None and kinds <= PLAIN]
    return any(not kinds & {"int", "bool"} for kinds in plain) or plain == [WHOLE, WHOLE]
