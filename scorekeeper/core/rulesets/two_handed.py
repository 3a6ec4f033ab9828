"""Two-handed Spades: the two-player game as a short one, to 300."""

from scorekeeper.core.rules.ruleset import Option, Options, Play, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import standard_options
from scorekeeper.core.rulesets._standard import standard_play


def options(shape: Shape) -> tuple[Option, ...]:
    return standard_options(shape, target=300)


def play(shape: Shape, options: Options) -> Play:
    return standard_play(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="two-handed",
    name="Two-handed Spades",
    source="Spades Two Handed Rules",
    idea=(
        "Cards are drawn as in two-player Spades, but a player sees the card that is discarded. "
        "Everyone must bid; a bid of no tricks is a nil. "
        "The first to 300 has won."
    ),
    shapes=(Shape(2),),
    options=options,
    play=play,
    reading=("The source says that a failed nil costs 100, not where its tricks go: here they count for nothing.",),
    order=21,
)
