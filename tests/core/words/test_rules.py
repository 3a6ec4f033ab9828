"""The rules in sentences, word for word, as they stand on a rules page."""

import pytest

from scorekeeper.core.rules import checked, endings, limits, pot, steps
from scorekeeper.core.rules.endings import AfterHands, Ending, Floor, Outright, Ranking, Target
from scorekeeper.core.rules.pot import PointsForThePot, Pot, Stakes
from scorekeeper.core.rules.scoring import Step
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks, PerfectRun
from scorekeeper.core.words import rules as rule_words
from scorekeeper.core.words.rules import pot_so_far, ruling_text, run_so_far
from tests.core.words.codes import codes_in

POINTS_FOR_THE_POT = (
    ("overtricks", "Each trick above a made bid is worth 1 point in the hand."),
    ("failed", "A bid that fails is worth 1 point in the hand for each trick taken."),
)
POT = "The most points in the hand take the pot; equals share it, and odd chips "
TO_EACH = "go one each to those who share it, from the left of the dealer."
IN_A_ROW = "3 bids in a row made to the trick are worth"

STEPS: list[tuple[Step, tuple[tuple[str, str], ...]]] = [
    (Contracts(), ()),
    (Overtricks("bag"), (("overtricks", "Each trick above a made bid is a bag, and worth 1 point."),)),
    (Overtricks("overtrick"), (("overtricks", "Each trick above a made bid is an overtrick, and worth 1 point."),)),
    (
        OvertrickPenalty("bag", 10, 100),
        (("bag-penalty", "Every 10 bags cost 100 points; the rest carries over."),),
    ),
    (
        OvertrickPenalty("bag", 5, 50, carries=False),
        (
            (
                "bag-penalty",
                "Every 5 bags cost 50 points; that is once in a hand at most, and the count begins again.",
            ),
        ),
    ),
    (
        OvertrickPenalty("overtrick", 10, 100, escalates=True),
        (
            (
                "overtrick-penalty",
                (
                    "Every 10 overtricks cost 100 points, the second time 200, the third 300, and so on; the rest "
                    "carries over."
                ),
            ),
        ),
    ),
    (PerfectRun(3, 80), (("perfect-run", f"{IN_A_ROW} 80 points more; then the count begins again."),)),
    (PerfectRun(3, 100, 50), (("perfect-run", f"{IN_A_ROW} 100 points more; each further one is worth 50."),)),
    (
        Adjustments(),
        (("adjustments", "Points that the table agrees on stand in their hand, with the reason."),),
    ),
    (PointsForThePot(), POINTS_FOR_THE_POT),
    (Stakes(0), (("stake", "Everyone puts in a chip for each trick bid."),)),
    (
        Stakes(2),
        (
            ("ante", "Before the deal everyone puts in 2 as an ante."),
            ("stake", "Everyone puts in a chip for each trick bid."),
        ),
    ),
    (Pot(carries_odd=False), (("pot", f"{POT}{TO_EACH}"),)),
    (Pot(carries_odd=True), (("pot", f"{POT}wait for the next pot."),)),
]


@pytest.mark.parametrize(("step", "rulings"), STEPS, ids=lambda value: str(value)[:60])
def test_what_a_step_does(step: Step, rulings: tuple[tuple[str, str], ...]) -> None:
    assert tuple((ruling.rule, ruling_text(ruling)) for ruling in step.rulings()) == rulings


@pytest.mark.parametrize(
    ("word", "said"), [("bag", "a bag"), ("overtrick", "an overtrick"), ("ante", "an ante"), ("trick", "a trick")]
)
def test_a_or_an(word: str, said: str) -> None:
    assert rule_words.a(word) == said


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (0, ""),
        (1, "1 perfect bid, 2 more are worth 80"),
        (2, "2 perfect bids in a row, the next is worth 80"),
    ],
)
def test_how_far_a_run_is_that_begins_again(run: int, words: str) -> None:
    assert run_so_far(PerfectRun(3, 80), run) == words


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (2, "2 perfect bids in a row, the next is worth 100"),
        (3, "3 perfect bids in a row, the next is worth 50"),
        (4, "4 perfect bids in a row, the next is worth 50"),
    ],
)
def test_how_far_a_run_is_that_goes_on(run: int, words: str) -> None:
    assert run_so_far(PerfectRun(3, 100, 50), run) == words


