"""Compiles comprehensions and lambdas."""

import ast

from scorekeeper.compiler.expressions import truth
from scorekeeper.compiler.scopes import Scope
from scorekeeper.compiler.syntax import signature, stored_names

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def pattern(target: ast.expr, scope: Scope) -> str:
    """The target of a binding: a name, or names in brackets; a repeated name keeps its last value."""
    return _pattern(target, scope, [*stored_names(target)])


def _pattern(target: ast.expr, scope: Scope, left: list[str]) -> str:
    match target:
        case ast.Name():
            left.remove(target.id)
            return "" if target.id in left else scope.names[target.id]
        case ast.Tuple():
            return f"[{','.join(_pattern(part, scope, left) for part in target.elts)}]"
        case ast.Starred() if isinstance(target.value, ast.Name):
            return f"...{_pattern(target.value, scope, left)}"
    raise scope.refuse(target, "a target in a comprehension")


def comprehension(node: Comprehension, scope: Scope) -> str:
    """All values of a comprehension."""
    if isinstance(node, ast.DictComp):
        return f"py_newdict({_values(node.generators, (node.key, node.value), scope)})"
    found = _values(node.generators, (node.elt,), scope)
    return f"py_set({found})" if isinstance(node, ast.SetComp) else found


def _values(generators: list[ast.comprehension], made: tuple[ast.expr, ...], scope: Scope) -> str:
    first, *rest = generators
    inner, values, bound = _kept(first, scope)
    if rest:
        return f"py_flat({values},{taking(bound)}=>{_values(rest, made, inner)})"
    parts = [inner.expression(part) for part in made]
    if parts == [bound] and not bound.startswith("["):
        return f"py_list({values})"
    return f"py_map({values},{taking(bound)}=>{parts[0] if len(parts) == 1 else f'[{parts[0]},{parts[1]}]'})"


def _kept(generator: ast.comprehension, scope: Scope) -> tuple[Scope, str, str]:
    """The inner scope, the values that meet the conditions, and what each is bound to."""
    values = scope.expression(generator.iter)
    inner = scope.inner([*stored_names(generator.target)])
    bound = pattern(generator.target, inner)
    if generator.ifs:
        conditions = "&&".join(truth(part, inner) for part in generator.ifs)
        values = f"py_filter({values},{taking(bound)}=>{conditions})"
    return inner, values, bound


def some_or_every(node: ast.GeneratorExp, scope: Scope, every: bool) -> str:
    """`any` or `all` of a generator: evaluates no more than needed."""
    return _some(node.generators, node.elt, scope, every)


def _some(generators: list[ast.comprehension], elt: ast.expr, scope: Scope, every: bool) -> str:
    first, *rest = generators
    values = scope.expression(first.iter)
    inner = scope.inner([*stored_names(first.target)])
    inside = _some(rest, elt, inner, every) if rest else truth(elt, inner)
    conditions = [truth(part, inner) for part in first.ifs]
    held = "||".join([*(f"!{part}" for part in conditions), inside]) if every else "&&".join([*conditions, inside])
    return f"py_{'every' if every else 'some'}({values},{taking(pattern(first.target, inner))}=>{held})"


def first_of(node: ast.GeneratorExp, scope: Scope) -> str:
    """The first value of a generator, or null: evaluates no more than needed."""
    return _found(node.generators, node.elt, scope)


def _found(generators: list[ast.comprehension], elt: ast.expr, scope: Scope) -> str:
    first, *rest = generators
    values = scope.expression(first.iter)
    inner = scope.inner([*stored_names(first.target)])
    inside = _found(rest, elt, inner) if rest else f"[{inner.expression(elt)}]"
    conditions = "&&".join([*(truth(part, inner) for part in first.ifs), inside])
    return f"py_search({values},{taking(pattern(first.target, inner))}=>{conditions})"


def taking(given: str) -> str:
    """The parameters of an arrow function: a single name needs no brackets."""
    return given if given.isidentifier() else f"({given})"


def parameters(node: ast.FunctionDef | ast.Lambda, scope: Scope, inner: Scope, bound: bool = False) -> str:
    """The parameters of a function, in the order of its signature, with their defaults."""
    given = node.args
    found: list[str] = []
    takes = signature(node, bound)
    defaults: dict[str, ast.expr] = {}
    positional = [*given.posonlyargs, *given.args]
    for part, default in zip(reversed(positional), reversed(given.defaults), strict=False):
        defaults[part.arg] = default
    for part, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        if value is not None:
            defaults[part.arg] = value
    if takes.variable and given.kwonlyargs:
        raise scope.refuse(node, "keyword-only parameters behind *parameters")
    for name in takes.names:
        given_by = f"={scope.expression(defaults[name])}" if name in defaults else ""
        found.append(inner.names[name] + given_by)
    if given.vararg:
        found.append(f"...{inner.names[given.vararg.arg]}")
    if given.kwarg:
        found.append(f"{inner.names[given.kwarg.arg]}=py_d()")
    for part in (*positional, *given.kwonlyargs):
        inner.kinds[part.arg] = scope.unit.types.annotated(scope.module, part.annotation)
    return ",".join(found)


def parameter_names(node: ast.FunctionDef | ast.Lambda) -> list[str]:
    """All names that a function takes."""
    given = node.args
    parts = [*given.posonlyargs, *given.args, *given.kwonlyargs, *(p for p in (given.vararg, given.kwarg) if p)]
    return [part.arg for part in parts]


def function(node: ast.Lambda, scope: Scope) -> str:
    """A lambda."""
    inner = scope.inner(parameter_names(node))
    return f"{taking(parameters(node, scope, inner))}=>{inner.expression(node.body)}"
