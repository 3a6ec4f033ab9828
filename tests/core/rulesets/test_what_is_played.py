"""Each rule set, part by part: its complete calls, limits, steps, endings, seats and words."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.rules.bidding_rule import BiddingRule
from scorekeeper.core.rules.calls import Aim, Call, CountedOver, FailedNilTricks
from scorekeeper.core.rules.deal import Rebid
from scorekeeper.core.rules.endings import AfterHands, LosingScore, Ranking, Target
from scorekeeper.core.rules.limits import BehindEnough, HighestBid, MostTotal, NotTheTricks, SideMinimum, WithinTricks
from scorekeeper.core.rules.pot import PointsForThePot, Pot, Stakes
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyFall, MayOnlyRise, NoRebid
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scripted_deals import ScriptedDeal
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case

PAIRS = Shape(2, 2)


def played(key: str, shape: Shape | None = None, **options: Any) -> HouseRules:
    return rule_set(key).with_options(options, shape)


def calls(house: HouseRules) -> dict[str, Call]:
    return house.hand_rules_of(1).by_code


FIVE = Call("5", Aim.AT_LEAST, 5, 50, -50, counted_over=CountedOver.SIDE, overtricks=True)
NIL = Call("nil", Aim.EXACTLY, 0, 100, -100, "nil", "nil", failed_tricks=FailedNilTricks.OVERTRICKS)


def test_calls_of_the_standard_table() -> None:
    house = played("partnership", blind_nil=200, blind_behind=150)
    found = calls(house)
    assert list(found) == ["nil", *(str(number) for number in range(1, 14)), "blind-nil"]
    assert (found["5"], found["nil"]) == (FIVE, NIL)
    assert found["blind-nil"] == Call(
        "blind-nil",
        Aim.EXACTLY,
        0,
        200,
        -200,
        "blind-nil",
        "blind-nil",
        blind=True,
        behind=150,
        failed_tricks=FailedNilTricks.OVERTRICKS,
    )
    assert house.hand_rules_of(1).limits == (NoRebid(), BehindEnough(150), BlindComesFirst(), WithinTricks())
    assert (house.hand_rules_of(1).name, house.hand_rules_of(1).text, house.hand_rules_of(1).slots) == ("", "", ())
    assert house.hand_rules_of(1).rebid is None


def test_partners_numbers_make_one_contract() -> None:
    partnership_contracts = played("partnership").hand_rules_of(1).partnership_contracts
    assert [call.code for call in partnership_contracts] == [str(number) for number in range(1, 27)]
    assert partnership_contracts[12] == replace(FIVE, code="13", tricks=13, made=130, failed=-130)
    assert partnership_contracts[25] == replace(FIVE, code="26", tricks=26, made=260, failed=-260)
    assert played("two-player").hand_rules_of(1).partnership_contracts == ()


def test_ten_for_two_hundred() -> None:
    partnership_contracts = played("partnership", ten_for_200=True).hand_rules_of(1).partnership_contracts
    assert [(call.tricks, call.made, call.failed) for call in partnership_contracts[8:14]] == [
        (9, 90, -90), (10, 200, -100), (11, 220, -110), (12, 240, -120), (13, 500, -130), (14, 500, -140),
    ]  # fmt: skip
    assert calls(played("two-player", ten_for_200=True))["10"].made == 200


@each_case(
    ("options", "limits"),
    [
        ({}, (NoRebid(), WithinTricks())),
        ({"team_minimum": 4}, (NoRebid(), SideMinimum(4), WithinTricks())),
        ({"highest_bid": 10}, (NoRebid(), HighestBid(10), WithinTricks())),
        ({"most_total": 14}, (NoRebid(), MostTotal(14), WithinTricks())),
        ({"may_total_tricks": False}, (NoRebid(), NotTheTricks(), WithinTricks())),
        ({"blind_nil": 200, "blind_behind": 0}, (NoRebid(), BlindComesFirst(), WithinTricks())),
        (
            {"may_total_tricks": False, "team_minimum": 3, "blind_nil": 200},
            (NoRebid(), BehindEnough(100), BlindComesFirst(), SideMinimum(3), NotTheTricks(), WithinTricks()),
        ),
    ],
)
def test_limits_of_the_standard_table(options: dict[str, Any], limits: tuple[object, ...]) -> None:
    assert played("partnership", **options).hand_rules_of(1).limits == limits


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({}, (Contracts(), Overtricks("bag"), OvertrickPenalty("bag", 10, 100, True, False), Adjustments())),
        ({"bags": 0}, (Contracts(), Overtricks("bag", 0), Adjustments())),
        (
            {"bags": 5, "bag_penalty": 50, "bags_carry": False},
            (Contracts(), Overtricks("bag", 5, False), OvertrickPenalty("bag", 5, 50, False, False), Adjustments()),
        ),
    ],
)
def test_steps_of_the_standard_table(options: dict[str, Any], steps: tuple[object, ...]) -> None:
    assert played("partnership", **options).scoring.steps == steps


def test_end_of_the_standard_table() -> None:
    scoring = played("partnership").scoring
    assert scoring.endings == (Target(500, Ranking("play-on")),)
    assert (scoring.target, scoring.bags_per_penalty, scoring.overtrick_word, scoring.unit, scoring.pooled) == (
        500,
        10,
        "bag",
        "points",
        False,
    )
    with_floor = played("cutthroat", lose_at=-300, target=300, tie="shared", bags=7).scoring
    assert with_floor.endings == (Target(300, Ranking("shared")), LosingScore(-300, Ranking("shared")))
    assert (with_floor.target, with_floor.bags_per_penalty) == (300, 7)
    assert played("two-handed").scoring.target == 300


def test_games_of_the_standard_table() -> None:
    same = ("high-low", "suicide", "mirrors", "whiz", "night", "evil")
    pairs = played("partnership").scoring
    for key in same:
        own = played(key, PAIRS).scoring
        assert (own.seating, own.steps, own.endings, own.overtrick_word) == (
            pairs.seating,
            pairs.steps,
            pairs.endings,
            "bag",
        )
    alone = played("two-player").scoring
    for key in ("royal", "high-low", "two-handed", "toss"):
        own = played(key, Shape(2)).scoring
        assert (own.seating, own.steps, own.overtrick_word) == (alone.seating, alone.steps, "bag")
        assert own.deals == alone.deals


def test_failed_nil_of_a_solo_game_does_not_spill() -> None:
    assert calls(played("two-player"))["nil"].failed_tricks is FailedNilTricks.NOWHERE
    assert calls(played("two-player", failed_nil="helps"))["nil"].failed_tricks is FailedNilTricks.PARTNER


@pytest.mark.parametrize("key", ["suicide", "mirrors", "whiz"])
def test_game_of_required_nils_has_one_worth_nothing(key: str) -> None:
    house = played(key, nil=0)
    assert list(calls(house)) == ["nil", *(str(number) for number in range(1, 14))]
    assert (calls(house)["nil"].made, calls(house)["nil"].failed) == (0, 0)


@pytest.mark.parametrize(
    ("key", "name", "text", "check"),
    [
        (
            "suicide",
            "suicide",
            "One of each pair bids nil, the other as usual.",
            ScriptedLimit("in-each-pair", bids=("nil",), low=1, high=1),
        ),
        ("mirrors", "mirrors", "Bid the number of spades you hold; with none, nil.", ScriptedLimit("sum-is", 13)),
        ("whiz", "whiz", "Bid nil, or exactly the number of spades you hold.", ScriptedLimit("sum-at-most", 13)),
    ],
)
def test_game_of_one_hand(key: str, name: str, text: str, check: ScriptedLimit) -> None:
    deals = played(key).scoring.deals
    assert [(deal.name, deal.text, deal.limits) for deal in deals] == [(name, text, (NoRebid(), BiddingRule((check,))))]


def test_double_nil_is_twice_a_nil_and_depends_on_the_hand() -> None:
    evil = played("evil", nil=50, failed_nil="ignored")
    double = Call(
        "double-nil", Aim.EXACTLY, 0, 100, -100, "double-nil", "double-nil", failed_tricks=FailedNilTricks.NOWHERE
    )
    assert [call.code for call in evil.hand_rules_of(5).calls[:3]] == ["nil", "double-nil", "1"]
    assert calls(evil)["double-nil"] == double
    nobody = BiddingRule((ScriptedLimit("only-by", bids=("double-nil",)),))
    assert evil.hand_rules_of(1).limits == (NoRebid(), WithinTricks(), nobody)
    assert evil.hand_rules_of(10).limits == (NoRebid(), BiddingRule((ScriptedLimit("one-of", bids=("double-nil",)),)))
    one_of = ScriptedLimit("one-of", bids=("nil", "double-nil"), by=(1, 2))
    assert evil.hand_rules_of(36).limits == (
        NoRebid(),
        BiddingRule((one_of, ScriptedLimit("only-by", bids=("double-nil",), by=(1, 2)))),
    )


def test_hand_without_limits_is_bid_freely() -> None:
    night = rule_set("night")
    free = night.with_options({}, None, (ScriptedDeal("bang", "As usual.", (), (1, 2, 3, 4)),))
    assert free.hand_rules_of(1).limits == (NoRebid(), WithinTricks())


def test_evil_can_be_played_to_its_last_hand() -> None:
    scoring = played("evil", all_hands=True, tie="shared").scoring
    assert (scoring.endings, scoring.target) == ((AfterHands(45, Ranking("shared")),), 0)


def test_hurricane() -> None:
    house = played("hurricane", hands=5, passing="left-right-hold")
    assert house.scoring.endings == (AfterHands(5, Ranking("play-on")),)
    assert (house.scoring.target, house.scoring.bags_per_penalty) == (0, 10)
    words = "Before bidding, each passes three cards to the {}; the holder of the 2♣ leads it."
    assert [(deal.name, deal.text) for deal in house.scoring.deals] == [
        ("pass left", words.format("left")),
        ("pass right", words.format("right")),
        ("hold", "Nobody passes in this hand; the holder of the 2♣ leads it."),
    ]
    assert [deal.limits for deal in house.scoring.deals] == [(NoRebid(), WithinTricks())] * 3
    assert [deal.name for deal in played("hurricane").scoring.deals] == ["pass left"]


@pytest.mark.parametrize(("sides", "tricks"), [(2, 13), (3, 17), (4, 13)])
def test_miser(sides: int, tricks: int) -> None:
    house = played("miser", Shape(sides), target=300, tie="shared")
    deal, scoring = house.hand_rules_of(1), house.scoring
    assert list(deal.by_code) == [str(number) for number in range(tricks + 1)]
    assert deal.by_code["3"] == Call("3", Aim.AT_MOST, 3, 10 * (tricks - 3), -10 * (tricks - 3))
    assert (deal.limits, deal.rebid) == ((MayOnlyFall(2),), Rebid(may_lower=True, prompts=True, single_round=True))
    assert (scoring.steps, scoring.endings) == ((Contracts(), Adjustments()), (Target(300, Ranking("shared")),))
    assert (scoring.target, scoring.bags_per_penalty, scoring.overtrick_word, scoring.unit, scoring.pooled) == (
        300,
        0,
        "overtrick",
        "points",
        False,
    )


@each_case(("sides", "tricks"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_gambling(sides: int, tricks: int) -> None:
    house = played("gambling", Shape(sides), ante=2, odd_chips="carry")
    deal, scoring = house.hand_rules_of(1), house.scoring
    assert list(deal.by_code) == [str(number) for number in range(tricks + 1)]
    assert deal.by_code["3"] == Call("3", Aim.AT_LEAST, 3, 30, 0, overtricks=True)
    assert (deal.limits, deal.rebid) == ((MayOnlyRise(),), Rebid(prompts=True))
    assert scoring.steps == (PointsForThePot(), Stakes(2), Pot(True), Adjustments())
    assert played("gambling").scoring.steps == (PointsForThePot(), Stakes(1), Pot(False), Adjustments())
    assert (scoring.endings, scoring.target, scoring.bags_per_penalty, scoring.unit, scoring.pooled) == (
        (),
        0,
        0,
        "chips",
        True,
    )
