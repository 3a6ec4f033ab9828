"""Limits `core/` to the Python that also runs on the phone: code that the compiler would refuse fails here first."""

from functools import cache
from pathlib import Path

from tests.core.python_subset import BIT_SETS, WORK_LIST, Names, modules
from tests.core.subset_checker import refusals
from tests.each_case import each_case

CORE = Path(__file__).resolve().parents[2] / "scorekeeper" / "core"

SERVER_ONLY = {
    "rulesets/__init__.py": "finds the files of the rule sets; the build writes their list instead",
    "words/fault_templates.py": "finds the sentences beside fault codes; the build writes their list instead",
    "inputs/spelling.py": "composes letters as Unicode does, for what the server stores and looks up",
    "game/pseudonyms.py": "replaces names in what is stored and exported, by Unicode's names of letters",
}
"""Modules that are never compiled, and why."""


names_of = cache(Names.of)


def found(root: Path, server_only: tuple[str, ...] = ()) -> list[str]:
    """What the compiler would refuse in the modules below `root`."""
    names = names_of(root)
    return [
        refusal
        for module in modules(root, server_only)
        for refusal in refusals(module, (root / module).read_text("utf-8"), names)
    ]


def test_the_core_is_written_in_the_subset() -> None:
    assert found(CORE, tuple(SERVER_ONLY)) == []


def test_server_only_modules_are_used_and_need_their_exemption() -> None:
    named = {*SERVER_ONLY, *BIT_SETS, *(module for module, _used in WORK_LIST)}
    assert named <= set(modules(CORE, ()))
    assert all(refusals(module, (CORE / module).read_text("utf-8"), names_of(CORE)) for module in SERVER_ONLY)
    assert all(used in (CORE / module).read_text("utf-8") for module, used in WORK_LIST)


def test_no_compiled_module_imports_a_server_only_one() -> None:
    importing = "from scorekeeper.core.game.pseudonyms import"
    compiled = modules(CORE, tuple(SERVER_ONLY))
    assert [module for module in compiled if importing in (CORE / module).read_text("utf-8")] == []


REFUSED = [
    ("import os", "no import of os"),
    ("import json", "no import of json"),
    ("import hashlib", "no import of hashlib"),
    ("import pkgutil", "no import of pkgutil"),
    ("from itertools import chain", "no import of itertools.chain"),
    ("from collections import deque", "no import of collections.deque"),
    ("from dataclasses import asdict", "no import of dataclasses.asdict"),
    ("from typing import get_type_hints", "no import of typing.get_type_hints"),
    ("from scorekeeper.core.rules.calls import *", "no import of *"),
    ("def f():\n    import re", "imports stand at the top of a module"),
    ("getattr(1, 'real')", "no getattr"),
    ("def f(x):\n    setattr(x, 'a', 1)", "no setattr"),
    ("def f(x):\n    return hasattr(x, 'a')", "no hasattr"),
    ("def f(x):\n    return vars(x)", "no vars"),
    ("def f(x):\n    return type(x)", "no type"),
    ("def f(x):\n    return x.__dict__", "no .__dict__"),
    ("def f(x):\n    return x.__class__", "no .__class__"),
    ("def f(x):\n    object.__setattr__(x, 'a', 1)", "no .__setattr__"),
    ("def f(x):\n    return divmod(x, 2)", "no divmod"),
    ("def f(x):\n    return map(str, x)", "no map"),
    ("def f(x):\n    return float(x)", "no float"),
    ("def f(x):\n    return round(x)", "no round"),
    ("def f(x):\n    print(x)", "no print"),
    ("def f(x):\n    try:\n        return x[0]\n    except KeyError:\n        return 0", "no KeyError"),
    ("def f(x):\n    return x.encode()", "no .encode"),
    ("def f(x):\n    return x.format(1)", "no .format"),
    (
        "from typing import Protocol\nclass P(Protocol):\n    x: int\ndef f(x):\n    return isinstance(x, P)",
        "no isinstance of the protocol P",
    ),
    ("def g():\n    yield 1\nKEPT = g()", "the generator g is not consumed where it is called"),
    ("def g():\n    yield 1\ndef f():\n    return g()", "the generator g is not consumed where it is called"),
    ("def g():\n    yield 1\nKEPT = list(map_it(g))", "the generator g is not consumed where it is called"),
    ("kept = (n for n in range(3))", "a generator is not consumed where it is made"),
    ("def f(xs):\n    return (x for x in xs)", "a generator is not consumed where it is made"),
    ("HALF = 0.5", "no 0.5"),
    ("def f(x):\n    return x / 2", "no Div"),
    ("def f(x):\n    return x ** 2", "no Pow"),
    ("def f(x):\n    return x << 2", "no LShift"),
    ("def f(x):\n    return x ^ 2", "no BitXor"),
    ("MOST = 9007199254740993", "no number beyond 2^53"),
    ("RAW = b'a'", "no b'a'"),
    ("def f():\n    try:\n        return 1\n    finally:\n        pass", "no finally"),
    ("def f():\n    try:\n        return 1\n    except:\n        return 2", "no except without its errors"),
    ("def f(d):\n    d |= {1: 2}", "no |= nor &=, which change a dict or a set that others may have"),
    ("def f(xs):\n    return [x for x, _, (_, y) in xs]", "_ twice in one target"),
    ("def f(xs):\n    _, _ = xs", "_ twice in one target"),
    ("def f(xs):\n    *first, last = xs", "no rest in a target but as its last part"),
    ("class A:\n    pass\nclass B(A):\n    pass", "no base class A"),
    ("class A(metaclass=Meta):\n    pass", "no metaclass"),
    ("class A:\n    def __eq__(self, other):\n        return True", "no __eq__"),
    ("class A:\n    def __post_init__(self):\n        pass", "no __post_init__"),
    ("@wraps\ndef f():\n    pass", "no decorator wraps"),
    ("@register(1)\ndef f():\n    pass", "no decorator register(1)"),
    (
        "from dataclasses import dataclass\n@dataclass(order=True)\nclass A:\n    x: int",
        "no decorator dataclass(order=True)",
    ),
    ("from dataclasses import field\nx = field(init=False)", "no field(init=False)"),
    ("def f(x):\n    match x:\n        case 1:\n            return 2", "no Match"),
    ("def f(x):\n    with x:\n        pass", "no With"),
    ("def f():\n    global X\n    X = 1", "no Global"),
    ("async def f():\n    pass", "no AsyncFunctionDef"),
    ("def f(x):\n    return (y := x)", "no NamedExpr"),
    ("def f(x):\n    del x", "no del but of an item"),
    ("def f(**more):\n    pass", "no **parameters"),
    ("def f(x):\n    return dict(**x)", "no **arguments"),
    ("def f(*xs, last):\n    pass", "no keyword-only parameters behind *parameters"),
    ("def f(x=[]):\n    pass", "no default [], it would be made at each call"),
    ("def f(x):\n    return f'{x:>5}'", "no format {x:>5}"),
    ("def f(x):\n    return f'{x!r}'", "no format {x!r}"),
    ("def f(x):\n    return '%s' % x", "no % of text"),
    ("def f(x):\n    return x[::2]", "no slice with a step"),
    ("def f(xs):\n    for x in xs:\n        pass\n    else:\n        return 1", "no else of a loop"),
    ("def f():\n    while True:\n        pass\n    else:\n        return 1", "no else of a loop"),
    ("import re\nA = re.compile('(?P<n>a)')", "no regular expression '(?P<n>a)'"),
    ("import re\nA = re.compile('a', re.X)", "no regular expression 'a'"),
    ("import re\nB = ''\nA = re.compile(B)", "no regular expression that is put together"),
]

