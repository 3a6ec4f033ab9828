"""Call Break: four players, everyone alone, five hands; each trick above a made call is a tenth."""

from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.deal import hand_rules
from scorekeeper.core.rules.endings import SHARED, AfterHands, Ranking
from scorekeeper.core.rules.rebidding import NoRebid
from scorekeeper.core.rules.ruleset import Choice, Option, Options, RuleSet, ScoringRules, Topic
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rules.steps import Adjustments, Contracts, Overtricks
from scorekeeper.core.rulesets._options import TIE, whole

TRICKS = 13
TO_THE_RIGHT = True
TENTHS = 10
"""Scores are kept in whole tenths: a trick that was called is worth ten of them, one above the call a single one."""

HANDS = Option(
    "hands",
    "Hands",
    "After this many hands the highest score wins.",
    5,
    low=1,
    high=50,
    sentence="Stop after {value} hands",
    choices=(Choice(1, "1", "Stop after 1 hand"),),
    question="How many hands do we play?",
    answer="{value} at most; then the highest score wins.",
    answers=((1, "One; then the highest score wins."),),
    examples=("after-hands", "two-at-target", "table-stops"),
)
LEAST_CALL = Option(
    "least_call",
    "Least call",
    "The least number of tricks that each must call.",
    1,
    values=(1, 2),
    sentence="The lowest call is {value}",
    topic=Topic.BIDDING,
    question="What is the least I may call?",
    answer="{value}.",
    examples=("least-bid",),
)
HIGHEST_CALL = Option(
    "highest_call",
    "Highest call",
    "The most tricks that anyone may call. 0: all of them.",
    0,
    values=(0, 8),
    sentence="The highest call is {value}",
    choices=(Choice(0, "any", "No highest call"),),
    topic=Topic.BIDDING,
    question="What is the most I may call?",
    answer="{value}.",
    answers=((0, "All {tricks} tricks."),),
    examples=("most-bid",),
)
OVERTRICK_TENTHS = Option(
    "overtrick_points",
    "Tricks above a call",
    "What each trick above a made call scores, in tenths of a point.",
    1,
    values=(1, 0),
    sentence="Each trick above a made call scores {value}",
    choices=(Choice(1, "a tenth"), Choice(0, "nothing")),
    topic=Topic.BAGS,
    question="Does a bag score?",
    answers=((1, "Yes: a tenth of a point for each trick above a made call."), (0, "No: it scores nothing.")),
    examples=("two-to-spare",),
)


def options(_: Shape) -> tuple[Option, ...]:
    return (HANDS, LEAST_CALL, HIGHEST_CALL, OVERTRICK_TENTHS, TIE.with_default(SHARED))


def _call(tricks: int) -> Call:
    return Call(str(tricks), Aim.AT_LEAST, tricks, made=TENTHS * tricks, failed=-TENTHS * tricks, overtricks=True)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    highest = whole(options["highest_call"]) or TRICKS
    calls = [_call(tricks) for tricks in range(whole(options["least_call"]), highest + 1)]
    over = whole(options["overtrick_points"])
    return ScoringRules(
        seating=seating(shape, TRICKS, to_the_right=TO_THE_RIGHT),
        deals=(hand_rules(calls, limits=[NoRebid()]),),
        steps=(Contracts(), Overtricks("overtrick", bags_per_penalty=0, points=over, unit="tenths"), Adjustments()),
        endings=(AfterHands(whole(options["hands"]), Ranking(str(options["tie"]))),),
        unit="tenths",
    )


RULES = RuleSet(
    key="call-break",
    name="Call Break",
    source="Call Break as it is played in Nepal, India and Bangladesh",
    idea=(
        "Everyone plays alone and calls the tricks to be taken, without nil and without bags. "
        "A made call scores its number, and a tenth for each trick above it; a missed one costs its number. "
        "The highest score after the last hand wins."
    ),
    shapes=(Shape(4),),
    options=options,
    scoring=scoring,
    order=65,
    cards=("deck", "dealt", "left-of-dealer", "bids-once", "must-trump", "winner"),
    to_the_right=TO_THE_RIGHT,
)
