"""Toss Spades: the eight-suited game, scored on the standard table."""

from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import TRICKS, usual_options, whole
from scorekeeper.core.rulesets._standard import standard_scoring

ALONE = tuple(Shape(sides) for sides in range(2, 9))
IN_PAIRS = (Shape(2, 2), Shape(3, 2), Shape(4, 2))


def options(shape: Shape) -> tuple[Option, ...]:
    return (TRICKS, *usual_options(shape))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, whole(options["tricks"])), options)


RULES = RuleSet(
    key="toss",
    name="Toss Spades",
    source="Toss Spades (eight-suited Spades): named, but not described, among the reader variations",
    idea=(
        "Spades with eight suits, for two to eight players, alone or in pairs. "
        "How many tricks a hand has is set when the game begins. "
        "Bids, bags and nils are scored as in ordinary Spades."
    ),
    shapes=(*ALONE[:1], *IN_PAIRS, *ALONE[1:]),
    options=options,
    scoring=scoring,
    reading=(
        (
            "No published scoring table for Toss was found; its source only names the game. Here it is scored "
            "like standard Spades."
        ),
        DefaultReading("If you do not say, a hand has 13 tricks.", ("tricks",)),
    ),
    notice="Nobody seems to have published a scoring table for Toss, so it is scored like standard Spades.",
    revision=4,
    order=87,
    cards=("toss-deck", "left-of-dealer", "bids-once"),
)
