"""The worked examples 6 to 20 that the rules were settled with. (1 to 5 are the standard family's.)"""

import pytest

from tests.core.rulesets.cast import (
    berkley_three_1,
    berkley_three_2,
    berkley_two,
    evil,
    gambling_for_five,
    gambling_for_three,
    head_start,
    hurricane,
    miser,
)


def test_6_ten_for_two_hundred_and_a_bemo_made_or_missed() -> None:
    assert berkley_two("Ann 10 took 11, Ben 4 took 2").points("Ann") == 201
    assert berkley_two("Ann 10 took 9, Ben 4 took 4").points("Ann") == -100
    assert berkley_two("Ann 7+bemo took 8 made bemo, Ben 4 took 5").points("Ann") == 131
    assert berkley_two("Ann 7+bemo took 7, Ben 4 took 6").points("Ann") == 10


@pytest.mark.parametrize(("failed_nil", "points"), [("bags", -149), ("ignored", -150), ("helps", -50)])
def test_7_a_naught_beside_five(failed_nil: str, points: int) -> None:
    made = berkley_two("Ann 5+naught-right took 6/0, Ben 4 took 7", failed_nil=failed_nil)
    assert (made.points("Ann"), made.overtricks("Ann")) == (251, 1)
    failed = berkley_two("Ann 5+naught-right took 4/1, Ben 4 took 8", failed_nil=failed_nil)
    assert failed.points("Ann") == points


def test_8_a_hundred_behind_may_go_blind() -> None:
    allowed = berkley_two(head_start(120, 220), "Ann blind-6 took 7, Ben 4 took 6")
    assert (allowed.points("Ann"), allowed.objections) == (101, [])
    irregular = berkley_two(head_start(121, 220), "Ann blind-6 took 7, Ben 4 took 6")
    assert irregular.points("Ann") == 101
    assert irregular.objections == ["Blind 6 is only for a side 100 or more behind; this side is 99 behind (Ann)"]


def test_9_three_perfect_bids_and_three_more() -> None:
    hands = [f"Ann {n} took {n}, Ben 6 took {13 - n}" for n in (5, 4, 6, 5, 5, 4)]
    assert berkley_two(*hands).each("Ann") == [50, 40, 140, 50, 50, 120]


def test_10_level_at_520_and_fewest_overtricks() -> None:
    last = "Ann 5 took 5, Ben 4 took 8; Ann adjusted +10 for talk; Ben adjusted +6 for talk"
    decided = berkley_two(head_start(460, 470, tricks=(11, 2)), last)
    assert [decided.total(name) for name in ("Ann", "Ben")] == [520, 520]
    assert [decided.overtricks(name) for name in ("Ann", "Ben")] == [7, 4]
    assert decided.winners == ["Ben"]
    assert decided.outcome == "Ben won at 520 on fewest overtricks, 4–7"


def test_10_level_at_520_and_level_on_overtricks() -> None:
    last = "Ann 4 took 4, Ben 4 took 9; Ann adjusted +20 for talk; Ben adjusted +5 for talk"
    level = berkley_two(head_start(460, 470, tricks=(9, 4)), last)
    assert [level.total(name) for name in ("Ann", "Ben")] == [520, 520]
    assert [level.overtricks(name) for name in ("Ann", "Ben")] == [5, 5]
    assert level.outcome == ""
    another = berkley_two(head_start(460, 470, tricks=(9, 4)), last, "Ann 6 took 5, Ben 7 took 8")
    assert another.winners == ["Ben"]


def test_11_three_books_for_a_renege() -> None:
    played = berkley_two("Ann 6 took 6, Ben 7 took 7; Ben gives Ann 3 books")
    assert (played.points("Ann"), played.points("Ben")) == (63, -70)


def test_12_exact_low_bids_blind_bids_and_an_outright_win() -> None:
    played = berkley_three_1("Ann 2 took 3, Ben 7 took 7, Cal blind-3 took 3")
    assert [played.points(name) for name in ("Ann", "Ben", "Cal")] == [-100, 100, 70]
    won = berkley_three_1("so far Ann 480, Ben -120, Cal 300", "Ann 3 took 3, Ben blind-10 took 10, Cal 0 took 0")
    assert won.winners == ["Ben"]
    assert won.outcome == "Ben won outright in hand 2"
    assert won.total("Ann") == 510


