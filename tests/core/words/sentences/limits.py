"""Limits on the bidding, and the requirements of deals with their own rule."""

from collections.abc import Iterator

from scorekeeper.core.rules.bidding_checks import Check
from scorekeeper.core.rules.bidding_rule import Checked
from scorekeeper.core.rules.deal import Limit
from scorekeeper.core.rules.limits import BehindEnough, FirstTricksFit, NotTheTricks, SideMinimum
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyFall, MayOnlyRise, NoRebid
from scorekeeper.core.words.bidding import check_words
from scorekeeper.core.words.rules import ruling_text

LIMITS: list[Limit] = [
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
    Checked((Check("sum-is", number=14), Check("at-least", number=2, by=(1, 3)))),
]

CHECKS = [
    Check("sum-is", number=13),
    Check("sum-is", number=16, bids=("13", "nil")),
    Check("sum-at-most", number=13),
    Check("sum-at-most", number=13, by=(2, 3)),
    Check("at-least", number=2),
    Check("at-least", number=2, by=(1,)),
    Check("one-of", bids=("8", "3")),
    Check("one-of", bids=("nil", "double-nil"), by=(1, 2)),
    Check("how-many", bids=("9",), low=1, high=1),
    Check("how-many", bids=("nil",), low=3, high=3),
    Check("how-many", bids=("1",)),
    Check("how-many", bids=("2",), low=1, high=4),
    Check("how-many", bids=("8",), high=2),
    Check("how-many", bids=("8",), high=1),
    Check("in-each-pair", bids=("nil",), low=1, high=1),
    Check("partners-alike"),
    Check("all-alike"),
    Check("rising", number=1),
    Check("only-by", bids=("double-nil",)),
    Check("only-by", bids=("double-nil",), by=(1, 2)),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Limits with the code of their ruling and the rule they link to, checks with their kind."""
    for limit in LIMITS:
        ruling = limit.ruling()
        yield f"{ruling.code} #{ruling.rule}", ruling_text(ruling)
    for check in CHECKS:
        yield check.kind, check_words(check)
