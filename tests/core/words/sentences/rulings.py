"""The rules of a game, as on a rules page."""

from collections.abc import Iterator

from scorekeeper.core.rules.club_steps import BooksMade, TricksTaken
from scorekeeper.core.rules.endings import (
    AfterHands,
    AtTime,
    Ending,
    LosingScore,
    Outright,
    Ranking,
    SetTooOften,
    Target,
    TimeCall,
)
from scorekeeper.core.rules.pot import PointsForThePot, Pot, Stakes
from scorekeeper.core.rules.scoring import ScoringStep
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks, PerfectRun
from scorekeeper.core.words import bidding, rules
from scorekeeper.core.words.lines import pot_so_far, run_so_far
from scorekeeper.core.words.rules import rule_sentence

STEPS: list[ScoringStep] = [
    Contracts(),
    Contracts(each_short=True),
    Contracts(twice=True),
    Overtricks("bag"),
    Overtricks("bag", points=0),
    Overtricks("bag", points=-10),
    Overtricks("overtrick"),
    Overtricks("overtrick", unit="tenths"),
    OvertrickPenalty("bag", 10, 100),
    OvertrickPenalty("bag", 1, 10),
    OvertrickPenalty("bag", 1, 10, carries=False),
    OvertrickPenalty("bag", 5, 50, carries=False),
    OvertrickPenalty("bag", 10, 100, escalates=True),
    OvertrickPenalty("overtrick", 10, 100, escalates=True),
    PerfectRun(3, 80),
    PerfectRun(3, 100, 50),
    TricksTaken(10),
    BooksMade(11, 10),
    BooksMade(11, 0),
    Adjustments(),
    PointsForThePot(),
    Stakes(0),
    Stakes(2),
    Pot(carries_odd=False),
    Pot(carries_odd=True),
]

ENDINGS: list[Ending] = [
    Outright(),
    Target(500, Ranking()),
    Target(350, Ranking("higher-contract")),
    Target(350, Ranking(contracts_from=350)),
    LosingScore(-200, Ranking()),
    SetTooOften(3, 0, Ranking()),
    SetTooOften(0, 2, Ranking()),
    SetTooOften(3, 2, Ranking()),
    SetTooOften(0, 0, Ranking(), 4),
    SetTooOften(2, 0, Ranking(), 4),
    AfterHands(1, Ranking()),
    AfterHands(2, Ranking()),
    AfterHands(1, Ranking(), at_most=True),
    AfterHands(4, Ranking(), at_most=True),
    AtTime(TimeCall(6, 41), Ranking()),
    Target(500, Ranking("play-on")),
    Target(500, Ranking("fewest-overtricks")),
    Target(500, Ranking("shared")),
]

POTS: list[tuple[int, tuple[int | None, ...], int]] = [
    (1, (3, 2, None, None, None), 0),
    (1, (3, 2, 2, 1, 1), 0),
    (2, (3, 2, 1), 1),
    (0, (0, 1, None), 0),
    (0, (None, None, None), 0),
    (0, (0, 2, 0), 1),
]

NILS = ["nil-front", "nil-right", "naught-front"]


def sentences() -> Iterator[tuple[str, str]]:
    """Rulings with their code and the rule they link to; then the other sentences of the page."""
    for step in STEPS:
        for rule_text in step.rule_texts():
            yield f"{rule_text.code} #{rule_text.rule}", rule_sentence(rule_text)
    for ending in ENDINGS:
        yield f"{ending.rule_text().code} #{ending.rule_text().rule}", rule_sentence(ending.rule_text())
    for run in range(3):
        yield "a run that begins again", run_so_far(PerfectRun(3, 80), run)
    for run in range(2, 5):
        yield "a longer run", run_so_far(PerfectRun(3, 100, 50), run)
    for ante, numbers, waiting in POTS:
        yield "the pot so far", pot_so_far(Stakes(ante).so_far(numbers, waiting))
    for has_end in (True, False):
        yield "stopping", rules.stopping(has_end)
    yield "stopping", rules.stopping(has_end=True, sets_lose=True)
    yield "beside a number", bidding.beside([NILS, ["bemo", "big-bemo"]], ["double-nil", "double-naught"])
    yield "beside a number", bidding.beside([["bemo"]], [])
    for once in (True, False):
        yield "rounds of bidding", bidding.rounds(once=once)
    yield "partners", bidding.summed()