@pytest.mark.parametrize(
    ("ante", "numbers", "waiting", "words"),
    [
        (1, (3, 2, None, None, None), 0, "10 chips: 5 in antes and 5 bid"),
        (1, (3, 2, 2, 1, 1), 0, "14 chips: 5 in antes and 9 bid"),
        (2, (3, 2, 1), 1, "13 chips: 6 in antes, 6 bid and 1 left from before"),
        (0, (0, 1, None), 0, "1 chip: 1 bid"),
        (0, (None, None, None), 0, "0 chips: 0 bid"),
        (0, (0, 2, 0), 1, "3 chips: 2 bid and 1 left from before"),
    ],
)
def test_what_lies_in_the_pot(ante: int, numbers: tuple[int | None, ...], waiting: int, words: str) -> None:
    assert pot_so_far(Stakes(ante).so_far(numbers, waiting)) == words


@pytest.mark.parametrize(
    ("tie", "words"),
    [
        ("play-on", "The highest has won; where several are, another hand is played."),
        (
            "fewest-overtricks",
            (
                "The highest has won; of several the one with the fewest overtricks in the game; else another "
                "hand is played."
            ),
        ),
        ("shared", "The highest has won; where several are, they share it."),
    ],
)
def test_who_has_won_at_the_end(tie: str, words: str) -> None:
    assert ruling_text(Target(500, Ranking(tie)).ruling()).endswith(f"after a hand. {words}")


def test_what_ends_a_game() -> None:
    def first_sentence(ending: Ending) -> str:
        return ruling_text(ending.ruling()).split(". ")[0]

    assert first_sentence(Outright()) == "A bid that wins outright ends the game, whatever the totals."
    assert first_sentence(Target(500, Ranking())) == "The game ends when a side has 500 or more after a hand"
    assert first_sentence(Floor(-200, Ranking())) == "The game ends when a side has -200 or less after a hand"
    assert first_sentence(AfterHands(1, Ranking())) == "The game ends after 1 hand"
    assert first_sentence(AfterHands(2, Ranking())) == "The game ends after 2 hands"


def test_what_becomes_of_a_game_that_stops() -> None:
    rest = "the highest has won, and equals share it."
    assert rule_words.stopping(True) == f"If the table stops before that: {rest}"
    assert rule_words.stopping(False) == f"The table says when the game is over: {rest}"


def test_what_stands_beside_what() -> None:
    nils = ["Nil, front hand", "Nil, right hand", "Naught, front hand"]
    assert rule_words.beside([nils, ["Bemo", "Big bemo"]], ["Double nil", "Double naught"]) == (
        "Beside a number may stand nil, front hand or nil, right hand or naught, front hand; and bemo or "
        "big bemo. Double nil and double naught stand alone."
    )
    assert rule_words.beside([["Bemo"]], []) == "Beside a number may stand bemo."


def test_the_rounds_of_bidding() -> None:
    assert rule_words.rounds(once=True) == "Once all have bid, each is asked once more, in turn."
    assert rule_words.rounds(once=False) == "Once all have bid there are further rounds, until nobody changes a bid."


def test_partners_numbers() -> None:
    assert rule_words.summed() == "Partners’ numbers add up to one contract, which both play for."


def test_every_ruling_has_words() -> None:
    codes = codes_in(steps, pot, endings, limits, checked)
    rulings = [code for code in codes if hasattr(code.figures, "rulings") or hasattr(code.figures, "ruling")]
    assert sorted(rule_words.RULINGS) == sorted(code.key for code in rulings)
