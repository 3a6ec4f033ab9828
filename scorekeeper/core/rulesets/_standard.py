"""The scoring table of standard Spades, and its house rules: what every game of the standard family plays by."""

from collections.abc import Sequence

from scorekeeper.core.rules.bidding_checks import Check
from scorekeeper.core.rules.bidding_rule import Checked
from scorekeeper.core.rules.calls import PARTNER, Aim, Answers, Call, FailedNilTricks
from scorekeeper.core.rules.deal import Deal, Limit, deal
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, PLAY_ON, SHARED, Ending, Floor, Ranking, Target
from scorekeeper.core.rules.limits import BehindEnough, NotTheTricks, SideMinimum
from scorekeeper.core.rules.options import Option, Options, Value
from scorekeeper.core.rules.rebidding import BlindComesFirst, NoRebid
from scorekeeper.core.rules.ruleset import Play
from scorekeeper.core.rules.scoring import Step
from scorekeeper.core.rules.scripted_deals import ScriptedDeal
from scorekeeper.core.rules.seating import Seating, Shape
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks

DOUBLE_NIL = "double-nil"
EVERYONE = (1, 2, 3, 4)

OFF = "off"
LADDER = "ladder"
TEN_FOR_200 = {
    LADDER: {10: (200, -100), 11: (220, -110), 12: (240, -120), 13: (500, -130)},
    "flat": dict.fromkeys((10, 11, 12, 13), (200, -200)),
    "flat-100": dict.fromkeys((10, 11, 12, 13), (200, -100)),
}
"""What the highest contracts are worth, made and failed, by the value of the option."""

FIFTIES = (50, 100, 150, 200)

TARGET = Option(
    "target", "Target", "The game ends when a side has this many points after a hand.", 500, low=50, high=10_000
)
BAGS = Option(
    "bags", "Bags for a penalty", "So many bags cost the penalty; 0 turns it off.", 10, values=(0,), low=1, high=20
)
BAG_PENALTY = Option("bag_penalty", "Bag penalty", "Points that a full count of bags costs.", 100, low=0, high=500)
BAGS_CARRY = Option(
    "bags_carry",
    "Bags carry over",
    "Bags past the penalty count towards the next one; if not, the count begins again.",
    True,
    values=(True, False),
)
NIL = Option("nil", "Nil", "What a nil wins when made and loses when it fails; 0: no nil.", 100, values=(0, *FIFTIES))
NIL_ALWAYS = Option(
    "nil",
    "Nil",
    "What a nil wins when made and loses when it fails; 0: it is called all the same, for nothing.",
    100,
    values=(0, *FIFTIES),
)
BLIND_NIL = Option(
    "blind_nil",
    "Blind nil",
    "What a nil before looking wins or loses; 0: not allowed.",
    0,
    values=(0, *FIFTIES, 250, 300, 350, 400),
)
BLIND_BEHIND = Option(
    "blind_behind",
    "Behind for a blind call",
    "How many points a side must be behind to call blind.",
    100,
    low=0,
    high=500,
)
FAILED_NIL = Option(
    "failed_nil",
    "Tricks of a failed nil",
    "bags: each is a bag of the side. ignored: they count for nothing. helps: they help the partner’s contract.",
    "bags",
    values=("bags", "ignored", "helps"),
)
TEAM_MINIMUM = Option(
    "team_minimum", "Least bid of a pair", "A pair’s contract below it is objected to.", 0, low=0, high=13
)
MAY_TOTAL_TRICKS = Option(
    "may_total_tricks",
    "Bids may add up to the tricks",
    "If not, bids that add up to all the tricks are objected to.",
    True,
    values=(True, False),
)
TEN_FOR_200_OPTION = Option(
    "ten_for_200",
    "Ten for two hundred",
    "Contracts of 10 to 13. ladder: worth 200, 220, 240 and 500, and failed they cost 100, 110, 120 and 130. "
    "flat: worth 200, and failed 200. flat-100: worth 200, and failed 100.",
    OFF,
    values=(OFF, *TEN_FOR_200),
    older=((True, LADDER), (False, OFF)),
)
TIE = Option(
    "tie",
    "Tie at the end",
    "play-on: another hand. fewest-overtricks: fewest in the game, then another hand. shared: both have won.",
    PLAY_ON,
    values=(PLAY_ON, FEWEST_OVERTRICKS, SHARED),
)
LOSE_AT = Option(
    "lose_at",
    "Lost at",
    "A side at or below this ends the game, and the highest wins.",
    None,
    values=(None,),
    low=-1000,
    high=-100,
)

