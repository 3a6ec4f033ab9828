"""The objections of bidding limits, kind by kind, in partial and complete bidding, with their figures."""

from collections.abc import Mapping

from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.inputs.faults import PathStep
from scorekeeper.core.rules import scripted_limits
from scorekeeper.core.rules.bidding_rule import BiddingRule
from scorekeeper.core.rules.deal import Bid, Bidding, hand_rules
from scorekeeper.core.rules.scripted_limits import BidsSoFar, ScriptedLimit
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case
from tests.reimport import reimport

EVIL = rule_set("evil").with_options({"blind_nil": 200, "blind_behind": 0})
FIRST, SECOND = Side(1), Side(0)
"""The sides of the first and the second bidder: the first seat deals."""


def found(limit: ScriptedLimit, spoken: str, name: str = "x") -> list[Fault]:
    """The limit's objections to bids from the first bidder to the dealer, `-` for a bid not made."""
    order = EVIL.seating.bidding_order(Seat(0))
    by_seat = dict(zip(order, spoken.split(), strict=True))
    bids = tuple(None if by_seat[seat] == "-" else Bid((by_seat[seat],)) for seat in EVIL.seating.bidders)
    own = hand_rules(EVIL.hand_rules_of(5).calls, name=name)
    return BiddingRule((limit,)).objections(Bidding(own, EVIL.seating, order, bids, (0, 0)))


Faults = list[tuple[Mapping[str, object], int | None]]


def faults(limit: ScriptedLimit, spoken: str) -> Faults:
    objections = found(limit, spoken)
    assert all(
        one.code == limit.kind and one.rule == "deals" and one.path.outside == (PathStep("x"),) for one in objections
    )
    return [(one.params, one.side) for one in objections]


SUM_IS_13 = ScriptedLimit("sum-is", 13)
UNLESS_NIL = ScriptedLimit("sum-is", 13, ("nil",))
AT_MOST_9 = ScriptedLimit("sum-at-most", 9)
INNER = ScriptedLimit("sum-at-most", 9, by=(2, 3))
AT_LEAST_2 = ScriptedLimit("at-least", 2)
OUTER = ScriptedLimit("at-least", 2, by=(1, 4))
TWO_OR_NIL = ScriptedLimit("one-of", bids=("2", "nil"))
LAST_TWO = ScriptedLimit("one-of", bids=("2",), by=(4,))
TWO_TWOS = ScriptedLimit("how-many", bids=("2",), low=2, high=3)
NIL_EACH = ScriptedLimit("in-each-pair", bids=("nil",), low=1, high=1)
ALIKE = ScriptedLimit("partners-alike")
ALL_ALIKE = ScriptedLimit("all-alike")
RISING = ScriptedLimit("rising", 2)
FIRST_ONLY = ScriptedLimit("only-by", bids=("nil", "double-nil"), by=(1,))

