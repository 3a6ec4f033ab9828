"""What the rules object to, in words: `the bids add up to 13, the tricks of the hand: they must not`.

An objection has a code with figures; the functions here are named after the codes and unpack the figures in order.
"""

from collections.abc import Callable, Sequence

from scorekeeper.rules.lines import Objection
from scorekeeper.words.plain import bid_word, call_word, counted, how_many, ordinal


def objection_text(objection: Objection, names: Sequence[str]) -> str:
    """What a rule objects to, with the side's name where it is one side's doing."""
    words = OBJECTIONS[objection.code](*objection.figures)
    return f"{names[objection.side]}: {words}" if objection.side is not None else words


def _not_behind(code: str, needed: int, behind: int) -> str:
    standing = f"is {behind} behind" if behind else "is not behind"
    return f"{call_word(code).lower()} needs a side to be {needed} behind, this one {standing}"


def _lowered(before: str, after: str) -> str:
    return f"{_bid(before)} became {_bid(after)}: a bid may be raised, never lowered"


def _bid(codes: str) -> str:
    return bid_word(codes.split("+")).lower()


def _said(code: object) -> str:
    return call_word(str(code)).lower()


def _in_deal(say: Callable[..., str]) -> Callable[..., str]:
    """The words with the name of the hand before them: `mirrors: these make 12, …`."""
    return lambda name, *figures: f"{name}: {say(*figures)}" if name else say(*figures)


def _sum_too_high(total: int, most: int, by: str) -> str:
    if by:
        return f"the {by} make {total}, together they may bid {most} at most"
    return f"these make {total}, the bids may add up to {most} at most"


def _miscounted(count: int, bids: str, low: int, high: int, to_come: int) -> str:
    counts = f"no bid is {bids}" if not count else f"{counted(count, 'bid')} {'is' if count == 1 else 'are'} {bids}"
    coming = f" with {to_come} to come" if to_come and count < low else ""
    return f"{counts}{coming}, there must be {how_many(low, high)}"


def _only_by(place: int, said: str, by: str) -> str:
    who = f"only the {by} may" if by else "nobody may"
    return f"the {ordinal(place)} bid is {call_word(said).lower()}, {who} in this hand"


def _bid_must(must: Callable[[object], str]) -> Callable[..., str]:
    return lambda place, said, due: f"the {ordinal(place)} bid is {call_word(said).lower()}, {must(due)}"


OBJECTIONS: dict[str, Callable[..., str]] = {
    "not-behind": _not_behind,
    "lowered": _lowered,
    "raised": lambda before, after: (
        f"{before} became {after}: on the second turn a bid may be kept or lowered, not raised"
    ),
    "too-many-rounds": lambda changes, allowed: (
        f"the bid was changed {changes} times, it may be changed {allowed} time"
    ),
    "sum-is-tricks": lambda tricks: f"the bids add up to {tricks}, the tricks of the hand: they must not",
    "below-minimum": lambda bid, least: f"the pair bid {bid}, it must bid at least {least}",
    "blind-after-looking": lambda before, after: (
        f"{_bid(before)} became {_bid(after)}: a blind call comes before looking"
    ),
    "contradicts": lambda first, needed, bid, most: (
        f"{call_word(first).lower()} takes the first {needed} tricks, {call_word(bid).lower()} allows {most}"
    ),
    "sum-is": _in_deal(lambda total, needed: f"these make {total}, the bids must add up to {needed}"),
    "sum-at-most": _in_deal(_sum_too_high),
    "at-least": _in_deal(_bid_must(lambda least: f"it must be at least {least}")),
    "one-of": _in_deal(_bid_must(lambda bids: f"it must be {bids}")),
    "how-many": _in_deal(_miscounted),
    "in-each-pair": _in_deal(_miscounted),
    "partners-alike": _in_deal(lambda one, other: f"{_said(one)} and {_said(other)}, partners must bid alike"),
    "all-alike": _in_deal(_bid_must(lambda first: f"all must bid {_said(first)}, as the first did")),
    "rising": _in_deal(_bid_must(lambda due: f"it must be {due}")),
    "only-by": _in_deal(_only_by),
    "cannot-fit": _in_deal(lambda words: f"nothing that is still to come makes this right: {words}"),
}
