"""The notation for lists of hands; and Evil's forty-five hands, rebuilt, match the transcript."""

import json
from collections.abc import Callable
from pathlib import Path

from scorekeeper.core.rules.scripted_deals import ScriptedDeal
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.rulesets import _scripted as scripted_rules, evil, mirrors, suicide, whiz
from scorekeeper.core.words.bidding import limit_words
from tests.each_case import each_case
from tests.reimport import reimport

WRITTEN: list[tuple[Callable[[], ScriptedLimit], ScriptedLimit, str]] = [
    (lambda: scripted_rules.sum_is(13), ScriptedLimit("sum-is", 13), "the bids total 13"),
    (
        lambda: scripted_rules.sum_is(16, unless=("13",)),
        ScriptedLimit("sum-is", 16, ("13",)),
        "the bids total 16, unless one is 13",
    ),
    (lambda: scripted_rules.sum_at_most(13), ScriptedLimit("sum-at-most", 13), "the bids total at most 13"),
    (
        lambda: scripted_rules.sum_at_most(13, 1, 4),
        ScriptedLimit("sum-at-most", 13, by=(1, 4)),
        "the 1st and 4th bids total at most 13",
    ),
    (lambda: scripted_rules.at_least(2), ScriptedLimit("at-least", 2), "everyone must bid at least 2"),
    (
        lambda: scripted_rules.at_least(2, 1, 3),
        ScriptedLimit("at-least", 2, by=(1, 3)),
        "the 1st and 3rd bidders must bid at least 2",
    ),
    (lambda: scripted_rules.one_of(("8", "3")), ScriptedLimit("one-of", bids=("8", "3")), "everyone must bid 8 or 3"),
    (
        lambda: scripted_rules.one_of(("13",), 1),
        ScriptedLimit("one-of", bids=("13",), by=(1,)),
        "the 1st bidder must bid 13",
    ),
    (lambda: scripted_rules.all_bid("nil"), ScriptedLimit("one-of", bids=("nil",)), "everyone must bid nil"),
    (
        lambda: scripted_rules.exactly(3, "nil"),
        ScriptedLimit("how-many", 0, ("nil",), 3, 3),
        "exactly 3 of the bids are nil",
    ),
    (lambda: scripted_rules.some_bid("2"), ScriptedLimit("how-many", 0, ("2",), 1, 4), "at least 1 of the bids is 2"),
    (lambda: scripted_rules.at_most(2, "8"), ScriptedLimit("how-many", 0, ("8",), 0, 2), "at most 2 of the bids are 8"),
    (
        lambda: scripted_rules.each_pair_one("nil"),
        ScriptedLimit("in-each-pair", 0, ("nil",), 1, 1),
        "in each pair, exactly 1 of the bids is nil",
    ),
    (
        lambda: scripted_rules.each_pair_some("nil"),
        ScriptedLimit("in-each-pair", 0, ("nil",), 1, 4),
        "in each pair, at least 1 of the bids is nil",
    ),
]


@each_case(("write", "limit", "words"), WRITTEN)
def test_values_of_the_list_s_words(write: Callable[[], ScriptedLimit], limit: ScriptedLimit, words: str) -> None:
    assert write() == limit
    assert limit_words(write()) == words


def test_hand_from_a_list() -> None:
    limits = (scripted_rules.sum_is(13), scripted_rules.all_bid("nil"))
    assert scripted_rules.hand("mirrors", "Bid spades.", *limits) == ScriptedDeal("mirrors", "Bid spades.", limits)
    bang = scripted_rules.with_double_nil(scripted_rules.hand("bang", "As usual."), (1, 2))
    assert bang == ScriptedDeal("bang", "As usual.", (), (1, 2))


