"""Codes with typed figures: what a line, an objection, a fault or a ruling is, and the figures that go with it.

The core gives codes and figures and never a sentence. Sentences are made from them in `scorekeeper.core.words`.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Code(Generic[F]):
    """A code, with the type of its figures.

    Whoever gives the code must give figures of this type, and whoever puts it in words takes them: mypy checks both.
    """

    key: str
    figures: type[F]
