"""The figures of each player in a finished game."""

from typing import Any

from hypothesis import given

from scorekeeper.core.game.figures import Figures, figures_of
from scorekeeper.core.sheet import read_sheet
from tests.core.rulesets.cast import berkley_two
from tests.strategies import sheets
from tests.tables import Game, partnership, two_player


def figures(game: Game, name: str) -> Figures:
    return next(found for found in figures_of(game.sheet, game.board) if found.name == name)


def test_partners_share_their_bids_but_not_their_nils() -> None:
    game = partnership(
        "Ann 4 took 5, Cal 3 took 3, Ben nil took 0, Dee 4 took 5",
        "Ann 4 took 2, Cal nil took 1, Ben 5 took 5, Dee 4 took 5",
    )
    ann, cal = figures(game, "Ann"), figures(game, "Cal")
    assert (ann.bids, ann.made, ann.nils) == (2, 1, 0)
    assert (ann.bid_tricks, ann.took_tricks) == (11, 10)
    assert (cal.bids, cal.made, cal.nils, cal.nils_made) == (1, 1, 1, 0)
    assert (figures(game, "Ben").nils, figures(game, "Ben").nils_made) == (1, 1)
    assert (ann.run, cal.run, figures(game, "Dee").run) == (1, 1, 2)


def test_largest_hand_is_the_first_of_its_size() -> None:
    game = two_player("Ann 5 took 6, Ben 4 took 7", "Ann 8 took 8, Ben 4 took 5", "Ann 8 took 8, Ben 4 took 5")
    assert (figures(game, "Ann").largest, figures(game, "Ann").largest_hand) == (80, 2)


def test_player_with_two_hands_has_the_figures_of_both() -> None:
    game = berkley_two("Ann 6 took 6/0, Ben 5+naught-right took 7/0")
    assert (figures(game, "Ben").bids, figures(game, "Ben").nils_made) == (1, 1)


def test_shared_game_counts_as_won_and_shared() -> None:
    game = two_player("Ann 5 took 5, Ben 5 took 8; Ann adjusted +3 for a wager", closed="late")
    assert [(found.won, found.shared) for found in figures_of(game.sheet, game.board)] == [(1, 1), (1, 1)]


@given(sheets())
def test_figures_stay_within_their_bounds(sheet: dict[str, Any]) -> None:
    read = read_sheet(sheet)
    for found in figures_of(read, read.scoreboard()):
        assert 0 <= found.made <= found.bids
        assert 0 <= found.nils_made <= found.nils
        assert found.shared <= found.won <= 1
        assert found.run <= found.hands
