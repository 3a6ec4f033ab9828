"""Evil's end, Hurricane's passing, and the games on the standard table with one rule of their own."""

from tests.core.rulesets.cast import (
    evil,
    high_low,
    high_low_for_two,
    hurricane,
    mirrors,
    royal,
    suicide,
    toss,
    two_deck,
    whiz,
)

LEVEL = "Ann 3 and Cal 3 took 6, Ben 4 and Dee 3 took 7; Ann adjusted -60 for x; Ben adjusted -70 for x"
AHEAD = "Ann 3 and Cal 3 took 6, Ben 4 and Dee 3 took 7; Ann adjusted +500 for x"


def test_hurricane_names_the_direction_to_pass() -> None:
    hands = [LEVEL] * 4
    left = hurricane(*hands, hands=4)
    assert [hand.deal.name for hand in left.board.hands] == ["pass left"] * 4
    turns = hurricane(*hands, hands=9, passing="left-right-hold")
    assert [hand.deal.name for hand in turns.board.hands] == ["pass left", "pass right", "hold", "pass left"]
    assert turns.board.next_deal.text == (
        "Before bidding, each passes three cards to the right; the holder of the 2♣ leads it."
    )


def test_hurricane_tied_after_three_hands_plays_another() -> None:
    assert hurricane(*[LEVEL] * 3).outcome == ""
    game = hurricane(*[LEVEL] * 3, "Ann 3 and Cal 3 took 6, Ben 4 and Dee 3 took 7")
    assert game.outcome == "Ben & Dee won 70–60 after 4 hands"
    assert hurricane(AHEAD, AHEAD).outcome == ""


def test_evil_may_be_played_to_its_last_hand() -> None:
    assert evil(AHEAD).outcome != ""
    assert evil(AHEAD, LEVEL, all_hands=True).outcome == ""
    whole = [AHEAD, *[LEVEL] * 44]
    game = evil(*whole, all_hands=True)
    assert game.outcome == "Ann & Cal won 560–70 after 45 hands"
    level = evil(*[LEVEL] * 45, all_hands=True)
    assert level.outcome == ""
    assert level.board.next_deal.name == "regular"
    assert evil(*[LEVEL] * 45, all_hands=True, tie="shared").outcome == (
        "Ann & Cal and Ben & Dee share the win at 0 after 45 hands"
    )


def test_evil_scores_a_double_nil_for_twice_a_nil() -> None:
    hand = "Ann double-nil took 0, Cal 4 took 4, Ben double-nil took 1, Dee 8 took 8"
    game = evil(*[LEVEL] * 4, hand)
    assert game.objections == []
    assert game.lines("Ann") == ["+40 Bid 4, took 4", "+200 Double nil made"]
    assert game.lines("Ben") == [
        "+80 Bid 8, took 8",
        "-200 Double nil set, took 1",
        "+1 1 bag from the nil (now 1)",
    ]
    assert evil(*[LEVEL] * 4, hand, nil=50).points("Ann") == 140
    assert evil(*[LEVEL] * 4, hand, nil=0).points("Ann") == 40


def test_suicide_repeats_the_third_evil_hand() -> None:
    hand = "Ann nil took 0, Cal 6 took 6, Ben 5 took 6, Dee nil took 1"
    game = suicide(hand, hand)
    assert (game.objections, game.last.deal.name) == ([], "suicide")
    assert game.each("Ann") == [160, 160]
    wrong = suicide("Ann 3 and Cal 4 took 7, Ben 5 took 6, Dee nil took 0")
    assert wrong.objections == ["No bid is nil; there must be exactly 1 (suicide, Ann & Cal)"]
    assert suicide(hand, nil=0).points("Ann") == 60


def test_mirrors_must_add_up() -> None:
    assert mirrors("Ann 4 and Cal 3 took 7, Ben 3 and Dee 3 took 6").objections == []
    assert mirrors("Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6").objections == [
        "Bids total 12; they must total 13 (mirrors)"
    ]


def test_whiz_hands_cannot_have_more_than_thirteen_spades() -> None:
    assert whiz("Ann 4 took 7, Cal nil took 0, Ben 3 and Dee 3 took 6").objections == []
    assert whiz("Ann 6 and Cal 3 took 7, Ben 3 and Dee 2 took 6").objections == [
        "Bids total 14; they can total at most 13 (whiz)"
    ]


def test_scores_of_the_standard_table() -> None:
    pairs, two = "Ann 4 and Cal 3 took 8, Ben 3 and Dee 3 took 5", "Ann 7 took 8, Ben 5 took 5"
    three = f"{two}, Cal 4 took 4"
    games = [high_low(pairs), high_low_for_two(two), two_deck(three), royal(two), toss(two)]
    assert [game.points("Ann") for game in games] == [71] * 5
    assert [game.bags("Ann") for game in games] == [1] * 5


def test_toss_has_the_tricks_of_its_table() -> None:
    assert toss("Ann 20 took 20, Ben 6 took 6", tricks=26).points("Ann") == 200
