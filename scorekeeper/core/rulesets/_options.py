"""The house rules of the standard table: each option with its default and range, and which games have it."""

from dataclasses import replace

from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, HIGHER_CONTRACT, PLAY_ON, SHARED
from scorekeeper.core.rules.prices import LADDER, OFF, TEN_FOR_200
from scorekeeper.core.rules.ruleset import Choice, Option, Topic, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets._club_options import (
    MISDEAL,
    NO_NIL,
    RULE_SENTENCES,
    SETS_LOSE_NIL,
    TWO_NILS,
    ZERO,
    ZERO_BESIDE_NIL,
    club_options,
)

FIFTIES = (50, 100, 150, 200)

NO_BAGS = (("bags", 0),)
NO_BLIND_CALL = (("blind_nil", 0), ("blind_numbers", 0))
"""What makes other house rules idle."""

TARGET = Option(
    "target",
    "Target",
    "The game ends when a side has this many points after a hand.",
    500,
    low=50,
    high=10_000,
    step=50,
    sentence="Play to {value}",
    question="When is the game over?",
    answer="As soon as a side has {value} or more after a hand.",
    answers=((0, "After the last hand: nobody plays to a score."),),
    examples=("two-at-target", "after-hands"),
)
BAGS = Option(
    "bags",
    "Bag penalty after",
    "Bags for one penalty; 0: no penalty.",
    10,
    values=(0,),
    low=1,
    high=20,
    sentence="Bag penalty after {value} bags",
    choices=(Choice(0, "off", "No bag penalty"), Choice(1, "1", "A penalty for every bag")),
    topic=Topic.BAGS,
    question="How many bags are too many, and what do they cost?",
    answer="{value}; but the penalty costs nothing.",
    answers=((0, "None: bags cost nothing, however many they are."),),
    examples=("penalty", "two-to-spare", "most-bid"),
    settled_by=("overtrick-penalty",),
)
TARGET_OR_HANDS = replace(
    TARGET,
    help="The game ends when a side has this many points after a hand. 0: no target, where the hands end the game.",
    values=(0,),
    choices=(Choice(0, "no target", "No target"),),
    not_with=((0, "hands", (0,)),),
)
BAG_PENALTY = Option(
    "bag_penalty",
    "Bag penalty",
    "Points that a full count of bags costs.",
    100,
    low=0,
    high=500,
    step=10,
    no_effect_when=(NO_BAGS,),
    sentence="A bag penalty costs {value}",
    topic=Topic.BAGS,
    question="What does a bag penalty cost?",
    answers=((0, "Nothing."),),
    examples=("penalty", "two-to-spare", "most-bid"),
    settled_by=("overtrick-penalty",),
)
BAGS_CARRY = Option(
    "bags_carry",
    "Keep extra bags after a penalty",
    "Bags beyond a penalty count towards the next one; if not, the count starts again at 0.",
    True,
    values=(True, False),
    no_effect_when=(NO_BAGS,),
    choices=(Choice(False, "off", "After a penalty the bags start at 0"),),
    topic=Topic.BAGS,
    question="And the bags after that: do they count on?",
    answer="Yes: those beyond the {bags} count towards the next penalty.",
    answers=((False, "No: after a penalty the count starts again at 0."),),
    examples=("penalty", "two-to-spare", "most-bid"),
)
NIL = Option(
    "nil",
    "Nil",
    "What a nil wins when made and loses when set; 0: no nil.",
    100,
    values=(0, *FIFTIES),
    no_effect_when=((("zero", "refused"),),),
    choices=(Choice(0, "off", "No nil"),),
    topic=Topic.NIL,
    question="What is nil worth?",
    answer="{value} if it is made, and it costs {value} if it is set.",
    answers=((0, "Nothing: nobody bids nil."),),
    examples=("call-made-nil", "least-bid"),
)
NIL_ALWAYS = replace(
    NIL,
    help="What a nil wins when made and loses when set; 0: you may still bid it, but it scores nothing.",
    answers=((0, "Nothing: it may be bid, but scores nothing."),),
    no_effect_when=(),
)
BLIND_NIL = Option(
    "blind_nil",
    "Blind nil",
    "What a nil before looking wins or loses; 0: not allowed.",
    0,
    values=(0, *FIFTIES, 250, 300, 350, 400),
    choices=(Choice(0, "off", "No blind nil"),),
    topic=Topic.NIL,
    question="May I bid blind nil, and what is it worth?",
    answer="Yes: it wins {value} if it is made, and costs {value} if it is set.",
    answers=((0, "No: nobody bids nil before looking."),),
    examples=("call-made-blind-nil", "call-made-nil", "least-bid"),
)
BLIND_BEHIND = Option(
    "blind_behind",
    "Blind calls only when behind by",
    "How many points a side must be behind to call blind.",
    100,
    low=0,
    high=500,
    step=50,
    no_effect_when=(NO_BLIND_CALL,),
    choices=(Choice(0, "0", "Blind calls at any score"),),
    topic=Topic.NIL,
    question="May we bid blind when only a little behind, or after looking?",
    answers=((0, "At any score, but before looking."),),
    examples=("call-made-blind-nil", "call-made-blind", "to-the-trick", "most-bid"),
    settled_by=("behind", "blind-first"),
)
FAILED_NIL = Option(
    "failed_nil",
    "Tricks of a failed nil",
    "bags: each is a bag of the side. ignored: they count for nothing. helps: they help the partner’s contract.",
    "bags",
    values=("bags", "ignored", "helps"),
    sentence="If a nil fails, its tricks {value}",
    choices=(Choice("bags", "are bags"), Choice("helps", "help the partner"), Choice("ignored", "don’t count")),
    topic=Topic.NIL,
    question="A nil failed: do its tricks help the partner, and are they bags?",
    answers=(
        ("bags", "They don’t help the partner, and each is a bag."),
        ("bags-unscored", "They don’t help the partner; each is a bag that scores nothing."),
        ("ignored", "Neither: they count for nothing."),
        ("helps", "They help the partner’s bid."),
    ),
    examples=("call-failed-nil", "call-failed-blind-nil"),
)
UNSCORED = "bags-unscored"
ALONE = (
    ("bags", "Yes: each is a bag."),
    (UNSCORED, "Yes: each is a bag, but scores nothing."),
    ("ignored", "No: they count for nothing."),
)
"""What is asked of it where nobody has a partner."""
FAILED_NIL_UNSCORED = replace(
    FAILED_NIL,
    help="bags: each is a bag of the side. bags-unscored: a bag that scores nothing. ignored: they count for nothing. "
    "helps: they help the partner’s contract.",
    values=(*FAILED_NIL.values, UNSCORED),
    choices=(*FAILED_NIL.choices, Choice(UNSCORED, "are bags, but score nothing")),
)
TEAM_MINIMUM = Option(
    "team_minimum",
    "Minimum team bid",
    "A pair’s contract below this “board” is irregular.",
    0,
    low=0,
    high=13,
    sentence="Minimum team bid (“board”) {value}",
    choices=(Choice(0, "none", "No minimum team bid"),),
    topic=Topic.BIDDING,
    question="Is there a least bid for a pair?",
    answer="Yes: both bids together are {value} or more.",
    answers=((0, "No: a pair may bid as low as it likes."),),
    examples=("least-bid",),
)
MAY_TOTAL_TRICKS = Option(
    "may_total_tricks",
    "Bids may total the tricks",
    "If not, bids that add up to all the tricks are irregular.",
    True,
    values=(True, False),
    sentence="Bids may total the tricks of the hand",
    choices=(Choice(False, "off", "Bids may not total the tricks of the hand"),),
    topic=Topic.BIDDING,
    question="May all bids add up to the tricks?",
    answer="Yes: all bids together may be exactly {tricks}.",
    answers=((False, "No: all bids together may not be exactly {tricks}."),),
    examples=("total", "most-bid"),
)
TEN_FOR_200_OPTION = Option(
    "ten_for_200",
    "10 for 200",
    "Contracts of 10 and more. ladder: 10, 11 and 12 are worth 200, 220 and 240, more 500; failed they cost 10 a trick "
    "bid. flat: worth 200, and failed 200. flat-100: worth 200, and failed 100. flat-150: worth 150, and failed 150.",
    OFF,
    values=(OFF, *TEN_FOR_200),
    older=((True, LADDER), (False, OFF)),
    choices=(Choice("off", "off", "A bid of 10 or more scores as usual"),),
    topic=Topic.SETS,
    question="What is a bid of 10 worth?",
    answers=(("off", "10 for each trick, like any other bid."),),
    examples=("ten-made", "most-bid"),
)


