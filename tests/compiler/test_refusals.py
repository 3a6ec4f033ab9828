"""What the compiler refuses, with the file, the line and the expression; and nothing in the app is refused."""

from __future__ import annotations

import ast

import pytest
from jinja2 import DictLoader, Environment

from scorekeeper.compiler.calls import PATTERNS
from scorekeeper.compiler.definitions import definition, methods
from scorekeeper.compiler.expressions import BUILTINS as KNOWN, ERRORS
from scorekeeper.compiler.kinds import OF_DICTS, SHARED
from scorekeeper.compiler.module import CompilerSettings, Exports, compiled, unit_of
from scorekeeper.compiler.program import Program, Refused
from scorekeeper.compiler.sources import find
from scorekeeper.compiler.versions import PACKAGE
from tests.core.python_subset import BUILTINS, METHODS
from tests.core.test_python_subset import SERVER_ONLY
from tests.each_case import each_case

PYTHON = [
    ("import os\n\ndef f():\n    return os.getcwd()", 4, "os.getcwd is not on the phone"),
    ("def f():\n    return 1.5", 2, "1.5"),
    ("def f(a):\n    return a / 2", 2, "a / 2"),
    ("def f(a):\n    return a ** 2", 2, "a ** 2"),
    ("def f(a):\n    return '%d' % a", 2, "'%d' % a"),
    ("def f(a):\n    return f'{a:>5}'", 2, "{a:>5}"),
    ("def f(a):\n    return f'{a!r}'", 2, "{a!r}"),
    ("def f(a):\n    return a[::2]", 2, "a[::2]"),
    ("def f(a):\n    return getattr(a, 'b')", 2, "getattr(a, 'b')"),
    ("def f(a):\n    return print(a)", 2, "print(a)"),
    ("def f(a):\n    with a:\n        pass", 2, "With"),
    ("def f(a):\n    match a:\n        case 1:\n            return 2", 2, "Match"),
    ("def f(a):\n    for b in a:\n        pass\n    else:\n        return 1", 2, "the else of a loop"),
    ("def f(a):\n    try:\n        return a\n    finally:\n        a.b()", 2, "a try with more"),
    ("def f(a):\n    try:\n        return a\n    except:\n        return 1", 2, "a try with more"),
    ("def f(a):\n    del a", 2, "del a"),
    ("def f(a):\n    a[0] = b = 1\n    return a", 2, "a[0] = b = 1"),
    ("def f(a):\n    a |= {1}\n    return a", 2, "a |= {1}"),
    ("def f(a):\n    return a.casefold()", 2, "a.casefold()"),
    ("def f(a):\n    return a(b=1)", 2, "a(b=1)"),
    ("def f(a):\n    return a.b(c=1)", 2, "a.b(c=1)"),
    ("def f(a):\n    return unknown + a", 2, "unknown"),
    ("def f(a):\n    return (yield a) or 1", 2, "Yield"),
    ("def f(a):\n    return a.__dict__", 2, "a.__dict__"),
    ("def f(a):\n    return a.join", 2, "a.join"),
    ("def f(a, *b, c=1):\n    return a", 1, "keyword-only parameters"),
    ("def g(a):\n    return a\n\ndef f(b):\n    return g(**b)", 5, "g(**b)"),
    ("def g(a):\n    return a\n\ndef f(b):\n    return g(c=b)", 5, "no parameter c"),
    ("async def f():\n    return 1", 1, "async def f"),
    ("class A:\n    def __eq__(self, other):\n        return True\n\ndef f():\n    return A()", 2, "__eq__"),
    ("class A(int):\n    pass\n\nclass B(A, str):\n    pass\n\ndef f():\n    return B()", 4, "several base classes"),
    ("from functools import wraps\n\n@wraps\ndef f():\n    return 1", 4, "the decorator wraps"),
    ("def f():\n    return 2\n\nif f():\n    pass", 4, "runs when the module is imported"),
    ("import re\n\ndef f(a):\n    return re.split('a', a)", 4, "re.split"),
    ("from dataclasses import asdict\n\ndef f(a):\n    return asdict(a)", 4, "dataclasses.asdict is not on the phone"),
    ("def f(a):\n    return [lambda: b for b in a if (c := b)]", 2, "NamedExpr"),
]


@each_case(("source", "line", "words"), PYTHON)
def test_unknown_python_is_refused(source: str, line: int, words: str) -> None:
    sources = {"scorekeeper.core.cases": ("core/cases.py", source)}
    with pytest.raises(Refused) as refused:
        compiled(sources.get, [Exports({"f": ("scorekeeper.core.cases", "f")}, {})])
    assert str(refused.value).startswith(f"core/cases.py:{line}: ")
    assert words in str(refused.value)
    assert str(refused.value).endswith("teach it to scorekeeper/compiler.")


