"""The dealer is corrected: the bidding order follows from that hand on, in every form of the record."""

from __future__ import annotations

from scorekeeper.core.game import DEALER, GameState, NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.games import EVEN, partnership, play, undo, write
from tests.each_case import each_case
from tests.refusals import refuses
from tests.schemas import assert_sheet_valid


def deals(state: GameState, hand: int, seat: int) -> GameState:
    return write(state, DEALER, hand=hand, seat=seat)


def dealers(state: GameState) -> list[int]:
    """Who dealt each hand, and who deals the next."""
    return [*(hand.dealer for hand in state.board.hands), state.board.dealer]


def test_deal_moves_on_from_the_corrected_dealer() -> None:
    state = play(partnership(), EVEN, EVEN)
    first = state.head.dealer
    before = dealers(state)
    state = play(deals(state, 3, (first + 1) % 4), EVEN)
    assert dealers(state)[:2] == before[:2]
    assert dealers(state)[2:] == [(first + 1) % 4, (first + 2) % 4]


def test_bidding_order_follows_and_bids_stay() -> None:
    state = write(partnership(), "bids", hand=1, bids=[["4", None], [None, None]])
    corrected = deals(state, 1, 2)
    assert corrected.board.bidding_order == (3, 0, 1, 2)
    assert corrected.draft == state.draft


def test_dealer_of_a_recorded_hand_can_be_corrected() -> None:
    state = play(partnership(), EVEN, EVEN)
    assert dealers(deals(state, 1, 2)) == [2, 3, 0]


def test_later_correction_of_the_same_hand_counts() -> None:
    assert deals(deals(partnership(), 1, 2), 1, 3).board.dealer == 3


def test_corrected_dealer_can_be_undone() -> None:
    state = partnership()
    assert dealers(undo(deals(state, 1, 2))) == dealers(state)


def test_sheet_carries_the_dealer_both_ways() -> None:
    sheet = play(deals(partnership(), 1, 2), EVEN).sheet
    written = sheet_json(sheet)
    assert written["dealers"] == [{"hand": 1, "seat": 2}]
    assert_sheet_valid(written)
    assert read_sheet(written) == sheet
    assert sheet.scoreboard().hands[0].dealer == 2


def test_dealer_of_a_later_hand_is_refused() -> None:
    with refuses(NotNow, match="The hand is 3; it can be 1 to 2"):
        deals(play(partnership(), EVEN), 3, 1)


@each_case("change", [{"hand": 1, "seat": 4}, {"hand": 0, "seat": 1}, {"hand": 9, "seat": 1}, {"hand": 1}])
def test_invalid_dealer_in_a_sheet_is_refused(change: dict[str, int]) -> None:
    written = sheet_json(play(partnership(), EVEN).sheet)
    with refuses(InvalidInput, match="dealers"):
        read_sheet(written | {"dealers": [change]})
