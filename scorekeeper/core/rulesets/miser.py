"""Miser: the fewest tricks; a bid is a promise not to take more."""

from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.deal import Rebid, hand_rules
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, Ranking, Target
from scorekeeper.core.rules.rebidding import MayOnlyFall
from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rules.steps import Adjustments, Contracts
from scorekeeper.core.rulesets._options import TARGET, TIE, whole

TRICKS = {2: 13, 3: 17, 4: 13}
ROUNDS = 2
A_TRICK = 10
SECOND_TURN = Rebid(may_lower=True, prompts=True, single_round=True)


TIE_WITHOUT_OVERTRICKS = TIE.without(FEWEST_OVERTRICKS, "play-on: another hand. shared: all of them win.")


def options(_: Shape) -> tuple[Option, ...]:
    return (TARGET, TIE_WITHOUT_OVERTRICKS)


def _call(bid: int, tricks: int) -> Call:
    worth = A_TRICK * (tricks - bid)
    return Call(str(bid), Aim.AT_MOST, bid, made=worth, failed=-worth)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    tricks = TRICKS[shape.sides]
    calls = [_call(bid, tricks) for bid in range(tricks + 1)]
    return ScoringRules(
        seating=seating(shape, tricks),
        deals=(hand_rules(calls, limits=[MayOnlyFall(ROUNDS)], rebid=SECOND_TURN),),
        steps=(Contracts(), Adjustments()),
        endings=(Target(whole(options["target"]), Ranking(str(options["tie"]))),),
        target=whole(options["target"]),
    )


RULES = RuleSet(
    key="miser",
    name="Miser",
    source="Miser, contributed by Paul Edwards, from the Ukraine",
    idea=(
        "Spades turned around: you try to take few tricks, and your bid is the most that you may take. "
        "On a second turn you may keep your bid or lower it. "
        "The lower the bid, the more it wins or loses."
    ),
    shapes=(Shape(4), Shape(2), Shape(3)),
    options=options,
    scoring=scoring,
    reading=(
        "Everyone plays alone, and there are two rounds of bidding; on the second turn a bid may be lowered once.",
        "Nothing is scored for tricks under the bid, and there are no bags.",
        (
            "With two or four players a bid is worth 10 for each trick below 13; three players share 17 tricks, so "
            "theirs is worth 10 for each trick below 17."
        ),
        "A bid of all the tricks is worth 0 and cannot fail.",
        "The source names no target; the game is played to one all the same.",
        DefaultReading("The source does not settle a tie at the target; here another hand does.", ("tie",)),
    ),
    order=50,
    cards=("deck", "dealt", "left-of-dealer", "follow", "winner", "breaking"),
)