TEMPLATES = [
    ("{% macro m(a) %}\n{{ a|wordcount }}{% endmacro %}", 2, "an unknown filter: wordcount"),
    ("{% macro m(a) %}{{ a is even }}{% endmacro %}", 1, "an unknown test: even"),
    ("{% macro m(a) %}{{ b }}{% endmacro %}", 1, "a name that this template does not have: b"),
    ("{% macro m(a) %}{{ b(a) }}{% endmacro %}", 1, "not known by name: b"),
    ("{% macro m(a) %}{{ a.items }}{% endmacro %}", 1, "the name of a method of dicts: items"),
    ("{% macro m(a) %}{{ 1.5 }}{% endmacro %}", 1, "a constant that JavaScript lacks"),
    ("{% macro m(a) %}{{ 3 / a }}{% endmacro %}", 1, "no Div in a template"),
    ("{% macro m(a) %}{{ loop.depth }}{% endmacro %}", 1, "does not have: loop"),
    ("{% macro m(a) %}{% for b in a %}{{ loop.cycle }}{% endfor %}{% endmacro %}", 1, "no such value of a loop: cycle"),
    ("{% macro m(a) %}{% set b = 1 %}{% for c in a %}{% set b = 2 %}{% endfor %}{% endmacro %}", 1, "inside a loop: b"),
    ("{% macro m(a) %}{% filter upper %}{{ a }}{% endfilter %}{% endmacro %}", 1, "no FilterBlock in a template"),
    ("{% macro n(a) %}{{ a }}{% endmacro %}\n{% macro m(a) %}{{ n(b=a) }}{% endmacro %}", 2, "does not take: n"),
    ("{% macro m(a) %}{% include 'x' %}{% endmacro %}", 1, "no Include in a template"),
    ("{% if x %}{% endif %}{% macro m(a) %}{% endmacro %}", 1, "something outside of blocks and macros"),
]


@each_case(("source", "line", "words"), TEMPLATES)
def test_unknown_jinja_is_refused(source: str, line: int, words: str) -> None:
    environment = Environment(loader=DictLoader({"page.html": source}), autoescape=True)
    with pytest.raises(Refused) as refused:
        compiled(lambda _name: None, [Exports({}, {"m": ("page.html", "m")})], CompilerSettings(environment))
    assert str(refused.value).startswith(f"templates/page.html:{line}: ")
    assert words in str(refused.value)


def test_all_of_the_core_compiles() -> None:
    """Even without a page that needs it: write refused code differently, or extend the compiler."""
    core = PACKAGE / "core"
    paths = (path.relative_to(core).as_posix() for path in sorted(core.rglob("*.py")))
    names = [
        f"scorekeeper.core.{path}".removesuffix(".py").replace("/", ".") for path in paths if path not in SERVER_ONLY
    ]
    program = Program(find, tuple(name.removesuffix(".__init__") for name in names))
    unit = unit_of(program)
    refused: list[str] = []
    for module in program.order:
        for found in module.defined.values():
            if not names_a_type(found.node):
                try:
                    definition(unit, found)
                    for write in methods(unit, found).values():
                        write()
                except Refused as error:
                    refused.append(str(error))
    assert refused == []


def test_only_functions_may_come_later() -> None:
    source = "class Late:\n    pass\n\ndef early():\n    return Late()"
    late = Exports({"Late": ("cases", "Late")}, {}, late=frozenset({"Late"}))
    with pytest.raises(Refused, match=r"cases\.py:1: something else than a function in a later part"):
        compiled({"cases": ("cases.py", source)}.get, [Exports({"early": ("cases", "early")}, {}), late])


def test_compiler_supports_all_allowed_calls() -> None:
    """The table that limits `core/`, and those of the compiler."""
    assert METHODS - {"__init__"} <= SHARED | OF_DICTS | PATTERNS.keys()
    assert BUILTINS - {"isinstance", "super"} <= KNOWN | ERRORS


def names_a_type(node: ast.AST) -> bool:
    """Whether a statement only names a type: `Draft = tuple[Bid | None, ...]`, `F = TypeVar("F")`."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    name, value = node.targets[0].id, node.value
    makes_a_type = isinstance(value, ast.Call) and ast.unparse(value.func) in ("TypeVar", "NewType", "TypedDict")
    return makes_a_type or (name[:1].isupper() and not name.isupper() and isinstance(value, ast.Subscript | ast.BinOp))
