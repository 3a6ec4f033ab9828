"""The rules and the examples give codes and figures; only `scorekeeper.core.words` makes sentences."""

import ast
from pathlib import Path

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
FILES = [path for folder in ("rules", "examples") for path in sorted((PACKAGE / "core" / folder).glob("*.py"))]


def sentences(source: str) -> list[str]:
    """The texts of several words that a module builds or raises; docstrings do not count."""
    tree = ast.parse(source)
    put_together = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    raised = [part for node in ast.walk(tree) if isinstance(node, ast.Raise) for part in ast.walk(node)]
    texts = [part for node in put_together for part in node.values] + raised
    return [str(part.value) for part in texts if isinstance(part, ast.Constant) and " " in str(part.value)]


def test_rule_modules_contain_no_sentences() -> None:
    assert {str(path): found for path in FILES if (found := sentences(path.read_text("utf-8")))} == {}


def test_every_code_has_a_sentence() -> None:
    assert sentences('def f(n):\n    return f"took {n} tricks"') == ["took ", " tricks"]
    assert sentences('def f():\n    raise ValueError("no such hand")') == ["no such hand"]
