"""Berkley's rule sets, part by part: their complete calls, limits, steps and endings."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.rules.calls import Aim, Call, CountedOver, FailedNilTricks
from scorekeeper.core.rules.deal import Rebid
from scorekeeper.core.rules.endings import Outright, Ranking, Target
from scorekeeper.core.rules.limits import BehindEnough, FirstTricksFit
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyRise
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks, PerfectRun
from tests.core.rulesets.test_what_is_played import calls, played

BEMOS = ("bemo", "big-bemo")
BERKLEY_LIMITS = (MayOnlyRise(), BlindComesFirst(raised_after_looking=True))


def first_tricks(*bids: str) -> FirstTricksFit:
    """The limit on a bemo with these exact bids and blind ones."""
    return FirstTricksFit(BEMOS, bids, blind=True)


def number(tricks: int, made: int, failed: int) -> Call:
    return Call(
        str(tricks), Aim.AT_LEAST, tricks, made, failed, counted_over=CountedOver.SIDE, alone=False, overtricks=True
    )  # fmt: skip


def blind(tricks: int, made: int, failed: int, behind: int) -> Call:
    return replace(number(tricks, made, failed), code=f"blind-{tricks}", rule="blind", blind=True, behind=behind)


def exact(call: Call) -> Call:
    return replace(call, aim=Aim.EXACTLY, overtricks=False)


def bemo(code: str, first: int, made: int, failed: int) -> Call:
    return Call(code, Aim.FIRST, first, made, failed, code, "bemo", CountedOver.SIDE, slot="bemo")


def test_calls_of_berkley_for_two() -> None:
    house = played("berkley-two", blind_behind=150, failed_nil="helps", boston_missed=-130)
    found = calls(house)
    assert list(found) == [
        *(str(tricks) for tricks in range(4, 14)),
        *(f"blind-{tricks}" for tricks in range(6, 13)),
        *("nil-front", "nil-right", "naught-front", "naught-right", "double-nil", "double-naught", "bemo", "big-bemo"),
    ]
    assert found["4"] == replace(number(4, 40, -40), nickname="board")
    assert found["10"] == number(10, 200, -100)
    assert found["13"] == replace(number(13, 500, -130), nickname="boston")
    assert (found["blind-6"], found["blind-12"]) == (blind(6, 100, -60, 150), blind(12, 340, -120, 150))
    one_hand = Call(
        "nil-front",
        Aim.EXACTLY,
        0,
        300,
        -50,
        "nil",
        "nil",
        CountedOver.HAND,
        0,
        "nil",
        blind=True,
        failed_tricks=FailedNilTricks.PARTNER,
    )
    assert found["nil-front"] == one_hand
    assert found["nil-right"] == replace(one_hand, code="nil-right", hand=1)
    naught = replace(
        one_hand, code="naught-front", made=200, failed=-100, reason="naught", rule="naught", blind=False
    )  # fmt: skip
    assert found["naught-front"] == naught
    assert found["naught-right"] == replace(naught, code="naught-right", hand=1)
    double = Call(
        "double-nil",
        Aim.EXACTLY,
        0,
        500,
        -100,
        "double-nil",
        "double-nil",
        CountedOver.SIDE,
        blind=True,
        failed_tricks=FailedNilTricks.PARTNER,
    )
    assert found["double-nil"] == double
    assert found["double-naught"] == replace(
        double, code="double-naught", made=400, reason="double-naught", rule="double-naught", blind=False
    )
    assert (found["bemo"], found["big-bemo"]) == (bemo("bemo", 6, 60, -60), bemo("big-bemo", 9, 90, -90))


def test_berkley_for_two() -> None:
    house = played("berkley-two")
    deal, scoring = house.hand_rules_of(1), house.scoring
    assert (deal.rebid, deal.slots) == (Rebid(), ("nil", "bemo"))
    assert deal.limits == (*BERKLEY_LIMITS, BehindEnough(100))
    assert (deal.name, deal.text, deal.partnership_contracts) == ("", "", ())
    penalty = OvertrickPenalty("overtrick", 10, 100, True, False)
    assert scoring.steps == (Contracts(), Overtricks("overtrick"), penalty, PerfectRun(3, 80, 0), Adjustments())
    assert scoring.endings == (Target(500, Ranking("fewest-overtricks")),)
    assert (scoring.target, scoring.bags_per_penalty, scoring.overtrick_word, scoring.unit, scoring.pooled) == (
        500,
        10,
        "overtrick",
        "points",
        False,
    )
    assert scoring.seating.hand_names == ("front", "right")
    assert (len(scoring.seating.side_of), scoring.seating.bidders, scoring.seating.tricks) == (4, (0, 1), 13)


def test_berkley_for_two_with_house_rules() -> None:
    options: dict[str, Any] = {
        "perfect_run": False,
        "overtrick_penalty": "escalating",
        "blind_exact": True,
        "target": 300,
    }
    house = played("berkley-two", tie="play-on", **options)
    penalty = OvertrickPenalty("overtrick", 10, 100, True, True)
    assert house.scoring.steps == (Contracts(), Overtricks("overtrick"), penalty, Adjustments())
    assert (house.scoring.endings, house.scoring.target) == ((Target(300, Ranking("play-on")),), 300)
    assert calls(house)["blind-6"] == exact(blind(6, 100, -60, 100))
    assert calls(house)["6"] == number(6, 60, -60)
    low = first_tricks()
    assert house.hand_rules_of(1).limits == (*BERKLEY_LIMITS, low, BehindEnough(100))


@pytest.mark.parametrize(
    ("key", "tricks", "samples"),
    [
        (
            "berkley-three-1",
            13,
            [
                exact(number(2, 100, -100)),
                number(3, 30, -30),
                replace(number(13, 0, -130), wins=True),
                exact(blind(2, 200, -100, 0)),
                exact(blind(3, 70, -30, 0)),
                replace(exact(blind(10, 0, -100, 0)), wins=True),
                bemo("bemo", 4, 100, -50),
                bemo("big-bemo", 6, 300, -100),
            ],
        ),
        (
            "berkley-three-2",
            18,
            [
                exact(number(0, 400, -120)),
                number(16, 500, -160),
                replace(number(17, 0, -170), wins=True),
                exact(blind(10, 400, -100, 0)),
                replace(exact(blind(18, 0, -180, 0)), wins=True),
                bemo("bemo", 5, 100, -50),
                bemo("big-bemo", 7, 200, -100),
            ],
        ),
    ],
)
def test_berkley_for_three(key: str, tricks: int, samples: list[Call]) -> None:
    house = played(key)
    deal, scoring = house.hand_rules_of(1), house.scoring
    assert [deal.by_code[call.code] for call in samples] == samples
    assert list(deal.by_code) == [
        *(str(number) for number in range(tricks + 1)),
        *(f"blind-{number}" for number in range(tricks + 1)),
        *("bemo", "big-bemo"),
    ]
    low = first_tricks("0", "1", "2")
    assert (deal.limits, deal.rebid, deal.slots) == ((*BERKLEY_LIMITS, low), Rebid(), ("bemo",))
    penalty = OvertrickPenalty("overtrick", 10, 100, True, False)
    assert scoring.steps == (Contracts(), Overtricks("overtrick"), penalty, PerfectRun(3, 100, 50), Adjustments())
    assert scoring.endings == (Outright(), Target(500, Ranking("fewest-overtricks")))
    assert (scoring.target, scoring.bags_per_penalty, scoring.overtrick_word, scoring.seating.tricks) == (
        500,
        10,
        "overtrick",
        tricks,
    )


def test_berkley_for_three_with_house_rules() -> None:
    house = played("berkley-three-1", blind_exact=False, blind_behind=50)
    low = FirstTricksFit(BEMOS, ("0", "1", "2"), blind=False)
    assert house.hand_rules_of(1).limits == (*BERKLEY_LIMITS, low, BehindEnough(50))
    found = calls(house)
    assert found["blind-2"] == exact(blind(2, 200, -100, 50))
    assert found["blind-3"] == blind(3, 70, -30, 50)
    assert found["blind-10"] == replace(blind(10, 0, -100, 50), wins=True)
