"""The Python that `core/` may use: the part that also runs on the phone, compiled to JavaScript.

Everything else is refused by `tests.core.subset_checker`. To allow more, teach the compiler first.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

MODULES = {
    "__future__": ("annotations",),
    "collections.abc": ("Callable", "Iterable", "Iterator", "Mapping", "Sequence"),  # for annotations only
    "dataclasses": ("dataclass", "field", "replace"),
    "enum": ("Enum",),
    "functools": ("cache", "lru_cache"),  # a Map by the spelled-out arguments
    "typing": ("Any", "ClassVar", "Generic", "NewType", "Protocol", "TypedDict", "TypeVar"),
    "re": ("compile",),
}
"""The allowed imports from the standard library."""

WORK_LIST = {
    ("inputs/fields.py", "json.dumps"): "text in quotes, as `JSON.stringify`; letters that nobody sees are escaped",
    ("inputs/faults.py", "unicodedata.category"): "control characters, by the property of a regular expression",
}
"""More imports for single modules, each a function that the compiler has to provide."""


def listed(names: str) -> frozenset[str]:
    """The names of a table."""
    return frozenset(names.split())


BUILTINS = listed(
    """
    abs all any bool dict enumerate frozenset int isinstance len list max min next object range reversed set sorted str
    sum super tuple zip ValueError
    """
)
METHODS = listed(
    """
    capitalize count endswith find index isascii isdecimal isprintable join lower lstrip partition removeprefix
    removesuffix replace rpartition rsplit rstrip split splitlines startswith strip upper
    add append clear copy difference discard extend fromkeys get insert intersection items keys pop remove reverse
    setdefault union update values
    fullmatch search sub
    __init__
    """
)
"""Methods of strings, lists, dicts, sets and regular expressions; and the call of an error's base class."""

KEYWORDS_ARE_DATA = ("_", "_c", "_n", "address", "field", "link", "translate", "translate_in", "translate_plural")
"""Functions whose other keywords are data, such as a URL's query or the figures of a text: they may be spread."""

DECORATORS = ("property", "classmethod", "staticmethod", "cache")
CALLED_DECORATORS = {"dataclass": ("frozen", "slots", "kw_only", "eq"), "lru_cache": ("maxsize",)}
BASES = ("Catalogue", "Enum", "Event", "Generic", "InvalidInput", "Protocol", "ValueError")
"""Base classes: an event is one of a kind, an error may have a narrower one, a language is a catalogue."""
SPECIAL_METHODS = ("__init__", "__str__")
FORMATS = ("", ",", "+", "+,", "d")
CONSUMERS = listed("all any dict enumerate frozenset list max min next set sorted sum tuple zip")
CONSUMING_METHODS = listed("extend fromkeys join union update")
LARGEST = 2**53
ONLY_IN_PYTHON = re.compile(r"\(\?(?:P|#|>|\(|[aiLmsux-])|\\[AZN]|[*+?}]\+")
"""Missing in JavaScript's regular expressions: Python's named groups, inline flags, `\\A`, possessive matching."""

STATEMENTS: tuple[type[ast.AST], ...] = (
    *(ast.FunctionDef, ast.ClassDef, ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete, ast.Expr),
    *(ast.For, ast.While, ast.If, ast.Raise, ast.Try, ast.Assert, ast.Break, ast.Continue, ast.Pass),
    *(ast.Import, ast.ImportFrom),
)
EXPRESSIONS: tuple[type[ast.AST], ...] = (
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Lambda, ast.IfExp, ast.Dict, ast.Set, ast.List, ast.Tuple),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Compare, ast.Call),
    *(ast.FormattedValue, ast.JoinedStr, ast.Constant, ast.Attribute, ast.Subscript, ast.Starred, ast.Name, ast.Slice),
)
OPERATORS: tuple[type[ast.AST], ...] = (
    *(ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv, ast.BitOr, ast.BitAnd, ast.Not, ast.USub, ast.And, ast.Or),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn),
)
"""`|` and `&` are of sets and dicts. Numbers have none of JavaScript's 32 bits, no powers and no division but `//`."""

