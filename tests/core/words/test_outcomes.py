"""How the end of a game is told, word for word: in one sentence, as a heading, and the sentences under it."""

import pytest

from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words import outcomes
from tests.tables import cutthroat

NAMES = ("Ann", "Ben", "Cal")
ANN, BEN, CAL = Side(0), Side(1), Side(2)
PAIRS = ("Ann & Cal", "Ben & Dee")

TARGET = Outcome((BEN,), "target", "highest", 9, 500)
HANDS = Outcome((BEN,), "hands", "highest", 3, 3)
ONE_HAND = Outcome((BEN,), "hands", "highest", 1, 1)
FLOOR = Outcome((BEN,), "floor", "highest", 7, -200)
CLOSED = Outcome((BEN,), "closed", "highest", 4, 0, "rain")
GAVE_UP = Outcome((BEN,), "closed", "highest", 4, 0, "", ANN)
OUTRIGHT = Outcome((CAL,), "outright", "outright", 5)
FEWEST = Outcome((CAL,), "target", "fewest-overtricks", 9, 500)

TOTALS = (100, 520, 430)
OVERTRICKS = (7, 6, 5)
TOLD = [
    (TARGET, TOTALS, "Ben reached 500: 520 to 430 to 100"),
    (HANDS, TOTALS, "Ben led after 3 hands: 520 to 430 to 100"),
    (ONE_HAND, TOTALS, "Ben led after 1 hand: 520 to 430 to 100"),
    (FLOOR, TOTALS, "Ben led when a side fell to -200: 520 to 430 to 100"),
    (CLOSED, TOTALS, "The table stopped after 4 hands, Ben led: 520 to 430 to 100"),
    (GAVE_UP, TOTALS, "Ann gave up after 4 hands, Ben led the others: 520 to 430 to 100"),
    (OUTRIGHT, TOTALS, "Cal won outright in hand 5"),
    (FEWEST, (100, 520, 520), "Cal, on fewest overtricks: 5 to 6, both at 520"),
    (FEWEST, (520, 520, 520), "Cal, on fewest overtricks: 5 to 6 to 7, all at 520"),
]


@pytest.mark.parametrize(("outcome", "totals", "words"), TOLD, ids=[words for _, _, words in TOLD])
def test_the_end_in_one_sentence(outcome: Outcome, totals: tuple[int, ...], words: str) -> None:
    assert outcomes.outcome_text(outcome, NAMES, totals, OVERTRICKS) == words


def test_an_outcome_names_all_totals_best_first() -> None:
    game = cutthroat(
        "so far Ann -40, Ben 480, Cal 200, Dee 10", "Ben 4 took 4, Ann 3 took 3, Cal 3 took 3, Dee 3 took 3"
    )
    assert game.outcome == "Ben reached 500: 520 to 230 to 40 to -10"


@pytest.mark.parametrize(
    ("ended_by", "figure", "forfeit", "why"),
    [
        ("target", 500, None, "500 reached"),
        ("floor", -200, None, "A side fell to -200"),
        ("hands", 3, None, "After 4 hands"),
        ("closed", 0, CAL, "Cal gave up after 4 hands"),
        ("closed", 0, None, "The table stopped after 4 hands"),
    ],
)
def test_an_end_that_is_shared(ended_by: str, figure: int, forfeit: Side | None, why: str) -> None:
    outcome = Outcome((ANN, BEN), ended_by, "shared", 4, figure, "", forfeit)
    assert outcomes.outcome_text(outcome, NAMES, (200, 200, 10), OVERTRICKS) == f"{why}: Ann and Ben share it at 200"
    assert outcomes.outcome_heading(outcome, NAMES, True) == "Ann and Ben share it"


def test_who_gives_up_against_one_other_leaves_the_game_to_them() -> None:
    outcome = Outcome((BEN,), "closed", "highest", 1, 0, "", ANN)
    assert (
        outcomes.outcome_text(outcome, NAMES[:2], (30, 20), (0, 0)) == "Ann gave up after 1 hand, Ben stayed: 20 to 30"
    )


@pytest.mark.parametrize(
    ("outcome", "alone", "heading"),
    [
        (TARGET, True, "Ben wins"),
        (OUTRIGHT, True, "Cal wins, outright"),
        (FEWEST, True, "Cal wins, on fewest overtricks"),
        (TARGET, False, "Ben win"),
        (Outcome((ANN, CAL), "outright", "outright", 5), True, "Ann and Cal win, outright"),
    ],
)
def test_the_heading(outcome: Outcome, alone: bool, heading: str) -> None:
    assert outcomes.outcome_heading(outcome, NAMES, alone) == heading


def test_a_pair_win_together() -> None:
    assert outcomes.outcome_heading(TARGET, PAIRS, False) == "Ben & Dee win"


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (TARGET, ["500 was reached in hand 9: 520 to 430 to 100."]),
        (HANDS, ["3 hands were played: 520 to 430 to 100."]),
        (FLOOR, ["A side fell to -200 or below in hand 7: 520 to 430 to 100."]),
        (CLOSED, ["The table stopped after 4 hands: 520 to 430 to 100.", "Reason: rain."]),
        (GAVE_UP, ["Ann gave up after 4 hands: 520 to 430 to 100."]),
        (OUTRIGHT, ["A bid that wins the game was made in hand 5.", "Totals: 430 to 520 to 100."]),
    ],
)
def test_the_sentences_under_the_heading(outcome: Outcome, why: list[str]) -> None:
    assert outcomes.outcome_why(outcome, NAMES, TOTALS, OVERTRICKS, "overtrick") == why


def test_the_overtricks_that_decided() -> None:
    assert outcomes.outcome_why(FEWEST, NAMES, (100, 520, 520), OVERTRICKS, "bag") == [
        "500 was reached in hand 9: 520 to 520 to 100.",
        "Bags in the game: 5 to 6.",
    ]
