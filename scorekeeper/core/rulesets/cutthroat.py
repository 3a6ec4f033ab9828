"""Cutthroat Spades: three or four players, everyone alone."""

from scorekeeper.core.rules.options import Options
from scorekeeper.core.rules.ruleset import Play, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._standard import standard_options, standard_play

TRICKS = {3: 17, 4: 13}


def play(shape: Shape, options: Options) -> Play:
    return standard_play(seating(shape, TRICKS[shape.sides]), options)


RULES = RuleSet(
    key="cutthroat",
    name="Cutthroat Spades",
    source="Spades in its common form, everyone for themselves",
    idea=(
        "Nobody has a partner: each bids and scores alone. "
        "Three players share seventeen tricks, four share thirteen. "
        "Bags count as in the partnership game."
    ),
    shapes=(Shape(3), Shape(4)),
    options=standard_options,
    play=play,
    order=30,
)
