"""The arguments of calls: JavaScript has no keyword arguments, so each gets its position."""

import ast

from scorekeeper.compiler.expressions import element
from scorekeeper.compiler.scopes import Scope, quoted
from scorekeeper.compiler.syntax import Signature

DATA_BY_KEYWORD = frozenset({"address"})
"""Functions from outside the module that take any keyword, such as those of a URL's query."""


def by_position(node: ast.Call, scope: Scope, called: str = "") -> str:
    if called in DATA_BY_KEYWORD:
        positional = len(node.args)
        return arguments(node, Signature(tuple(f" {i}" for i in range(positional)), positional, rest=True), scope)
    if node.keywords:
        raise scope.refuse(node, "keywords for a function that is not known by name")
    return ",".join(element(part, scope) for part in node.args)


def arguments(node: ast.Call, takes: Signature, scope: Scope, unread: frozenset[str] = frozenset()) -> str:
    """The arguments in the order of the signature, without `unread` ones; a gap before a given one is `undefined`."""
    if unread:
        return _read_only(node, takes, scope, unread)
    given = [element(part, scope) for part in node.args]
    if not node.keywords:
        return ",".join(given)
    if any(isinstance(part, ast.Starred) for part in node.args) and not takes.rest and not takes.variable:
        return _spread(node, given, takes, scope)
    if any(isinstance(part, ast.Starred) for part in node.args) or len(given) > takes.positional:
        raise scope.refuse(node, "keywords behind arguments whose number is not known")
    slots: list[str | None] = [*given, *([None] * (len(takes.names) - len(given)))]
    more: list[str] = []
    for part in node.keywords:
        value = scope.expression(part.value)
        if part.arg in takes.names:
            slots[takes.names.index(part.arg)] = value
        elif not takes.rest:
            raise scope.refuse(node, "**arguments" if part.arg is None else f"no parameter {part.arg}")
        else:
            more.append(value if part.arg is None else f"py_d({quoted(part.arg)},{value})")
    if more:
        plain = all(part.arg for part in node.keywords)
        joined = ",".join(part.removeprefix("py_d(")[:-1] for part in more) if plain else ",".join(more)
        slots.append(f"py_d({joined})" if plain else more[0] if len(more) == 1 else f"py_merged({joined})")
    while slots and slots[-1] is None:
        slots.pop()
    return ",".join("void 0" if part is None else part for part in slots)


def _read_only(node: ast.Call, takes: Signature, scope: Scope, unread: frozenset[str]) -> str:
    """The arguments for fields that phones read."""
    names = [part.arg for part in node.keywords]
    if any(isinstance(part, ast.Starred) for part in node.args) or None in names:
        raise scope.refuse(node, "fields whose number is not known, of a class with fields that phones do not read")
    given = [part for part, name in zip(node.args, takes.names, strict=False) if name not in unread]
    keywords = [part for part in node.keywords if part.arg not in unread]
    positional = sum(name not in unread for name in takes.names[: takes.positional])
    fields = Signature(tuple(name for name in takes.names if name not in unread), positional)
    return arguments(ast.copy_location(ast.Call(node.func, given, keywords), node), fields, scope)


def _spread(node: ast.Call, given: list[str], takes: Signature, scope: Scope) -> str:
    """Keywords after `*arguments`, whose number is only known at run time."""
    places: list[str] = []
    for part in node.keywords:
        if part.arg not in takes.names:
            raise scope.refuse(node, f"no parameter {part.arg}")
        places.append(f"{takes.names.index(part.arg)},{scope.expression(part.value)}")
    return f"...py_args([{','.join(given)}],{','.join(places)})"
