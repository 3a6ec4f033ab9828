"""Expressions of Python as expressions of JavaScript."""

import ast

from scorekeeper.phone import calls, comprehensions
from scorekeeper.phone.program import Definition, Library, Module
from scorekeeper.phone.scopes import Scope, quoted
from scorekeeper.phone.types import ARRAYS, BY_FUNCTION, PLAIN, YES_OR_NO, Kinds, is_new_type

OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.BitOr: "bitor",
    ast.BitAnd: "bitand",
    ast.LShift: "shl",
    ast.RShift: "shr",
}
BUILTINS = frozenset(
    "abs all any bool dict enumerate int len list max min next object range reversed set sorted str sum tuple zip".split()
) | {"frozenset"}
ERRORS = frozenset("Exception ValueError TypeError KeyError IndexError AssertionError StopIteration".split())
LARGEST = 2**53
FORMATS = ("", ",", "+", "+,", "d")


def expression(node: ast.expr, scope: Scope) -> str:
    """An expression in JavaScript."""
    match node:
        case ast.Constant():
            return _constant(node, scope)
        case ast.Name():
            return name(node, scope)
        case ast.Attribute():
            return _attribute(node, scope)
        case ast.Call():
            return calls.call(node, scope)
        case ast.JoinedStr():
            return _formatted(node, scope)
        case ast.Compare():
            return _compare(node, scope)
        case ast.BoolOp() | ast.UnaryOp() | ast.IfExp() | ast.BinOp():
            return _operation(node, scope)
        case ast.Subscript():
            return _subscript(node, scope)
        case ast.Tuple() | ast.List():
            return array(node.elts, scope)
        case ast.Set():
            return f"py_set({array(node.elts, scope)})"
        case ast.Dict():
            return _dict(node, scope)
        case ast.Lambda():
            return comprehensions.function(node, scope)
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
            return comprehensions.comprehension(node, scope)
    raise scope.refuse(node, f"no {type(node).__name__}")


def array(parts: list[ast.expr], scope: Scope) -> str:
    """An array of these."""
    return f"[{','.join(element(part, scope) for part in parts)}]"


def element(node: ast.expr, scope: Scope) -> str:
    """A part of an array, or an argument; a starred one is spread."""
    if isinstance(node, ast.Starred):
        return f"...py_it({expression(node.value, scope)})"
    return expression(node, scope)


