"""Three players, two decks: 102 cards, half of them kept."""

from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._options import usual_options, without_a_deal
from scorekeeper.core.rulesets._standard import standard_scoring


def options(shape: Shape) -> tuple[Option, ...]:
    return without_a_deal(usual_options(shape))


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return standard_scoring(seating(shape, tricks=17), options)


RULES = RuleSet(
    key="two-deck",
    name="Three Player, Two Deck Spades",
    source="Three Player, Two Deck Spades, Paul Edwards",
    idea=(
        "Three players pick their hands from two decks, as two players do from one. "
        "Both deuces of clubs are left out, so each keeps seventeen cards of the hundred and two. "
        "Of two equal cards the second one played wins."
    ),
    shapes=(Shape(3),),
    options=options,
    scoring=scoring,
    reading=("The source gives no scores; everyone scores alone here, as in two-player Spades.",),
    revision=2,
    order=81,
    cards=("two-decks", "no-deal", "draw-unseen", "draw-until", "follow", "winner", "second-of-equals", "breaking"),
    drawn=(Shape(3),),
)