WELCOME = [
    "from dataclasses import dataclass, field\n@dataclass(slots=True)\nclass A:\n    x: list = field(default=())",
    "from dataclasses import dataclass, replace\n@dataclass\nclass A:\n    x: int\nB = replace(A(1), x=7 // 2)",
    "def link(end, **values):\n    return address(end, **values)\ndef address(end, **values):\n    return end",
    "class A:\n    def __init__(self, x):\n        self.x, self.y = x, x",
    "from enum import Enum\nclass E(Enum):\n    A = 'a'\nNAMES = {E.A: 'first'}",
    "def g():\n    yield 1\n    yield from g()\nALL = [*g()]\nBOTH = sorted(n for n in g())",
    "def f(xs, *more):\n    (a, _), *rest = xs\n    return f'{a:,} of {len(rest):+}', {**{1: 2}}, max(more, default=0)",
    "def f(xs):\n    a, b = (x for x in xs)\n    del xs[0]\n    return a if b is None else [x for x in xs][::-1]",
    "import re\nA = re.compile(r'[a-z]+(?:b|c)(?=d)')\ndef f(x):\n    return A.fullmatch(x)",
    "Draft = tuple[int | None, ...]\nNOTHING = type(None)\nKIND: dict[str, type[int]] = {}",
]


def planted(source: str) -> list[str]:
    """What is found in a module alone."""
    return refusals("planted.py", source, Names.of_module(source))


@each_case(("source", "what"), REFUSED)
def test_unsupported_python_is_found(source: str, what: str) -> None:
    refused = planted(f"# planted\n{source}\n")
    assert what in [refusal.partition(": ")[2] for refusal in refused]
    assert not any(refusal.startswith("planted.py:1:") for refusal in refused)


@each_case("source", WELCOME)
def test_supported_python_is_accepted(source: str) -> None:
    assert planted(f"{source}\n") == []


def test_a_package_does_not_hide_its_module(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "replay.py").write_text("def replay():\n    pass\n", "utf-8")
    (tmp_path / "game" / "__init__.py").write_text("from scorekeeper.core.game.replay import replay\n", "utf-8")
    assert found(tmp_path) == ["game/__init__.py:1: replay hides the module of its name"]
