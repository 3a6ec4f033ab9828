"""Cutthroat Spades: three to six players, everyone alone."""

from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import TRICKS, standard_options, whole
from scorekeeper.core.rulesets._standard import standard_scoring

TRICKS_BY_PLAYERS = {3: 17, 4: 13, 5: 10, 6: 8}


def options(shape: Shape) -> tuple[Option, ...]:
    return (*standard_options(shape), TRICKS.with_default(TRICKS_BY_PLAYERS[shape.sides]))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, whole(options["tricks"])), options)


RULES = RuleSet(
    key="cutthroat",
    name="Cutthroat Spades",
    source="Spades in its common form, everyone for themselves",
    idea=(
        "Nobody has a partner: everyone bids and scores alone. "
        "Three to six players get the same number of cards. "
        "Scores are those of the partnership game."
    ),
    shapes=(Shape(3), Shape(4), Shape(5), Shape(6)),
    options=options,
    scoring=scoring,
    reading=(
        DefaultReading("Tables differ on the tricks of a failed nil; here they count for nothing.", ("failed_nil",)),
        DefaultReading(
            "Bags over the tenth carry over, and a hand that passes two tens costs two penalties.",
            ("bags", "bags_carry", "bag_penalty"),
        ),
        DefaultReading("Tables differ on a tie at the target; here another hand decides.", ("tie",)),
    ),
    revision=2,
    order=30,
)
