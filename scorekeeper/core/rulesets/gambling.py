"""Gambling Spades: a chip for every trick bid, and the best hand takes the pot."""

from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.deal import Rebid, hand_rules
from scorekeeper.core.rules.pot import PointsForThePot, Pot, Stakes
from scorekeeper.core.rules.rebidding import MayOnlyRise
from scorekeeper.core.rules.ruleset import Choice, DefaultReading, Option, Options, RuleSet, ScoringRules, Topic
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rules.steps import Adjustments
from scorekeeper.core.rulesets._options import whole

TRICKS = {3: 17, 4: 13, 5: 10, 6: 8}
A_TRICK = 10
RAISES = Rebid(prompts=True)

DEAL = "deal"
CARRY = "carry"

ANTE = Option(
    "ante",
    "Ante",
    "Chips that each puts into the pot before the deal.",
    1,
    low=0,
    high=100,
    sentence="Ante of {value} chips",
    choices=(Choice(0, "none", "No ante"), Choice(1, "1", "Ante of 1 chip")),
    topic=Topic.BIDDING,
    question="What goes into the pot before the deal?",
    answer="Chips from each player: {value}.",
    answers=((0, "Nothing: the pot is what failed bids pay."),),
    examples=("pot-won",),
)
ODD_CHIPS = Option(
    "odd_chips",
    "Odd chips",
    "Of a pot that is shared. deal: one each to those who share it, from the left of the dealer. "
    "carry: they wait for the next pot.",
    DEAL,
    values=(DEAL, CARRY),
    sentence="Odd chips of a shared pot {value}",
    choices=(Choice("deal", "are dealt out"), Choice("carry", "wait for the next pot")),
    topic=Topic.SETS,
    question="A shared pot leaves odd chips: whose are they?",
    answers=(
        (DEAL, "One each for those who share it, from the dealer’s left."),
        (CARRY, "Nobody’s yet: they wait for the next pot."),
    ),
    examples=("pot-shared",),
)


def options(_: Shape) -> tuple[Option, ...]:
    return (ANTE, ODD_CHIPS)


def _call(bid: int) -> Call:
    return Call(str(bid), Aim.AT_LEAST, bid, made=A_TRICK * bid, failed=0, overtricks=True)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    tricks = TRICKS[shape.sides]
    return ScoringRules(
        seating=seating(shape, tricks),
        deals=(hand_rules([_call(bid) for bid in range(tricks + 1)], limits=[MayOnlyRise()], rebid=RAISES),),
        steps=(
            PointsForThePot(),
            Stakes(whole(options["ante"])),
            Pot(carries_odd=options["odd_chips"] == CARRY),
            Adjustments(),
        ),
        endings=(),
        unit="chips",
        pooled=True,
    )


RULES = RuleSet(
    key="gambling",
    name="Gambling Spades",
    source="Gambling Spades, Rob McDiarmid",
    idea=(
        "You bid with chips, one for each trick. "
        "The best hand takes the whole pot, its own chips too. "
        "There is no target: the table stops when it likes, and the most chips win."
    ),
    shapes=(Shape(4), Shape(3), Shape(5), Shape(6)),
    options=options,
    scoring=scoring,
    reading=(
        (
            "A made bid counts 10 a trick and 1 for each trick over it, a failed one 1 for each trick taken; "
            "these points decide the pot and are not the score."
        ),
        "The score is chips won less chips put in. Debt is allowed.",
        "A bid of 0 is not a nil; it puts in no chip, and counts 1 for each trick taken.",
        "The highest bid that is made, with a trick or two over it, usually takes the pot.",
        (
            "Whoever cannot take the pot any more can still choose who does, and players could agree on that; so do "
            "not play for high stakes."
        ),
        "The bidding may go around again, as the source suggests; a bid may be raised, never lowered.",
        DefaultReading(
            "Odd chips of a pot that is shared go one each to those tied, from the left of the dealer.", ("odd_chips",)
        ),
        "Adjustments the table agrees on are chips here.",
    ),
    order=60,
    cards=("deck", "dealt-for-chips", "left-of-dealer", "bid-in-chips", "follow", "winner", "breaking"),
)
