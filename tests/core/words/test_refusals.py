"""The text of refusals: every code has a sentence, and no code depends on its wording."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.core.inputs import NOWHERE, FieldPath, faults
from scorekeeper.core.inputs.faults import FaultCode
from scorekeeper.core.words.faults import SENTENCES, add_sentences, fault_text, fault_words
from tests.core.words.codes import all_fault_codes
from tests.each_case import each_case

PLACEHOLDER = re.compile(r"{(\w+)}")
PACKAGE = Path(__file__).parents[3] / "scorekeeper"

REFUSALS = ("InvalidInput", "AlreadyRecorded", "BidClash", "NotNow", "Irregular", "TooLarge", "NotThisPhone")
CUTTING = ("partition", "rpartition", "split", "removeprefix", "removesuffix")
READING = (*CUTTING, "startswith", "endswith", "find", "index")


def test_every_code_has_one_sentence() -> None:
    codes = all_fault_codes()
    assert sorted(code.key for code in codes) == sorted(SENTENCES)


def test_a_code_that_has_another_sentence_is_refused() -> None:
    with pytest.raises(ValueError, match="no-day"):
        add_sentences([FaultCode("no-day", faults.Nothing, "A room’s own")])
    assert "A room’s own" not in SENTENCES.values()


def test_a_template_names_params_of_its_code() -> None:
    for code in all_fault_codes():
        words = SENTENCES[code.key]
        if isinstance(words, str):
            assert set(PLACEHOLDER.findall(words)) <= code.params.__annotations__.keys(), code.key


def test_a_path_is_written_from_the_largest_place_to_the_smallest() -> None:
    path = FieldPath.to("hand", 3).at("Ann")
    fault = faults.NUMBER_OF_PLAYERS.at(path, {"found": 3, "most": 2}).within("entry", 5).within("game.json")
    assert fault_text(fault) == "It has 3 players; a side has 1 or 2 (game.json, entry 5, hand 3, Ann)"
    assert fault_words(fault) == "It has 3 players; a side has 1 or 2"


def test_a_refusal_without_a_place_is_its_sentence_alone() -> None:
    assert fault_text(faults.JSON_EMPTY.at(NOWHERE, {})).startswith("This is empty")


def test_no_code_reads_a_message_or_shows_a_refusal_but_by_its_sentence() -> None:
    assert [f"{path}: {what}" for path, tree in _modules() for what in (*_read_messages(tree), *_unworded(tree))] == []


@each_case(
    "source",
    [
        'try:\n    f()\nexcept ValueError as error:\n    if "already" not in str(error):\n        raise',
        'def where_of(problem: InvalidInput) -> str:\n    return str(problem).partition(": ")[0]',
        'try:\n    f()\nexcept OSError as error:\n    re.match("hand", str(error))',
        'try:\n    f()\nexcept InvalidInput as error:\n    if fault_text(error.fault) == "hand 3":\n        raise',
    ],
)
def test_code_that_reads_a_message_is_found(source: str) -> None:
    assert list(_read_messages(ast.parse(source)))


@pytest.mark.parametrize("shown", ["str(error)", 'f"{error}; nothing was imported"'])
def test_a_refusal_shown_without_its_sentence_is_found(shown: str) -> None:
    assert list(_unworded(ast.parse(f"try:\n    f()\nexcept (OSError, InvalidInput) as error:\n    say({shown})")))


def _modules() -> Iterator[tuple[str, ast.Module]]:
    """The modules that can have an error at hand: they catch one, or name a refusal."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if any(word in source for word in ("except", *REFUSALS)):
            yield str(path.relative_to(PACKAGE)), ast.parse(source)


def _is_message(node: ast.AST, errors: set[str]) -> bool:
    """Whether this is the message of an error: `str(error)`, `fault_text(error.fault)`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("str", "repr", "fault_text", "fault_words", "error_text")
        and any(_error_of(arg) in errors for arg in node.args)
    )


def _error_of(arg: ast.expr) -> str:
    """The name in `error` and `error.fault`."""
    error = arg.value if isinstance(arg, ast.Attribute) and arg.attr == "fault" else arg
    return error.id if isinstance(error, ast.Name) else ""


def _errors_of(nodes: list[ast.AST]) -> set[str]:
    """The names of caught errors in a module."""
    caught = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    given = {
        node.arg
        for node in nodes
        if isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name) and node.annotation.id in REFUSALS
    }
    return caught | given


def _read_messages(tree: ast.AST) -> Iterator[str]:
    """The places where code compares, cuts or searches a message."""
    nodes = [*ast.walk(tree)]
    errors = _errors_of(nodes)
    for node in nodes if errors else ():
        read: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            read = [node.left, *node.comparators]
        elif isinstance(node, ast.Attribute) and node.attr in READING:
            read = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            module = node.func.value
            read = node.args if isinstance(module, ast.Name) and module.id == "re" else []
        yield from (f"line {part.lineno}: {ast.unparse(node)}" for part in read if _is_message(part, errors))


def _unworded(tree: ast.AST) -> Iterator[str]:
    """The places where an error handler shows a refusal's Python text."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.type is None or not handler.name:
            continue
        if not any(isinstance(node, ast.Name) and node.id in REFUSALS for node in ast.walk(handler.type)):
            continue
        for node in ast.walk(handler):
            shown = node.value if isinstance(node, ast.FormattedValue) else None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and node.args:
                shown = node.args[0]
            if isinstance(shown, ast.Name) and shown.id == handler.name:
                yield ast.unparse(node)