def test_13_the_other_table() -> None:
    assert berkley_three_2("Ann 17 took 18, Ben 3 took 0, Cal 3 took 0").winners == ["Ann"]
    assert berkley_three_2("Ann blind-10 took 10, Ben 3 took 4, Cal 3 took 4").points("Ann") == 400
    assert berkley_three_2("Ann 1 took 1, Ben 8 took 8, Cal 8 took 9").points("Ann") == 300


def test_14_five_perfect_bids_and_the_end_of_a_run() -> None:
    fours = ["Ann 4 took 4, Ben 4 took 5, Cal 3 took 4"] * 5
    played = berkley_three_1(*fours, "Ann 4 took 5, Ben 4 took 4, Cal 4 took 4")
    assert played.each("Ann") == [40, 40, 140, 90, 90, 41]
    assert played.board.scores[0].run == 0


def test_15_miser() -> None:
    played = miser("Ann 2 took 2, Ben 3 took 4, Cal 3 took 3, Dee 4 took 4")
    assert [played.points(name) for name in ("Ann", "Ben", "Cal", "Dee")] == [110, -100, 100, 90]


def test_16_the_best_hand_takes_the_pot() -> None:
    played = gambling_for_five("Ann 3 took 3, Ben 2 took 3, Cal 2 took 1, Dee 1 took 2, Eve 1 took 1")
    sides = played.last.sides
    assert [sum(line.points for line in side.lines if not line.in_total) for side in sides] == [30, 21, 1, 11, 10]
    assert [played.points(name) for name in ("Ann", "Ben", "Cal", "Dee", "Eve")] == [10, -3, -3, -2, -2]
    assert "+14 Takes the pot of 14" in played.lines("Ann")


def test_17_a_shared_pot_and_the_odd_chip() -> None:
    played = gambling_for_three("Ann 5 took 6, Ben 5 took 6, Cal 6 took 5", dealer="Ann")
    assert "+9 Pot of 19, shared by 2" in played.lines("Ann")
    assert "+10 Pot of 19, shared by 2" in played.lines("Ben")
    assert [played.points(name) for name in ("Ann", "Ben", "Cal")] == [3, 4, -7]


def test_18_a_pair_with_four_bags_takes_eight_in_the_seventh_evil_hand() -> None:
    played = evil(
        "Ann 3 and Cal 3 took 10, Ben 2 and Dee 2 took 3; Ann adjusted -400 for the example",
        "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6",
        "Ann 7 took 7, Cal nil took 0, Ben 5 took 6, Dee nil took 0",
        "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6",
        "Ann 7 took 7, Cal double-nil took 0, Ben 5 took 6, Dee double-nil took 0; Ben adjusted -400 for the example",
        "Ann 4 and Cal 4 took 8, Ben 3 and Dee 3 took 5",
        "Ann 1 and Cal 1 took 8, Ben 1 and Dee 1 took 5",
    )
    assert played.board.hands[5].sides[0].score.towards_penalty == 4
    assert played.last.deal.name == "bags"
    assert played.objections == []
    assert (played.points("Ann"), played.bags("Ann")) == (-74, 0)


def test_19_the_last_evil_hand() -> None:
    level = "Ann 3 and Cal 3 took 6, Ben 4 and Dee 3 took 7; Ann adjusted -60 for x; Ben adjusted -70 for x"
    played = evil(*[level] * 44, "Ben 13 took 13, Dee double-nil took 0, Ann double-nil took 0, Cal double-nil took 0")
    assert (played.last.number, played.last.deal.name) == (45, "winner takes all")
    assert played.objections == []
    assert (played.points("Ben"), played.points("Ann")) == (330, 400)


def test_20_hurricane_after_three_hands() -> None:
    played = hurricane(
        "Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6",
        "Ann 3 and Cal 3 took 7, Ben 3 and Dee 3 took 6",
        "Ann 1 and Cal 1 took 6, Ben 3 and Dee 3 took 7; Ann adjusted -12 for x",
    )
    assert [played.total(name) for name in ("Ann", "Ben")] == [143, 181]
    assert played.winners == ["Ben & Dee"]
    assert played.outcome == "Ben & Dee won 181–143 after 3 hands"
