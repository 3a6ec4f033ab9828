"""Random games of the standard family: hands that a table could record, with any house rules."""

from hypothesis import strategies as st

from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from tests.fast_strategies import between, now_and_then, pick, picks, shares
from tests.hand_notation import Hand, Seats, is_played, one_number
from tests.strategies import options_of

TABLES = (
    ("partnership", Shape(2, 2)),
    ("two-player", Shape(2)),
    ("two-handed", Shape(2)),
    ("cutthroat", Shape(3)),
    ("cutthroat", Shape(4)),
)


def hand_of(draw: st.DrawFn, seats: Seats, house: HouseRules, number: int) -> Hand:
    """One hand, every seat's tricks counted."""
    deal, per_side = house.hand_rules_of(number), range(seats.sides)
    bids = picks(draw, deal.codes, len(seats.players)) if deal.is_bid else []
    took = shares(draw, seats.tricks, len(seats.players))
    pairs = [one_number(deal, bids[i :: seats.sides]) for i in per_side] if bids else []
    written: Hand = {
        "bids": [own if len(own) > 1 else own[0] for own in pairs] or None,
        "took": [took[i :: seats.sides] if seats.players_per_side > 1 else took[i] for i in per_side],
    }
    if not is_played(deal, [bid for own in pairs for bid in own]):
        written["took"] = None
    if now_and_then(draw, 1, one_in=5) == [True]:
        points = draw(between(-300, 300))
        written["adjust"] = [{"side": pick(draw, per_side), "points": points, "reason": "agreed"}]
    return written


@st.composite
def sheets(draw: st.DrawFn, most: int = 12) -> Hand:
    """The sheet of a game, as JSON."""
    key, shape = pick(draw, TABLES)
    options = options_of(draw, rule_set(key).options(shape), one_in=4)
    rules = rule_set(key).with_options(options, shape)
    seats = Seats(shape.sides, shape.players_per_side, rules.seating.tricks)
    last = draw(between(0, most))
    return {
        "format": "scorekeeper-sheet/1",
        "rules": key,
        "options": options,
        "sides": seats.named(),
        "dealer": draw(between(0, len(seats.players) - 1)),
        "hands": [hand_of(draw, seats, rules, number) for number in range(1, last + 1)],
        "closed": {"reason": "late"} if pick(draw, [False, True]) else None,
    }
