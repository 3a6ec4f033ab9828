"""Mirrors: in every hand, everyone bids the spades they hold."""

from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._club_options import LEAST_TOTAL, MOST_TOTAL, NUMBER, TWO_NILS, UNPLAYED
from scorekeeper.core.rulesets._options import nil_always_options
from scorekeeper.core.rulesets._scripted import hand, sum_is
from scorekeeper.core.rulesets._standard import checked_deals, standard_scoring

HAND = hand("mirrors", "Bid the number of spades you hold; with none, nil.", sum_is(13))
OR_NUMBER_0 = hand("mirrors", "Bid the number of spades you hold; with none, 0 or nil.", sum_is(13))


def options(shape: Shape) -> tuple[Option, ...]:
    """The bids always add up to all the tricks, so every hand is played; nils are not chosen, and stay apart."""
    idle = [option.key for option in (LEAST_TOTAL, UNPLAYED, MOST_TOTAL, TWO_NILS)]
    return tuple(option for option in nil_always_options(shape) if option.key not in idle)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    table = seating(shape, tricks=13)
    hand = OR_NUMBER_0 if options["zero"] == NUMBER else HAND
    return standard_scoring(table, options, checked_deals(table, options, [hand], with_double_nil=False))


RULES = RuleSet(
    key="mirrors",
    name="Mirror Spades",
    source="Evil Spades, contributed by Denise Never: its second hand, played all evening",
    idea=(
        "Nobody chooses a bid: you bid the number of spades in your hand. "
        "All the skill is in the play. "
        "Scores are those of the partnership game."
    ),
    shapes=(Shape(2, 2),),
    options=options,
    scoring=scoring,
    reading=(
        "All thirteen spades are dealt, so the bids must add up to 13; that is all a score pad can check.",
        DefaultReading("A player without spades bids nil.", ("zero",)),
    ),
    revision=3,
    order=85,
)
