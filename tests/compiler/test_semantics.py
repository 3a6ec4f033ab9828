"""The meaning of Python, case by case: each line runs in Python, and compiled in Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.compiler.module import Exports, compiled
from tests.compiler.cases import ALL, CASES, DIFFERENCES, SOURCE, THROWN
from tests.phone.answers import shown, spelled
from tests.phone.conftest import Engine


@pytest.fixture(scope="module", name="cases")
def cases_in_chromium(engine_with: Callable[[list[str]], Engine]) -> Engine:
    """All cases, compiled together."""
    functions = {f"case_{number}": ("scorekeeper.core.cases", f"case_{number}") for number in range(len(ALL))}
    found = {"scorekeeper.core.cases": ("cases.py", SOURCE)}
    return engine_with(compiled(found.get, [Exports(functions, {})]))


@pytest.fixture(scope="module", name="python")
def cases_in_python() -> dict[str, Any]:
    """The same cases in Python."""
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(SOURCE, "cases.py", "exec"), names)
    return names


def test_each_case_means_the_same(cases: Engine, python: dict[str, Any]) -> None:
    names = [f"case_{ALL.index(case)}" for case in CASES]
    here = [spelled(shown(python[name]())) for name in names]
    assert dict(zip(CASES, cases.ask_all("call", names), strict=True)) == dict(zip(CASES, here, strict=True))


def test_unsupported_values_are_errors(cases: Engine, python: dict[str, Any]) -> None:
    for case, words in THROWN:
        name = f"case_{ALL.index(case)}"
        if words not in ("whole number", "bits"):  # which Python has
            with pytest.raises((ValueError, TypeError, LookupError, ArithmeticError)):
                python[name]()
        assert words in cases.ask("thrown", name), case


def test_known_differences(cases: Engine) -> None:
    for case, answer in DIFFERENCES:
        assert cases.ask("call", f"case_{ALL.index(case)}") == answer, case


def test_function_of_a_later_part_works_once_that_is_loaded(engine_with: Callable[[list[str]], Engine]) -> None:
    source = "def late():\n    return 1\n\ndef early():\n    return late()"
    first = Exports({"early": ("cases", "early")}, {})
    second = Exports({"late": ("cases", "late")}, {}, late=frozenset({"late"}))
    parts = compiled({"cases": ("cases.py", source)}.get, [first, second])
    assert engine_with(parts[:1]).ask("thrown", "early") == '"in a part that is not loaded"'
    assert engine_with(parts).ask("call", "early") == "1"
