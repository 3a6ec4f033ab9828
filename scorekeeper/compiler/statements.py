"""Compiles statements and functions."""

import ast
from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.compiler.comprehensions import parameter_names, parameters, taking
from scorekeeper.compiler.expressions import OPERATORS, items, truth
from scorekeeper.compiler.kinds import kinds_of, together
from scorekeeper.compiler.scopes import Scope, attribute
from scorekeeper.compiler.syntax import is_generator, stored_names
from scorekeeper.compiler.types import LIST, TEXT, WHOLE, Kinds


def body(statements: Sequence[ast.stmt], scope: Scope) -> str:
    """Statements in sequence; two returns at the end, the first under a condition, become one."""
    *before, last = statements
    match before[-1:], last:
        case [ast.If(test=test, body=[ast.Return() as first], orelse=[])], ast.Return():
            either = ast.IfExp(test, first.value or NOTHING, last.value or NOTHING)
            return body([*before[:-1], ast.copy_location(ast.Return(either), first)], scope)
    return "".join(statement(part, scope) for part in statements)


NOTHING = ast.Constant(None)
ALONE = (ast.Return, ast.Assign, ast.AugAssign, ast.Raise, ast.Break, ast.Continue)
"""Statements that need no braces after a condition."""


def _block(statements: Sequence[ast.stmt], scope: Scope) -> str:
    """The statements that depend on a condition."""
    inside = body(statements, scope)
    return inside if len(statements) == 1 and isinstance(statements[0], ALONE) else f"{{{inside}}}"


def function(node: ast.FunctionDef, scope: Scope, this: bool = False) -> tuple[str, str]:
    """The parameters of a function and its body in braces; `this`: its first parameter is the object."""
    names = parameter_names(node)
    own = list(dict.fromkeys(name for part in node.body for name in stored_names(part)))
    inner = scope.inner([*names, *own])
    if this:
        inner.names[names[0]] = "this"
    given = parameters(node, scope, inner, bound=this)
    inner.kinds |= _annotated(node, inner, [name for name in own if name not in names])
    fresh = [inner.names[name] for name in own if name not in names]
    declared = f"let {','.join(fresh)};" if fresh else ""
    return given, f"{{{declared}{body(node.body, inner)}}}"


def _annotated(node: ast.FunctionDef, scope: Scope, own: list[str]) -> dict[str, Kinds | None]:
    """The kinds of local names, from their annotations or from the expressions assigned to them."""
    noted: dict[str, Kinds | None] = {}
    given: dict[str, list[ast.expr]] = {}
    changed: list[str] = []
    for part in ast.walk(node):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            noted[part.target.id] = scope.unit.types.annotated(scope.module, part.annotation)
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            given.setdefault(part.targets[0].id, []).append(part.value)
        elif isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            changed.append(part.target.id)
    stored = [name for part in node.body for name in stored_names(part)]
    for name, values in given.items():
        once = name in own and name not in noted and stored.count(name) == len(values) + changed.count(name)
        kinds = together([kinds_of(value, scope) for value in values]) if once else None
        noted.setdefault(name, kinds if name not in changed or kinds in (WHOLE, TEXT) else None)
    return noted


def arrow(node: ast.FunctionDef, scope: Scope) -> str:
    """A function as an arrow function."""
    if is_generator(node):
        given, inside = function(node, scope)
        if "this" in inside:
            raise scope.refuse(node, "a generator inside a method")
        return f"function*({given}){inside}"
    given, inside = function(node, scope)
    if inside.startswith("{return ") and inside.count(";") == 1:
        return f"{taking(given)}=>{inside[8:-2]}"
    return f"{taking(given)}=>{inside}"


def statement(node: ast.stmt, scope: Scope) -> str:
    """A statement in JavaScript."""
    made = STATEMENTS.get(type(node))
    if made is None:
        raise scope.refuse(node, f"no {type(node).__name__}")
    return made(node, scope)


def _return(node: ast.Return, scope: Scope) -> str:
    return f"return {scope.expression(node.value) if node.value else 'null'};"


def _if(node: ast.If, scope: Scope) -> str:
    otherwise = f"else {_block(node.orelse, scope)}" if node.orelse else ""
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        otherwise = f"else {statement(node.orelse[0], scope)}"
    return f"if({truth(node.test, scope)}){_block(node.body, scope)}{otherwise}"


def _loop(node: ast.For | ast.While, scope: Scope) -> str:
    if node.orelse:
        raise scope.refuse(node, "the else of a loop")
    if isinstance(node, ast.While):
        return f"while({truth(node.test, scope)}){_block(node.body, scope)}"
    return f"for({target(node.target, scope)} of {items(node.iter, scope)}){_block(node.body, scope)}"


def _inner(node: ast.FunctionDef, scope: Scope) -> str:
    if node.decorator_list:
        raise scope.refuse(node, "a decorator inside a function")
    return f"{scope.local(node.name)}={arrow(node, scope)};"


def _alone(statement: ast.Expr, scope: Scope) -> str:
    node = statement.value
    if isinstance(node, ast.Constant):
        return ""  # a docstring
    if isinstance(node, ast.Yield) and node.value:
        return f"yield {scope.expression(node.value)};"
    if isinstance(node, ast.YieldFrom):
        return f"yield*{items(node.value, scope)};"
    return f"{scope.expression(node)};"


