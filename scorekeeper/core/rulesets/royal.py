"""Royal Spades: two players, thirty cards."""

from scorekeeper.core.rules.ruleset import Options, Play, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import usual_options
from scorekeeper.core.rulesets._standard import standard_play


def play(shape: Shape, options: Options) -> Play:
    return standard_play(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="royal",
    name="Royal Spades",
    source="Royal Spades, William Chamberlin",
    idea=(
        "Only spades and cards from the ten up stay in the deck: thirty with two jokers, twenty-eight without. "
        "Each of two players is dealt thirteen, and the rest lie face down. "
        "Bidding and scoring are as in two-player Spades."
    ),
    shapes=(Shape(2),),
    options=usual_options,
    play=play,
    reading=("“As in normal Spades” is read as the standard table for two players.",),
    order=82,
    cards=("royal-deck", "royal-dealt", "left-of-dealer", "bids-once", "follow", "winner", "breaking"),
)
