"""Two-handed Spades: the two-player game as a short one, to 300."""

from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import standard_options, without_a_deal
from scorekeeper.core.rulesets._standard import standard_scoring


def options(shape: Shape) -> tuple[Option, ...]:
    return without_a_deal(standard_options(shape, target=300))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="two-handed",
    name="Two-handed Spades",
    source="Spades Two Handed Rules",
    idea=(
        "You draw as in two-player Spades, but you see the card you discard as well. "
        "Whoever draws first also bids and leads first. "
        "Both must bid, and nobody passes."
    ),
    shapes=(Shape(2),),
    options=options,
    scoring=scoring,
    reading=(
        DefaultReading(
            "The source says what a failed nil costs, not where its tricks go; here they count for nothing.",
            ("failed_nil",),
        ),
        DefaultReading("The source does not settle a tie at the target; here another hand does.", ("tie",)),
    ),
    revision=2,
    order=21,
    cards=("deck", "draw-seen", "draw-until-seen", "draws-first", "bids-once", "follow", "winner", "breaking"),
    drawn=(Shape(2),),
)
