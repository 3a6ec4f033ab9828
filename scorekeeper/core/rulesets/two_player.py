"""Two-player Spades: no deal, each draws and keeps or discards until both hold thirteen."""

from scorekeeper.core.rules.ruleset import Options, Play, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import standard_options
from scorekeeper.core.rulesets._standard import standard_play


def play(shape: Shape, options: Options) -> Play:
    return standard_play(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="two-player",
    name="Two-player Spades",
    source="Spades Rules for Two Players",
    idea=(
        "There is no deal: the players draw in turn, keeping one card and discarding one, until each holds "
        "thirteen. "
        "Each bids, and scores ten a trick bid and a point for each bag, or loses ten a trick. "
        "The first to 500 has won."
    ),
    shapes=(Shape(2),),
    options=standard_options,
    play=play,
    reading=(
        "The source says what a nil wins and loses, not where a failed nil’s tricks go: here they count for nothing.",
    ),
    order=20,
)
