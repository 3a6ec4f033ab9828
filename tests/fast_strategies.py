"""Cheap strategies: Hypothesis takes longer to draw a value than a test takes to use it.

So a frequent strategy is made once, and many small numbers are drawn as one word, with a letter for each. All of them
shrink towards the first and the smallest.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

ZERO = ord("0")

Picked = TypeVar("Picked")


@cache
def between(low: int, high: int) -> st.SearchStrategy[int]:
    """A number; the same strategy each time."""
    return st.integers(low, high)


@cache
def words(length: int, most: int) -> st.SearchStrategy[str]:
    """A word of this many letters, from `0` up to `most`."""
    letters = st.characters(min_codepoint=ZERO, max_codepoint=ZERO + most)
    return st.text(letters, min_size=length, max_size=length)


def numbers(draw: st.DrawFn, count: int, most: int) -> list[int]:
    """`count` numbers from 0 to `most`, in one draw."""
    return [ord(letter) - ZERO for letter in draw(words(count, most))]


def pick(draw: st.DrawFn, among: Sequence[Picked]) -> Picked:
    """One of them."""
    return among[draw(between(0, len(among) - 1))]


def picks(draw: st.DrawFn, among: Sequence[Picked], count: int) -> list[Picked]:
    """`count` of them, with repetition, in one draw."""
    return [among[number] for number in numbers(draw, count, len(among) - 1)]


def now_and_then(draw: st.DrawFn, count: int, one_in: int) -> list[bool]:
    """A number of yes or no, yes one time in `one_in`, in one draw."""
    return [number == one_in - 1 for number in numbers(draw, count, one_in - 1)]


def shares(draw: st.DrawFn, tricks: int, parts: int) -> list[int]:
    """The tricks of a hand, divided among this many, in one draw."""
    cuts = sorted(numbers(draw, parts - 1, tricks))
    return [high - low for low, high in zip([0, *cuts], [*cuts, tricks], strict=True)]
