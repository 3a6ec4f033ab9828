"""Substitutes: from a hand on another player has the seat, and the names follow; undone, the first one is back."""

import pytest

from scorekeeper.core.game import SUBSTITUTE, GameState, NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.games import BIG, EVEN, begin, partnership, play, undo, write
from tests.each_case import each_case
from tests.refusals import refuses
from tests.schemas import assert_sheet_valid
from tests.tables import sheet_of

CAL = 2


def sit_down(state: GameState, player: str, hand: int, seat: int = CAL) -> GameState:
    return write(state, SUBSTITUTE, hand=hand, seat=seat, player=player)


def test_substitute_plays_from_a_hand_on() -> None:
    head = sit_down(play(partnership(), EVEN, EVEN), "Eve", 3).setup
    assert [head.player_at(Seat(CAL), hand) for hand in (1, 2, 3, 4)] == ["Cal", "Cal", "Eve", "Eve"]
    assert head.player_at(Seat(CAL)) == "Eve"
    assert head.players_of(Side(0), 2) == ("Ann", "Cal")
    assert head.players_of(Side(0)) == ("Ann", "Eve")


def test_side_name_made_of_players_follows() -> None:
    head = sit_down(play(partnership(), EVEN), "Eve", 2).setup
    assert head.names == ("Ann & Eve", "Ben & Dee")
    assert head.names_at(1) == ("Ann & Cal", "Ben & Dee")


def test_own_side_name_stays() -> None:
    sheet = sheet_of("partnership")
    sheet["sides"][0]["name"] = "The Sharks"
    assert sit_down(begin(sheet), "Eve", 1).setup.names == ("The Sharks", "Ben & Dee")


def test_single_player_s_side_is_renamed() -> None:
    state = write(begin(sheet_of("two-player")), SUBSTITUTE, hand=1, seat=1, player="Eve")
    assert state.setup.names == ("Ann", "Eve")


def test_player_can_return() -> None:
    state = sit_down(play(partnership(), EVEN, EVEN), "Eve", 2)
    state = sit_down(state, "Cal", 3)
    assert [state.setup.player_at(Seat(CAL), hand) for hand in (1, 2, 3)] == ["Cal", "Eve", "Cal"]


def test_scores_do_not_change() -> None:
    state = play(partnership(), EVEN)
    assert sit_down(state, "Eve", 2).board == state.board


def test_bids_of_the_next_hand_stay() -> None:
    state = write(partnership(), "bids", hand=1, bids=[["4", None], [None, None]])
    assert sit_down(state, "Eve", 1).draft == state.draft


def test_substitution_can_be_undone() -> None:
    assert undo(sit_down(partnership(), "Eve", 1)).setup.names == ("Ann & Cal", "Ben & Dee")


def test_substitutes_survive_the_sheet() -> None:
    sheet = sit_down(play(partnership(), EVEN), "Eve", 2).sheet
    written = sheet_json(sheet)
    assert written["substitutes"] == [{"hand": 2, "seat": CAL, "player": "Eve"}]
    assert_sheet_valid(written)
    assert read_sheet(written) == sheet


def test_substitute_can_be_added_after_the_end() -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    assert sit_down(over, "Eve", 4).setup.player_at(Seat(CAL), 4) == "Eve"
    with refuses(NotNow, match="The hand is 5; it can be 1 to 4"):
        sit_down(over, "Eve", 5)


def test_substitute_for_a_far_hand_is_refused() -> None:
    with refuses(NotNow, match="The hand is 3; it can be 1 to 2"):
        sit_down(play(partnership(), EVEN), "Eve", 3)


@pytest.mark.parametrize("name", ["Ann", "Dee"])
def test_seated_player_is_refused_as_a_substitute(name: str) -> None:
    with refuses(InvalidInput, match=f"Two players would be called {name}; use another name"):
        sit_down(partnership(), name, 1)


@each_case(
    ("parts", "wrong"),
    [
        ({"hand": 1, "seat": 4, "player": "Eve"}, "The seat is 4; it must be 0 to 3"),
        ({"hand": 0, "seat": 1, "player": "Eve"}, "The hand is 0; it must be 1 to 1000"),
        ({"hand": 1, "seat": 1, "player": " "}, "The player is blank"),
        ({"hand": 1, "seat": 1}, 'It has no "player"'),
    ],
)
def test_malformed_substitute_is_refused(parts: dict[str, object], wrong: str) -> None:
    with refuses(InvalidInput, match=wrong):
        write(partnership(), SUBSTITUTE, **parts)


def test_a_game_has_at_most_100_substitutes_as_a_sheet_has() -> None:
    state = partnership()
    for number in range(100):
        state = write(state, SUBSTITUTE, hand=1, seat=CAL, player=f"Eve {number}")
    with refuses(InvalidInput, match="A game has at most 100 substitutes, not 101"):
        write(state, SUBSTITUTE, hand=1, seat=CAL, player="Fay")
