"""Games at random, for the standard family: hands that a table could write down, by any of its house rules."""

from functools import cache

from hypothesis import strategies as st

from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from tests.fast_strategies import between, now_and_then, pick, picks, shares
from tests.hand_notation import Hand, Seats, one_number
from tests.strategies import options_of

TABLES = (
    ("partnership", Shape(2, 2)),
    ("two-player", Shape(2)),
    ("two-handed", Shape(2)),
    ("cutthroat", Shape(3)),
    ("cutthroat", Shape(4)),
)


@cache
@st.composite
def hands_of(draw: st.DrawFn, seats: Seats, calls: tuple[str, ...]) -> Hand:
    """One hand, every seat's tricks counted."""
    bids = picks(draw, calls, len(seats.players))
    took = shares(draw, seats.tricks, len(seats.players))
    per_side = range(seats.sides)
    written: Hand = {
        "bids": [one_number(calls, bids[i :: seats.sides]) if seats.people > 1 else bids[i] for i in per_side],
        "took": [took[i :: seats.sides] if seats.people > 1 else took[i] for i in per_side],
    }
    if now_and_then(draw, 1, one_in=5) == [True]:
        points = draw(between(-300, 300))
        written["adjust"] = [{"side": pick(draw, per_side), "points": points, "reason": "agreed"}]
    return written


@cache
def lists_of_hands(seats: Seats, calls: tuple[str, ...], most: int) -> st.SearchStrategy[list[Hand]]:
    """The hands of a game."""
    return st.lists(hands_of(seats, calls), max_size=most)


@st.composite
def sheets(draw: st.DrawFn, most: int = 12) -> Hand:
    """The sheet of a game, as JSON."""
    key, shape = pick(draw, TABLES)
    options = options_of(draw, rule_set(key).options(shape), one_in=4)
    rules = rule_set(key).with_options(options, shape)
    seats = Seats(shape.sides, shape.people, rules.seating.tricks)
    calls = tuple(call.code for call in rules.deal_of(1).calls)
    return {
        "format": "scorekeeper-sheet/1",
        "rules": key,
        "options": options,
        "sides": seats.named(),
        "dealer": draw(between(0, len(seats.players) - 1)),
        "hands": draw(lists_of_hands(seats, calls, most)),
        "closed": {"reason": "late"} if pick(draw, [False, True]) else None,
    }
