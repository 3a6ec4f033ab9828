"""What a correction changes, in the sentences that the table reads before it is saved."""

from scorekeeper.core.analysis.changes import changes
from scorekeeper.core.words.changes import change_sentences, ending_sentence
from tests.core.rulesets.cast import berkley_two, gambling_for_three, head_start
from tests.tables import Game, cutthroat, partnership, two_player

NAMES = ("Ann & Cal", "Ben & Dee")


def told(before: Game, after: Game, corrected: int) -> list[str]:
    names = before.sheet.names
    return change_sentences(changes(before.board, after.board), corrected, names)


def ending(before: Game, after: Game) -> str | None:
    return ending_sentence(before.board, after.board, before.sheet.names)


def test_a_bag_penalty_moves_to_the_next_hand() -> None:
    start = "so far Ann 100 with 8 bags"
    before = two_player(start, "Ann 5 took 7, Ben 6 took 6", "Ann 5 took 6, Ben 7 took 7")
    after = two_player(start, "Ann 5 took 6, Ben 6 took 7", "Ann 5 took 6, Ben 7 took 7")
    assert "Ann: hand 2's bag penalty moves to hand 3." in told(before, after, 2)
    assert "Ann: hand 2 scores +51, not −48." in told(before, after, 2)


def test_a_penalty_can_come_and_go() -> None:
    start = "so far Ann 100 with 8 bags"
    with_it = two_player(start, "Ann 5 took 7, Ben 6 took 6")
    without = two_player(start, "Ann 5 took 5, Ben 6 took 8")
    assert "Ann: hand 2's bag penalty falls away." in told(with_it, without, 2)
    assert "Ann: hand 2 now brings the bag penalty." in told(without, with_it, 2)


def test_a_bonus_for_perfect_bids_is_told() -> None:
    hands = ["Ann 4 took 4/0, Ben 9 took 9/0", "Ann 4 took 4/0, Ben 9 took 9/0"]
    with_it = berkley_two(*hands, "Ann 4 took 4/0, Ben 8 took 9/0")
    without = berkley_two(*hands, "Ann 4 took 5/0, Ben 8 took 8/0")
    assert "Ann: hand 3's bonus for perfect bids falls away." in told(with_it, without, 3)
    assert "Ben: hand 3 now brings the bonus for perfect bids." in told(with_it, without, 3)


def test_the_pot_goes_elsewhere() -> None:
    before = gambling_for_three("Ann 5 took 6, Ben 5 took 5, Cal 6 took 6")
    after = gambling_for_three("Ann 5 took 4, Ben 5 took 5, Cal 6 took 8")
    assert told(before, before, 1) == []
    assert ending(before, after) is None


def test_the_winner_changes() -> None:
    before = two_player("so far Ann 450, Ben 440", "Ann 6 took 7, Ben 6 took 6")
    after = two_player("so far Ann 450, Ben 440", "Ann 6 took 5, Ben 6 took 8")
    assert ending(before, after) == "The winner changes: Ben, not Ann. Ben reached 500: 502 to 390."


def test_the_game_goes_on_or_is_over_with_it() -> None:
    over = partnership("so far Ann 450, Ben 0", "Ann 3 and Cal 3 took 7, Ben 3 and Dee 3 took 6")
    open_ = partnership("so far Ann 450, Ben 0", "Ann 3 and Cal 3 took 5, Ben 3 and Dee 3 took 8")
    assert ending(over, open_) == "The game is not over any more: it goes on."
    assert ending(open_, over) == "The game is over with it: Ann & Cal reached 500: 511 to 60."
    assert ending(over, over) is None


def test_the_winner_may_stay_and_the_end_change() -> None:
    before = two_player("so far Ann 450, Ben 0", "Ann 6 took 7, Ben 6 took 6")
    again = two_player("so far Ann 450, Ben 0", "Ann 7 took 7, Ben 6 took 6")
    assert ending(before, again) is None  # the same end: only the figures differ
    late = two_player("so far Ann 450, Ben 0", "Ann 4 took 4, Ben 9 took 9", "Ann 6 took 7, Ben 6 took 6")
    soon = two_player("so far Ann 450, Ben 0", "Ann 6 took 6, Ben 7 took 7", "Ann 6 took 7, Ben 6 took 6")
    assert ending(late, soon) == "The winner stays, the end changes: Ann reached 500: 510 to 70."
    assert "The game is over earlier: hand 3 is no longer counted." in told(late, soon, 2)
    assert "The game goes on: hand 3 is counted now." in told(soon, late, 2)


def test_a_later_hand_may_be_objected_to_now() -> None:
    blind = "Ann blind-6 took 6, Ben 4 took 7"
    behind = berkley_two(head_start(0, 120), blind)
    ahead = berkley_two(head_start(60, 120), blind)
    assert "Hand 2 is objected to now: Ann: blind 6 needs a side to be 100 behind, this one is 60 behind." in told(
        behind, ahead, 1
    )
    assert "Hand 2 is not objected to any more." in told(ahead, behind, 1)


def test_no_sentence_where_nothing_changes() -> None:
    same = cutthroat("Ann 3 took 4")
    assert told(same, same, 1) == []
