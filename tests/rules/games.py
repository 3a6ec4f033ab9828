"""Games at random, for the standard family: hands that a table could write down, by any of its house rules."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.rules.seating import Shape
from scorekeeper.variants import rule_set
from tests.telling import Hand, Seats

TABLES = (
    ("partnership", Shape(2, 2)),
    ("two-player", Shape(2)),
    ("two-handed", Shape(2)),
    ("cutthroat", Shape(3)),
    ("cutthroat", Shape(4)),
)


def shares(total: int, parts: int) -> st.SearchStrategy[list[int]]:
    """The tricks of a hand dealt out to so many."""
    cuts = st.lists(st.integers(0, total), min_size=parts - 1, max_size=parts - 1).map(sorted)
    return cuts.map(lambda at: [high - low for low, high in zip([0, *at], [*at, total], strict=True)])


@st.composite
def options_of(draw: st.DrawFn, key: str, shape: Shape) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in rule_set(key).options(shape):
        if draw(st.integers(0, 3)) == 0:
            ranges = [st.integers(option.low, option.high)] if option.has_range else []
            chosen[option.key] = draw(st.one_of(*map(st.just, option.values), *ranges))
    return chosen


@st.composite
def hands_of(draw: st.DrawFn, seats: Seats, calls: list[str]) -> Hand:
    """One hand, every seat's tricks counted."""
    bids = draw(st.lists(st.sampled_from(calls), min_size=len(seats.players), max_size=len(seats.players)))
    took = draw(shares(seats.tricks, len(seats.players)))
    per_side = range(seats.sides)
    written: Hand = {
        "bids": [bids[i :: seats.sides] if seats.people > 1 else bids[i] for i in per_side],
        "took": [took[i :: seats.sides] if seats.people > 1 else took[i] for i in per_side],
    }
    if draw(st.integers(0, 4)) == 0:
        points = draw(st.integers(-300, 300))
        written["adjust"] = [{"side": draw(st.sampled_from(per_side)), "points": points, "reason": "agreed"}]
    return written


@st.composite
def sheets(draw: st.DrawFn, most: int = 12) -> Hand:
    """The sheet of a game, as JSON."""
    key, shape = draw(st.sampled_from(TABLES))
    options = draw(options_of(key, shape))
    rules = rule_set(key).with_options(options, shape)
    seats = Seats(shape.sides, shape.people, rules.seating.tricks)
    calls = [call.code for call in rules.deal_of(1).calls]
    return {
        "format": "scorekeeper-sheet/1",
        "rules": key,
        "options": options,
        "sides": seats.named(),
        "dealer": draw(st.integers(0, len(seats.players) - 1)),
        "hands": draw(st.lists(hands_of(seats, calls), max_size=most)),
        "closed": draw(st.sampled_from([None, {"reason": "late"}])),
    }
