"""Suicide Spades: in every hand one of each pair bids nil."""

from dataclasses import replace

from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._club_options import TWO_NILS
from scorekeeper.core.rulesets._options import NIL, nil_always_options
from scorekeeper.core.rulesets._scripted import each_pair_one, hand
from scorekeeper.core.rulesets._standard import checked_deals, standard_scoring

HAND = hand("suicide", "One of each pair bids nil, the other as usual.", each_pair_one("nil"))

A_NIL = replace(NIL.without(0, "What a nil wins when made and loses when set."), no_effect_when=())


def options(shape: Shape) -> tuple[Option, ...]:
    """In each pair one partner bids nil, so there are never two nils."""
    offered = [option for option in nil_always_options(shape) if option is not TWO_NILS]
    return tuple(A_NIL if option.key == "nil" else option for option in offered)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    table = seating(shape, tricks=13)
    return standard_scoring(table, options, checked_deals(table, options, [HAND], with_double_nil=False))


RULES = RuleSet(
    key="suicide",
    name="Suicide Spades",
    source="Evil Spades, contributed by Denise Never: its third hand, played all evening",
    idea=(
        "In every hand one partner of each pair must bid nil. "
        "The other bids as usual and tries to cover the nil. "
        "Scores are those of the partnership game."
    ),
    shapes=(Shape(2, 2),),
    options=options,
    scoring=scoring,
    reading=("Exactly one partner of each pair bids nil; the other may not bid nil too.",),
    revision=3,
    order=84,
)
