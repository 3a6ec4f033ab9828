"""A rule set in a few words: who may sit down, and what a house rule takes."""

from collections.abc import Sequence

from scorekeeper.core.rules.options import Option, value_word
from scorekeeper.core.rules.seating import Shape


def players_words(shapes: Sequence[Shape]) -> str:
    """Who may sit down: `3 or 4 players`, `2 players or 2 sides of 2`, `3 to 6 players`."""
    alone = sorted(shape.sides for shape in shapes if shape.people == 1)
    pairs = sorted(shape.sides for shape in shapes if shape.people > 1)
    words = [f"{_numbers(alone)} players"] if alone else []
    return " or ".join([*words, f"{_numbers(pairs)} sides of 2"] if pairs else words)


def _numbers(numbers: list[int]) -> str:
    """`4`, `3 or 4`, `3 to 6`."""
    low, high = numbers[0], numbers[-1]
    if len(numbers) > 2 and high - low == len(numbers) - 1:
        return f"{low} to {high}"
    return " or ".join(str(number) for number in numbers)


def shape_words(shape: Shape) -> str:
    """A table's shape: `3 players`, `2 sides of 2`."""
    return f"{shape.sides} sides of {shape.people}" if shape.people > 1 else f"{shape.sides} players"


def takes_words(option: Option) -> str:
    """What may be chosen: `0, 2 to 20`."""
    words = [value_word(value) for value in option.values]
    if option.has_range:
        words.append(f"{option.low} to {option.high}")
    return ", ".join(words)
