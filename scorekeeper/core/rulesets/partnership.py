"""Partnership Spades: four players, partners facing each other."""

from scorekeeper.core.rules.options import Options
from scorekeeper.core.rules.ruleset import Play, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._standard import standard_options, standard_play


def play(shape: Shape, options: Options) -> Play:
    return standard_play(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="partnership",
    name="Partnership Spades",
    source="Spades in its common form: four players in fixed partnerships",
    idea=(
        "Partners face each other, and their bids add up to one contract. "
        "A side that takes its contract scores ten a trick and a point a bag; a side that is set loses ten a "
        "trick. "
        "Bags are a debt: ten of them cost a hundred."
    ),
    shapes=(Shape(2, 2),),
    options=standard_options,
    play=play,
    order=10,
)