NUMBER = "number"
REFUSED = "refused"
ZERO = Option(
    "zero",
    "A bid of 0",
    "nil: a bid of 0 is nil. number: it promises nothing, and all its tricks are overtricks; nil is said by name. "
    "refused: nobody bids 0, and there is no nil.",
    "nil",
    values=("nil", NUMBER, REFUSED),
)
OVERTRICK_POINTS = Option(
    "overtrick_points",
    "Points for a bag",
    "What each trick above a made bid scores; it is a bag all the same.",
    1,
    values=(1, 0, -1, -10),
)
SEATS = "seats"
PAIR = "pair"
PAIR_BIDS = Option(
    "pair_bids",
    "Bids in a pair",
    "seats: each partner bids, and the numbers are added. pair: one number for both; nil is for one of them.",
    SEATS,
    values=(SEATS, PAIR),
)

BAG_OPTIONS = (BAGS, BAG_PENALTY, BAGS_CARRY)


def failed_nil_option(shape: Shape) -> Option:
    """A failed nil's tricks: bags of the side in a partnership, nothing in solo games."""
    return FAILED_NIL if shape.people > 1 else FAILED_NIL.with_default("ignored")


def table_options(shape: Shape) -> tuple[Option, ...]:
    """The house rules of every game that is scored on the standard table: bags, nils, and the least bid of a pair."""
    pairs = (TEAM_MINIMUM,) if shape.people > 1 else ()
    return (*BAG_OPTIONS, NIL, BLIND_NIL, BLIND_BEHIND, failed_nil_option(shape), *pairs)


def club_options(shape: Shape) -> tuple[Option, ...]:
    """The house rules of clubs and tournaments that any game on the standard table can play by."""
    pairs = (PAIR_BIDS,) if shape.people > 1 else ()
    return (*pairs, OVERTRICK_POINTS)


def usual_options(shape: Shape) -> tuple[Option, ...]:
    """The house rules of a game of its own that is scored on the standard table up to 500."""
    return (TARGET, *table_options(shape), *club_options(shape), ZERO, TIE)


def nil_always_options(shape: Shape) -> tuple[Option, ...]:
    """The same for a game whose hands ask for nils: a nil worth nothing is still a nil."""
    return with_nil_always(tuple(option for option in usual_options(shape) if option is not ZERO))


