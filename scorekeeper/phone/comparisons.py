"""Compiles comparisons: JavaScript's own operators for plain values, the runtime for all others."""

import ast

from scorekeeper.phone.kinds import kinds_of
from scorekeeper.phone.scopes import Scope
from scorekeeper.phone.types import PLAIN, WHOLE, Kinds


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
