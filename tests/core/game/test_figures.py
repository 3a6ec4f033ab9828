"""The figures of a game's players: statistics are their sums."""

from __future__ import annotations

from scorekeeper.core.game.player_stats import hand_stats, stats_of
from tests.tables import partnership


def test_a_game_without_hands_has_no_best_hand() -> None:
    game = partnership(closed="late")
    for figures in stats_of(game.sheet, game.board):
        assert (figures.hands, figures.largest, figures.largest_hand, figures.run) == (0, 0, 0, 0)


HANDS = (
    "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6",  # 70 to 51
    "Ann 5 and Cal 4 took 8, Ben 3 and Dee 2 took 5",  # -20 to 101
    "Ann 4 took 6, Cal nil took 0, Ben 3 and Dee 2 took 7",  # 122 to 153
    "Ann 6 and Cal 4 took 10, Ben 3 and Dee 2 took 3",  # 222 to 103
)


def test_figures_of_a_game_tell_its_story() -> None:
    game = partnership(*HANDS, closed="late")
    ann, cal, ben, _dee = stats_of(game.sheet, game.board)
    assert (ann.total, ann.margin, ann.rank, ann.won) == (222, 119, 1, 1)
    assert (ben.total, ben.margin, ben.rank, ben.won) == (103, -119, 2, 0)
    assert (ann.comeback, ann.comeback_hand) == (121, 2)
    assert (ben.comeback, ben.largest, ben.largest_hand) == (0, 52, 3)
    assert (ann.contracts, ann.contracts_made, ann.contract_tricks, ann.contract_took) == (4, 3, 30, 31)
    assert (ann.short, ann.overtricks) == (1, 2)
    assert (ann.opening, ann.opening_made, ann.closing, ann.closing_made) == (1, 1, 1, 1)
    assert (ann.ahead, ann.ahead_made, ann.behind, ann.behind_made) == (1, 0, 2, 2)
    assert (cal.nils, cal.nils_made, cal.bids, ann.bids) == (1, 1, 3, 4)
    assert (ann.run, ann.whole, ann.at_end, ann.first_hand, ann.last_hand) == (2, 1, 1, 1, 4)


def test_figures_of_the_hands_add_up_to_those_of_the_game() -> None:
    game = partnership(*HANDS, closed="late")
    for whole in stats_of(game.sheet, game.board):
        hands = hand_stats(game.sheet, game.board, whole.name)
        assert [hand.number for (hand, _side, _seat), _own in hands] == [1, 2, 3, 4]
        for key in ("bids", "made", "contract_tricks", "contract_took", "own_bid_tricks", "ahead", "behind", "nils"):
            assert sum(getattr(own, key) for _part, own in hands) == getattr(whole, key), key