FOUND: list[tuple[ScriptedLimit, str, Faults]] = [
    (SUM_IS_13, "4 3 3 3", []),
    (SUM_IS_13, "4 3 3 2", [({"total": 12, "needed": 13}, None)]),
    (SUM_IS_13, "4 3 3 4", [({"total": 14, "needed": 13}, None)]),
    (SUM_IS_13, "nil nil - -", []),
    (SUM_IS_13, "nil nil nil 13", []),
    (SUM_IS_13, "7 6 - -", []),
    (SUM_IS_13, "7 7 - -", [({"total": 14, "needed": 13}, None)]),
    (ScriptedLimit("sum-is", 40), "1 1 - -", [({"total": 2, "needed": 40}, None)]),
    (ScriptedLimit("sum-is", 28), "1 1 - -", []),
    (ScriptedLimit("sum-is", 29), "1 1 - -", [({"total": 2, "needed": 29}, None)]),
    (UNLESS_NIL, "4 4 4 4", [({"total": 16, "needed": 13}, None)]),
    (UNLESS_NIL, "4 4 4 nil", []),
    (UNLESS_NIL, "4 4 4 blind-nil", []),
    (UNLESS_NIL, "7 7 - -", []),
    (UNLESS_NIL, "7 3 2 1", []),
    (AT_MOST_9, "4 5 - -", []),
    (AT_MOST_9, "4 6 - -", [({"total": 10, "most": 9, "by": ()}, None)]),
    (INNER, "9 4 5 9", []),
    (INNER, "1 4 6 1", [({"total": 10, "most": 9, "by": (2, 3)}, None)]),
    (INNER, "1 10 - -", [({"total": 10, "most": 9, "by": (2, 3)}, None)]),
    (AT_LEAST_2, "2 3 2 9", []),
    (AT_LEAST_2, "2 1 nil -", [
        ({"place": 2, "bid": "1", "least": 2}, None),
        ({"place": 3, "bid": "nil", "least": 2}, None),
    ]),
    (OUTER, "2 1 1 2", []),
    (OUTER, "1 1 1 1", [({"place": 1, "bid": "1", "least": 2}, None), ({"place": 4, "bid": "1", "least": 2}, None)]),
    (TWO_OR_NIL, "2 nil blind-nil -", []),
    (
        TWO_OR_NIL,
        "2 double-nil 3 -",
        [
            ({"place": 2, "bid": "double-nil", "choices": ("2", "nil")}, None),
            ({"place": 3, "bid": "3", "choices": ("2", "nil")}, None),
        ],
    ),
    (LAST_TWO, "1 1 1 2", []),
    (LAST_TWO, "2 2 2 3", [({"place": 4, "bid": "3", "choices": ("2",)}, None)]),
    (TWO_TWOS, "2 2 1 1", []),
    (TWO_TWOS, "2 2 2 1", []),
    (TWO_TWOS, "2 2 2 2", [({"count": 4, "bids": ("2",), "low": 2, "high": 3, "to_come": 0}, None)]),
    (TWO_TWOS, "2 1 1 -", []),
    (TWO_TWOS, "1 1 1 -", [({"count": 0, "bids": ("2",), "low": 2, "high": 3, "to_come": 1}, None)]),
    (TWO_TWOS, "2 1 1 1", [({"count": 1, "bids": ("2",), "low": 2, "high": 3, "to_come": 0}, None)]),
    (NIL_EACH, "nil nil 1 1", []),
    (NIL_EACH, "1 nil - 1", []),
    (NIL_EACH, "nil 1 blind-nil -", [({"count": 2, "bids": ("nil",), "low": 1, "high": 1, "to_come": 0}, FIRST)]),
    (NIL_EACH, "1 1 1 1", [
        ({"count": 0, "bids": ("nil",), "low": 1, "high": 1, "to_come": 0}, SECOND),
        ({"count": 0, "bids": ("nil",), "low": 1, "high": 1, "to_come": 0}, FIRST),
    ]),
    (ALIKE, "3 4 3 4", []),
    (ALIKE, "nil 4 double-nil -", []),
    (ALIKE, "3 4 4 4", [({"first": "3", "second": "4"}, FIRST)]),
    (ALIKE, "3 4 3 nil", [({"first": "4", "second": "nil"}, SECOND)]),
    (ALIKE, "3 - 5 -", [({"first": "3", "second": "5"}, FIRST)]),
    (ALL_ALIKE, "3 3 3 3", []),
    (ALL_ALIKE, "3 4 3 5", [
        ({"place": 2, "bid": "4", "first": "3"}, None),
        ({"place": 4, "bid": "5", "first": "3"}, None),
    ]),
    (ALL_ALIKE, "nil double-nil - -", []),
    (RISING, "1 3 5 7", []),
    (RISING, "1 3 6 8", [({"place": 3, "bid": "6", "due": 5}, None)]),
    (RISING, "nil 2 3 -", [({"place": 3, "bid": "3", "due": 4}, None)]),
    (RISING, "1 - 5 -", []),
    (RISING, "1 - 4 -", [({"place": 3, "bid": "4", "due": 5}, None)]),
    (FIRST_ONLY, "nil 1 1 1", []),
    (FIRST_ONLY, "1 nil 1 double-nil", [
        ({"place": 2, "bid": "nil", "by": (1,)}, None),
        ({"place": 4, "bid": "double-nil", "by": (1,)}, None),
    ]),
    (ScriptedLimit("only-by", bids=("nil",)), "nil 1 1 1", [({"place": 1, "bid": "nil", "by": ()}, None)]),
]  # fmt: skip


@each_case(("limit", "spoken", "wrong"), FOUND)
def test_faults_of_each_limit(limit: ScriptedLimit, spoken: str, wrong: Faults) -> None:
    assert faults(limit, spoken) == wrong


