"""The limits on the bidding in a few words, each under the anchor that its objections point to."""

import pytest

from scorekeeper.core.rules.checked import Checked
from scorekeeper.core.rules.checks import Check
from scorekeeper.core.rules.deal import Limit
from scorekeeper.core.rules.limits import (
    BehindEnough,
    BlindComesFirst,
    FirstTricksFit,
    MayOnlyFall,
    MayOnlyRise,
    NotTheTricks,
    SideMinimum,
)
from scorekeeper.core.words.checks import check_words
from scorekeeper.core.words.rules import ruling_text

LIMITS: list[tuple[Limit, str, str]] = [
    (BehindEnough(), "behind", "a blind call only when far enough behind"),
    (MayOnlyRise(), "raising", "a bid may be raised before the first card, never lowered"),
    (BlindComesFirst(), "blind-first", "a blind call comes before looking at the cards"),
    (FirstTricksFit(), "first-tricks", "a call of first tricks stands beside no exact bid of fewer"),
    (MayOnlyFall(2), "lowering", "on the second turn a bid may be kept or lowered, once"),
    (NotTheTricks(), "may-total-tricks", "the bids may not add up to the tricks of the hand"),
    (SideMinimum(4), "team-minimum", "a pair bids at least 4"),
    (
        Checked((Check("sum-is", number=14), Check("at-least", number=2, by=(1, 3)))),
        "deals",
        "the bids add up to 14; the 1st and 3rd must bid at least 2",
    ),
]


@pytest.mark.parametrize(("limit", "rule", "words"), LIMITS, ids=[rule for _, rule, _ in LIMITS])
def test_a_limit_in_words(limit: Limit, rule: str, words: str) -> None:
    assert (limit.ruling().rule, ruling_text(limit.ruling())) == (rule, words)


CHECKS = [
    (Check("sum-is", number=13), "the bids add up to 13"),
    (Check("sum-is", number=16, bids=("13", "nil")), "the bids add up to 16, unless one is 13 or nil"),
    (Check("sum-at-most", number=13), "the bids add up to 13 at most"),
    (Check("sum-at-most", number=13, by=(2, 3)), "the bids of the 2nd and 3rd add up to 13 at most"),
    (Check("at-least", number=2), "everyone must bid at least 2"),
    (Check("at-least", number=2, by=(1,)), "the 1st must bid at least 2"),
    (Check("one-of", bids=("8", "3")), "everyone must bid 8 or 3"),
    (Check("one-of", bids=("nil", "double-nil"), by=(1, 2)), "the 1st and 2nd must bid nil or double nil"),
    (Check("how-many", bids=("9",), low=1, high=1), "exactly 1 of the bids is 9"),
    (Check("how-many", bids=("nil",), low=3, high=3), "exactly 3 of the bids are nil"),
    (Check("how-many", bids=("1",)), "none of the bids are 1"),
    (Check("how-many", bids=("2",), low=1, high=4), "at least 1 of the bids are 2"),
    (Check("how-many", bids=("8",), high=2), "at most 2 of the bids are 8"),
    (Check("how-many", bids=("8",), high=1), "at most 1 of the bids are 8"),
    (Check("in-each-pair", bids=("nil",), low=1, high=1), "in each pair exactly 1 of the bids is nil"),
    (Check("partners-alike"), "partners bid alike"),
    (Check("all-alike"), "all bid as the first bidder"),
    (Check("rising", number=1), "each bids 1 more than the one before"),
    (Check("only-by", bids=("double-nil",)), "nobody may bid double nil"),
    (Check("only-by", bids=("double-nil",), by=(1, 2)), "only the 1st and 2nd may bid double nil"),
]


@pytest.mark.parametrize(("check", "words"), CHECKS, ids=[words for _, words in CHECKS])
def test_a_check_in_words(check: Check, words: str) -> None:
    assert check_words(check) == words
