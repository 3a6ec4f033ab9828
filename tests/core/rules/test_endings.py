"""The end of a game: the target, the floor, ties by every rule, stopping early, and hands after the end."""

from tests.tables import cutthroat, partnership, two_player

BOTH_AT_500 = ("so far Ann 450, Ben 430", "Ann 5 took 6, Ben 7 took 7; Ann adjusted -1 for talking")


def test_target_is_reached_at_its_exact_score() -> None:
    game = two_player("so far Ann 440", "Ann 6 took 6")
    assert game.outcome == "Ann won 500–16"
    assert game.winners == ["Ann"]


def test_target_is_not_reached_one_point_short() -> None:
    assert two_player("so far Ann 439", "Ann 6 took 6").outcome == ""


def test_five_hundred_each_continues() -> None:
    tied = two_player(*BOTH_AT_500)
    assert (tied.total("Ann"), tied.total("Ben"), tied.outcome) == (500, 500, "")
    decided = two_player(*BOTH_AT_500, "Ann 6 took 5, Ben 7 took 8")
    assert decided.outcome == "Ben won 571–440"


def test_tie_below_the_target_has_no_effect() -> None:
    assert two_player("Ann 6 took 6, Ben 6 took 7; Ben adjusted -1 for talking", tie="shared").outcome == ""


def test_tie_can_be_shared() -> None:
    game = two_player(*BOTH_AT_500, tie="shared")
    assert game.outcome == "Ann and Ben share the win at 500"
    assert game.winners == ["Ann", "Ben"]


def test_tie_can_go_to_the_fewest_overtricks() -> None:
    game = two_player(*BOTH_AT_500, tie="fewest-overtricks")
    assert game.outcome == "Ben won at 500 on fewest overtricks, 0–1"


def test_tie_on_overtricks_plays_another_hand() -> None:
    level = ("Ann 3 took 4, Ben 8 took 9; Ann adjusted +469 for luck; Ben adjusted +419 for luck",)
    assert two_player(*level, tie="fewest-overtricks").outcome == ""
    decided = two_player(*level, "Ann 5 took 6, Ben 6 took 7", tie="fewest-overtricks")
    assert decided.outcome == "Ben won 561–551"


def test_three_way_tie_is_decided_by_fewest_overtricks() -> None:
    hand = (
        "Ann 3 took 4, Ben 3 took 3, Cal 3 took 4, Dee 2 took 2; Ann adjusted +469 for luck;"
        " Ben adjusted +470 for luck; Cal adjusted +469 for luck"
    )
    game = cutthroat(hand, tie="fewest-overtricks")
    assert game.outcome == "Ben won at 500 on fewest overtricks, 0–1–1"
    assert cutthroat(hand, tie="shared").outcome == "Ann, Ben and Cal share the win at 500"
    assert cutthroat(hand).outcome == ""


def test_highest_of_several_past_the_target_wins() -> None:
    game = cutthroat("so far Ann 480, Ben 490, Cal 100", "Ann 4 took 4, Ben 2 took 2, Cal 3 took 4, Dee 3 took 3")
    assert game.outcome == "Ann won 520–510–131–30"


def test_another_target() -> None:
    assert two_player("Ann 5 took 5", target=50).outcome == "Ann won 50–17"


def test_side_at_the_floor_ends_the_game() -> None:
    game = partnership("so far Ann -130, Ben 40", "Ann 4 and Cal 3 took 5, Ben 4 and Dee 4 took 8", lose_at=-200)
    assert game.outcome == "Ben & Dee won 120 to −200; a side fell to −200"


def test_game_without_a_floor_continues() -> None:
    assert partnership("so far Ann -1000", "Ann 4 and Cal 3 took 5").outcome == ""


def test_game_continues_one_point_above_the_floor() -> None:
    assert two_player("so far Ann -139", "Ann 6 took 5", lose_at=-200).outcome == ""


def test_higher_side_wins_if_both_reach_the_floor() -> None:
    game = two_player("so far Ann -190, Ben -180", "Ann 8 took 6, Ben 8 took 7", lose_at=-200)
    assert game.outcome == "Ben won −260 to −270; a side fell to −200"


def test_tie_at_the_floor_plays_another_hand() -> None:
    fallen = ("so far Ann -190, Ben -190", "Ann 8 took 6, Ben 8 took 7")
    assert two_player(*fallen, lose_at=-200).outcome == ""
    assert (
        two_player(*fallen, lose_at=-200, tie="shared").outcome
        == "Ann and Ben share the win at −270; a side fell to −200"
    )


def test_target_and_floor_reached_in_one_hand() -> None:
    game = cutthroat("so far Ann 470, Ben -190", "Ann 4 took 4, Ben 4 took 2", lose_at=-200)
    assert game.outcome == "Ann won 510 to 13 to 12 to −230"


def test_leader_wins_an_early_end() -> None:
    game = two_player("Ann 5 took 6, Ben 8 took 7", closed="the last train")
    assert game.outcome == "Ann won 51 to −80; the table stopped after 1 hand"
    assert game.board.outcome is not None
    assert game.board.outcome.reason == "the last train"


def test_tie_at_an_early_end_is_shared() -> None:
    assert two_player(closed="rain").outcome == "Ann and Ben share the win at 0; the table stopped after 0 hands"


def test_ending_a_finished_game_changes_nothing() -> None:
    game = two_player("so far Ann 440", "Ann 6 took 6", closed="we are done")
    assert game.outcome == "Ann won 500–16"


def test_hands_after_the_end_are_listed_and_do_not_count() -> None:
    game = two_player("so far Ann 450", "Ann 5 took 5, Ben 8 took 8", "Ann 6 took 0, Ben 13 took 13")
    assert [hand.counted for hand in game.board.hands] == [True, True, False]
    assert (game.lines("Ben"), game.points("Ben"), game.total("Ben")) == ([], 0, 80)
    assert game.bags("Ann") == game.board.hands[1].sides[0].score.towards_penalty
    assert game.outcome == "Ann won 500–80"


def test_correction_rescores_later_hands() -> None:
    before = two_player("so far Ann 400", "Ann 6 took 5", "Ann 5 took 5")
    after = two_player("so far Ann 400", "Ann 6 took 6", "Ann 5 took 5")
    assert (before.total("Ann"), before.outcome) == (390, "")
    assert (after.total("Ann"), after.outcome) == (510, "Ann won 510 to −67")
    over_sooner = two_player("so far Ann 450", "Ann 6 took 6", "Ann 5 took 5")
    assert [hand.counted for hand in over_sooner.board.hands] == [True, True, False]