BIT_SETS = {"analysis/possible_ends.py": "numbers of tricks as bits: a hand has at most 26 tricks, so 27 bits do"}
"""Modules that work on the bits of a number, and why JavaScript's 31 suffice."""

BITS = (ast.LShift, ast.RShift)
KNOWN = (*STATEMENTS, *EXPRESSIONS, *OPERATORS)
PARTS = (ast.Module, ast.expr_context, ast.arguments, ast.arg, ast.keyword, ast.alias, ast.comprehension)


@dataclass
class Parsed:
    """A module with all its nodes, and what each is a part of."""

    tree: ast.Module
    nodes: list[ast.AST] = field(default_factory=list)
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes.append(self.tree)
        for node in self.nodes:  # grows on the way
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                self.nodes.append(child)


@cache
def parsed(source: str) -> Parsed:
    """A module, parsed once for all questions."""
    return Parsed(ast.parse(source))


@dataclass
class Names:
    """The names that the modules define: what may be called or read, and what must not be tested or passed on."""

    defined: set[str] = field(default_factory=set)
    protocols: set[str] = field(default_factory=set)
    generators: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, root: Path) -> "Names":
        """The names of all modules below `root`."""
        names = cls()
        for module in modules(root, ()):
            here = cls.of_module((root / module).read_text("utf-8"))
            names.defined |= here.defined
            names.protocols |= here.protocols
            names.generators |= here.generators
        return names

    @classmethod
    @cache
    def of_module(cls, source: str) -> "Names":
        """What a module defines."""
        names = cls()
        names._read(parsed(source).nodes)
        return names

    def _read(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.defined.add(node.name)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                self.defined |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                self.defined.add(node.id if isinstance(node, ast.Name) else node.attr)
            if isinstance(node, ast.ClassDef) and any(name_of(base) == "Protocol" for base in node.bases):
                self.protocols.add(node.name)
            if isinstance(node, ast.FunctionDef) and is_generator(node) and not node.name.startswith("_"):
                self.generators.add(node.name)


def is_generator(function: ast.FunctionDef) -> bool:
    """Whether calling it makes a generator."""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in own(function))


def modules(root: Path, server_only: tuple[str, ...]) -> Iterator[str]:
    """The modules below `root` that are compiled."""
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name not in server_only:
            yield name


def wrong_pattern(node: ast.Call) -> Iterator[str]:
    """A regular expression is written out, and JavaScript has all of it."""
    pattern = node.args[0] if node.args else None
    if not (isinstance(pattern, ast.Constant) and isinstance(pattern.value, str)):
        yield "no regular expression that is put together"
    elif ONLY_IN_PYTHON.search(pattern.value) or len(node.args) > 1:
        yield f"no regular expression {pattern.value!r}"


def name_of(node: ast.AST) -> str:
    """The name in a call, a subscript or a name; empty if it has none."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    if isinstance(node, ast.Subscript):
        return name_of(node.value)
    return node.id if isinstance(node, ast.Name) else ""


def own(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def compiled_nodes(tree: ast.AST) -> Iterator[tuple[int, ast.AST]]:
    """Every node that becomes JavaScript, with its line: not annotations, and not the names of types."""
    waiting: list[tuple[int, ast.AST]] = [(1, tree)]
    while waiting:
        around, node = waiting.pop()
        line = getattr(node, "lineno", around)
        yield line, node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases") or _is_a_type(node, name):
                continue
            parts = value if isinstance(value, list) else [value]
            waiting += [(line, part) for part in parts if isinstance(part, ast.AST)]


def _is_a_type(node: ast.AST, name: str) -> bool:
    """Whether this part of an assignment only names a type: `Draft = tuple[Bid | None, ...]`."""
    if not isinstance(node, ast.Assign) or name != "value":
        return False
    target = node.targets[0]
    is_alias = isinstance(target, ast.Name) and target.id[:1].isupper() and not target.id.isupper()
    return is_alias and isinstance(node.value, ast.Subscript | ast.BinOp | ast.Call)