def with_nil_always(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options, with a nil that is called even for nothing."""
    return tuple(NIL_ALWAYS if option.key == "nil" else option for option in options)


def standard_options(shape: Shape, target: int = 500) -> tuple[Option, ...]:
    """The house rules of a game of the standard family at a table of this shape."""
    return (
        TARGET.with_default(target),
        *table_options(shape),
        *club_options(shape),
        ZERO,
        MAY_TOTAL_TRICKS,
        TEN_FOR_200_OPTION,
        TIE,
        LOSE_AT,
    )


def whole(value: Value) -> int:
    """An option that was checked to be a whole number."""
    assert isinstance(value, int)
    return value


def contract(number: int, options: Options) -> Call:
    """A contract of so many tricks: 10 a trick, lost when it fails."""
    ten_for_200 = TEN_FOR_200.get(str(options.get("ten_for_200")), {})
    made, failed = ten_for_200.get(number, (10 * number, -10 * number))
    return Call(str(number), Aim.AT_LEAST, number, made, failed, answers=Answers.SIDE, overtricks=True)


def nil(code: str, points: int, spill: FailedNilTricks, behind: int = 0, blind: bool = False) -> Call:
    """A promise to take no trick, for so many points either way."""
    return Call(code, Aim.EXACTLY, 0, points, -points, reason=code, rule=code, blind=blind, behind=behind, spill=spill)


def standard_calls(seating: Seating, options: Options, nil_always: bool = False) -> tuple[list[Call], list[Call]]:
    """The calls of a seat, and the contracts that the numbers of partners add up to."""
    tricks, people = seating.tricks, len(seating.seats_of[0])
    contracts = [contract(number, options) for number in range(1, tricks * people + 1)]
    spill = FailedNilTricks(options["failed_nil"])
    calls = contracts[:tricks]
    if options.get("zero") == NUMBER:
        calls = [contract(0, options), *calls]
    if nil_always or (options["nil"] and options.get("zero") != REFUSED):
        calls = [nil("nil", whole(options["nil"]), spill), *calls]
    if options["blind_nil"]:
        calls = [
            *calls,
            nil("blind-nil", whole(options["blind_nil"]), spill, whole(options["blind_behind"]), blind=True),
        ]
    if options.get("pair_bids") == PAIR:
        calls = [*calls, Call(PARTNER, Aim.AT_LEAST, 0, 0, 0, reason=PARTNER, rule="pair-bids", answers=Answers.SIDE)]
    return calls, contracts if people > 1 else []


def standard_limits(options: Options) -> tuple[Limit, ...]:
    """What the bidding is held to under these options."""
    limits: list[Limit] = [NoRebid()]
    if options["blind_nil"]:
        limits += [BehindEnough(), BlindComesFirst()]
    if options.get("team_minimum"):
        limits.append(SideMinimum(whole(options["team_minimum"])))
    if options.get("may_total_tricks") is False:
        limits.append(NotTheTricks())
    return tuple(limits)


def standard_steps(options: Options) -> tuple[Step, ...]:
    """Contracts, a point a bag, and the penalty for every so many bags."""
    every = whole(options["bags"])
    steps: list[Step] = [Contracts(), Overtricks("bag", every > 0, whole(options.get("overtrick_points", 1)))]
    if every:
        steps.append(OvertrickPenalty("bag", every, whole(options["bag_penalty"]), carries=bool(options["bags_carry"])))
    return (*steps, Adjustments())


def standard_endings(options: Options) -> tuple[Ending, ...]:
    """The target, and the floor where the table plays one."""
    ranking = Ranking(str(options["tie"]))
    endings: list[Ending] = [Target(whole(options["target"]), ranking)]
    if options.get("lose_at") is not None:
        endings.append(Floor(whole(options["lose_at"]), ranking))
    return tuple(endings)


def standard_deal(seating: Seating, options: Options, name: str = "", text: str = "") -> Deal:
    """A hand that is bid as usual; with a name and words where there is something to announce."""
    calls, joint = standard_calls(seating, options)
    return deal(calls, joint=joint, limits=standard_limits(options), name=name, text=text)


def checked_deal(seating: Seating, options: Options, own: ScriptedDeal, with_double_nil: bool = True) -> Deal:
    """A hand that is bid by a rule of its own. Nil is always a call, and double nil one that it grants or not."""
    calls, joint = standard_calls(seating, options, nil_always=True)
    checks = own.checks
    if with_double_nil:
        calls.insert(1, nil(DOUBLE_NIL, 2 * whole(options["nil"]), FailedNilTricks(options["failed_nil"])))
        if own.double_nil != EVERYONE:
            checks = (*checks, Check("only-by", bids=(DOUBLE_NIL,), by=own.double_nil))
    own_limit = (Checked(checks),) if checks else ()
    return deal(calls, joint=joint, limits=(*standard_limits(options), *own_limit), name=own.name, text=own.text)


def standard_play(
    seating: Seating, options: Options, deals: Sequence[Deal] = (), endings: Sequence[Ending] | None = None
) -> Play:
    """A game on the standard table: every hand bid alike, up to the target, or with deals or endings of its own."""
    return Play(
        seating=seating,
        deals=tuple(deals) or (standard_deal(seating, options),),
        steps=standard_steps(options),
        endings=standard_endings(options) if endings is None else tuple(endings),
        target=whole(options["target"]) if endings is None else 0,
        every=whole(options["bags"]),
        word="bag",
    )
