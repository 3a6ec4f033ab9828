"""Scripted rules, in which each hand has its own bidding rule: short names for their limits, and the play."""

from dataclasses import replace

from scorekeeper.core.rules.ruleset import Options, ScoringRules
from scorekeeper.core.rules.scripted_deals import Script, ScriptedDeal
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.rulesets._standard import EVERYONE, checked_deals, standard_scoring

ALL = 4
"""As many bids as there are: no upper bound."""

NIL = ("nil",)
DOUBLE_NIL = ("double-nil",)


def hand(name: str, text: str, *limits: ScriptedLimit) -> ScriptedDeal:
    """One hand: its name, its rule as text, and its limits."""
    return ScriptedDeal(name, text, limits)


def with_double_nil(deal: ScriptedDeal, places: tuple[int, ...] = EVERYONE) -> ScriptedDeal:
    """The same hand, with double nil allowed at these places."""
    return replace(deal, double_nil=places)


def sum_is(number: int, unless: tuple[str, ...] = ()) -> ScriptedLimit:
    return ScriptedLimit("sum-is", number=number, bids=unless)


def sum_at_most(number: int, *by: int) -> ScriptedLimit:
    return ScriptedLimit("sum-at-most", number=number, by=by)


def at_least(number: int, *by: int) -> ScriptedLimit:
    return ScriptedLimit("at-least", number=number, by=by)


def one_of(bids: tuple[str, ...], *by: int) -> ScriptedLimit:
    return ScriptedLimit("one-of", bids=bids, by=by)


def all_bid(bid: str) -> ScriptedLimit:
    return ScriptedLimit("one-of", bids=(bid,))


def exactly(count: int, bid: str) -> ScriptedLimit:
    return ScriptedLimit("how-many", bids=(bid,), low=count, high=count)


def some_bid(bid: str) -> ScriptedLimit:
    return ScriptedLimit("how-many", bids=(bid,), low=1, high=ALL)


def at_most(count: int, bid: str) -> ScriptedLimit:
    return ScriptedLimit("how-many", bids=(bid,), high=count)


def each_pair_one(bid: str) -> ScriptedLimit:
    return ScriptedLimit("in-each-pair", bids=(bid,), low=1, high=1)


def each_pair_some(bid: str) -> ScriptedLimit:
    return ScriptedLimit("in-each-pair", bids=(bid,), low=1, high=ALL)


PARTNERS_ALIKE = ScriptedLimit("partners-alike")
ALL_ALIKE = ScriptedLimit("all-alike")
RISING = ScriptedLimit("rising", number=1)


def scripted_play(seating: Seating, options: Options, script: Script) -> ScoringRules:
    """Standard play of a list of hands, in order and then from the start again; those without limits are bid freely."""
    free = [number for number, deal in enumerate(script, start=1) if not deal.limits]
    return standard_scoring(seating, options, checked_deals(seating, options, script, free))
