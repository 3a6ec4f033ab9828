"""A table's own deals: what the core refuses in them, and what it accepts."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.scripted_deals import ScriptedDeal, check_script
from scorekeeper.core.rules.scripted_limits import KINDS, ScriptedLimit
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.words.faults import fault_text
from tests.each_case import each_case

FOUR = seating(Shape(2, 2), 13)
BIDS = ("nil", "1", "2", "3")


def deal(
    *limits: ScriptedLimit, name: str = "thin ice", text: str = "As you like.", by: tuple[int, ...] = ()
) -> ScriptedDeal:
    return ScriptedDeal(name, text, limits, by)


def refused(*script: ScriptedDeal) -> str:
    with pytest.raises(InvalidInput) as found:
        check_script(script, FOUR, BIDS)
    return fault_text(found.value.fault)


SOUND = ScriptedLimit("sum-is", 13)
TAKEN = [
    deal(),
    deal(*[SOUND] * 8),
    deal(ScriptedLimit("sum-is", 0)),
    deal(ScriptedLimit("sum-is", 100)),
    deal(ScriptedLimit("at-least", 1, by=(1, 4))),
    deal(ScriptedLimit("one-of", bids=("nil", "3"))),
    deal(ScriptedLimit("how-many", bids=("1",), low=0, high=0)),
    deal(ScriptedLimit("how-many", bids=("1",), low=4, high=4)),
    deal(ScriptedLimit("partners-alike", number=-1)),
    deal(ScriptedLimit("sum-is", 13, low=3, high=2)),
    deal(by=(1, 4)),
]


@each_case("number", range(len(TAKEN)))
def test_valid_deal_is_accepted(number: int) -> None:
    check_script((TAKEN[number],), FOUR, BIDS)


def test_list_has_a_hundred_deals_at_most() -> None:
    check_script((deal(),) * 100, FOUR, BIDS)
    assert refused(*[deal()] * 101) == "There are 101 deals; a list has at most 100"


REFUSED = [
    (deal(name=" "), 'A deal has no name or no rule; give it both (deal 1, " ")'),
    (deal(text=" "), 'A deal has no name or no rule; give it both (deal 1, "thin ice")'),
    (deal(*[SOUND] * 9), 'It has 9 limits; a deal has at most 8 (deal 1, "thin ice")'),
    (deal(by=(1, 5)), '5 is not a place in the bidding; the places are 1 to 4 (deal 1, "thin ice")'),
    (deal(by=(0,)), '0 is not a place in the bidding; the places are 1 to 4 (deal 1, "thin ice")'),
    (deal(by=(9, 8)), '9 is not a place in the bidding; the places are 1 to 4 (deal 1, "thin ice")'),
    (
        deal(SOUND, ScriptedLimit("moon")),
        f'There is no such limit; use one of {", ".join(KINDS)} (deal 1, "thin ice", moon)',
    ),
    (deal(ScriptedLimit("sum-is", -1)), 'The number is −1; it must be 0 to 100 (deal 1, "thin ice", sum-is)'),
    (deal(ScriptedLimit("rising", 101)), 'The number is 101; it must be 0 to 100 (deal 1, "thin ice", rising)'),
    (deal(ScriptedLimit("only-by")), 'It has no bid; give at least one (deal 1, "thin ice", only-by)'),
    (
        deal(ScriptedLimit("one-of", bids=("1", "9", "8"))),
        '"9" is not a bid here; the bids are nil, 1, 2, 3 (deal 1, "thin ice", one-of)',
    ),
    (
        deal(ScriptedLimit("sum-is", 13, bids=("9",))),
        '"9" is not a bid here; the bids are nil, 1, 2, 3 (deal 1, "thin ice", sum-is)',
    ),
    *[
        (
            deal(ScriptedLimit("how-many", bids=("1",), low=low, high=high)),
            f'Low is {shown} and high is {high}; they must be 0 ≤ low ≤ high ≤ 4 (deal 1, "thin ice", how-many)',
        )
        for low, shown, high in ((-1, "−1", 2), (3, "3", 2), (1, "1", 5))
    ],
    (
        deal(ScriptedLimit("at-least", 2, by=(1, 5))),
        '5 is not a place in the bidding; the places are 1 to 4 (deal 1, "thin ice", at-least)',
    ),
]


@each_case(("wrong", "sentence"), REFUSED)
def test_invalid_deal_is_refused(wrong: ScriptedDeal, sentence: str) -> None:
    assert refused(wrong) == sentence


def test_invalid_deal_is_named() -> None:
    wrong = deal(ScriptedLimit("only-by"), name="bang")
    assert refused(deal(), deal(), wrong).endswith('(deal 3, "bang", only-by)')
