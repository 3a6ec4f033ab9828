"""Berkley’s game for two: each player holds two hands of cards, one seen whole, one turned up in play."""

from dataclasses import replace

from scorekeeper.core.rules.calls import Aim, Call, CountedOver, FailedNilTricks
from scorekeeper.core.rules.deal import hand_rules
from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules, Topic
from scorekeeper.core.rules.seating import Shape, two_hands_each
from scorekeeper.core.rules.steps import PerfectRun
from scorekeeper.core.rulesets._berkley import RAISES, bemo, blind_number, endings, limits, number, options, steps
from scorekeeper.core.rulesets._options import FAILED_NIL, whole

FRONT, RIGHT = 0, 1
HANDS = ("front", "right")

# tricks, made, failed
BOARD = (4, 40, -40)
NUMBERS = (
    (5, 50, -50),
    (6, 60, -60),
    (7, 70, -70),
    (8, 80, -80),
    (9, 90, -90),
    (10, 200, -100),
    (11, 220, -110),
    (12, 240, -120),
)
BOSTON = (13, 500)

BLIND = (
    (6, 100, -60),
    (7, 120, -70),
    (8, 140, -80),
    (9, 160, -90),
    (10, 300, -100),
    (11, 320, -110),
    (12, 340, -120),
)

# the first tricks, made, failed
BEMO = (6, 60, -60)
BIG_BEMO = (9, 90, -90)

# made, failed: nils before looking, naughts after
NIL = (300, -50)
DOUBLE_NIL = (500, -100)
NAUGHT = (200, -100)
DOUBLE_NAUGHT = (400, -100)

RUNS = PerfectRun(length=3, bonus=80)

BOSTON_MISSED = Option(
    "boston_missed",
    "Boston missed",
    "What a bid of 13 loses when it fails.",
    0,
    values=(0, -130, -500),
    sentence="A missed Boston scores {value}",
    topic=Topic.SETS,
    question="Boston missed: what does it cost?",
    answer="{value} points.",
    answers=((0, "Nothing."),),
    examples=("most-missed",),
)


def _options(_: Shape) -> tuple[Option, ...]:
    return options(blind_behind=100, blind_exact=False, more=(BOSTON_MISSED, FAILED_NIL))


def _one_hand(name: str, hand: int, points: tuple[int, int], failed_tricks: FailedNilTricks) -> Call:
    """One hand takes nothing; bid with a number."""
    made, failed = points
    return Call(
        f"{name}-{HANDS[hand]}",
        Aim.EXACTLY,
        0,
        made,
        failed,
        reason=name,
        rule=name,
        counted_over=CountedOver.HAND,
        hand=hand,
        slot="nil",
        blind=name == "nil",
        failed_tricks=failed_tricks,
    )


def _both_hands(name: str, points: tuple[int, int], failed_tricks: FailedNilTricks) -> Call:
    """Neither hand takes anything; bid alone."""
    made, failed = points
    return Call(
        name,
        Aim.EXACTLY,
        0,
        made,
        failed,
        reason=name,
        rule=name,
        counted_over=CountedOver.SIDE,
        blind=name == "double-nil",
        failed_tricks=failed_tricks,
    )


def _calls(options: Options) -> list[Call]:
    behind, exact = whole(options["blind_behind"]), bool(options["blind_exact"])
    failed_tricks = FailedNilTricks(options["failed_nil"])
    return [
        replace(number(*BOARD), nickname="board"),
        *(number(*row) for row in NUMBERS),
        replace(number(*BOSTON, whole(options["boston_missed"])), nickname="boston"),
        *(blind_number(*row, exact=exact, behind=behind) for row in BLIND),
        _one_hand("nil", FRONT, NIL, failed_tricks),
        _one_hand("nil", RIGHT, NIL, failed_tricks),
        _one_hand("naught", FRONT, NAUGHT, failed_tricks),
        _one_hand("naught", RIGHT, NAUGHT, failed_tricks),
        _both_hands("double-nil", DOUBLE_NIL, failed_tricks),
        _both_hands("double-naught", DOUBLE_NAUGHT, failed_tricks),
        bemo("bemo", *BEMO),
        bemo("big-bemo", *BIG_BEMO),
    ]


def scoring(shape: Shape, options: Options) -> ScoringRules:
    calls = _calls(options)
    return ScoringRules(
        seating=two_hands_each(shape.sides, 13, HANDS),
        deals=(hand_rules(calls, limits=limits(calls), rebid=RAISES),),
        steps=steps(options, RUNS),
        endings=endings(options, calls),
        target=whole(options["target"]),
        bags_per_penalty=10,
    )


RULES = RuleSet(
    key="berkley-two",
    name="Berkley, two players",
    source="Spades - Two Players, contributed by Darrin Berkley",
    idea=(
        "Each of two players plays two hands of cards: one in front that only that player sees, and one to the right "
        "whose cards are turned up during play. "
        "High bids, blind bids, nils of one hand or both, and calls of the first tricks each have a "
        "price of their own. "
        "Overtricks are counted through the whole game, and never forgotten."
    ),
    shapes=(Shape(2),),
    options=_options,
    scoring=scoring,
    reading=(
        (
            "A bid is a number, to which a nil or naught of one hand and one bemo may be added; or a double "
            "nil or double naught alone. Nobody may bid a number below the board, 4."
        ),
        "A number counts the tricks of the side, less those of a hand that called nil or naught.",
        DefaultReading(
            "The tricks of a failed nil or naught never help the number; they are overtricks.", ("failed_nil",)
        ),
        DefaultReading(
            "A blind number promises at least its tricks, like a number bid after looking.", ("blind_exact",)
        ),
        "You may bid nil before looking at any score; the source asks for a deficit only with blind numbers.",
        DefaultReading("The table prints a dash for a Boston that is missed, so it costs nothing.", ("boston_missed",)),
        "A blind bid that is raised after looking becomes an ordinary number, at the ordinary price.",
        (
            "A naught is added after looking, also to a blind number, which keeps its price; a blind number that is "
            "raised to another one, and a blind call after an ordinary one, are irregular."
        ),
        DefaultReading(
            (
                "The overtrick penalties are read as 100 at the tenth and 100 more at the twentieth, 200 in all, "
                "and so on."
            ),
            ("overtrick_penalty",),
        ),
        DefaultReading(
            (
                "A perfect bid is a number made to the trick; a made double nil or double naught is one too, and a "
                "failed nil or naught of one hand spoils it."
            ),
            ("perfect_run",),
        ),
        DefaultReading("The source does not settle a tie on overtricks as well; here another hand does.", ("tie",)),
    ),
    revision=4,
    order=40,
    cards=(
        "jokers-for-deuces",
        "two-hands-each",
        "six-turned-up",
        "hand-on-the-left",
        "follow",
        "winning-hand",
        "turned-up-first",
    ),
    renege="renege-in-front",
)
