"""Deals that a table wrote itself: what the core refuses in them, whoever brings them, and what it takes."""

import pytest

from scorekeeper.core.rules.bidding_checks import KINDS, Check
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.scripted_deals import ScriptedDeal, check_script
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.words.faults import rules_fault

FOUR = seating(Shape(2, 2), 13)
BIDS = ("nil", "1", "2", "3")


def deal(*checks: Check, name: str = "thin ice", text: str = "As you like.", by: tuple[int, ...] = ()) -> ScriptedDeal:
    return ScriptedDeal(name, text, checks, by)


def refused(*script: ScriptedDeal) -> str:
    with pytest.raises(BadRules) as found:
        check_script(script, FOUR, BIDS)
    return rules_fault(found.value)


SOUND = Check("sum-is", 13)
TAKEN = [
    deal(),
    deal(*[SOUND] * 8),
    deal(Check("sum-is", 0)),
    deal(Check("sum-is", 100)),
    deal(Check("at-least", 1, by=(1, 4))),
    deal(Check("one-of", bids=("nil", "3"))),
    deal(Check("how-many", bids=("1",), low=0, high=0)),
    deal(Check("how-many", bids=("1",), low=4, high=4)),
    deal(Check("partners-alike", number=-1)),
    deal(Check("sum-is", 13, low=3, high=2)),
    deal(by=(1, 4)),
]


@pytest.mark.parametrize("number", range(len(TAKEN)))
def test_a_deal_that_may_be_played(number: int) -> None:
    check_script((TAKEN[number],), FOUR, BIDS)


def test_a_list_has_a_hundred_deals_at_most() -> None:
    check_script((deal(),) * 100, FOUR, BIDS)
    assert refused(*[deal()] * 101) == "there are 101 deals, a list has at most 100"


REFUSED = [
    (deal(name=" "), 'deal 1, " ": it has no name or no rule in words, each deal has both'),
    (deal(text=" "), 'deal 1, "thin ice": it has no name or no rule in words, each deal has both'),
    (deal(*[SOUND] * 9), 'deal 1, "thin ice": it has 9 limits, a deal has at most 8'),
    (deal(by=(1, 5)), 'deal 1, "thin ice": 5 is no place in the bidding, they are 1 to 4'),
    (deal(by=(0,)), 'deal 1, "thin ice": 0 is no place in the bidding, they are 1 to 4'),
    (deal(by=(9, 8)), 'deal 1, "thin ice": 9 is no place in the bidding, they are 1 to 4'),
    (
        deal(SOUND, Check("moon")),
        f'deal 1, "thin ice", moon: there is no such limit, there are: {", ".join(KINDS)}',
    ),
    (deal(Check("sum-is", -1)), 'deal 1, "thin ice", sum-is: the number is -1, it must be from 0 to 100'),
    (deal(Check("rising", 101)), 'deal 1, "thin ice", rising: the number is 101, it must be from 0 to 100'),
    (deal(Check("only-by")), 'deal 1, "thin ice", only-by: it names no bid, it must name at least one'),
    (
        deal(Check("one-of", bids=("1", "9", "8"))),
        'deal 1, "thin ice", one-of: "9" is no bid here, the bids are nil, 1, 2, 3',
    ),
    (
        deal(Check("sum-is", 13, bids=("9",))),
        'deal 1, "thin ice", sum-is: "9" is no bid here, the bids are nil, 1, 2, 3',
    ),
    *[
        (
            deal(Check("how-many", bids=("1",), low=low, high=high)),
            f'deal 1, "thin ice", how-many: low is {low} and high {high}, they must be 0 ≤ low ≤ high ≤ 4',
        )
        for low, high in ((-1, 2), (3, 2), (1, 5))
    ],
    (
        deal(Check("at-least", 2, by=(1, 5))),
        'deal 1, "thin ice", at-least: 5 is no place in the bidding, they are 1 to 4',
    ),
]


@pytest.mark.parametrize(("wrong", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_a_deal_that_cannot_be(wrong: ScriptedDeal, sentence: str) -> None:
    assert refused(wrong) == sentence


def test_the_deal_at_fault_is_named() -> None:
    wrong = deal(Check("only-by"), name="bang")
    assert refused(deal(), deal(), wrong).startswith('deal 3, "bang", only-by: ')
