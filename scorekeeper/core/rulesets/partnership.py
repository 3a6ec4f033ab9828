"""Partnership Spades: four players, partners facing each other."""

from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import TRICKS, standard_options, whole
from scorekeeper.core.rulesets._standard import standard_scoring

SIX = Shape(3, 2)


def options(shape: Shape) -> tuple[Option, ...]:
    return (*standard_options(shape), *([TRICKS.with_default(8)] if shape == SIX else []))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, whole(options.get("tricks", 13))), options)


RULES = RuleSet(
    key="partnership",
    name="Partnership Spades",
    source="Spades in its common form: four players in fixed partnerships",
    idea=(
        "Partners face each other, in two pairs or three, and each pair plays for one contract. "
        "A pair that takes the tricks it bid scores them; a pair that falls short is set. "
        "Tricks beyond the bid are only bags."
    ),
    shapes=(Shape(2, 2), SIX),
    options=options,
    scoring=scoring,
    reading=(
        DefaultReading(
            (
                "Tables differ on the tricks of a failed nil; here they never help the partner, and each is a "
                "bag of the pair."
            ),
            ("failed_nil",),
        ),
        DefaultReading("Two nils in one pair are scored one by one.", ("two_nils",)),
        DefaultReading(
            "Bags over the tenth carry over, and a hand that passes two tens costs two penalties.",
            ("bags", "bags_carry", "bag_penalty"),
        ),
        DefaultReading("Tables differ on a tie at the target; here another hand decides.", ("tie",)),
    ),
    revision=4,
    order=10,
    begins_with="classic",
)
