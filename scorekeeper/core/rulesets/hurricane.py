"""Hurricane Spades: three cards are passed, and the best after three hands wins."""

from dataclasses import replace

from scorekeeper.core.rules.endings import AfterHands
from scorekeeper.core.rules.ruleset import Choice, Option, Options, RuleSet, ScoringRules, Topic
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._club_options import RULE_SENTENCES, ZERO, club_options
from scorekeeper.core.rulesets._options import TEN_FOR_200_OPTION, table_options, whole
from scorekeeper.core.rulesets._standard import ranking_of, standard_endings, standard_hand_rules, standard_scoring

PASSING = {
    "left": ("left",),
    "left-right-hold": ("left", "right", "hold"),
}
WORDS = {
    "left": "Before bidding, each passes three cards to the left; the holder of the 2♣ leads it.",
    "right": "Before bidding, each passes three cards to the right; the holder of the 2♣ leads it.",
    "hold": "Nobody passes in this hand; the holder of the 2♣ leads it.",
}
NAMES = {"left": "pass left", "right": "pass right", "hold": "hold"}

HANDS = Option(
    "hands",
    "Hands",
    "The game ends after this many hands; the side ahead wins.",
    3,
    low=1,
    high=20,
    sentence="Stop after {value} hands",
    choices=(Choice(1, "1", "Stop after 1 hand"),),
    question="How many hands do we play?",
    answer="{value} at most; then the highest score wins.",
    answers=((1, "One; then the highest score wins."),),
    examples=("after-hands", "two-at-target", "table-stops"),
)
PASSING_OPTION = Option(
    "passing",
    "Passing",
    "left: three cards to the left in every hand. left-right-hold: left, then right, then none, by turns.",
    "left",
    values=tuple(PASSING),
    sentence="Pass three cards {value}",
    choices=(Choice("left", "left every hand"), Choice("left-right-hold", "left, then right, then none")),
    topic=Topic.CARDS,
    question="Do we pass cards?",
    answers=(
        ("left", "Yes: three cards to the left in every hand."),
        ("left-right-hold", "Yes: three cards left, then right, then none, by turns."),
    ),
    examples=("to-the-trick",),
)


def options(shape: Shape) -> tuple[Option, ...]:
    return (
        HANDS,
        PASSING_OPTION,
        *table_options(shape),
        *club_options(shape),
        ZERO,
        TEN_FOR_200_OPTION,
        *RULE_SENTENCES,
    )


def scoring(shape: Shape, options: Options) -> ScoringRules:
    table = seating(shape, tricks=13)
    deals = [standard_hand_rules(table, options, NAMES[way], WORDS[way]) for way in PASSING[str(options["passing"])]]
    endings = standard_endings(options, AfterHands(whole(options["hands"]), ranking_of(options)))
    return replace(standard_scoring(table, options, deals, endings), left_leads=False)


RULES = RuleSet(
    key="hurricane",
    name="Hurricane Spades",
    source="Hurricane Spades, contributed anonymously",
    idea=(
        "Cards are passed before the bidding, as in Hearts. "
        "The 2♣ leads the first trick. "
        "There is no target: the better side after the last hand wins."
    ),
    shapes=(Shape(2, 2),),
    options=options,
    scoring=scoring,
    reading=(
        "The source does not say what happens when the sides are level after the last hand; another hand decides.",
    ),
    revision=3,
    order=83,
    cards=("deck", "dealt", "passing", "two-of-clubs", "bids-once", "follow", "winner", "breaking"),
)
