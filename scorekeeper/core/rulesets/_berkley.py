"""What the games that Darrin Berkley contributed share: tables of calls, options, steps, the end; the one for three."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.calls import Aim, Call, CountedOver
from scorekeeper.core.rules.deal import BiddingLimit, Rebid, hand_rules
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, Ending, Outright, Ranking, Target
from scorekeeper.core.rules.limits import BehindEnough, FirstTricksFit
from scorekeeper.core.rules.rebidding import BlindComesFirst, MayOnlyRise
from scorekeeper.core.rules.ruleset import Choice, DefaultReading, Option, Options, ScoringRules, Topic
from scorekeeper.core.rules.scoring import ScoringStep
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks, PerfectRun
from scorekeeper.core.rulesets._options import BLIND_BEHIND, TARGET, TIE, whole

WINS = "wins"
"""In a table of points: a made bid wins the game outright."""

FLAT = "flat"
ESCALATING = "escalating"

BERKLEY_TIE = TIE.with_default(FEWEST_OVERTRICKS)
OVERTRICK_PENALTY = Option(
    "overtrick_penalty",
    "Overtrick penalty",
    "flat: every tenth overtrick of the game costs 100. escalating: the 10th costs 100, the 20th 200, the 30th 300.",
    FLAT,
    values=(FLAT, ESCALATING),
    sentence="The overtrick penalty {value}",
    choices=(Choice("flat", "is 100 each time"), Choice("escalating", "grows: 100, 200, 300")),
    topic=Topic.BAGS,
    question="What do ten overtricks cost?",
    examples=("penalty",),
    settled_by=("overtrick-penalty",),
)
BLIND_EXACT = Option(
    "blind_exact",
    "Blind bids must be exact",
    "If so, a blind number fails where more tricks are taken; if not, it needs at least the number.",
    False,
    values=(True, False),
    choices=(Choice(False, "off", "Blind bids need not be exact"),),
    topic=Topic.NIL,
    question="We took more than our blind bid: is it made?",
    answer="No: a blind bid is exact.",
    answers=((False, "Yes: a blind bid needs no more than its number."),),
    examples=("call-one-over-blind", "call-one-short-blind"),
)
PERFECT_RUN = Option(
    "perfect_run",
    "Perfect bids",
    "A bonus for three perfect bids in a row.",
    True,
    values=(True, False),
    sentence="Bonus for three perfect bids in a row",
    choices=(Choice(False, "off", "No bonus for perfect bids"),),
    topic=Topic.SETS,
    question="Three exact bids in a row: is there a bonus?",
    answer="Yes, and then the count starts again.",
    answers=((False, "No: exact bids score like any others."),),
    examples=("perfect-run", "to-the-trick"),
)

RAISES = Rebid()


def limits(calls: Sequence[Call]) -> tuple[BiddingLimit, ...]:
    """Limits on these calls: a deficit only for calls that need one, first tricks only if a bid is too low."""
    needed: list[BiddingLimit] = [MayOnlyRise(), BlindComesFirst(raised_after_looking=True)]
    first = [call for call in calls if call.aim is Aim.FIRST]
    most = max(call.tricks for call in first)
    low = [call for call in calls if call.aim is Aim.EXACTLY and call.is_number and call.tricks < most]
    if low:
        bids = [call for call in low if not call.blind]
        blind = any(call.tricks not in [bid.tricks for bid in bids] for call in low)
        needed.append(FirstTricksFit(tuple(call.code for call in first), tuple(call.code for call in bids), blind))
    behind = max(call.behind for call in calls)
    return (*needed, BehindEnough(behind)) if behind else tuple(needed)


def options(*, blind_behind: int, blind_exact: bool, more: tuple[Option, ...] = ()) -> tuple[Option, ...]:
    """The house rules of a Berkley game."""
    return (
        TARGET,
        BLIND_BEHIND.with_default(blind_behind),
        BLIND_EXACT.with_default(blind_exact),
        *more,
        OVERTRICK_PENALTY,
        PERFECT_RUN,
        BERKLEY_TIE,
    )


def number(tricks: int, made: int | str, failed: int, *, exact: bool = False) -> Call:
    """A bid of this many tricks, after looking."""
    return _number(str(tricks), tricks, made, failed, exact)


def blind_number(tricks: int, made: int | str, failed: int, *, exact: bool, behind: int) -> Call:
    """A bid of this many tricks before looking."""
    return _number(f"blind-{tricks}", tricks, made, failed, exact, blind=True, behind=behind)


def _number(
    code: str, tricks: int, made: int | str, failed: int, exact: bool, blind: bool = False, behind: int = 0
) -> Call:
    wins = made == WINS
    return Call(
        code,
        Aim.EXACTLY if exact else Aim.AT_LEAST,
        tricks,
        made=0 if isinstance(made, str) else made,
        failed=failed,
        rule="blind" if blind else "number",
        counted_over=CountedOver.SIDE,
        alone=False,
        blind=blind,
        behind=behind,
        overtricks=not exact,
        wins=wins,
    )


def bemo(code: str, first: int, made: int, failed: int) -> Call:
    """A promise to take the first tricks, bid beside a number."""
    return Call(
        code, Aim.FIRST, first, made, failed, reason=code, rule="bemo", counted_over=CountedOver.SIDE, slot="bemo"
    )


def steps(options: Options, runs: PerfectRun) -> tuple[ScoringStep, ...]:
    """Contracts, overtricks with a penalty for every ten in the game, and runs of perfect bids."""
    escalates = options["overtrick_penalty"] == ESCALATING
    scored: list[ScoringStep] = [
        Contracts(),
        Overtricks("overtrick"),
        OvertrickPenalty("overtrick", 10, 100, True, escalates),
    ]
    if options["perfect_run"]:
        scored.append(runs)
    return (*scored, Adjustments())


def endings(options: Options, calls: Sequence[Call]) -> tuple[Ending, ...]:
    """A bid that wins outright, if the game has one; else the target."""
    target = Target(whole(options["target"]), Ranking(str(options["tie"])))
    return (Outright(), target) if any(call.wins for call in calls) else (target,)


RUNS = PerfectRun(length=3, bonus=100, further=50)

EXACT_UP_TO = 2
"""Bids of 0, 1 and 2 must be exact."""

Row = tuple[int, int | str, int, int | str, int]


@dataclass(frozen=True, slots=True)
class Version:
    """One version's table: each number's points made and failed, after looking and blind; and its bemos."""

    tricks: int
    numbers: tuple[Row, ...]
    bemo: tuple[int, int, int]
    big_bemo: tuple[int, int, int]


def three_options(_: Shape) -> tuple[Option, ...]:
    return options(blind_behind=0, blind_exact=True)


def _calls(version: Version, options: Options) -> list[Call]:
    behind, exact = whole(options["blind_behind"]), bool(options["blind_exact"])
    rows = version.numbers
    return [
        *(number(n, made, failed, exact=n <= EXACT_UP_TO) for n, made, failed, _blind_made, _blind_failed in rows),
        *(
            blind_number(n, made, failed, exact=exact or n <= EXACT_UP_TO, behind=behind)
            for n, _made, _failed, made, failed in rows
        ),
        bemo("bemo", *version.bemo),
        bemo("big-bemo", *version.big_bemo),
    ]


def three_scoring(version: Version, shape: Shape, options: Options) -> ScoringRules:
    calls = _calls(version, options)
    return ScoringRules(
        seating=seating(shape, version.tricks),
        deals=(hand_rules(calls, limits=limits(calls), rebid=RAISES),),
        steps=steps(options, RUNS),
        endings=endings(options, calls),
        target=whole(options["target"]),
        bags_per_penalty=10,
    )


READING = (
    "A bid that must be exact and takes more has failed; it loses what the table says, and there are no overtricks.",
    "An automatic win ends the game with that hand, whatever the totals; the bid itself scores nothing more.",
    DefaultReading("Blind bids need no deficit; the source asks for none here.", ("blind_behind",)),
    DefaultReading("Each number met exactly counts for a run of perfect bids, 0 and blind ones too.", ("perfect_run",)),
    (
        "A blind bid that is raised after looking becomes an ordinary number; one that keeps its number "
        "after looking, and a blind call after an ordinary one, are irregular."
    ),
    "A bemo asks for more tricks than an exact bid of fewer allows; together they are irregular.",
    DefaultReading(
        "The overtrick penalties are read as 100 at the tenth and 100 more at the twentieth, 200 in all, and so on.",
        ("overtrick_penalty",),
    ),
    DefaultReading("The source does not settle a tie on overtricks as well; here another hand does.", ("tie",)),
)
