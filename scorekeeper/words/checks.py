"""What the hands with a rule of their own demand, in words: each check with its figures, and each kind as a choice."""

from collections.abc import Callable, Sequence

from scorekeeper.words.plain import either, how_many, places


def _who(by: Sequence[int], one: str = "everyone") -> str:
    return f"the {places(by)}" if by else one


def _bids_in_words(number: int, bids: tuple[str, ...], low: int, high: int, _by: tuple[int, ...]) -> str:
    return f"{how_many(low, high)} of the bids {'is' if low == high == 1 else 'are'} {either(bids)}"


CHECKS: dict[str, Callable[[int, tuple[str, ...], int, int, tuple[int, ...]], str]] = {
    "sum-is": lambda number, bids, _low, _high, _by: (
        f"the bids add up to {number}{f', unless one is {either(bids)}' if bids else ''}"
    ),
    "sum-at-most": lambda number, _bids, _low, _high, by: (
        f"{f'the bids of the {places(by)}' if by else 'the bids'} add up to {number} at most"
    ),
    "at-least": lambda number, _bids, _low, _high, by: f"{_who(by)} must bid at least {number}",
    "one-of": lambda _number, bids, _low, _high, by: f"{_who(by)} must bid {either(bids)}",
    "how-many": _bids_in_words,
    "in-each-pair": lambda *parts: f"in each pair {_bids_in_words(*parts)}",
    "partners-alike": lambda *_: "partners bid alike",
    "all-alike": lambda *_: "all bid as the first bidder",
    "rising": lambda number, _bids, _low, _high, _by: f"each bids {number} more than the one before",
    "only-by": lambda _number, bids, _low, _high, by: (
        f"{f'only the {places(by)}' if by else 'nobody'} may bid {either(bids)}"
    ),
}

KINDS_OF_CHECKS = {
    "sum-is": "The bids add up to a number, unless one of these is bid",
    "sum-at-most": "The bids, or those at these places, add up to a number at most",
    "at-least": "Everyone, or each at these places, bids at least a number",
    "one-of": "Everyone, or each at these places, bids one of these",
    "how-many": "So many of the bids, from least to most, are one of these",
    "in-each-pair": "In each pair so many of the bids, from least to most, are one of these",
    "partners-alike": "Partners bid the same number",
    "all-alike": "All bid the same number as the first bidder",
    "rising": "Each bids so many more than the one before",
    "only-by": "Only those at these places may bid one of these",
}
