"""Functions, classes and values at the top level of a module."""

import ast
from collections.abc import Callable
from functools import partial

from scorekeeper.compiler.program import Class, Definition, Library
from scorekeeper.compiler.scopes import Scope, Unit, attribute, quoted
from scorekeeper.compiler.statements import arrow, function, target
from scorekeeper.compiler.syntax import decorators, is_generator

CACHES = ("cache", "lru_cache")
METHODS = "\ue003"
"""The place of a class's methods, which are added once it is known which of them are called."""


def definition(unit: Unit, found: Definition) -> str:
    """A name at the top level of a module, as a declaration."""
    scope = Scope(unit, found.module)
    if found.module.running:
        raise scope.refuse(found.module.running, "a statement that runs when the module is imported")
    if isinstance(found.node, ast.ClassDef):
        each = unit.program.class_of(found)
        assert each is not None
        return _class(unit, each, scope)
    if isinstance(found.node, ast.FunctionDef):
        return f"const {unit.token(found)}={_kept(found.node, arrow(found.node, scope), scope)};\n"
    value = found.node.value
    to = found.node.targets[0] if isinstance(found.node, ast.Assign) else found.node.target
    if value is None or (isinstance(found.node, ast.Assign) and len(found.node.targets) > 1):
        raise scope.refuse(found.node, "no single value")
    if isinstance(to, ast.Tuple) and not isinstance(value, ast.Tuple):
        raise scope.refuse(found.node, "several names for a value that is not written out")
    return f"const {target(to, scope)}={scope.expression(value)};\n"


def _kept(node: ast.FunctionDef, made: str, scope: Scope) -> str:
    """A function, with a cache if it is decorated with one."""
    found = decorators(node)
    if not found:
        return made
    (name, call), *more = found.items()
    if more or name not in CACHES or call is None:
        raise scope.refuse(node, f"the decorator {name}")
    most = next((ast.unparse(part.value) for part in call.keywords if part.arg == "maxsize"), "1/0")
    return f"py_cache({most},{made})"


def _class(unit: Unit, each: Class, scope: Scope) -> str:
    """A class; of its methods only the place, see `methods`."""
    name = unit.token(each.definition)
    if each.is_protocol:
        return f"class {name}{{}}\n"
    for part in each.methods:
        if part.name.startswith("__") and part.name not in ("__init__", "__str__"):
            raise scope.refuse(part, f"no {part.name}")
    after = "".join(_of_class(name, part, each, scope) for part in each.node.body)
    if each.is_enum:
        members = ",".join(f"{key}:{scope.expression(value)}" for key, value in _members(each))
        after = f"py_members({name},{quoted(each.node.name)},{{{members}}});"
    return f"class {name}{_extends(unit, each, scope)}{{{METHODS}}}{after}\n"


def methods(unit: Unit, found: Definition) -> dict[str, Callable[[], str]]:
    """Functions that write each method of a class, by name."""
    each = unit.program.class_of(found)
    if each is None or each.is_protocol:
        return {}
    scope = Scope(unit, found.module)
    return {part.name: partial(_method, part, scope) for part in each.methods}


def _extends(unit: Unit, each: Class, scope: Scope) -> str:
    bases = [base for base in each.node.bases if not ast.unparse(base).startswith(("Generic", "Protocol"))]
    if len(bases) > 1 or each.node.keywords:
        raise scope.refuse(each.node, "several base classes")
    base = ""
    if each.is_enum:
        base = "py_Enum"
    elif bases:
        base = scope.expression(bases[0])
    if not each.is_data:
        return f" extends {base}" if base else ""
    names, defaults, factories = [], [], []
    unread = unit.unread(each.definition)
    for part in (part for part, _ in each.fields if ast.unparse(part.target) not in unread):
        assert isinstance(part.target, ast.Name)
        names.append(attribute(part.target.id))
        if isinstance(part.value, ast.Call):
            made = {k.arg: k.value for k in part.value.keywords}
            if scope.meaning(part.value.func) != Library("dataclasses", "field") or set(made) != {"default_factory"}:
                raise scope.refuse(part, "a field that is more than a value or its factory")
            factories.append(f"{names[-1]}:()=>{scope.expression(_made(made['default_factory']))}")
        elif part.value is not None:
            defaults.append(f"{names[-1]}:{scope.expression(part.value)}")
    more = [f"{{{','.join(defaults)}}}", f"{{{','.join(factories)}}}"]
    while more and more[-1] == "{}":
        more.pop()
    return f" extends py_data({','.join([base or 'py_Data', quoted(' '.join(names)), *more])})"


def _made(factory: ast.expr) -> ast.expr:
    """The result of a factory, as a call."""
    return ast.copy_location(ast.Call(factory, [], []), factory)


def _members(each: Class) -> list[tuple[str, ast.expr]]:
    return [
        (to.id, part.value)
        for part in each.node.body
        if isinstance(part, ast.Assign)
        for to in part.targets
        if isinstance(to, ast.Name)
    ]


def _of_class(name: str, part: ast.stmt, each: Class, scope: Scope) -> str:
    """A value shared by all objects of a class."""
    if isinstance(part, ast.AnnAssign) and part.value is not None and all(part is not own for own, _ in each.fields):
        assert isinstance(part.target, ast.Name)
        key = attribute(part.target.id)
        return f"{name}.{key}={name}.prototype.{key}={scope.expression(part.value)};"
    if isinstance(part, ast.Assign) and not each.is_enum and isinstance(part.targets[0], ast.Name):
        key = attribute(part.targets[0].id)
        return f"{name}.{key}={name}.prototype.{key}={scope.expression(part.value)};"
    if not isinstance(part, ast.AnnAssign | ast.Assign | ast.FunctionDef | ast.Expr | ast.Pass):
        raise scope.refuse(part, "a statement of a class")
    return ""


def _method(node: ast.FunctionDef, scope: Scope) -> str:
    found = [*decorators(node)]
    is_static = found == ["staticmethod"]
    given, inside = function(node, scope, this=not is_static)
    name = attribute(node.name)
    if node.name == "__init__":
        return f"constructor({given}){inside}"
    if found == ["property"]:
        return f"get {name}(){inside}"
    if found in (["classmethod"], ["staticmethod"]):
        return f"static {name}({given}){inside}"
    if found:
        raise scope.refuse(node, f"the decorator {found[0]}")
    return f"{'*' if is_generator(node) else ''}{name}({given}){inside}"
