"""The sentence of every kind of score line, word for word."""

import pytest

from scorekeeper.core.rules import pot, steps
from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.pot import ChipsLine, PotLine
from scorekeeper.core.rules.record import Adjustment
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import OvertrickLine, PenaltyLine, RunLine
from scorekeeper.core.words import lines as line_words
from scorekeeper.core.words.lines import ledger_words, line_text
from tests.anew import anew
from tests.core.words.codes import codes_in
from tests.tables import partnership, two_player


def contract(code: str, tricks: int, took: int, made: bool = True) -> Contract:
    """A call for so many tricks, with what its seats took."""
    return Contract(Side(0), Call(code, Aim.AT_LEAST, tricks, 0, 0), (), took, made, 0)


SAID: list[tuple[str, object, str]] = [
    ("contract-made", contract("5", 5, 6), "Bid 5, took 6"),
    ("contract-failed", contract("blind-6", 6, 5), "Blind 6, took 5"),
    ("outright", contract("13", 13, 13), "Bid 13, took 13: wins outright"),
    ("outright", contract("blind-10", 10, 11), "Blind 10, took 11: wins outright"),
    ("bemo-made", contract("bemo", 6, 8), "Bemo made"),
    ("bemo-failed", contract("bemo", 6, 8, made=False), "Bemo missed"),
    ("big-bemo-made", contract("big-bemo", 9, 9), "Big bemo made"),
    ("big-bemo-failed", contract("big-bemo", 9, 9, made=False), "Big bemo missed"),
    ("nil-made", contract("nil", 0, 0), "Nil made"),
    ("nil-failed", contract("nil", 0, 2, made=False), "Nil failed, took 2"),
    ("nil-failed", contract("nil-front", 0, 1, made=False), "Nil, front hand failed, took 1"),
    ("double-naught-failed", contract("double-naught", 0, 0, made=False), "Double naught failed"),
    ("bags", OvertrickLine(1, 4), "1 bag, the 4th"),
    ("bags", OvertrickLine(3, 12), "3 bags, the 10th to the 12th"),
    ("bags", OvertrickLine(1, 0), "1 bag"),
    ("bags", OvertrickLine(2, 0), "2 bags"),
    ("failed-nil-bags", OvertrickLine(1, 3), "1 bag, the 3rd, from the failed nil"),
    ("failed-nil-bags", OvertrickLine(2, 3), "2 bags, the 2nd to the 3rd, from the failed nil"),
    ("overtricks", OvertrickLine(1, 7), "1 overtrick"),
    ("overtricks", OvertrickLine(4, 7), "4 overtricks"),
    ("failed-nil-overtricks", OvertrickLine(2, 7), "2 overtricks, from the failed nil"),
    ("bag-penalty", PenaltyLine(10, 4, ((1, 2), (3, 7), (4, 1))), "Ten bags: 2 in hand 1, 7 in 3, 1 here"),
    ("bag-penalty", PenaltyLine(12, 4, ((4, 12),)), "Twelve bags: 12 here"),
    ("bag-penalty", PenaltyLine(13, 5, ((4, 12), (5, 1))), "13 bags: 12 in hand 4, 1 here"),
    ("overtrick-penalty", PenaltyLine(2, 9, ((8, 2),)), "Two overtricks: 2 in hand 8"),
    ("perfect-run", RunLine(3, 9), "3 perfect bids in a row"),
    ("perfect-run-goes-on", RunLine(4, 9), "4 perfect bids in a row"),
    ("adjustment", Adjustment(Side(0), 50, "talking"), "Agreed: talking"),
    ("tricks-only", contract("5", 5, 3, made=False), "Bid 5, took 3: 1 for each trick"),
    ("ante", ChipsLine(2), "Ante 2"),
    ("stake", ChipsLine(1), "Bid 1 chip"),
    ("stake", ChipsLine(3), "Bid 3 chips"),
    ("pot", PotLine(14, 1), "Takes the pot of 14"),
    ("pot-share", PotLine(19, 2), "Pot of 19, shared by 2"),
]


@pytest.mark.parametrize(("reason", "figures", "words"), SAID, ids=[words for _, _, words in SAID])
def test_the_sentence_of_a_line(reason: str, figures: object, words: str) -> None:
    assert line_text(LineItem(Side(0), 1, reason, figures, "number")) == words


def test_the_sentences_made_anew() -> None:
    # The sentences are made when their module is first read; here once more, so that what makes them is tested too.
    again = anew(line_words)
    lines = again["LINES"] | again["CONTRACTS"]
    for reason, figures, words in SAID:
        if reason in lines:
            assert lines[reason](figures) == words


def test_every_line_has_words() -> None:
    codes = [code for code in codes_in(steps, pot) if not hasattr(code.figures, "rulings")]  # those are of steps
    assert set(line_words.LINES) == {code.key for code in codes}
    assert set(line_words.LINES) | set(line_words.CONTRACTS) <= {reason for reason, _, _ in SAID}


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
    told = "Ann nil took 1, Cal 2 took 12; Ann adjusted -5 for talking"
    for side in partnership(told).last.sides:
        for line in side.lines:
            assert line_text(line).strip()
            assert line.rule
