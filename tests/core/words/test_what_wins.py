"""What wins it, in sentences, word for word."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from scorekeeper.core.analysis.ends import End
from scorekeeper.core.analysis.what_wins import Chance, Row
from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.ruleset import Play
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.words.what_wins import counts_words, needs_words, side_sentence

TRICKS = 5
PLAY = Play(seating(Shape(2), TRICKS), (), (), (), 500, 10, "bag")
NUMBER = Call("3", Aim.AT_LEAST, 3, 30, -30)
NIL = Call("nil", Aim.EXACTLY, 0, 100, -100, reason="nil")

WINS, LOSES, SHARES, GOES_ON = (End.WINS,), (End.LOSES,), (End.SHARES,), (End.GOES_ON,)
MAY_WIN = (End.WINS, End.GOES_ON)
MAY_LOSE = (End.LOSES, End.GOES_ON)


def rows(
    *ends: tuple[End, ...],
    made: Sequence[Chance] | None = None,
    reasons: Mapping[int, tuple[tuple[str, Chance], ...]] | None = None,
) -> tuple[Row, ...]:
    """Rows from no trick on, the last of these ends for all that follow."""
    whole = [ends[min(tricks, len(ends) - 1)] if ends else () for tricks in range(TRICKS + 1)]
    return tuple(
        Row(
            tricks,
            (0, 0),
            (0, 0),
            ((NIL, Chance.CAN), (NUMBER, made[tricks] if made else Chance.NEVER)),
            (reasons or {}).get(tricks, ()),
            whole[tricks],
        )
        for tricks in range(TRICKS + 1)
    )


def said(table: tuple[Row, ...], *, alone: bool = True) -> str:
    return side_sentence(table, "Ann" if alone else "Ann & Cal", alone, PLAY)


N, C, A = Chance.NEVER, Chance.CAN, Chance.ALWAYS


def test_one_alone_wins_and_a_pair_win() -> None:
    table = rows(GOES_ON, GOES_ON, GOES_ON, WINS)
    assert said(table) == "Ann wins with 3 or more."
    assert said(table, alone=False) == "Ann & Cal win with 3 or more."


def test_what_is_sure_comes_before_what_may_be() -> None:
    assert said(rows(GOES_ON, GOES_ON, MAY_WIN, WINS)) == "Ann wins with 3 or more, perhaps with 2."
    assert said(rows(GOES_ON, GOES_ON, MAY_WIN), alone=False) == "Ann & Cal can win with 2 or more."


def test_a_side_that_may_lose_is_told_only_where_it_is_sure() -> None:
    assert said(rows(WINS, LOSES, MAY_LOSE)) == "Ann wins with none; 1 loses the game."
    assert said(rows(WINS, LOSES, LOSES, GOES_ON)) == "Ann wins with none; 1 or 2 lose the game."


def test_sharing_comes_second() -> None:
    assert said(rows(SHARES, SHARES, WINS)) == "Ann wins with 2 or more; none or 1 share it."
    assert said(rows(LOSES, SHARES, WINS)) == "Ann wins with 2 or more; 1 shares it; none loses the game."
    assert said(rows(GOES_ON, SHARES, GOES_ON)) == "Ann shares it with 1."


def test_where_nothing_wins_it_says_what_makes_the_bid() -> None:
    assert said(rows(GOES_ON, made=(N, N, N, A, A, A))) == "Ann makes the bid with 3 or more."
    assert said(rows(MAY_WIN, made=(N, N, N, A, A, A))) == "Ann can win with any number; 3 or more make the bid."
    assert said(rows(GOES_ON, made=(N, N, C, A, A, A))) == "Ann makes the bid with 3 or more, perhaps with 2."
    assert said(rows(WINS, made=(N, N, N, A, A, A))) == "Ann wins with any number."


def test_the_penalty_is_said_with_its_number() -> None:
    penalty = {4: (("bag-penalty", C),), 5: (("bags", A), ("bag-penalty", A))}
    assert said(rows(GOES_ON, reasons=penalty)) == "Ann brings the 10th bag with all 5, perhaps with 4."
    assert said(rows(WINS, GOES_ON, reasons=penalty)) == "Ann wins with none; all 5 brings the 10th bag, 4 can."
    assert said(rows(WINS, GOES_ON, reasons={4: (("bag-penalty", C),)})) == (
        "Ann wins with none; 4 can bring the 10th bag."
    )


def test_the_pot_is_taken() -> None:
    pot = {2: (("pot", C),), 3: (("pot", A),), 4: (("pot", A),), 5: (("pot", A),)}
    assert said(rows(GOES_ON, reasons=pot)) == "Ann takes the pot with 3 or more, perhaps with 2."
    assert said(rows(WINS, GOES_ON, reasons=pot)) == "Ann wins with none; 3 or more take the pot, 2 can."


def test_a_bid_without_a_number_has_none_to_make() -> None:
    only_nil = tuple(replace(row, contracts=((NIL, Chance.ALWAYS),)) for row in rows(GOES_ON))
    assert said(only_nil) == ""


def test_who_can_only_lose_is_told_so() -> None:
    assert said(rows(LOSES)) == "Ann cannot win any more."


def test_where_nothing_hangs_on_the_tricks_nothing_is_said() -> None:
    assert said(rows(GOES_ON)) == ""


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([], ""),
        ([0], "none"),
        ([5], "all 5"),
        ([2], "2"),
        ([0, 1], "none or 1"),
        ([1, 2], "1 or 2"),
        ([4, 5], "4 or more"),
        ([0, 1, 2], "2 or fewer"),
        ([1, 2, 3], "1 to 3"),
        ([1, 2, 3, 4, 5], "1 or more"),
        ([0, 1, 2, 3, 4, 5], "any number"),
        ([0, 2], "none or 2"),
        ([0, 2, 4, 5], "none, 2 or 4 or more"),
    ],
)
def test_counts_of_tricks(counts: list[int], words: str) -> None:
    assert counts_words(counts, TRICKS) == words


@pytest.mark.parametrize(
    ("points", "unit", "words"),
    [
        (188, "points", "needs 188 points more"),
        (1, "points", "needs 1 point more"),
        (2, "chips", "needs 2 chips more"),
        (0, "points", "is at the target"),
        (-5, "points", "is at the target"),
    ],
)
def test_how_far_the_target_is(points: int, unit: str, words: str) -> None:
    assert needs_words(points, unit) == words