def ten_for_200_option(shape: Shape) -> Option:
    """Partners may bid ten of eight tricks, which can only fail: scored, but not offered."""
    players = shape.players_per_side
    rows = [(("tricks", tricks),) for tricks in range(1, 10)]
    idle = [row for tricks, row in enumerate(rows, start=1) if tricks * players < 10]
    return replace(TEN_FOR_200_OPTION, no_effect_when=tuple(idle), rare_when=tuple(rows[len(idle) :]))


TIE = Option(
    "tie",
    "Tie at the end",
    "play-on: another hand. fewest-overtricks: fewest in the game, then another hand. shared: all of them win.",
    PLAY_ON,
    values=(PLAY_ON, FEWEST_OVERTRICKS, SHARED),
    sentence="If the top scores tie, {value}",
    choices=(
        Choice("play-on", "play another hand"),
        Choice("fewest-overtricks", "fewest overtricks wins"),
        Choice("shared", "all of them win"),
    ),
    question="We are level at the end: what now?",
    answers=(
        ("play-on", "Nobody has won: play another hand, until one is ahead."),
        ("fewest-overtricks", "The fewest overtricks in the game win; if those are equal too, play another hand."),
        ("higher-contract", "The higher bid of the last hand wins; if those are equal too, play another hand."),
        ("shared", "All who are level at the top win."),
    ),
    examples=("level-at-target", "level-after-hands", "after-hands"),
)
TIE_OR_CONTRACT = replace(
    TIE,
    help="play-on: another hand. fewest-overtricks: fewest in the game, then another hand. higher-contract: the higher "
    "contract of the last hand, then another hand. shared: all of them win.",
    values=(*TIE.values, HIGHER_CONTRACT),
    choices=(*TIE.choices, Choice(HIGHER_CONTRACT, "the higher bid of that hand wins")),
)
MORE_POINTS = "more-points"
BOTH_REACH = Option(
    "both_reach",
    "Several reach the target",
    "Where one hand takes several sides there. more-points: the highest score wins. higher-contract: the higher "
    "contract of that hand wins, then the highest score.",
    MORE_POINTS,
    values=(MORE_POINTS, HIGHER_CONTRACT),
    no_effect_when=((("target", 0),),),
    sentence="If several reach the target, {value}",
    choices=(
        Choice(MORE_POINTS, "the highest score wins"),
        Choice(HIGHER_CONTRACT, "the higher bid of that hand wins"),
    ),
    question="Both sides pass the target in one hand: who wins?",
    answers=(
        (MORE_POINTS, "The higher total: both count the whole hand."),
        (HIGHER_CONTRACT, "The higher bid of that hand; if the bids are equal, the higher total."),
    ),
    examples=("two-at-target", "after-hands"),
)
MAX_HANDS = Option(
    "hands",
    "Hands at most",
    "The game ends after this many hands at the latest, and the highest wins; 0: no limit.",
    0,
    values=(0,),
    low=1,
    high=50,
    sentence="Stop after {value} hands",
    choices=(Choice(0, "off", "No last hand"), Choice(1, "1", "Stop after 1 hand")),
    question="How many hands do we play?",
    answer="{value} at most; then the highest score wins.",
    answers=((0, "As many as it takes to {target}: there is no last hand."), (1, "One; then the highest score wins.")),
    examples=("after-hands", "two-at-target", "table-stops"),
)
TRICKS = Option(
    "tricks",
    "Tricks in a hand",
    "Set it for another deck.",
    13,
    low=1,
    high=26,
    sentence="Tricks in a hand {value}",
    topic=Topic.CARDS,
    question="How many tricks has a hand?",
    answer="{value}.",
    examples=("most-bid",),
)

