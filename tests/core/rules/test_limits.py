"""The objections of limits, with their figures: to replaced bids, to combinations, and to several at once."""

from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.rules.deal import Bid, Bidding, BiddingLimit
from scorekeeper.core.rules.limits import FirstTricksFit, HighestBid, NotTheTricks, SideMinimum
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyFall, MayOnlyRise, NoRebid
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat, Side, side_path
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case

RULE = "first-tricks"
FIRST_TRICKS = FirstTricksFit(("bemo", "big-bemo"), ("0", "1", "2"), blind=True)
ANN, BEN, CAL = Side(0), Side(1), Side(2)


def bid(spoken: str) -> Bid:
    *earlier, last = [tuple(codes.split("+")) for codes in spoken.split(">")]
    return Bid(last, tuple(earlier))


def bidding(rules: str, *spoken: str) -> Bidding:
    """These bids, seat by seat, `-` for a bid not made; the last seat deals."""
    house = rule_set(rules).with_options({})
    dealer = Seat(len(house.seating.bidders) - 1)
    return new_game(house, dealer).bidding(tuple(None if one == "-" else bid(one) for one in spoken))


def replaced(before: str, after: str) -> dict[str, object]:
    return {"before": tuple(before.split("+")), "after": tuple(after.split("+"))}


def lowered(before: str, after: str, side: Side = ANN) -> Fault:
    return Fault("lowered", replaced(before, after), side_path(side), "raising")


def rebid(before: str, after: str, side: Side = ANN) -> Fault:
    return Fault("changed", replaced(before, after), side_path(side), "one-round")


RAISED_AFTER_LOOKING = BlindComesFirst(raised_after_looking=True)


def blind(before: str, after: str, side: Side = ANN) -> Fault:
    return Fault("blind-after-looking", replaced(before, after), side_path(side), "blind-first")


def raised(before: str, after: str, side: Side = ANN) -> Fault:
    return Fault("raised", replaced(before, after), side_path(side), "lowering")