def together(*limits: ScriptedLimit, spoken: str) -> list[str]:
    order = EVIL.seating.bidding_order(Seat(0))
    by_seat = dict(zip(order, spoken.split(), strict=True))
    bids = tuple(None if by_seat[seat] == "-" else Bid((by_seat[seat],)) for seat in EVIL.seating.bidders)
    own = hand_rules(EVIL.hand_rules_of(5).calls, name="both")
    objections = BiddingRule(limits).objections(Bidding(own, EVIL.seating, order, bids, (0, 0)))
    assert all(one.path.outside == (PathStep("both"),) for one in objections)
    return [one.code for one in objections]


EVERYONE_3_OR_MORE = ScriptedLimit("at-least", 3)


@each_case(
    ("spoken", "objections"),
    [
        ("- - - -", []),
        ("3 - - -", []),
        ("4 - - -", []),
        ("5 - - -", ["cannot-fit"]),
        ("4 3 - -", []),
        ("4 4 - -", ["cannot-fit"]),
        ("4 3 3 -", []),
        ("3 3 3 -", []),
        ("4 3 3 3", []),
        ("- - - 4", []),
        ("- - - 5", ["cannot-fit"]),
        ("2 - - -", ["at-least"]),
    ],
)
def test_limits_that_no_later_bid_can_satisfy_are_reported(spoken: str, objections: list[str]) -> None:
    assert together(SUM_IS_13, EVERYONE_3_OR_MORE, spoken=spoken) == objections


def test_impossible_limits_are_reported_from_the_first_bid() -> None:
    everyone_4_or_more = ScriptedLimit("at-least", 4)
    assert together(SUM_IS_13, everyone_4_or_more, spoken="- - - -") == []
    assert together(SUM_IS_13, everyone_4_or_more, spoken="4 - - -") == ["cannot-fit"]


def test_objection_names_all_limits_that_cannot_fit() -> None:
    order = EVIL.seating.bidding_order(Seat(0))
    bids = (None, Bid(("5",)), None, None)
    own = hand_rules(EVIL.hand_rules_of(5).calls, name="both")
    limit = BiddingRule((SUM_IS_13, EVERYONE_3_OR_MORE))
    assert limit.objections(Bidding(own, EVIL.seating, order, bids, (0, 0))) == [
        Fault("cannot-fit", {"limits": (SUM_IS_13, EVERYONE_3_OR_MORE)}, NOWHERE.within("both"), "deals")
    ]


def test_cannot_fit_depends_on_possible_pairs_of_bids() -> None:
    ends = ScriptedLimit("sum-at-most", 1, by=(1, 4))
    sevens = ScriptedLimit("one-of", bids=("1", "7"))
    assert together(ends, sevens, spoken="1 - - -") == ["cannot-fit"]
    inner = (ScriptedLimit("sum-is", 16), ScriptedLimit("one-of", bids=("1", "7")))
    assert together(*inner, spoken="1 - - -") == []
    assert together(*inner, spoken="1 1 - -") == []
    assert together(*inner, spoken="1 1 1 -") == ["cannot-fit"]
    assert together(*inner, spoken="7 7 7 -") == ["sum-is"]


def test_a_nil_in_each_pair_cannot_fit_where_only_the_first_bidder_may_bid_it() -> None:
    assert together(NIL_EACH, FIRST_ONLY, spoken="nil - - -") == ["cannot-fit"]
    assert together(NIL_EACH, ScriptedLimit("only-by", bids=("nil",), by=(1, 2)), spoken="nil - - -") == []


def test_limit_kinds_can_be_rebuilt() -> None:
    # They are made on import; here again, so that the code that makes them is tested too.
    kinds = reimport(scripted_limits)["KINDS"]
    so_far = BidsSoFar((("nil", 0), ("4", 4), ("nil", 0), ("4", 4)), (FIRST, SECOND, FIRST, SECOND), 13)
    one_each = BidsSoFar((("nil", 0), ("nil", 0), ("4", 4), ("4", 4)), (FIRST, SECOND, FIRST, SECOND), 13)
    assert len(kinds["in-each-pair"].wrong(NIL_EACH, so_far)) == 2
    assert kinds["in-each-pair"].wrong(NIL_EACH, one_each) == []
    assert kinds.keys() == scripted_limits.KINDS.keys()
    assert [(each.side, each.rule) for each in kinds["in-each-pair"].objections(NIL_EACH, so_far)] == [
        (SECOND, "deals"),
        (FIRST, "deals"),
    ]
    for key, kind in kinds.items():
        assert (kind.key, kind.needs, kind.may) == (key, *_parts(scripted_limits.KINDS[key]))


def _parts(kind: scripted_limits.LimitKind) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return kind.needs, kind.may
