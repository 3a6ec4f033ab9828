"""Two seats swapped: the players have each other's, from the first hand or a later one; points stay with the seats."""

from scorekeeper.core.game import SWAP, GameState, NotNow, payload_of, read_event
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.games import BIG, EVEN, partnership, play, redo, shown, totals, undo, write
from tests.each_case import each_case
from tests.refusals import refuses
from tests.schemas import assert_sheet_valid

ANN, BEN, CAL, DEE = (Seat(seat) for seat in range(4))


def swap(state: GameState, hand: int, *seats: int) -> GameState:
    return write(state, SWAP, hand=hand, seats=list(seats))


def sat(state: GameState, hand: int) -> list[str]:
    """Who sits where in a hand."""
    return [state.setup.player_at(Seat(seat), hand) for seat in range(4)]


def test_names_typed_the_wrong_way_round_are_right_in_every_hand() -> None:
    played = play(partnership(), EVEN, BIG)
    state = swap(played, 1, ANN, BEN)
    assert [sat(state, hand) for hand in (1, 2, 3)] == [["Ben", "Ann", "Cal", "Dee"]] * 3
    assert state.setup.names == ("Ben & Cal", "Ann & Dee")
    assert totals(state) == totals(played)


def test_players_who_changed_places_have_each_others_seats_from_that_hand() -> None:
    state = swap(play(partnership(), EVEN, BIG), 3, ANN, BEN)
    assert sat(state, 2) == ["Ann", "Ben", "Cal", "Dee"]
    assert sat(state, 3) == ["Ben", "Ann", "Cal", "Dee"]
    assert state.setup.names_at(2) == ("Ann & Cal", "Ben & Dee")
    assert state.setup.players_of(Side(1)) == ("Ann", "Dee")


def test_partners_swap_too() -> None:
    assert sat(swap(play(partnership(), EVEN), 2, ANN, CAL), 2) == ["Cal", "Ben", "Ann", "Dee"]


def test_swap_is_undone_and_redone_as_one() -> None:
    played = play(partnership(), EVEN)
    state = swap(played, 1, ANN, DEE)
    assert (undo(state).setup, shown(undo(state))) == (played.setup, shown(played))
    assert redo(undo(state)).setup == state.setup


def test_swaps_after_each_other_follow_the_players() -> None:
    state = swap(swap(play(partnership(), EVEN), 1, ANN, BEN), 2, BEN, CAL)
    assert sat(state, 1) == ["Ben", "Ann", "Cal", "Dee"]
    assert sat(state, 2) == ["Ben", "Cal", "Ann", "Dee"]


def test_substitute_after_a_swap_stays() -> None:
    state = write(play(partnership(), EVEN), "substitute", hand=2, seat=ANN, player="Eve")
    state = swap(state, 1, ANN, BEN)
    assert (sat(state, 1), sat(state, 2)) == (["Ben", "Ann", "Cal", "Dee"], ["Eve", "Ann", "Cal", "Dee"])


def test_bids_of_the_hand_stay_with_the_seats() -> None:
    state = write(play(partnership(), EVEN), "bids", hand=2, bids=[["4", None], ["2", None]])
    assert swap(state, 2, ANN, BEN).draft == state.draft


def test_sheet_has_two_substitutes_and_reads_back() -> None:
    state = swap(play(partnership(), EVEN), 2, ANN, BEN)
    sheet = sheet_json(state.sheet)
    assert sheet["substitutes"] == [{"hand": 2, "seat": 0, "player": "Ben"}, {"hand": 2, "seat": 1, "player": "Ann"}]
    assert_sheet_valid(sheet)
    assert read_sheet(sheet) == state.sheet


@each_case("seats", [[0], [0, 1, 2], [1, 1], []])
def test_other_than_two_seats_are_refused(seats: list[int]) -> None:
    with refuses(InvalidInput, "Choose two seats to swap"):
        read_event(SWAP, {"hand": 1, "seats": seats}, partnership().setup, 2)


@each_case(
    "body", [{"hand": 1, "seats": [0, 4]}, {"hand": 0, "seats": [0, 1]}, {"hand": 1}, {"hand": 1, "seats": "01"}]
)
def test_malformed_swap_is_refused(body: dict[str, object]) -> None:
    with refuses(InvalidInput, ""):
        read_event(SWAP, body, partnership().setup, 2)


def test_swap_from_a_hand_that_is_not_next_is_refused() -> None:
    with refuses(NotNow, "it can be 1 to 2"):
        swap(play(partnership(), EVEN), 3, ANN, BEN)


def test_payload_is_hand_and_seats() -> None:
    state = swap(play(partnership(), EVEN), 2, DEE, ANN)
    assert payload_of(state.events[-1], state.setup) == {"hand": 2, "seats": [3, 0]}
