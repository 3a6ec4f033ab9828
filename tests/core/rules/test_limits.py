"""The objections of limits, with their figures: to replaced bids, to combinations, and to several at once."""

from scorekeeper.core.rules.deal import Bid, Bidding, BiddingLimit
from scorekeeper.core.rules.limits import FirstTricksFit, HighestBid, NotTheTricks, SideMinimum
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.objections import (
    AboveHighest,
    BelowMinimum,
    Contradiction,
    Replaced,
    SumIsTricks,
    TooManyChanges,
)
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyFall, MayOnlyRise, NoRebid
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case

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


def replaced(before: str, after: str) -> Replaced:
    return Replaced(tuple(before.split("+")), tuple(after.split("+")))


def lowered(before: str, after: str, side: Side = ANN) -> Objection:
    return Objection("lowered", replaced(before, after), "raising", side)


def rebid(before: str, after: str, side: Side = ANN) -> Objection:
    return Objection("changed", replaced(before, after), "one-round", side)


RAISED_AFTER_LOOKING = BlindComesFirst(raised_after_looking=True)


def blind(before: str, after: str, side: Side = ANN) -> Objection:
    return Objection("blind-after-looking", replaced(before, after), "blind-first", side)


def raised(before: str, after: str, side: Side = ANN) -> Objection:
    return Objection("raised", replaced(before, after), "lowering", side)


OBJECTED: list[tuple[BiddingLimit, str, list[str], list[Objection]]] = [
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
        Objection("contradicts", Contradiction("bemo", 4, "2", 2), "first-tricks", ANN),
        Objection("contradicts", Contradiction("big-bemo", 6, "blind-1", 1), "first-tricks", BEN),
    ]),
    (FIRST_TRICKS, "berkley-three-1", ["blind-4+bemo", "3+big-bemo", "blind-3+bemo"], [
        Objection("contradicts", Contradiction("bemo", 4, "blind-3", 3), "first-tricks", CAL),
    ]),
    (MayOnlyFall(2), "berkley-two", ["5+bemo>6+bemo", "7>7"], [raised("5+bemo", "6+bemo")]),
    (MayOnlyFall(2), "berkley-two", ["7>6", "8>7>6"], [
        Objection("too-many-rounds", TooManyChanges(2, 1), "lowering", BEN),
    ]),
    (MayOnlyFall(3), "berkley-two", ["9>8>7", "9>8>7>6"], [
        Objection("too-many-rounds", TooManyChanges(3, 2), "lowering", BEN),
    ]),
    (MayOnlyFall(2), "berkley-two", ["8>9>6", "8>7"], [
        raised("8", "9"),
        Objection("too-many-rounds", TooManyChanges(2, 1), "lowering", ANN),
    ]),
    (NotTheTricks(), "two-player", ["6", "7"], [Objection("sum-is-tricks", SumIsTricks(13), "may-total-tricks")]),
    (NotTheTricks(), "two-player", ["6", "6"], []),
    (NotTheTricks(), "two-player", ["13", "-"], []),
    (NotTheTricks(), "two-player", ["13", "nil"], [Objection("sum-is-tricks", SumIsTricks(13), "may-total-tricks")]),
    (SideMinimum(4), "partnership", ["1", "2", "2", "2"], [
        Objection("below-minimum", BelowMinimum(3, 4), "team-minimum", ANN),
    ]),
    (SideMinimum(4), "partnership", ["nil", "nil", "4", "nil"], []),
    (HighestBid(8), "partnership", ["4", "9", "4", "-"], [
        Objection("above-highest", AboveHighest(9, 8), "highest-bid", BEN),
    ]),
    (HighestBid(8), "partnership", ["4", "4", "5", "nil"], [
        Objection("above-highest", AboveHighest(9, 8), "highest-bid", ANN),
    ]),
    (SideMinimum(4), "partnership", ["1", "1", "-", "nil"], [
        Objection("below-minimum", BelowMinimum(1, 4), "team-minimum", BEN),
    ]),
]  # fmt: skip


@each_case(("limit", "rules", "spoken", "objections"), OBJECTED)
def test_objections_of_each_limit(
    limit: BiddingLimit, rules: str, spoken: list[str], objections: list[Objection]
) -> None:
    assert limit.objections(bidding(rules, *spoken)) == objections
