"""Worked examples of a table's rules: hands made up from its calls, scored by the engine."""

from scorekeeper.core.examples.hands import Example, Shown
from scorekeeper.core.examples.worked import worked_examples

__all__ = ["Example", "Shown", "worked_examples"]
