"""Score lines of hands in play: running bag counts, and the text of every line."""

from scorekeeper.core.words.lines import line_text
from tests.tables import partnership, two_player


def test_one_bag_and_several() -> None:
    assert two_player("Ann 5 took 6").lines("Ann")[1] == "+1 1 bag (now 1)"
    assert two_player("Ann 5 took 7").lines("Ann")[1] == "+2 2 bags (now 2)"
    assert two_player("so far Ann 0 with 2 bags", "Ann 5 took 6").lines("Ann")[1] == "+1 1 bag (now 3)"
    assert two_player("Ann 5 took 6", bags=0).lines("Ann")[1] == "+1 1 bag"


def test_bags_of_a_failed_nil_continue_the_partner_s_count() -> None:
    game = partnership("Ann nil took 1, Cal 2 took 4, Ben 4 and Dee 4 took 8")
    assert game.lines("Ann")[-2:] == ["+2 2 bags (now 2)", "+1 1 bag from the nil (now 3)"]


def test_every_line_has_words_and_a_rule() -> None:
    hand = "Ann nil took 1, Cal 2 took 12; Ann adjusted -5 for talking"
    for side in partnership(hand).last.sides:
        for line in side.lines:
            assert line_text(line).strip()
            assert line.rule
