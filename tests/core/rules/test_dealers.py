"""Who deals and who bids first, hand by hand."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.faults import fault_text
from tests.hand_notation import CAST
from tests.tables import Game, Table, cutthroat, cutthroat_for_three, partnership, two_player

EVEN = "Ann 6 took 6, Ben 7 took 7"


def order(game: Game) -> str:
    """The players in the bidding order of the next hand."""
    return " ".join(CAST[seat] for seat in game.board.bidding_order)


def test_two_players_take_turns() -> None:
    assert two_player(EVEN, EVEN, EVEN).dealers == ["Ann", "Ben", "Ann", "Ben"]
    assert order(two_player()) == "Ben Ann"
    assert order(two_player(EVEN)) == "Ann Ben"


def test_hand_without_bidding_names_who_draws_first() -> None:
    game = two_player(first_hand="bids-itself")
    assert (order(game), CAST[game.board.starter]) == ("", "Ben")


def test_three_players_go_round() -> None:
    hand = "Ann 5 took 6, Ben 5 took 6, Cal 5 took 5"
    game = cutthroat_for_three(hand, hand, hand, dealer="Cal")
    assert game.dealers == ["Cal", "Ann", "Ben", "Cal"]
    assert order(game) == "Ann Ben Cal"


def test_four_players_go_round_past_their_partners() -> None:
    hand = "Ann 3 and Cal 3 took 6, Ben 3 and Dee 4 took 7"
    game = partnership(hand, hand, dealer="Cal")
    assert game.dealers == ["Cal", "Dee", "Ann"]
    assert order(game) == "Ben Cal Dee Ann"


@pytest.mark.parametrize(
    ("dealer", "bidding"),
    [("Ann", "Ben Cal Dee Ann"), ("Ben", "Cal Dee Ann Ben"), ("Cal", "Dee Ann Ben Cal"), ("Dee", "Ann Ben Cal Dee")],
)
@pytest.mark.parametrize("table", [partnership, cutthroat], ids=["partnership", "cutthroat"])
def test_bidding_goes_from_the_dealer_s_left_to_the_dealer(table: Table, dealer: str, bidding: str) -> None:
    assert order(table(dealer=dealer)) == bidding


def test_partners_sit_opposite_each_other() -> None:
    seating = partnership().board.rules.seating
    assert [CAST[seat] for seat in seating.seats_of[0]] == ["Ann", "Cal"]
    assert [CAST[seat] for seat in seating.seats_of[1]] == ["Ben", "Dee"]
    assert seating.in_pairs
    assert not two_player().board.rules.seating.in_pairs


def test_undo_of_a_penalty_restores_bags_and_dealer() -> None:
    before = two_player("so far Ann 300 with 9 bags", EVEN)
    after = two_player("so far Ann 300 with 9 bags", EVEN, "Ann 4 took 6")
    assert (before.bags("Ann"), before.dealers[-1], order(before)) == (9, "Ann", "Ben Ann")
    assert (after.bags("Ann"), after.dealers[-1], order(after)) == (1, "Ben", "Ann Ben")
    undone = two_player("so far Ann 300 with 9 bags", EVEN)
    assert undone.board == before.board


def test_first_dealer_must_have_a_seat() -> None:
    with pytest.raises(InvalidInput) as refused:
        new_game(partnership().board.rules, Seat(4))
    assert fault_text(refused.value.fault) == "4 is not a seat; the dealer is 0 to 3 (first dealer)"
