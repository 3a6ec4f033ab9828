"""What wins it: what a side needs, and what it should not take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.target_bids import TargetBids
from scorekeeper.core.analysis.what_wins import Chance, Row, Rows
from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.endings import FEWEST_OVERTRICKS, PLAY_ON, SHARED, Ranking
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.words.what_wins import (
    counts_words,
    last_words,
    lead_words,
    needs_words,
    reach_sentence,
    side_sentence,
)

TRICKS = 5
PLAY = ScoringRules(seating(Shape(2), TRICKS), (), (), (), 500, 10, "bag")
NUMBER = Call("3", Aim.AT_LEAST, 3, 30, -30)
NIL = Call("nil", Aim.EXACTLY, 0, 100, -100, reason="nil")

WINS, LOSES, SHARES, PLAYS_ON = (End.WINS,), (End.LOSES,), (End.SHARES,), (End.PLAYS_ON,)
MAY_WIN, MAY_LOSE = (End.WINS, End.PLAYS_ON), (End.LOSES, End.PLAYS_ON)
N, C, A = Chance.NEVER, Chance.CAN, Chance.ALWAYS
FROM_3, PERHAPS_2 = (N, N, N, A, A, A), (N, N, C, A, A, A)

Reasons = Mapping[int, tuple[tuple[str, Chance], ...]]
PENALTY: Reasons = {4: (("bag-penalty", C),), 5: (("bags", A), ("bag-penalty", A))}
POT: Reasons = {2: (("pot", C),), 3: (("pot", A),), 4: (("pot", A),), 5: (("pot", A),)}


def rows(*ends: tuple[End, ...], made: Sequence[Chance] | None = None, reasons: Reasons | None = None) -> Rows:
    """Rows from no trick on; the last of these ends applies to all that follow."""
    whole = [ends[min(tricks, len(ends) - 1)] for tricks in range(TRICKS + 1)]
    chances = made or (N,) * (TRICKS + 1)
    return tuple(
        Row(tricks, (0, 0), (0, 0), ((NIL, N), (NUMBER, chances[tricks])), (reasons or {}).get(tricks, ()), end)
        for tricks, end in enumerate(whole)
    )


TABLES: list[tuple[str, Rows]] = [
    ("3 win", rows(PLAYS_ON, PLAYS_ON, PLAYS_ON, WINS)),
    ("3 win, 2 may", rows(PLAYS_ON, PLAYS_ON, MAY_WIN, WINS)),
    ("2 may win", rows(PLAYS_ON, PLAYS_ON, MAY_WIN)),
    ("2 may lose", rows(WINS, LOSES, MAY_LOSE)),
    ("1 and 2 lose", rows(WINS, LOSES, LOSES, PLAYS_ON)),
    ("1 shares", rows(SHARES, SHARES, WINS)),
    ("0 loses, 1 shares", rows(LOSES, SHARES, WINS)),
    ("1 alone shares", rows(PLAYS_ON, SHARES, PLAYS_ON)),
    ("3 make the bid", rows(PLAYS_ON, made=FROM_3)),
    ("3 make the bid, any may win", rows(MAY_WIN, made=FROM_3)),
    ("3 make the bid, 2 may", rows(PLAYS_ON, made=PERHAPS_2)),
    ("any wins", rows(WINS, made=FROM_3)),
    ("5 bring the penalty, 4 may", rows(PLAYS_ON, reasons=PENALTY)),
    ("0 wins, 5 bring the penalty", rows(WINS, PLAYS_ON, reasons=PENALTY)),
    ("0 wins, 4 may bring the penalty", rows(WINS, PLAYS_ON, reasons={4: (("bag-penalty", C),)})),
    ("3 take the pot, 2 may", rows(PLAYS_ON, reasons=POT)),
    ("0 wins, 3 take the pot", rows(WINS, PLAYS_ON, reasons=POT)),
    ("a bid without a number", tuple(replace(row, contracts=((NIL, A),)) for row in rows(PLAYS_ON))),
    ("all lose", rows(LOSES)),
    ("nothing hangs on it", rows(PLAYS_ON)),
]

COUNTS: tuple[list[int], ...] = (
    *([], [0], [5], [2], [0, 1], [1, 2], [4, 5], [0, 1, 2], [1, 2, 3], [1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]),
    *([0, 2], [0, 2, 4, 5]),
)

REACHES: list[tuple[str, list[TargetBids]]] = [
    ("no bid", []),
    ("a number", [TargetBids((), False, (3, 4, 5))]),
    ("a blind number", [TargetBids((), True, (2, 3))]),
    ("a nil beside a plain or a blind number", [TargetBids(("nil",), blind, (1,)) for blind in (False, True)]),
    ("a double nil", [TargetBids(("double-nil",), False, ())]),
]
"""What could be bid to reach the target."""


def sentences() -> Iterator[tuple[str, str]]:
    """Each table; then counts of tricks, what could be bid, how far the target is, and who leads in a last hand."""
    for label, table in TABLES:
        yield label, side_sentence(table, PLAY)
    for counts in COUNTS:
        yield f"counts {', '.join(map(str, counts))}", counts_words(counts, TRICKS)
    for label, kinds in REACHES:
        yield f"{label} reaches the target", reach_sentence(kinds, PLAY)
    for points, unit in ((188, "points"), (1, "points"), (2, "chips"), (0, "points"), (-5, "points")):
        yield f"the target, {points} {unit} away", needs_words(points, unit)
    leads = ((20, "points"), (1, "points"), (0, "points"), (-1, "points"), (-20, "points"), (2, "chips"), (-2, "chips"))
    for points, unit in leads:
        yield f"a last hand, {points} {unit} from the best other side", lead_words(points, unit)
    for tie in (PLAY_ON, FEWEST_OVERTRICKS, SHARED):
        yield f"the last hand, a tie is {tie}", last_words(Ranking(tie), 0)
    yield "one hand after the last", last_words(Ranking(), 1)
