"""High/Low Spades: the leader calls each trick high or low."""

from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import usual_options, without_a_deal
from scorekeeper.core.rulesets._standard import standard_scoring


def options(shape: Shape) -> tuple[Option, ...]:
    return without_a_deal(usual_options(shape)) if shape == Shape(2) else usual_options(shape)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="high-low",
    name="High/Low Spades",
    source="High/Low Spades, Paul Edwards",
    idea=(
        "Whoever leads to a trick calls it high or low. "
        "In a low trick the lowest card of the suit wins, or the lowest spade if one was played. "
        "Bidding and scoring are as usual."
    ),
    shapes=(Shape(2, 2), Shape(2)),
    options=options,
    scoring=scoring,
    reading=(
        "High or low makes no difference to the score, so nobody writes it down.",
        "The source gives no scores; four players score as in partnership Spades, two as in two-player Spades.",
    ),
    revision=3,
    order=80,
    cards=(
        "deck",
        "dealt",
        "left-of-dealer",
        "no-deal",
        "draw-unseen",
        "draw-until",
        "follow",
        "high-or-low",
        "breaking",
    ),
    drawn=(Shape(2),),
)
