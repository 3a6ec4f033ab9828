"""Compiles calls: of functions and classes, of Python's built-ins, and of methods by the kind of their object."""

import ast

from scorekeeper.compiler.arguments import DATA_BY_KEYWORD, arguments, by_position
from scorekeeper.compiler.comprehensions import first_of, some_or_every
from scorekeeper.compiler.expressions import BUILTINS, ERRORS, element, library
from scorekeeper.compiler.kinds import OF_DICTS, SHARED
from scorekeeper.compiler.program import Definition, Library
from scorekeeper.compiler.scopes import Entry, Scope, attribute, quoted
from scorekeeper.compiler.syntax import Signature, signature
from scorekeeper.compiler.types import is_new_type

PATTERNS = {"fullmatch": "re_fullmatch", "search": "re_match", "sub": "re_sub"}
BUILTIN_PARAMETERS = {
    "sorted": Signature(("iterable", "key", "reverse"), 1),
    "min": Signature(("iterable", "key", "default"), 1),
    "max": Signature(("iterable", "key", "default"), 1),
    "sum": Signature(("iterable", "start"), 2),
    "enumerate": Signature(("iterable", "start"), 2),
    "dict": Signature(("iterable",), 1, rest=True),
    "json.dumps": Signature(("value", "ensure_ascii"), 1),
}

METHOD_PARAMETERS = {"split": Signature(("sep", "maxsplit"), 2), "rsplit": Signature(("sep", "maxsplit"), 2)}


def call(node: ast.Call, scope: Scope) -> str:
    """A call in JavaScript."""
    meaning = scope.meaning(node.func)
    if isinstance(meaning, Definition):
        return _defined(node, meaning, scope)
    if isinstance(meaning, Library):
        return _library(node, meaning, scope)
    if isinstance(node.func, ast.Name):
        if scope.local(node.func.id) is None:
            return _builtin(node, node.func.id, scope)
        if node.func.id == "cls":
            return f"new this({arguments(node, _own_class(scope, node), scope)})"
        return f"{scope.local(node.func.id)}({by_position(node, scope, node.func.id)})"
    if isinstance(node.func, ast.Attribute):
        return _method(node, node.func, scope)
    return f"({scope.expression(node.func)})({by_position(node, scope)})"


def _own_class(scope: Scope, node: ast.AST) -> Signature:
    own = [each for each in scope.unit.program.classes.values() if each.definition.module is scope.module]
    around = [each for each in own if any(part is node for part in ast.walk(each.node))]
    if not around or around[0].constructor is None:
        raise scope.refuse(node, "a class whose fields are not known")
    return around[0].constructor


def _defined(node: ast.Call, meaning: Definition, scope: Scope) -> str:
    if is_new_type(meaning):
        return scope.expression(node.args[0])
    if scope.unit.is_entry(meaning):
        code = scope.meaning(node.args[0])
        if isinstance(code, Definition):
            return scope.unit.later(Entry(node, scope, code))
    return of_definition(node, meaning, scope)


def of_definition(node: ast.Call, meaning: Definition, scope: Scope) -> str:
    """A call of a function or a class of the program."""
    name = scope.unit.token(meaning)
    if isinstance(meaning.node, ast.FunctionDef):
        return f"{name}({arguments(node, signature(meaning.node), scope)})"
    if isinstance(meaning.node, ast.ClassDef):
        found = scope.unit.program.class_of(meaning)
        assert found is not None
        if found.is_enum:
            return f"py_member({name},{by_position(node, scope)})"
        if found.constructor is None:
            return f"new {name}({by_position(node, scope)})"
        return f"new {name}({arguments(node, found.constructor, scope, scope.unit.unread(meaning))})"
    return f"{name}({by_position(node, scope)})"


def _library(node: ast.Call, meaning: Library, scope: Scope) -> str:
    full = f"{meaning.module}.{meaning.name}"
    if full == "dataclasses.replace" and len(node.args) == 1 and all(part.arg for part in node.keywords):
        read = [part for part in node.keywords if part.arg not in scope.unit.unread_everywhere]
        changes = ",".join(f"{attribute(str(part.arg))}:{scope.expression(part.value)}" for part in read)
        return f"py_replace({scope.expression(node.args[0])},{{{changes}}})"
    if full == "re.compile" and len(node.args) == 1 and not node.keywords:
        return f"py_pattern({scope.expression(node.args[0])})"
    name = library(meaning, node, scope)
    takes = BUILTIN_PARAMETERS.get(full)
    return f"{name}({arguments(node, takes, scope) if takes else by_position(node, scope)})"