OBJECTED: list[tuple[BiddingLimit, str, list[str], list[Fault]]] = [
    (MayOnlyRise(), "berkley-two", ["5>6", "6+bemo>6"], [lowered("6+bemo", "6", BEN)]),
    (MayOnlyRise(), "berkley-two", ["6+big-bemo>6+bemo", "-"], [lowered("6+big-bemo", "6+bemo")]),
    (MayOnlyRise(), "berkley-two", ["6+bemo>6+big-bemo", "6+bemo>7+bemo"], []),
    (MayOnlyRise(), "berkley-two", ["6+bemo>5+big-bemo", "-"], [lowered("6+bemo", "5+big-bemo")]),
    (MayOnlyRise(), "berkley-two", ["blind-6>6", "blind-6>7"], [lowered("blind-6", "6")]),
    (MayOnlyRise(), "berkley-two", ["6+nil-front>6+naught-front", "-"], [lowered("6+nil-front", "6+naught-front")]),
    (MayOnlyRise(), "berkley-two", ["double-nil>double-naught", "-"], [lowered("double-nil", "double-naught")]),
    (MayOnlyRise(), "berkley-two", ["double-naught>5", "-"], []),
    (MayOnlyRise(), "berkley-two", ["double-nil>5", "6+nil-front>7+nil-right"], [lowered("double-nil", "5")]),
    (MayOnlyRise(), "berkley-two", ["double-nil>double-nil", "6+nil-front>7"], [lowered("6+nil-front", "7", BEN)]),
    (MayOnlyRise(), "berkley-three-1", ["blind-10>10", "blind-10>11", "blind-9>blind-10"], [
        lowered("blind-10", "10"),
    ]),
    (MayOnlyRise(), "berkley-three-1", ["blind-13>13", "blind-12>13", "blind-0>1"], [lowered("blind-13", "13")]),
    (MayOnlyRise(), "berkley-three-2", ["blind-17>17", "16>17", "17>18"], [lowered("blind-17", "17")]),
    (MayOnlyRise(), "berkley-two", ["4>double-naught", "-"], [lowered("4", "double-naught")]),
    (NoRebid(), "partnership", ["nil>1", "3>4>2", "2>2", "-"], [
        rebid("nil", "1"), rebid("3", "4", BEN), rebid("4", "2", BEN),
    ]),
    (BlindComesFirst(), "berkley-two", ["6+bemo>blind-6+bemo", "-"], [blind("6+bemo", "blind-6+bemo")]),
    (BlindComesFirst(), "berkley-two", ["blind-6>blind-7>8", "blind-6>6>7"], []),
    (BlindComesFirst(), "berkley-two", ["blind-6>6>blind-7", "-"], [blind("6", "blind-7")]),
    (BlindComesFirst(), "berkley-two", ["blind-6+bemo>blind-6+bemo+nil-front", "-"], [
        blind("blind-6+bemo", "blind-6+bemo+nil-front"),
    ]),
    (BlindComesFirst(), "berkley-two", ["blind-6>blind-6+naught-front", "blind-6+bemo>blind-7"], [
        blind("blind-6+bemo", "blind-7", BEN),
    ]),
    (RAISED_AFTER_LOOKING, "berkley-two", ["blind-6>blind-6+naught-front", "blind-6+naught-front"], []),
    (RAISED_AFTER_LOOKING, "berkley-two", ["blind-6>blind-11", "blind-6>blind-11+naught-front"], [
        blind("blind-6", "blind-11"),
        blind("blind-6", "blind-11+naught-front", BEN),
    ]),
    (BlindComesFirst(), "berkley-two", ["blind-6>7+naught-front", "blind-6>blind-6+bemo"], []),
    (FIRST_TRICKS, "berkley-three-1", ["2+bemo", "blind-1+big-bemo", "0"], [
        Fault("contradicts", {"first": "bemo", "needed": 4, "bid": "2", "most": 2}, side_path(ANN), RULE),
        Fault("contradicts", {"first": "big-bemo", "needed": 6, "bid": "blind-1", "most": 1}, side_path(BEN), RULE),
    ]),
    (FIRST_TRICKS, "berkley-three-1", ["blind-4+bemo", "3+big-bemo", "blind-3+bemo"], [
        Fault("contradicts", {"first": "bemo", "needed": 4, "bid": "blind-3", "most": 3}, side_path(CAL), RULE),
    ]),
    (MayOnlyFall(2), "berkley-two", ["5+bemo>6+bemo", "7>7"], [raised("5+bemo", "6+bemo")]),
    (MayOnlyFall(2), "berkley-two", ["7>6", "8>7>6"], [
        Fault("too-many-rounds", {"changes": 2, "allowed": 1}, side_path(BEN), "lowering"),
    ]),
    (MayOnlyFall(3), "berkley-two", ["9>8>7", "9>8>7>6"], [
        Fault("too-many-rounds", {"changes": 3, "allowed": 2}, side_path(BEN), "lowering"),
    ]),
    (MayOnlyFall(2), "berkley-two", ["8>9>6", "8>7"], [
        raised("8", "9"),
        Fault("too-many-rounds", {"changes": 2, "allowed": 1}, side_path(ANN), "lowering"),
    ]),
    (NotTheTricks(), "two-player", ["6", "7"], [Fault("sum-is-tricks", {"tricks": 13}, NOWHERE, "may-total-tricks")]),
    (NotTheTricks(), "two-player", ["6", "6"], []),
    (NotTheTricks(), "two-player", ["13", "-"], []),
    (NotTheTricks(), "two-player", ["13", "nil"], [
        Fault("sum-is-tricks", {"tricks": 13}, NOWHERE, "may-total-tricks"),
    ]),
    (SideMinimum(4), "partnership", ["1", "2", "2", "2"], [
        Fault("below-minimum", {"total": 3, "least": 4}, side_path(ANN), "team-minimum"),
    ]),
    (SideMinimum(4), "partnership", ["nil", "nil", "4", "nil"], []),
    (HighestBid(8), "partnership", ["4", "9", "4", "-"], [
        Fault("above-highest", {"total": 9, "most": 8}, side_path(BEN), "highest-bid"),
    ]),
    (HighestBid(8), "partnership", ["4", "4", "5", "nil"], [
        Fault("above-highest", {"total": 9, "most": 8}, side_path(ANN), "highest-bid"),
    ]),
    (SideMinimum(4), "partnership", ["1", "1", "-", "nil"], [
        Fault("below-minimum", {"total": 1, "least": 4}, side_path(BEN), "team-minimum"),
    ]),
]  # fmt: skip


@each_case(("limit", "rules", "spoken", "objections"), OBJECTED)
def test_objections_of_each_limit(limit: BiddingLimit, rules: str, spoken: list[str], objections: list[Fault]) -> None:
    assert limit.objections(bidding(rules, *spoken)) == objections
