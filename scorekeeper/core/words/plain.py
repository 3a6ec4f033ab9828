"""The words all sentences share: calls and bids as people say them, counts, places, names; tables of sentences."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorekeeper.core.rules.lines import Code

F = TypeVar("F")
W = TypeVar("W")


def says(code: Code[F], words: Callable[[F], W]) -> tuple[str, Callable[[Any], W]]:
    """An entry of such a table. mypy refuses words that take other figures than the code has."""
    return code.key, words


WORDS_OF_CALLS = {
    "nil": "Nil",
    "double-nil": "Double nil",
    "blind-nil": "Blind nil",
    "naught": "Naught",
    "partner": "Partner’s bid",
    "double-naught": "Double naught",
    "bemo": "Bemo",
    "big-bemo": "Big bemo",
}


def call_word(code: str) -> str:
    """A call as people say it: `Blind 6`, `Nil, front hand`."""
    if code in WORDS_OF_CALLS:
        return WORDS_OF_CALLS[code]
    base, _, hand = code.rpartition("-")
    if base in WORDS_OF_CALLS:
        return f"{WORDS_OF_CALLS[base]}, {hand} hand"
    words = code.replace("-", " ")
    return words[:1].upper() + words[1:]


def bid_word(codes: Sequence[str]) -> str:
    """A whole bid as people say it: `6 and bemo`."""
    words = [call_word(code) for code in codes]
    return " and ".join([words[0], *(word[:1].lower() + word[1:] for word in words[1:])]) if words else ""


def counted(number: int, word: str) -> str:
    """`1 bag`, `2 bags`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def joined(names: Sequence[str], last: str = "and") -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cal`; nothing for nobody."""
    if len(names) < 2:
        return names[0] if names else ""
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def either(codes: Sequence[str]) -> str:
    """`3`, `3 or 8`, `2, 3 or nil`."""
    return joined([call_word(code).lower() for code in codes], "or")


def places(by: Sequence[int]) -> str:
    """Places in the bidding: `1st and 3rd`; empty for everyone."""
    return joined([ordinal(place) for place in by])


def how_many(low: int, high: int) -> str:
    """`exactly 1`, `at least 1`, `at most 2`, `2 to 3`; nobody needs to be told that four sit at the table."""
    if low == high:
        return f"exactly {low}" if low else "none"
    if not low:
        return f"at most {high}"
    return f"at least {low}" if high >= 4 else f"{low} to {high}"
