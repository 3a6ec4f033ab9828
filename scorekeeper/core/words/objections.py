"""What the rules object to, in sentences, and what hands with their own rule ask for."""

from collections.abc import Callable, Sequence

from scorekeeper.core.rules.bidding_checks import Check
from scorekeeper.core.rules.bidding_rule import CANNOT_FIT
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.objections import (
    ALL_ALIKE,
    AT_LEAST,
    BELOW_MINIMUM,
    BLIND_AFTER_LOOKING,
    CHANGED,
    CONTRADICTS,
    HOW_MANY,
    IN_EACH_PAIR,
    LOWERED,
    NOT_BEHIND,
    ONE_OF,
    ONLY_BY,
    PARTNERS_ALIKE,
    RAISED,
    RISING,
    SUM_AT_MOST,
    SUM_IS,
    SUM_IS_TRICKS,
    TOO_MANY_ROUNDS,
    Contradiction,
    Miscounted,
    NotAllowed,
    NotBehind,
    SumTooHigh,
)
from scorekeeper.core.words.plain import bid_word, call_word, counted, either_call, how_many, ordinal, places, says


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
    unless = f", unless one is {either_call(check.bids)}" if check.bids else ""
    return f"the bids add up to {check.number}{unless}"


def _sum_at_most(check: Check) -> str:
    whose = f"the bids of the {places(check.by)}" if check.by else "the bids"
    return f"{whose} add up to {check.number} at most"


def _how_many(check: Check) -> str:
    verb = "is" if check.low == check.high == 1 else "are"
    return f"{how_many(check.low, check.high)} of the bids {verb} {either_call(check.bids)}"


def _rule_only_by(check: Check) -> str:
    return f"{f'only the {places(check.by)}' if check.by else 'nobody'} may bid {either_call(check.bids)}"


CHECKS: dict[str, Callable[[Check], str]] = {
    "sum-is": _sum_is,
    "sum-at-most": _sum_at_most,
    "at-least": lambda check: f"{_who(check)} must bid at least {check.number}",
    "one-of": lambda check: f"{_who(check)} must bid {either_call(check.bids)}",
    "how-many": _how_many,
    "in-each-pair": lambda check: f"in each pair {_how_many(check)}",
    "partners-alike": lambda _: "partners bid alike",
    "all-alike": lambda _: "all bid as the first bidder",
    "rising": lambda check: f"each bids {check.number} more than the one before",
    "only-by": _rule_only_by,
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


def objection_text(objection: Objection, names: Sequence[str]) -> str:
    """What a rule objects to, with the side's name where it is one side's doing."""
    words = OBJECTIONS[objection.code](objection.figures)
    if objection.deal:
        words = f"{objection.deal}: {words}"
    return f"{names[objection.side]}: {words}" if objection.side is not None else words


def _not_behind(found: NotBehind) -> str:
    score = f"is {found.behind} behind" if found.behind else "is not behind"
    return f"{_said(found.call)} needs a side to be {found.needed} behind, this one {score}"


def _became(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    return f"{bid_word(before).lower()} became {bid_word(after).lower()}"


def _said(code: str) -> str:
    return call_word(code).lower()


def _contradicts(found: Contradiction) -> str:
    return f"{_said(found.first)} takes the first {found.needed} tricks, {_said(found.bid)} allows {found.most}"


def _sum_too_high(found: SumTooHigh) -> str:
    if found.by:
        return f"the {places(found.by)} make {found.total}, together they may bid {found.most} at most"
    return f"these make {found.total}, the bids may add up to {found.most} at most"


def _miscounted(found: Miscounted) -> str:
    count, bids = found.count, either_call(found.bids)
    counts = f"no bid is {bids}" if not count else f"{counted(count, 'bid')} {'is' if count == 1 else 'are'} {bids}"
    coming = f" with {found.to_come} to come" if found.to_come and count < found.low else ""
    return f"{counts}{coming}, there must be {how_many(found.low, found.high)}"


def _only_by(found: NotAllowed) -> str:
    who = f"only the {places(found.by)} may" if found.by else "nobody may"
    return f"{_bid_at(found.place, found.bid)}, {who} in this hand"


def _bid_at(place: int, bid: str) -> str:
    return f"the {ordinal(place)} bid is {_said(bid)}"


OBJECTIONS = dict(
    [
        says(NOT_BEHIND, _not_behind),
        says(CHANGED, lambda it: f"{_became(it.before, it.after)}: a bid may not be changed once it is said"),
        says(LOWERED, lambda it: f"{_became(it.before, it.after)}: a bid may be raised, never lowered"),
        says(
            RAISED,
            lambda it: (
                f"{'+'.join(it.before)} became {'+'.join(it.after)}: "
                "on the second turn a bid may be kept or lowered, not raised"
            ),
        ),
        says(
            TOO_MANY_ROUNDS,
            lambda it: f"the bid was changed {it.changes} times, it may be changed {it.allowed} time",
        ),
        says(SUM_IS_TRICKS, lambda it: f"the bids add up to {it.tricks}, the tricks of the hand: they must not"),
        says(BELOW_MINIMUM, lambda it: f"the pair bid {it.bid}, it must bid at least {it.least}"),
        says(BLIND_AFTER_LOOKING, lambda it: f"{_became(it.before, it.after)}: a blind call comes before looking"),
        says(CONTRADICTS, _contradicts),
        says(SUM_IS, lambda it: f"these make {it.total}, the bids must add up to {it.needed}"),
        says(SUM_AT_MOST, _sum_too_high),
        says(AT_LEAST, lambda it: f"{_bid_at(it.place, it.bid)}, it must be at least {it.least}"),
        says(ONE_OF, lambda it: f"{_bid_at(it.place, it.bid)}, it must be {either_call(it.bids)}"),
        says(HOW_MANY, _miscounted),
        says(IN_EACH_PAIR, _miscounted),
        says(PARTNERS_ALIKE, lambda it: f"{_said(it.first)} and {_said(it.second)}, partners must bid alike"),
        says(
            ALL_ALIKE,
            lambda it: f"{_bid_at(it.place, it.bid)}, all must bid {_said(it.first)}, as the first did",
        ),
        says(RISING, lambda it: f"{_bid_at(it.place, it.bid)}, it must be {it.due}"),
        says(ONLY_BY, _only_by),
        says(CANNOT_FIT, lambda it: f"nothing that is still to come makes this right: {checks_words(it.checks)}"),
    ]
)
