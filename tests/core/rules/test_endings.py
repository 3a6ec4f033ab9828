"""The end of a game: the target, the floor, ties by every rule, stopping early, and hands after the end."""

from tests.tables import cutthroat, partnership, two_player

BOTH_AT_500 = ("so far Ann 450, Ben 430", "Ann 5 took 6, Ben 7 took 7; Ann adjusted -1 for talking")


def test_reaching_the_target_is_enough() -> None:
    game = two_player("so far Ann 440", "Ann 6 took 6")
    assert game.outcome == "Ann won 500–16"
    assert game.winners == ["Ann"]


def test_one_point_short_is_not() -> None:
    assert two_player("so far Ann 439", "Ann 6 took 6").outcome == ""


def test_five_hundred_to_five_hundred_goes_on() -> None:
    tied = two_player(*BOTH_AT_500)
    assert (tied.total("Ann"), tied.total("Ben"), tied.outcome) == (500, 500, "")
    decided = two_player(*BOTH_AT_500, "Ann 6 took 5, Ben 7 took 8")
    assert decided.outcome == "Ben won 571–440"


def test_a_tie_below_the_target_is_nothing() -> None:
    assert two_player("Ann 6 took 6, Ben 6 took 7; Ben adjusted -1 for talking", tie="shared").outcome == ""


def test_a_tie_may_be_shared() -> None:
    game = two_player(*BOTH_AT_500, tie="shared")
    assert game.outcome == "Ann and Ben share the win at 500"
    assert game.winners == ["Ann", "Ben"]


def test_a_tie_may_go_to_the_fewest_overtricks() -> None:
    game = two_player(*BOTH_AT_500, tie="fewest-overtricks")
    assert game.outcome == "Ben won at 500 on fewest overtricks, 0–1"


def test_with_as_many_overtricks_another_hand_is_played() -> None:
    level = ("Ann 3 took 4, Ben 8 took 9; Ann adjusted +469 for luck; Ben adjusted +419 for luck",)
    assert two_player(*level, tie="fewest-overtricks").outcome == ""
    decided = two_player(*level, "Ann 5 took 6, Ben 6 took 7", tie="fewest-overtricks")
    assert decided.outcome == "Ben won 561–551"


def test_of_three_at_the_top_the_fewest_overtricks_alone_decides() -> None:
    hand = (
        "Ann 3 took 4, Ben 3 took 3, Cal 3 took 4, Dee 2 took 2; Ann adjusted +469 for luck;"
        " Ben adjusted +470 for luck; Cal adjusted +469 for luck"
    )
    game = cutthroat(hand, tie="fewest-overtricks")
    assert game.outcome == "Ben won at 500 on fewest overtricks, 0–1–1"
    assert cutthroat(hand, tie="shared").outcome == "Ann, Ben and Cal share the win at 500"
    assert cutthroat(hand).outcome == ""


def test_several_past_the_target_the_highest_has_won() -> None:
    game = cutthroat("so far Ann 480, Ben 490, Cal 100", "Ann 4 took 4, Ben 2 took 2, Cal 3 took 4, Dee 3 took 3")
    assert game.outcome == "Ann won 520–510–131–30"


def test_another_target() -> None:
    assert two_player("Ann 5 took 5", target=50).outcome == "Ann won 50–17"


def test_a_side_that_falls_to_the_floor_ends_the_game() -> None:
    game = partnership("so far Ann -130, Ben 40", "Ann 4 and Cal 3 took 5, Ben 4 and Dee 4 took 8", lose_at=-200)
    assert game.outcome == "Ben & Dee won 120 to −200; a side fell to −200"


def test_without_a_floor_it_goes_on() -> None:
    assert partnership("so far Ann -1000", "Ann 4 and Cal 3 took 5").outcome == ""


def test_one_point_above_the_floor_it_goes_on() -> None:
    assert two_player("so far Ann -139", "Ann 6 took 5", lose_at=-200).outcome == ""


def test_both_at_the_floor_the_highest_has_won() -> None:
    game = two_player("so far Ann -190, Ben -180", "Ann 8 took 6, Ben 8 took 7", lose_at=-200)
    assert game.outcome == "Ben won −260 to −270; a side fell to −200"


def test_both_alike_at_the_floor_another_hand_decides() -> None:
    fallen = ("so far Ann -190, Ben -190", "Ann 8 took 6, Ben 8 took 7")
    assert two_player(*fallen, lose_at=-200).outcome == ""
    assert (
        two_player(*fallen, lose_at=-200, tie="shared").outcome
        == "Ann and Ben share the win at −270; a side fell to −200"
    )


def test_the_target_and_the_floor_in_one_hand() -> None:
    game = cutthroat("so far Ann 470, Ben -190", "Ann 4 took 4, Ben 4 took 2", lose_at=-200)
    assert game.outcome == "Ann won 510 to 13 to 12 to −230"


def test_the_leader_has_won_where_the_table_stops() -> None:
    game = two_player("Ann 5 took 6, Ben 8 took 7", closed="the last train")
    assert game.outcome == "Ann won 51 to −80; the table stopped after 1 hand"
    assert game.board.outcome is not None
    assert game.board.outcome.reason == "the last train"


def test_a_tie_where_the_table_stops_is_shared() -> None:
    assert two_player(closed="rain").outcome == "Ann and Ben share the win at 0; the table stopped after 0 hands"


def test_closing_a_game_that_is_over_changes_nothing() -> None:
    game = two_player("so far Ann 440", "Ann 6 took 6", closed="we are done")
    assert game.outcome == "Ann won 500–16"


def test_hands_after_the_end_stay_on_the_sheet_and_do_not_count() -> None:
    game = two_player("so far Ann 450", "Ann 5 took 5, Ben 8 took 8", "Ann 6 took 0, Ben 13 took 13")
    assert [hand.counted for hand in game.board.hands] == [True, True, False]
    assert (game.lines("Ben"), game.points("Ben"), game.total("Ben")) == ([], 0, 80)
    assert game.bags("Ann") == game.board.hands[1].sides[0].score.towards_penalty
    assert game.outcome == "Ann won 500–80"


def test_a_correction_to_an_earlier_hand_scores_the_later_ones_again() -> None:
    before = two_player("so far Ann 400", "Ann 6 took 5", "Ann 5 took 5")
    after = two_player("so far Ann 400", "Ann 6 took 6", "Ann 5 took 5")
    assert (before.total("Ann"), before.outcome) == (390, "")
    assert (after.total("Ann"), after.outcome) == (510, "Ann won 510 to −67")
    over_sooner = two_player("so far Ann 450", "Ann 6 took 6", "Ann 5 took 5")
    assert [hand.counted for hand in over_sooner.board.hands] == [True, True, False]