BAG_OPTIONS = (BAGS, BAG_PENALTY, BAGS_CARRY)


def failed_nil_option(shape: Shape) -> Option:
    """A failed nil's tricks: bags of the side in a partnership, nothing in solo games, which have no partners."""
    option = replace(FAILED_NIL_UNSCORED, no_effect_when=NO_NIL)
    if shape.players_per_side > 1:
        return option
    alone = replace(option, question="A nil failed: are its tricks bags?", answers=ALONE).without(
        "helps",
        "bags: each is a bag of the side. bags-unscored: a bag that scores nothing. ignored: they count for nothing.",
    )
    return alone.with_default("ignored")


def table_options(shape: Shape) -> tuple[Option, ...]:
    """The house rules of every game that is scored on the standard table: bags, nils, and the least bid of a pair."""
    two_nils = replace(TWO_NILS, no_effect_when=(*NO_NIL, *TWO_NILS.no_effect_when))
    pairs = (two_nils, TEAM_MINIMUM) if shape.players_per_side > 1 else ()
    return (*BAG_OPTIONS, NIL, BLIND_NIL, BLIND_BEHIND, failed_nil_option(shape), *pairs)


def usual_options(shape: Shape) -> tuple[Option, ...]:
    """The house rules of a game outside the family that uses the standard table, up to 500."""
    return (
        TARGET_OR_HANDS,
        *table_options(shape),
        *club_options(shape),
        ZERO,
        ten_for_200_option(shape),
        MAX_HANDS,
        *RULE_SENTENCES,
        BOTH_REACH,
        TIE_OR_CONTRACT,
    )


def nil_always_options(shape: Shape) -> tuple[Option, ...]:
    """The same for a game whose hands require nils."""
    return with_nil_always(usual_options(shape))


def with_nil_always(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options, with a nil that can be called even if it is worth nothing, and that nobody can refuse."""
    always = {
        "nil": NIL_ALWAYS,
        "failed_nil": FAILED_NIL_UNSCORED,
        "two_nils": TWO_NILS,
        "zero": ZERO_BESIDE_NIL,
        "sets_lose_nil": replace(SETS_LOSE_NIL, no_effect_when=SETS_LOSE_NIL.no_effect_when[:1]),
    }
    return tuple(always.get(option.key, option) for option in options)


def standard_options(shape: Shape, target: int = 500) -> tuple[Option, ...]:
    """The house rules of a game of the standard family at a table of this shape."""
    return (
        TARGET_OR_HANDS.with_default(target),
        *table_options(shape),
        *club_options(shape),
        ZERO,
        MAY_TOTAL_TRICKS,
        ten_for_200_option(shape),
        MAX_HANDS,
        *RULE_SENTENCES,
        BOTH_REACH,
        TIE_OR_CONTRACT,
    )


def without_a_deal(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options of a game whose players draw their cards, so that no deal can pass."""
    return tuple(option for option in options if option is not MISDEAL)


def whole(value: Value) -> int:
    """An option checked to be a whole number."""
    assert isinstance(value, int)
    return value
