"""Berkley's game for three, in both versions: low bids and blind bids are exact, the highest win outright."""

from dataclasses import dataclass

from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import deal
from scorekeeper.core.rules.ruleset import AsPrinted, Option, Options, Play
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rules.steps import PerfectRun
from scorekeeper.core.rulesets._berkley import RAISES, bemo, blind_number, endings, limits, number, options, steps
from scorekeeper.core.rulesets._options import whole

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


def three_play(version: Version, shape: Shape, options: Options) -> Play:
    calls = _calls(version, options)
    return Play(
        seating=seating(shape, version.tricks),
        deals=(deal(calls, limits=limits(calls), rebid=RAISES),),
        steps=steps(options, RUNS),
        endings=endings(options, calls),
        target=whole(options["target"]),
        every=10,
    )


READING = (
    "A bid that must be exact and takes more has failed; it loses what the table says, and there are no overtricks.",
    "An automatic win ends the game with that hand, whatever the totals; the bid itself scores nothing more.",
    AsPrinted("Blind bids need no deficit; the source asks for none here.", ("blind_behind",)),
    AsPrinted("Each number met exactly counts for a run of perfect bids, 0 and blind ones too.", ("perfect_run",)),
    (
        "A blind bid that is raised after looking becomes an ordinary number; one that keeps its number "
        "after looking, and a blind call after an ordinary one, are irregular."
    ),
    "A bemo asks for more tricks than an exact bid of fewer allows; together they are irregular.",
    AsPrinted(
        "The overtrick penalties are read as 100 at the tenth and 100 more at the twentieth, 200 in all, and so on.",
        ("overtrick_penalty",),
    ),
    AsPrinted("The source does not settle a tie on overtricks as well; here another hand does.", ("tie",)),
)
