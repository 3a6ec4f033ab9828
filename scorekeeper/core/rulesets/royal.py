"""Royal Spades: two players, thirty cards."""

from scorekeeper.core.rules.ruleset import Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import usual_options
from scorekeeper.core.rulesets._standard import standard_scoring


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, tricks=13), options)


RULES = RuleSet(
    key="royal",
    name="Royal Spades",
    source="Royal Spades, William Chamberlin",
    idea=(
        "You play with the spades and the cards from the ten up: thirty with two jokers, twenty-eight without. "
        "Two players get thirteen each, and the rest stay face down. "
        "Bidding and scoring are as in two-player Spades."
    ),
    shapes=(Shape(2),),
    options=usual_options,
    scoring=scoring,
    reading=("The source says to score as in normal Spades; here that is the game for two players.",),
    revision=2,
    order=82,
    cards=("royal-deck", "royal-dealt", "left-of-dealer", "bids-once", "follow", "winner", "breaking"),
)
