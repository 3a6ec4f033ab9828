"""Simple expressions: constants, names, operators, text with values in it, tuples and dicts."""

import ast

from scorekeeper.compiler.kinds import OF_DICTS, SHARED, kinds_of
from scorekeeper.compiler.program import Definition, Library, Module
from scorekeeper.compiler.scopes import Expressions, Scope, attribute, quoted
from scorekeeper.compiler.syntax import listed
from scorekeeper.compiler.types import ARRAYS, PLAIN, TEXT, is_new_type

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
BUILTINS = listed(
    """
    abs all any bool dict enumerate frozenset int len list max min next object range reversed set sorted str sum tuple
    zip
    """
)
ERRORS = listed("Exception ValueError TypeError KeyError IndexError AssertionError StopIteration")
LARGEST = 2**53
SHORT = 99_999
FORMATS = ("", ",", "+", "+,", "d")


def array(parts: list[ast.expr], scope: Scope) -> str:
    """An array of these values."""
    return f"[{','.join(element(part, scope) for part in parts)}]"


def element(node: ast.expr, scope: Scope) -> str:
    """An element of an array, or an argument; a starred one is spread."""
    if isinstance(node, ast.Starred):
        return f"...{items(node.value, scope)}"
    return scope.expression(node)


def items(node: ast.expr, scope: Scope) -> str:
    """Everything in a value, as an array."""
    kinds = kinds_of(node, scope)
    is_array = isinstance(node, ast.GeneratorExp) or (kinds is not None and kinds <= ARRAYS)
    return scope.expression(node) if is_array else f"py_it({scope.expression(node)})"


def truth(node: ast.expr, scope: Scope) -> str:
    """An expression as a condition."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"!{truth(node.operand, scope)}"
    if isinstance(node, ast.BoolOp):
        sign = "||" if isinstance(node.op, ast.Or) else "&&"
        return f"({sign.join(truth(part, scope) for part in node.values)})"
    kinds, found = kinds_of(node, scope), scope.expression(node)
    if kinds is not None and kinds <= ARRAYS:
        return f"({found}.length>0)"
    return found if kinds is not None and kinds <= PLAIN else f"py_t({found})"


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
        return _defined(meaning, scope)
    if isinstance(meaning, Library):
        return library(meaning, node, scope)
    if meaning is None and node.id in BUILTINS | ERRORS:
        return "py_set" if node.id == "frozenset" else f"py_{node.id}"
    raise scope.refuse(node, "a name that the compiler does not know")


def _defined(found: Definition, scope: Scope) -> str:
    """A name at the top level of a module. A short number is written out: declaring and sharing it takes more bytes."""
    value = found.node.value if isinstance(found.node, ast.Assign | ast.AnnAssign) else None
    if isinstance(value, ast.Constant) and type(value.value) is int and value.value <= SHORT:
        return _constant(value, scope)
    return "py_same" if is_new_type(found) else scope.unit.token(found)


LIBRARY = {
    ("markupsafe", "Markup"): "py_markup",
    ("markupsafe", "escape"): "py_escape",
    ("json", "dumps"): "py_json",
    ("unicodedata", "category"): "py_category",
}
"""The runtime's replacements for library names."""


def library(meaning: Library, node: ast.AST, scope: Scope) -> str:
    """The JavaScript for a name of a library."""
    if (meaning.module, meaning.name) in LIBRARY:
        return LIBRARY[meaning.module, meaning.name]
    raise scope.refuse(node, f"{meaning.module}.{meaning.name} is not on the phone")


def _attribute(node: ast.Attribute, scope: Scope) -> str:
    meaning = scope.meaning(node)
    if isinstance(meaning, Definition):
        return _defined(meaning, scope)
    if isinstance(meaning, Library):
        return library(meaning, node, scope)
    if isinstance(scope.meaning(node.value), Module | Library):
        raise scope.refuse(node, "a name that the compiler does not know")
    if node.attr.startswith("__"):
        raise scope.refuse(node, "an attribute that JavaScript lacks")
    owner = scope.expression(node.value)
    if node.attr in scope.unit.program.methods:
        return f"py_bound({owner},{quoted(attribute(node.attr))})"
    if node.attr in SHARED | OF_DICTS and node.attr not in scope.unit.types.attributes:
        raise scope.refuse(node, "a method that is passed on")
    return f"{owner}.{attribute(node.attr)}"