def target(node: ast.expr, scope: Scope) -> str:
    """The target of a loop, or of an assignment to several names."""
    match node:
        case ast.Name():
            return scope.expression(ast.copy_location(ast.Name(node.id, ast.Load()), node))
        case ast.Attribute():
            return f"{scope.expression(node.value)}.{attribute(node.attr)}"
        case ast.Subscript() if not isinstance(node.slice, ast.Slice):
            return f"py_ref({scope.expression(node.value)},{scope.expression(node.slice)}).value"
        case ast.Starred():
            return f"...{target(node.value, scope)}"
        case ast.Tuple() | ast.List():
            if any(isinstance(part, ast.Starred) for part in node.elts[:-1]):
                raise scope.refuse(node, "a rest that is not the last")
            return f"[{','.join(target(part, scope) for part in node.elts)}]"
    raise scope.refuse(node, "a target")


def _assignment(node: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Delete, scope: Scope) -> str:
    match node:
        case ast.Delete():
            if not all(isinstance(part, ast.Subscript) for part in node.targets):
                raise scope.refuse(node, "del of a name")
            return "".join(
                f"py_del({scope.expression(part.value)},{scope.expression(part.slice)});"
                for part in node.targets
                if isinstance(part, ast.Subscript)
            )
        case ast.AugAssign():
            return _augmented(node, scope)
        case ast.AnnAssign():
            return _assigned(node.target, node.value, scope) if node.value else ""
        case ast.Assign():
            if len(node.targets) > 1:
                if not all(isinstance(part, ast.Name | ast.Attribute) for part in node.targets):
                    raise scope.refuse(node, "several targets")
                return f"{''.join(f'{target(part, scope)}=' for part in node.targets)}{scope.expression(node.value)};"
            return _assigned(node.targets[0], node.value, scope)


def _assigned(to: ast.expr, value: ast.expr, scope: Scope) -> str:
    if isinstance(to, ast.Subscript):
        if isinstance(to.slice, ast.Slice):
            raise scope.refuse(to, "a slice as a target")
        return f"py_put({scope.expression(to.value)},{scope.expression(to.slice)},{scope.expression(value)});"
    found = scope.expression(value)
    if isinstance(to, ast.Tuple | ast.List) and not isinstance(value, ast.Tuple | ast.List):
        found = f"py_it({found})"
    return f"{target(to, scope)}={found};"


def _augmented(node: ast.AugAssign, scope: Scope) -> str:
    value = scope.expression(node.value)
    kinds = kinds_of(node.value, scope)
    simple = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node.target)
    now = scope.expression(simple)
    if type(node.op) not in OPERATORS:
        raise scope.refuse(node, "an operator that JavaScript lacks")
    if isinstance(node.op, ast.BitOr | ast.BitAnd) and kinds != WHOLE and kinds_of(simple, scope) != WHOLE:
        raise scope.refuse(node, "|= and &= change what others may have, but for whole numbers")
    if isinstance(node.op, ast.Add) and LIST in (kinds_of(simple, scope), kinds):
        changed = f"py_extend({now},{value})"
    elif isinstance(node.op, ast.Add) and kinds is None:
        changed = f"py_added({now},{value})"
    else:
        changed = f"py_{OPERATORS[type(node.op)]}({now},{value})"
    if isinstance(node.target, ast.Subscript):
        return f"py_put({scope.expression(node.target.value)},{scope.expression(node.target.slice)},{changed});"
    return f"{now}={changed};"


def _raise(node: ast.Raise, scope: Scope) -> str:
    if node.exc is None:
        return "throw $error;"
    found = scope.expression(node.exc)
    is_class = isinstance(node.exc, ast.Name | ast.Attribute) and scope.meaning(node.exc) is not None
    return f"throw {f'new {found}()' if is_class else found};"


def _try(node: ast.Try, scope: Scope) -> str:
    if node.finalbody or node.orelse or not all(handler.type for handler in node.handlers):
        raise scope.refuse(node, "a try with more than its errors")
    ways: list[str] = []
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
        condition = "||".join(f"$error instanceof {scope.expression(kind)}" for kind in kinds)
        named = f"{scope.local(handler.name)}=$error;" if handler.name else ""
        ways.append(f"if({condition}){{{named}{body(handler.body, scope)}}}")
    return f"try{{{body(node.body, scope)}}}catch($error){{{'else '.join(ways)}else throw $error;}}"


STATEMENTS: dict[type[ast.stmt], Callable[[Any, Scope], str]] = {
    ast.Return: _return,
    ast.Assign: _assignment,
    ast.AnnAssign: _assignment,
    ast.AugAssign: _assignment,
    ast.Delete: _assignment,
    ast.If: _if,
    ast.For: _loop,
    ast.While: _loop,
    ast.Expr: _alone,
    ast.Raise: _raise,
    ast.Try: _try,
    ast.Assert: lambda node, scope: f"py_assert({scope.expression(node.test)});",
    ast.FunctionDef: _inner,
    ast.Break: lambda _node, _scope: "break;",
    ast.Continue: lambda _node, _scope: "continue;",
    ast.Pass: lambda _node, _scope: "",
}
