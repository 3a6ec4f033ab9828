"""How a game ends: in one sentence, and as a heading."""

from collections.abc import Iterator

from scorekeeper.core.rules.endings import Outcome, TimeCall
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.endings import called_words
from scorekeeper.core.words.outcomes import against_text, headline, outcome_heading, outcome_text, result_text

NAMES = ("Ann", "Ben", "Cal")
ANN, BEN, CAL = Side(0), Side(1), Side(2)

TOTALS, OVERTRICKS = (100, 520, 430), (7, 6, 5)

OUTCOMES: list[tuple[Outcome, tuple[int, ...]]] = [
    (Outcome((BEN,), "target", "highest", 9, 500), TOTALS),
    (Outcome((BEN,), "hands", "highest", 3, 3), TOTALS),
    (Outcome((BEN,), "hands", "highest", 1, 1), TOTALS),
    (Outcome((BEN,), "floor", "highest", 7, -200), TOTALS),
    (Outcome((BEN,), "closed", "highest", 4, 0, "rain"), TOTALS),
    (Outcome((BEN,), "closed", "highest", 4, 0, "", ANN), TOTALS),
    (Outcome((CAL,), "outright", "outright", 5), TOTALS),
    (Outcome((ANN, CAL), "outright", "outright", 5), TOTALS),
    (Outcome((CAL,), "target", "fewest-overtricks", 9, 500), (100, 520, 520)),
    (Outcome((CAL,), "target", "fewest-overtricks", 9, 500), (520, 520, 520)),
    (Outcome((ANN, BEN), "target", "shared", 4, 500), (200, 200, 10)),
    (Outcome((ANN, BEN), "floor", "shared", 4, -200), (200, 200, 10)),
    (Outcome((ANN, BEN), "hands", "shared", 4, 3), (200, 200, 10)),
    (Outcome((ANN, BEN), "closed", "shared", 4, 0, "", CAL), (200, 200, 10)),
    (Outcome((ANN, BEN), "closed", "shared", 4, 0), (200, 200, 10)),
    (Outcome((BEN,), "closed", "highest", 1, 0, "", ANN), (30, 20)),
    (Outcome((BEN,), "sets", "highest", 7, 3), TOTALS),
    (Outcome((BEN,), "sets", "highest", 1), TOTALS),
    (Outcome((BEN,), "time", "highest", 7, 41), TOTALS),
    (Outcome((BEN,), "time", "highest", 1, 1), (30, 50)),
    (Outcome((ANN, BEN), "time", "shared", 7, 41), (200, 200, 10)),
    (Outcome((BEN,), "forfeit", "highest", 4, 0, "", ANN), TOTALS),
    (Outcome((BEN,), "forfeit", "highest", 1, 0, "", ANN), (30, 20)),
    (Outcome((ANN, BEN), "sets", "shared", 7, 3), (200, 200, 10)),
    (Outcome((BEN,), "target", "higher-contract", 9, 350), (100, 352, 370)),
    (Outcome((BEN,), "hands", "higher-contract", 4, 4), (200, 210, 210)),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each with what ended and decided the game."""
    for outcome, totals in OUTCOMES:
        names, overtricks = NAMES[: len(totals)], OVERTRICKS[: len(totals)]
        label = f"{outcome.ended_by}, {outcome.decided_by}"
        yield label, outcome_text(outcome, names, totals, overtricks)
        yield label, f"# {outcome_heading(outcome, names, True)}"
        yield label, f"> {result_text(outcome, names, totals, overtricks)}"
        yield label, f"| {against_text(outcome, names, 74)}"
    yield "a pair", f"# {outcome_heading(OUTCOMES[0][0], ('Ann & Cal', 'Ben & Dee'), False)}"
    yield "tenths", outcome_text(OUTCOMES[1][0], NAMES, (-21, 43, 40), OVERTRICKS, "tenths")
    for winner, totals in ((ANN, (520, 322)), (BEN, (-43, 40))):
        won = Outcome((winner,), "target", "highest", 8, 500)
        for unit in ("points", "tenths"):
            yield "to send", result_text(won, NAMES[:2], totals, (1, 2), unit)
            yield "to send", f"# {headline(won, NAMES[:2], totals, True, unit)}"
    pairs = ("Ann & Cal", "Ben & Dee")
    for ended_by, decided_by, forfeit, minutes in (
        *(("target", "highest", None, minutes) for minutes in (0, 48, 72)),
        *(("target", "shared", None, 72), ("closed", "highest", None, 72), ("closed", "highest", BEN, 72)),
    ):
        yield (
            "below the winner",
            against_text(Outcome((ANN,), ended_by, decided_by, 9, forfeit=forfeit), pairs, minutes),
        )
    for minutes in (1, 41):
        yield "time was called", called_words(TimeCall(6, minutes))