def truth(node: ast.expr, scope: Scope) -> str:
    """An expression as a condition."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"!{truth(node.operand, scope)}"
    if isinstance(node, ast.BoolOp):
        sign = "||" if isinstance(node.op, ast.Or) else "&&"
        return f"({sign.join(truth(part, scope) for part in node.values)})"
    kinds, found = kinds_of(node, scope), expression(node, scope)
    if kinds is not None and kinds <= ARRAYS:
        return f"({found}.length>0)"
    return found if kinds is not None and kinds <= PLAIN else f"py_t({found})"


def kinds_of(node: ast.expr, scope: Scope) -> Kinds | None:
    """What the value can be, as far as it is written; None where that is more than plain values and arrays."""
    match node:
        case ast.Constant():
            return frozenset({"None" if node.value is None else type(node.value).__name__})
        case ast.JoinedStr():
            return frozenset({"str"})
        case ast.Tuple() | ast.List() | ast.ListComp():
            return frozenset({"tuple" if isinstance(node, ast.Tuple) else "list"})
        case ast.Compare():
            return YES_OR_NO
        case ast.UnaryOp():
            return YES_OR_NO if isinstance(node.op, ast.Not) else frozenset({"int"})
        case ast.Name():
            return scope.kinds_of(node.id) if scope.local(node.id) else _defined(node, scope)
        case ast.Attribute():
            return _defined(node, scope) or scope.unit.types.attributes.get(node.attr)
        case ast.BoolOp():
            return together([kinds_of(part, scope) for part in node.values])
        case ast.IfExp():
            return together([kinds_of(part, scope) for part in (node.body, node.orelse)])
        case ast.BinOp():
            both = kinds_of(node.left, scope), kinds_of(node.right, scope)
            return frozenset({"int"}) if both == ({"int"}, {"int"}) else None
        case ast.Call():
            return _returned(node, scope)
    return None


def together(found: list[Kinds | None]) -> Kinds | None:
    """What a value can be that is one of these."""
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
        return frozenset({"int"}) if is_new_type(meaning) else None
    if isinstance(node.func, ast.Name) and scope.local(node.func.id) is None and node.func.id in BY_FUNCTION:
        return frozenset({BY_FUNCTION[node.func.id]})
    if isinstance(node.func, ast.Attribute) and node.func.attr not in calls.SHARED | calls.OF_DICTS:
        return scope.unit.types.returned.get(node.func.attr)
    return None


def _constant(node: ast.Constant, scope: Scope) -> str:
    value = node.value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) <= LARGEST:
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    raise scope.refuse(node, "a constant that JavaScript lacks")


def name(node: ast.Name, scope: Scope) -> str:
    """A name that is read."""
    local = scope.local(node.id)
    if local is not None:
        return local
    meaning = scope.unit.program.meaning(scope.module, node.id)
    if isinstance(meaning, Definition):
        return "py_same" if is_new_type(meaning) else scope.unit.token(meaning)
    if isinstance(meaning, Library):
        return library(meaning, node, scope)
    if meaning is None and node.id in BUILTINS | ERRORS:
        return "py_set" if node.id == "frozenset" else f"py_{node.id}"
    raise scope.refuse(node, "a name that the compiler does not know")


LIBRARY = {
    ("markupsafe", "Markup"): "py_markup",
    ("markupsafe", "escape"): "py_escape",
    ("json", "dumps"): "py_json",
    ("unicodedata", "category"): "py_category",
}
"""What the runtime has of libraries."""


def library(meaning: Library, node: ast.AST, scope: Scope) -> str:
    """What stands for a part of a library."""
    if (meaning.module, meaning.name) in LIBRARY:
        return LIBRARY[meaning.module, meaning.name]
    raise scope.refuse(node, f"{meaning.module}.{meaning.name} is not on the phone")


def _attribute(node: ast.Attribute, scope: Scope) -> str:
    meaning = scope.meaning(node)
    if isinstance(meaning, Definition):
        return "py_same" if is_new_type(meaning) else scope.unit.token(meaning)
    if isinstance(meaning, Library):
        return library(meaning, node, scope)
    if isinstance(scope.meaning(node.value), Module | Library):
        raise scope.refuse(node, "a name that the compiler does not know")
    if node.attr.startswith("__"):
        raise scope.refuse(node, "an attribute that JavaScript lacks")
    owner = expression(node.value, scope)
    if node.attr in scope.unit.program.methods:
        return f"py_bound({owner},{quoted(node.attr)})"
    if node.attr in calls.SHARED | calls.OF_DICTS and node.attr not in scope.unit.types.attributes:
        raise scope.refuse(node, "a method that is passed on")
    return f"{owner}.{node.attr}"


def _formatted(node: ast.JoinedStr, scope: Scope) -> str:
    parts: list[str] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            spec = ast.unparse(part.format_spec)[2:-1] if part.format_spec else ""
            if spec not in FORMATS or part.conversion != -1:
                raise scope.refuse(part, f"a format like {spec!r}")
            value = expression(part.value, scope)
            if spec not in ("", "d"):
                value = f"py_format({value},{quoted(spec)})"
            elif (kinds_of(part.value, scope) or {"other"}) - {"int", "str"}:
                value = f"py_str({value})"
            parts.append(f"${{{value}}}")
        elif isinstance(part, ast.Constant):
            text = quoted(str(part.value))[1:-1].replace('\\"', '"')
            parts.append(text.replace("`", "\\`").replace("${", "\\${"))
    return f"`{''.join(parts)}`"


def _compare(node: ast.Compare, scope: Scope) -> str:
    if len(node.ops) == 1:
        return _compared(node.left, node.ops[0], node.comparators[0], scope, node)
    middle = node.comparators[:-1]
    if not all(isinstance(part, ast.Name | ast.Constant | ast.Attribute) for part in middle):
        return _chain(node, scope)
    sides = [node.left, *node.comparators]
    pairs = zip(sides, node.ops, sides[1:], strict=False)
    return f"({'&&'.join(_compared(one, sign, other, scope, node) for one, sign, other in pairs)})"


def _chain(node: ast.Compare, scope: Scope) -> str:
    """`1 <= len(names) <= 2`: what is in the middle is worked out once."""
    if len(node.ops) != 2:
        raise scope.refuse(node, "a longer chain of comparisons")
    inner = scope.inner(["$"])
    inner.kinds["$"] = kinds_of(node.comparators[0], scope)
    middle = ast.copy_location(ast.Name("$", ast.Load()), node)
    first = _compared(node.left, node.ops[0], middle, inner, node)
    second = _compared(middle, node.ops[1], node.comparators[1], inner, node)
    return f"(({inner.names['$']})=>{first}&&{second})({expression(node.comparators[0], scope)})"


def _compared(left: ast.expr, sign: ast.cmpop, right: ast.expr, scope: Scope, node: ast.AST) -> str:
    one, other = expression(left, scope), expression(right, scope)
    kinds = kinds_of(left, scope), kinds_of(right, scope)
    match sign:
        case ast.Is() | ast.IsNot():
            return f"({one}{'===' if isinstance(sign, ast.Is) else '!=='}{other})"
        case ast.Eq() | ast.NotEq():
            if any(kind is not None and kind <= PLAIN and not {"int", "bool"} & kind for kind in kinds) or kinds[
                0
            ] == kinds[1] == {"int"}:
                return f"({one}{'===' if isinstance(sign, ast.Eq) else '!=='}{other})"
            return f"{'' if isinstance(sign, ast.Eq) else '!'}py_eq({one},{other})"
        case ast.In() | ast.NotIn():
            return f"{'' if isinstance(sign, ast.In) else '!'}py_in({one},{other})"
        case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE():
            down = isinstance(sign, ast.Gt | ast.GtE)
            strict = isinstance(sign, ast.Lt | ast.Gt)
            if {"int"} in kinds:
                return f"({one}{'>' if down else '<'}{'' if strict else '='}{other})"
            return f"py_{'g' if down else 'l'}{'t' if strict else 'e'}({one},{other})"
    raise scope.refuse(node, "a comparison")


def _operation(node: ast.BoolOp | ast.UnaryOp | ast.IfExp | ast.BinOp, scope: Scope) -> str:
    if isinstance(node, ast.IfExp):
        return f"({truth(node.test, scope)}?{expression(node.body, scope)}:{expression(node.orelse, scope)})"
    if isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not):
            return f"!{truth(node.operand, scope)}"
        if isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant):
                return f"-{expression(node.operand, scope)}"
            return f"py_neg({expression(node.operand, scope)})"
        raise scope.refuse(node, "an operator that JavaScript lacks")
    if isinstance(node, ast.BoolOp):
        return _chosen(node, scope)
    if (
        type(node.op) not in OPERATORS
        or isinstance(node.left, ast.Constant | ast.JoinedStr)
        and isinstance(node.op, ast.Mod)
    ):
        raise scope.refuse(node, "an operator that JavaScript lacks")
    return f"py_{OPERATORS[type(node.op)]}({expression(node.left, scope)},{expression(node.right, scope)})"


def _chosen(node: ast.BoolOp, scope: Scope) -> str:
    """`a or b` as the value of one of them."""
    is_or = isinstance(node.op, ast.Or)
    found = expression(node.values[-1], scope)
    for part in reversed(node.values[:-1]):
        kinds = kinds_of(part, scope)
        if kinds is not None and kinds <= PLAIN:
            found = f"({expression(part, scope)}{'||' if is_or else '&&'}{found})"
        else:
            found = f"py_{'or' if is_or else 'and'}({expression(part, scope)},()=>{found})"
    return found


def _subscript(node: ast.Subscript, scope: Scope) -> str:
    if isinstance(node.value, ast.Name) and scope.local(node.value.id) is None and node.value.id in BUILTINS:
        return f"py_{node.value.id}"  # a type with what it holds
    owner = expression(node.value, scope)
    if not isinstance(node.slice, ast.Slice):
        return f"py_get({owner},{expression(node.slice, scope)})"
    step = node.slice.step
    if step is not None and (ast.unparse(step) != "-1" or node.slice.lower or node.slice.upper):
        raise scope.refuse(node, "a slice with a step")
    ends = [expression(end, scope) if end else "null" for end in (node.slice.lower, node.slice.upper)]
    return f"py_slice({owner},{','.join(ends)}{',1' if step else ''})"


def _dict(node: ast.Dict, scope: Scope) -> str:
    if None not in node.keys:
        pairs = [(expression(k, scope), expression(v, scope)) for k, v in zip(node.keys, node.values, strict=True) if k]
        return f"py_d({','.join(part for pair in pairs for part in pair)})"
    parts: list[str] = []
    for key, value in zip(node.keys, node.values, strict=True):
        parts.append(
            expression(value, scope) if key is None else f"py_d({expression(key, scope)},{expression(value, scope)})"
        )
    return f"py_merged({','.join(parts)})"
