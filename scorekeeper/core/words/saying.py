"""Tables of sentences: for each code the function that puts its figures in words."""

from collections.abc import Callable
from typing import Any, TypeVar

from scorekeeper.core.rules.codes import Code

F = TypeVar("F")
W = TypeVar("W")


def says(code: Code[F], words: Callable[[F], W]) -> tuple[str, Callable[[Any], W]]:
    """An entry of such a table. mypy refuses words that take other figures than the code has."""
    return code.key, words
