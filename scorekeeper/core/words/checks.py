"""What the hands with a rule of their own demand, in words: each check with its figures, and each kind as a choice."""

from collections.abc import Callable, Sequence

from scorekeeper.core.rules.checks import Check
from scorekeeper.core.words.plain import either, how_many, places


def check_words(check: Check) -> str:
    """The check in a few words: `the bids add up to 13`."""
    return CHECKS[check.kind](check)


def checks_words(checks: Sequence[Check]) -> str:
    """All of these checks."""
    return "; ".join(check_words(check) for check in checks)


def kind_words(kind: str) -> str:
    """A kind of check, as a choice."""
    return KINDS_OF_CHECKS[kind]


def _who(check: Check) -> str:
    return f"the {places(check.by)}" if check.by else "everyone"


def _sum_is(check: Check) -> str:
    unless = f", unless one is {either(check.bids)}" if check.bids else ""
    return f"the bids add up to {check.number}{unless}"


def _sum_at_most(check: Check) -> str:
    whose = f"the bids of the {places(check.by)}" if check.by else "the bids"
    return f"{whose} add up to {check.number} at most"


def _how_many(check: Check) -> str:
    verb = "is" if check.low == check.high == 1 else "are"
    return f"{how_many(check.low, check.high)} of the bids {verb} {either(check.bids)}"


def _only_by(check: Check) -> str:
    return f"{f'only the {places(check.by)}' if check.by else 'nobody'} may bid {either(check.bids)}"


CHECKS: dict[str, Callable[[Check], str]] = {
    "sum-is": _sum_is,
    "sum-at-most": _sum_at_most,
    "at-least": lambda check: f"{_who(check)} must bid at least {check.number}",
    "one-of": lambda check: f"{_who(check)} must bid {either(check.bids)}",
    "how-many": _how_many,
    "in-each-pair": lambda check: f"in each pair {_how_many(check)}",
    "partners-alike": lambda _: "partners bid alike",
    "all-alike": lambda _: "all bid as the first bidder",
    "rising": lambda check: f"each bids {check.number} more than the one before",
    "only-by": _only_by,
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