def _formatted(node: ast.JoinedStr, scope: Scope) -> str:
    parts: list[str] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            spec = ast.unparse(part.format_spec)[2:-1] if part.format_spec else ""
            if spec not in FORMATS or part.conversion != -1:
                raise scope.refuse(part, f"a format like {spec!r}")
            value = scope.expression(part.value)
            if spec not in ("", "d"):
                value = f"py_format({value},{quoted(spec)})"
            elif (kinds_of(part.value, scope) or {"other"}) - {"int", "str"}:
                value = f"py_str({value})"
            parts.append(f"${{{value}}}")
        elif isinstance(part, ast.Constant):
            text = quoted(str(part.value))[1:-1].replace('\\"', '"')
            parts.append(text.replace("`", "\\`").replace("${", "\\${"))
    return f"`{''.join(parts)}`"


def _conditional(node: ast.IfExp, scope: Scope) -> str:
    return f"({truth(node.test, scope)}?{scope.expression(node.body)}:{scope.expression(node.orelse)})"


def _unary(node: ast.UnaryOp, scope: Scope) -> str:
    if isinstance(node.op, ast.Not):
        return f"!{truth(node.operand, scope)}"
    if not isinstance(node.op, ast.USub):
        raise scope.refuse(node, "an operator that JavaScript lacks")
    value = scope.expression(node.operand)
    return f"-{value}" if isinstance(node.operand, ast.Constant) else f"py_neg({value})"


def _binary(node: ast.BinOp, scope: Scope) -> str:
    of_text = isinstance(node.op, ast.Mod) and kinds_of(node.left, scope) == TEXT
    if type(node.op) not in OPERATORS or of_text:
        raise scope.refuse(node, "an operator that JavaScript lacks")
    return f"py_{OPERATORS[type(node.op)]}({scope.expression(node.left)},{scope.expression(node.right)})"


def _chosen(node: ast.BoolOp, scope: Scope) -> str:
    """`a or b` as the value of one of the two."""
    is_or = isinstance(node.op, ast.Or)
    found = scope.expression(node.values[-1])
    for part in reversed(node.values[:-1]):
        kinds = kinds_of(part, scope)
        if kinds is not None and kinds <= PLAIN:
            found = f"({scope.expression(part)}{'||' if is_or else '&&'}{found})"
        else:
            found = f"py_{'or' if is_or else 'and'}({scope.expression(part)},()=>{found})"
    return found


def _subscript(node: ast.Subscript, scope: Scope) -> str:
    if isinstance(node.value, ast.Name) and scope.local(node.value.id) is None and node.value.id in BUILTINS:
        return f"py_{node.value.id}"  # a type with its parameters
    owner = scope.expression(node.value)
    if not isinstance(node.slice, ast.Slice):
        return f"py_get({owner},{scope.expression(node.slice)})"
    step = node.slice.step
    if step is not None and (ast.unparse(step) != "-1" or node.slice.lower or node.slice.upper):
        raise scope.refuse(node, "a slice with a step")
    ends = [scope.expression(end) if end else "null" for end in (node.slice.lower, node.slice.upper)]
    return f"py_slice({owner},{','.join(ends)}{',1' if step else ''})"


def _dict(node: ast.Dict, scope: Scope) -> str:
    if None not in node.keys:
        pairs = [(scope.expression(k), scope.expression(v)) for k, v in zip(node.keys, node.values, strict=True) if k]
        return f"py_d({','.join(part for pair in pairs for part in pair)})"
    parts: list[str] = []
    for key, value in zip(node.keys, node.values, strict=True):
        parts.append(
            scope.expression(value) if key is None else f"py_d({scope.expression(key)},{scope.expression(value)})"
        )
    return f"py_merged({','.join(parts)})"


SIMPLE: Expressions = {
    ast.Constant: _constant,
    ast.Name: name,
    ast.Attribute: _attribute,
    ast.JoinedStr: _formatted,
    ast.BoolOp: _chosen,
    ast.UnaryOp: _unary,
    ast.IfExp: _conditional,
    ast.BinOp: _binary,
    ast.Subscript: _subscript,
    ast.Tuple: lambda node, scope: array(node.elts, scope),
    ast.List: lambda node, scope: array(node.elts, scope),
    ast.Set: lambda node, scope: f"py_set({array(node.elts, scope)})",
    ast.Dict: _dict,
}