def _builtin(node: ast.Call, name: str, scope: Scope) -> str:
    if name == "isinstance" and len(node.args) == 2 and not node.keywords:
        return _isinstance(node, scope)
    if name == "type" and ast.unparse(node) == "type(None)":
        return "py_NoneType"
    if name not in BUILTINS | ERRORS:
        raise scope.refuse(node, f"no {name}")
    first = node.args[0] if node.args else None
    if isinstance(first, ast.GeneratorExp) and not node.keywords and name in ("any", "all", "next"):
        return _lazy(node, name, first, scope)
    if isinstance(first, ast.GeneratorExp) and name in ("list", "tuple"):
        return scope.expression(first)  # an array that nothing else has
    if name == "zip":
        return _zip(node, scope)
    if name in ("min", "max"):
        node = _one_argument(node)
    if name in ERRORS:
        return f"new py_{name}({by_position(node, scope)})"
    called = {"dict": "py_newdict", "frozenset": "py_set"}.get(name, f"py_{name}")
    takes = BUILTIN_PARAMETERS.get(name)
    return f"{called}({arguments(node, takes, scope) if takes else by_position(node, scope)})"


def _lazy(node: ast.Call, name: str, first: ast.GeneratorExp, scope: Scope) -> str:
    if name != "next":
        return some_or_every(first, scope, name == "all")
    found = first_of(first, scope)
    rest = "".join(f",{scope.expression(part)}" for part in node.args[1:])
    return f"py_first({found}{rest})"


def _zip(node: ast.Call, scope: Scope) -> str:
    strict = [scope.expression(part.value) for part in node.keywords if part.arg == "strict"] or ["false"]
    return f"py_zip({','.join([*strict, *(element(part, scope) for part in node.args)])})"


def _one_argument(node: ast.Call) -> ast.Call:
    """`min(a, b)` as `min([a, b])`."""
    if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        return node
    given = ast.copy_location(ast.List(node.args, ast.Load()), node)
    return ast.copy_location(ast.Call(node.func, [given], node.keywords), node)


def _isinstance(node: ast.Call, scope: Scope) -> str:
    value, kinds = scope.expression(node.args[0]), [node.args[1]]
    while any(isinstance(kind, ast.BinOp) for kind in kinds):
        kinds = [
            part for kind in kinds for part in ([kind.left, kind.right] if isinstance(kind, ast.BinOp) else [kind])
        ]
    names = [_kind(kind, scope) for kind in kinds]
    simple = {"py_str": f"(typeof {value}==='string')", "py_bool": f"(typeof {value}==='boolean')"}
    if len(names) == 1:
        meaning = scope.meaning(kinds[0])
        if isinstance(meaning, Definition):
            return f"({value} instanceof {names[0]})"
        if names[0] in simple and scope.module.name.startswith("scorekeeper.core"):
            return simple[names[0]]
        return f"py_isa({value},{names[0]})"
    return f"py_isa({value},[{','.join(names)}])"


def _kind(node: ast.expr, scope: Scope) -> str:
    meaning = scope.meaning(node)
    if meaning == Library("markupsafe", "Markup"):
        return "py_Markup"
    if meaning == Library("collections.abc", "Mapping") or (isinstance(node, ast.Name) and node.id == "dict"):
        return "py_dict"
    return scope.expression(node)


def _method(node: ast.Call, called: ast.Attribute, scope: Scope) -> str:
    name, owner = called.attr, called.value
    if isinstance(owner, ast.Call) and ast.unparse(owner) == "super()":
        given = by_position(node, scope)
        return f"super({given})" if name == "__init__" else f"super.{attribute(name)}({given})"
    if name == "fromkeys" and ast.unparse(owner) == "dict":
        return f"py_fromkeys({by_position(node, scope)})"
    known = scope.unit.program.methods.get(name, [])
    this = scope.expression(owner)
    if name in PATTERNS and not known:
        return f"py_{PATTERNS[name]}({this},{by_position(node, scope)})"
    if name in SHARED:
        if node.keywords and name not in METHOD_PARAMETERS:
            raise scope.refuse(node, "keywords for a method of text or lists")
        given = arguments(node, METHOD_PARAMETERS.get(name, Signature((), 0)), scope)
        return f"py_call({','.join([this, quoted(name), *([given] if given else [])])})"
    if not known and name not in OF_DICTS and name not in scope.unit.types.attributes and name not in DATA_BY_KEYWORD:
        raise scope.refuse(node, f"no method {name}")
    if node.keywords and name not in DATA_BY_KEYWORD:
        return f"{this}.{attribute(name)}({_keywords(node, known, scope)})"
    return f"{this}.{attribute(name)}({by_position(node, scope, name)})"


def _keywords(node: ast.Call, known: list[Signature], scope: Scope) -> str:
    """The arguments of a method, if every method with these parameters has them in the same places."""
    given = {part.arg for part in node.keywords}
    fitting = [each for each in known if given <= set(each.names) or each.rest]
    if not fitting:
        raise scope.refuse(node, "keywords for a method that is not known by name")
    ways = {arguments(node, each, scope) for each in fitting}
    if len(ways) > 1:
        raise scope.refuse(node, "keywords for a method that two classes have with other parameters")
    return ways.pop()
