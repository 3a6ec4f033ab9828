"""Worked examples of the rules one table plays by: hands made from its calls, scored by the engine itself."""

from scorekeeper.core.examples.hands import Example, Shown
from scorekeeper.core.examples.worked import worked_examples

__all__ = ["Example", "Shown", "worked_examples"]