RULES = {
    2: "the bids total 13",
    3: "in each pair, exactly 1 of the bids is nil",
    5: "in each pair, exactly 1 of the bids is double nil",
    6: "the bids total 14; the 1st and 3rd bidders must bid at least 2",
    7: "everyone must bid 1",
    8: "in each pair, at least 1 of the bids is nil; the bids total at most 13",
    9: "everyone must bid nil",
    10: "everyone must bid double nil",
    11: "everyone must bid 4",
    12: "the bids total 12",
    13: "the bids total 13",
    14: "at least 1 of the bids is 2",
    15: "exactly 1 of the bids is 9; exactly 3 of the bids are nil",
    16: "partners bid alike",
    17: "the 1st bidder must bid 1; the 2nd bidder must bid 2; the 3rd bidder must bid 3; the 4th bidder must bid 4",
    18: "all bid the same as the first",
    19: "in each pair, exactly 1 of the bids is nil; in each pair, exactly 1 of the bids is double nil",
    20: "at least 1 of the bids is nil",
    21: "the 1st and 2nd bidders must bid 2; no bid is 1; the bids total 14",
    22: "the bids total 13",
    23: "at least 1 of the bids is nil",
    24: "everyone must bid nil, 3, 6, 9 or 12; the bids total 12",
    26: "everyone must bid nil, 3, 4, 6, 7, 9, 10 or 13; the bids total 13",
    27: "everyone must bid nil, 2, 4, 6, 8, 10, 12 or 13; the bids total 16, unless one is 13",
    29: "each bid is 1 more than the one before",
    30: "in each pair, exactly 1 of the bids is nil",
    31: "everyone must bid 8 or 3; at most 2 of the bids are 8",
    32: "everyone must bid nil, 3, 4, 6, 7, 9, 10 or 13; the bids total 13",
    33: "at least 1 of the bids is nil",
    34: "at least 1 of the bids is 2",
    35: "exactly 1 of the bids is 9; exactly 3 of the bids are nil",
    36: "the 1st and 2nd bidders must bid nil or double nil",
    37: "the 1st and 4th bids total at most 13; the 2nd and 3rd bids total at most 13",
    38: "the 2nd and 3rd bids total at most 13; the 1st and 4th bids total at most 13",
    40: "exactly 1 of the bids is 2; exactly 3 of the bids are nil",
    41: "the bids total 13",
    42: "at least 1 of the bids is nil; the bids total at most 12",
    43: "the bids total 14; the 1st and 3rd bidders must bid at least 2",
    44: "everyone must bid 3",
    45: "the 1st bidder must bid 13; the 2nd, 3rd and 4th bidders must bid double nil",
}
"""What is checked in each of Evil's hands; the others are bid as usual."""

GRANTED = {5: (1, 2, 3, 4), 10: (1, 2, 3, 4), 19: (1, 2, 3, 4), 36: (1, 2), 45: (1, 2, 3, 4)}
"""The hands in which a double nil may be called, with the places that may."""

NAMES = [
    hand["name"]
    for hand in json.loads((Path(__file__).parents[2] / "data" / "evil_bids.json").read_text(encoding="utf-8"))
]


def test_forty_five_hands_can_be_rebuilt() -> None:
    # The list is made on import; here it is made again, so that the code that makes it is tested too.
    hands: tuple[ScriptedDeal, ...] = reimport(evil)["HANDS"]
    assert [hand.name for hand in hands] == NAMES
    assert hands == evil.HANDS
    for number, hand in enumerate(hands, start=1):
        assert "; ".join(limit_words(limit) for limit in hand.limits) == RULES.get(number, ""), number
        assert hand.double_nil == GRANTED.get(number, ()), number


def test_games_of_one_hand() -> None:
    own = [(module.HAND, reimport(module)["HAND"]) for module in (suicide, mirrors, whiz)]
    assert [(one.name, [limit_words(limit) for limit in one.limits]) for _, one in own] == [
        ("suicide", ["in each pair, exactly 1 of the bids is nil"]),
        ("mirrors", ["the bids total 13"]),
        ("whiz", ["the bids total at most 13"]),
    ]
    assert all(first == again for first, again in own)
