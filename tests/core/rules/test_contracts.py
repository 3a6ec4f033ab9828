"""Contracts: numbers add up, are made or set, and can be worth more from ten on."""

from tests.core.rulesets.cast import berkley_three_1
from tests.each_case import each_case
from tests.hand_notation import CAST
from tests.tables import Game, cutthroat, cutthroat_for_three, partnership, two_handed, two_player


def test_partners_numbers_add_up_to_one_contract() -> None:
    made = partnership("Ann 3 took 5, Cal 4 took 2, Ben 3 and Dee 3 took 6")
    assert made.lines("Ann") == ["+70 Bid 7, took 7"]
    assert made.lines("Ben") == ["+60 Bid 6, took 6"]


def test_partners_may_bid_more_than_all_tricks() -> None:
    assert partnership("Ann 13 and Cal 13 took 13, Ben nil and Dee nil took 0").points("Ann") == -260


def test_everyone_for_themselves() -> None:
    game = cutthroat("Ann 3 took 4, Ben 4 took 3, Cal nil took 0, Dee 5 took 6")
    assert [game.points(player) for player in ("Ann", "Ben", "Cal", "Dee")] == [31, -40, 100, 51]


def test_three_players_share_seventeen_tricks() -> None:
    game = cutthroat_for_three("Ann 17 took 6, Ben 5 took 6, Cal 4 took 5")
    assert [game.points(player) for player in ("Ann", "Ben", "Cal")] == [-170, 51, 41]


def test_two_handed_scores_as_two_player_and_ends_at_three_hundred() -> None:
    game = two_handed("so far Ann 250", "Ann 5 took 6")
    assert game.outcome == "Ann won 301–16"


@each_case(
    ("bid", "made", "failed"), [(9, 90, -90), (10, 200, -100), (11, 220, -110), (12, 240, -120), (13, 500, -130)]
)
def test_ten_for_two_hundred(bid: int, made: int, failed: int) -> None:
    assert two_player(f"Ann {bid} took {bid}", ten_for_200=True).points("Ann") == made
    assert two_player(f"Ann {bid} took {bid - 1}", ten_for_200=True).points("Ann") == failed


def test_ten_for_two_hundred_counts_both_partners_bids() -> None:
    assert partnership("Ann 5 and Cal 5 took 11, Ben 1 and Dee 1 took 2", ten_for_200=True).points("Ann") == 201


def test_ten_scores_a_hundred_without_the_option() -> None:
    assert two_player("Ann 10 took 10").points("Ann") == 100


def test_last_of_several_bids_counts() -> None:
    assert two_player("Ann 4>5 took 5").lines("Ann") == ["+50 Bid 5, took 5"]


def test_other_spellings_of_numbers() -> None:
    assert two_player("Ann board took 4").lines("Ann") == ["+40 Bid 4, took 4"]
    assert two_player("Ann boston took 13").lines("Ann") == ["+130 Bid 13, took 13"]
    assert cutthroat_for_three("Ann boston took 17").lines("Ann") == ["+170 Bid 17, took 17"]


def answers(game: Game, player: str) -> dict[str, tuple[list[str], int]]:
    """Each call of a side with the seats whose tricks decide it, and those tricks."""
    contracts = game.last.sides[game.side(player)].contracts
    return {own.call.code: ([CAST[seat] for seat in own.seats], own.tricks) for own in contracts}


def test_partners_share_the_contract_of_their_numbers() -> None:
    game = partnership("Ann 3 took 5, Cal 4 took 2, Ben nil took 0, Dee 5 took 6")
    assert answers(game, "Ann") == {"7": (["Ann", "Cal"], 7)}
    assert answers(game, "Ben") == {"5": (["Dee"], 6), "nil": (["Ben"], 0)}


def test_tricks_of_a_failed_nil_count_for_its_bidder() -> None:
    game = partnership("Ann nil took 2, Cal 4 took 4, Ben 3 and Dee 3 took 7")
    assert answers(game, "Ann") == {"4": (["Cal"], 4), "nil": (["Ann"], 2)}


def test_first_tricks_count_for_the_side() -> None:
    game = berkley_three_1("Ann 5+bemo took 6 made bemo, Ben 3 took 3, Cal 4 took 4")
    assert answers(game, "Ann") == {"5": (["Ann"], 6), "bemo": (["Ann"], 6)}


def test_line_names_its_side() -> None:
    game = partnership("Ann 3 took 5, Cal 4 took 2, Ben 3 and Dee 3 took 6")
    assert [[line.side for line in side.lines] for side in game.last.sides] == [[0], [1]]
