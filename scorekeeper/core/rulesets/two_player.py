"""Two-player Spades: no deal, each draws and keeps or discards until both hold thirteen."""

from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import standard_options, without_a_deal
from scorekeeper.core.rulesets._standard import standard_scoring


def options(shape: Shape) -> tuple[Option, ...]:
    return without_a_deal(standard_options(shape))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="two-player",
    name="Two-player Spades",
    source="Spades Rules for Two Players",
    idea=(
        "There is no deal: you draw in turn, keeping one card and discarding one, until both hold thirteen. "
        "You discard cards that you never see, so nobody knows what is out of play. "
        "Then both bid, and play against each other."
    ),
    shapes=(Shape(2),),
    options=options,
    scoring=scoring,
    reading=(
        DefaultReading(
            (
                "The source says what a nil wins and loses, not where a failed nil’s tricks go; here they count "
                "for nothing."
            ),
            ("failed_nil",),
        ),
        DefaultReading(
            "The source does not say what becomes of bags past the tenth; here they carry over.",
            ("bags", "bags_carry", "bag_penalty"),
        ),
        DefaultReading("The source does not settle a tie at the target; here another hand does.", ("tie",)),
    ),
    revision=2,
    order=20,
    cards=("deck", "no-deal", "draw-unseen", "draw-until", "follow", "winner", "breaking"),
    drawn=(Shape(2),),
)
