"""Whiz: each bids nil or the spades held."""

from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._club_options import MOST_TOTAL
from scorekeeper.core.rulesets._options import nil_always_options
from scorekeeper.core.rulesets._scripted import hand, sum_at_most
from scorekeeper.core.rulesets._standard import checked_deals, standard_scoring

HAND = hand("whiz", "Bid nil, or exactly the number of spades you hold.", sum_at_most(13))


def options(shape: Shape) -> tuple[Option, ...]:
    """The bids never add up to more than the tricks."""
    return tuple(option for option in nil_always_options(shape) if option.key != MOST_TOTAL.key)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    table = seating(shape, tricks=13)
    return standard_scoring(table, options, checked_deals(table, options, [HAND], with_double_nil=False))


RULES = RuleSet(
    key="whiz",
    name="Whiz",
    source="Spades as played in clubs and online: mirrors, or nil",
    idea=(
        "You bid nil, or exactly the number of spades in your hand. "
        "Your only choice is whether to risk the nil. "
        "Scores are those of the partnership game."
    ),
    shapes=(Shape(2, 2),),
    options=options,
    scoring=scoring,
    reading=("There are thirteen spades, so the bids cannot add up to more; that is all a score pad can check.",),
    revision=3,
    order=86,
)
