"""Partnership Spades: four players, partners facing each other."""

from scorekeeper.core.rules.ruleset import Option, Options, Play, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import TRICKS, standard_options, whole
from scorekeeper.core.rulesets._standard import standard_play

SIX = Shape(3, 2)


def options(shape: Shape) -> tuple[Option, ...]:
    return (*standard_options(shape), *([TRICKS.with_default(8)] if shape == SIX else []))


def play(shape: Shape, options: Options) -> Play:
    return standard_play(seating(shape, whole(options.get("tricks", 13))), options)


RULES = RuleSet(
    key="partnership",
    name="Partnership Spades",
    source="Spades in its common form: four players in fixed partnerships",
    idea=(
        "Partners face each other, in two pairs or three, and their bids add up to one contract. "
        "A side that takes its contract scores ten a trick and a point a bag; a side that is set loses ten a "
        "trick. "
        "Bags are a debt: ten of them cost a hundred."
    ),
    shapes=(Shape(2, 2), SIX),
    options=options,
    play=play,
    order=10,
)
