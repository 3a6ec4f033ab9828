"""The words of the engine that no game above has shown: numbers, calls, ledgers, outcomes."""

import pytest

from scorekeeper.rules import wording
from tests.tables import cutthroat, partnership, two_player


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (111, "111th"),
        (121, "121st"),
    ],
)
def test_ordinals(number: int, word: str) -> None:
    assert wording.ordinal(number) == word


def test_counts() -> None:
    assert [wording.counted(number, "bag") for number in (0, 1, 2)] == ["0 bags", "1 bag", "2 bags"]


def test_names_joined() -> None:
    assert wording.joined([]) == ""
    assert wording.joined(["Ann"]) == "Ann"
    assert wording.joined(["Ann", "Ben", "Cal"]) == "Ann, Ben and Cal"


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("5", "5"),
        ("nil", "Nil"),
        ("blind-nil", "Blind nil"),
        ("blind-6", "Blind 6"),
        ("nil-front", "Nil, front hand"),
        ("double-nil-front", "Double nil, front hand"),
    ],
)
def test_calls_as_people_say_them(code: str, word: str) -> None:
    assert wording.call_word(code) == word


def test_bids_as_people_say_them() -> None:
    assert wording.bid_word(()) == ""
    assert wording.bid_word(("6", "bemo")) == "6 and bemo"


def test_one_bag_and_several() -> None:
    assert two_player("Ann 5 took 6").lines("Ann")[1] == "+1 1 bag, the 1st"
    assert two_player("Ann 5 took 7").lines("Ann")[1] == "+2 2 bags, the 1st to the 2nd"
    assert two_player("so far Ann 0 with 2 bags", "Ann 5 took 6").lines("Ann")[1] == "+1 1 bag, the 3rd"
    assert two_player("Ann 5 took 6", bags=0).lines("Ann")[1] == "+1 1 bag"


def test_bags_of_a_failed_nil_go_on_counting_from_the_partners() -> None:
    game = partnership("Ann nil took 1, Cal 2 took 4, Ben 4 and Dee 4 took 8")
    assert game.lines("Ann")[-2:] == ["+2 2 bags, the 1st to the 2nd", "+1 1 bag, the 3rd, from the failed nil"]


def test_an_outcome_names_all_totals_best_first() -> None:
    game = cutthroat(
        "so far Ann -40, Ben 480, Cal 200, Dee 10", "Ben 4 took 4, Ann 3 took 3, Cal 3 took 3, Dee 3 took 3"
    )
    assert game.outcome == "Ben reached 500: 520 to 230 to 40 to -10"


def test_every_line_has_words_and_a_rule() -> None:
    told = "Ann nil took 1, Cal 2 took 12; Ann adjusted -5 for talking"
    for side in partnership(told).last.sides:
        for line in side.lines:
            assert wording.line_text(line).strip()
            assert line.rule
