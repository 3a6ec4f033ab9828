"""Limits on the bidding, and the requirements of deals with their own rule."""

from collections.abc import Iterator

from scorekeeper.core.rules.bidding_rule import BiddingRule
from scorekeeper.core.rules.deal import BiddingLimit
from scorekeeper.core.rules.limits import (
    BehindEnough,
    FirstTricksFit,
    HighestBid,
    MostTotal,
    NotTheTricks,
    SideMinimum,
    WithinTricks,
)
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyFall, MayOnlyRise, NoRebid
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.words.bidding import limit_words
from scorekeeper.core.words.rules import rule_sentence

LIMITS: list[BiddingLimit] = [
    BehindEnough(100),
    MayOnlyRise(),
    NoRebid(),
    BlindComesFirst(),
    FirstTricksFit(("bemo", "big-bemo"), ("0", "1", "2"), blind=True),
    FirstTricksFit(("bemo", "big-bemo"), (), blind=True),
    FirstTricksFit(("bemo", "big-bemo"), ("0", "1", "2"), blind=False),
    MayOnlyFall(2),
    NotTheTricks(),
    SideMinimum(4),
    HighestBid(10),
    WithinTricks(),
    MostTotal(13),
    BiddingRule((ScriptedLimit("sum-is", number=14), ScriptedLimit("at-least", number=2, by=(1, 3)))),
]

SCRIPTED_LIMITS = [
    ScriptedLimit("sum-is", number=13),
    ScriptedLimit("sum-is", number=16, bids=("13", "nil")),
    ScriptedLimit("sum-at-most", number=13),
    ScriptedLimit("sum-at-most", number=13, by=(2, 3)),
    ScriptedLimit("at-least", number=2),
    ScriptedLimit("at-least", number=2, by=(1,)),
    ScriptedLimit("one-of", bids=("8", "3")),
    ScriptedLimit("one-of", bids=("nil", "double-nil"), by=(1, 2)),
    ScriptedLimit("how-many", bids=("9",), low=1, high=1),
    ScriptedLimit("how-many", bids=("nil",), low=3, high=3),
    ScriptedLimit("how-many", bids=("1",)),
    ScriptedLimit("how-many", bids=("2",), low=1, high=4),
    ScriptedLimit("how-many", bids=("8",), high=2),
    ScriptedLimit("how-many", bids=("8",), high=1),
    ScriptedLimit("in-each-pair", bids=("nil",), low=1, high=1),
    ScriptedLimit("partners-alike"),
    ScriptedLimit("all-alike"),
    ScriptedLimit("rising", number=1),
    ScriptedLimit("only-by", bids=("double-nil",)),
    ScriptedLimit("only-by", bids=("double-nil",), by=(1, 2)),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Limits with the code of their ruling and the rule they link to; limits of a hand with their kind."""
    for limit in LIMITS:
        rule_text = limit.rule_text()
        yield f"{rule_text.code} #{rule_text.rule}", rule_sentence(rule_text)
    for own in SCRIPTED_LIMITS:
        yield own.kind, limit_words(own)
