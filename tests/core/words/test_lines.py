"""Score lines of hands as they are played: bags counted on, and where a penalty's overtricks came from."""

import pytest

from scorekeeper.core.words.lines import ledger_words, line_text
from tests.tables import partnership, two_player


@pytest.mark.parametrize(
    ("ledger", "here", "words"),
    [
        ((), 1, ""),
        (((1, 2),), 1, "2 here"),
        (((1, 2),), 2, "2 in hand 1"),
        (((1, 2), (3, 4)), 5, "2 in hand 1, 4 in 3"),
        (((1, 2), (3, 4), (5, 6)), 5, "2 in hand 1, 4 in 3, 6 here"),
    ],
)
def test_where_overtricks_came_from(ledger: tuple[tuple[int, int], ...], here: int, words: str) -> None:
    assert ledger_words(ledger, here) == words


def test_one_bag_and_several() -> None:
    assert two_player("Ann 5 took 6").lines("Ann")[1] == "+1 1 bag, the 1st"
    assert two_player("Ann 5 took 7").lines("Ann")[1] == "+2 2 bags, the 1st to the 2nd"
    assert two_player("so far Ann 0 with 2 bags", "Ann 5 took 6").lines("Ann")[1] == "+1 1 bag, the 3rd"
    assert two_player("Ann 5 took 6", bags=0).lines("Ann")[1] == "+1 1 bag"


def test_bags_of_a_failed_nil_go_on_counting_from_the_partners() -> None:
    game = partnership("Ann nil took 1, Cal 2 took 4, Ben 4 and Dee 4 took 8")
    assert game.lines("Ann")[-2:] == ["+2 2 bags, the 1st to the 2nd", "+1 1 bag, the 3rd, from the failed nil"]


def test_every_line_has_words_and_a_rule() -> None:
    hand = "Ann nil took 1, Cal 2 took 12; Ann adjusted -5 for talking"
    for side in partnership(hand).last.sides:
        for line in side.lines:
            assert line_text(line).strip()
            assert line.rule
