"""The dealer is corrected: the bidding order follows from that hand on, in every form of the record."""

from __future__ import annotations

from scorekeeper.core.game import DEALER, MISDEAL, GameState, NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.games import EVEN, partnership, play, redo, undo, write
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
    first = state.setup.dealer
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


def test_dealer_of_a_game_is_corrected_at_most_100_times_as_on_a_sheet() -> None:
    state = partnership()
    for number in range(1, 101):
        state = deals(state, 1, (state.setup.dealer + number) % 4)
    with refuses(InvalidInput, match="There can be at most 100 dealers, not 101"):
        deals(state, 1, (state.setup.dealer + 1) % 4)


@each_case("change", [{"hand": 1, "seat": 4}, {"hand": 0, "seat": 1}, {"hand": 1001, "seat": 1}, {"hand": 1}])
def test_invalid_dealer_in_a_sheet_is_refused(change: dict[str, int]) -> None:
    written = sheet_json(play(partnership(), EVEN).sheet)
    with refuses(InvalidInput, match="dealers"):
        read_sheet(written | {"dealers": [change]})


def misdealt(state: GameState, hand: int) -> GameState:
    return write(state, MISDEAL, hand=hand)


def test_misdeal_keeps_the_dealer_unless_it_passes_the_deal() -> None:
    usual = play(partnership(), EVEN)
    assert dealers(misdealt(usual, 2)) == dealers(usual)
    state = play(partnership(misdeal="passes"), EVEN)
    first = state.setup.dealer
    assert dealers(state) == [first, (first + 1) % 4]
    passed = write(misdealt(state, 2), "bids", hand=2, bids=[[None, None], [None, "4"]])
    assert dealers(passed) == [first, (first + 2) % 4]
    assert passed.board.bidding_order == tuple((first + turn) % 4 for turn in (3, 4, 5, 6))
    assert dealers(play(passed, EVEN)) == [first, (first + 2) % 4, (first + 3) % 4]
    assert dealers(misdealt(misdealt(state, 2), 2)) == [first, (first + 3) % 4]


def test_undone_misdeal_gives_the_deal_back_and_a_redo_passes_it_again() -> None:
    state = write(partnership(misdeal="passes"), "bids", hand=1, bids=[["4", None], [None, None]])
    passed = misdealt(state, 1)
    assert (dealers(passed), passed.draft) == ([(dealers(state)[0] + 1) % 4], (None,) * 4)
    again = undo(passed)
    assert (dealers(again), again.draft) == (dealers(state), state.draft)
    assert dealers(redo(again)) == dealers(passed)


def test_dealer_who_is_set_right_counts_before_and_after_a_misdeal() -> None:
    state = partnership(misdeal="passes")
    assert dealers(deals(misdealt(state, 1), 1, 0)) == [0]
    assert dealers(misdealt(deals(state, 1, 0), 1)) == [1]
    later = misdealt(play(state, EVEN), 2)
    assert dealers(deals(later, 1, 2)) == [2, 0]  # 3 would have dealt, and misdealt


def test_sheet_says_who_dealt_after_misdeals() -> None:
    sheet = play(misdealt(misdealt(partnership(misdeal="passes"), 1), 1), EVEN).sheet
    written = sheet_json(sheet)
    assert written["dealers"] == [{"hand": 1, "seat": (sheet.dealer + 2) % 4}]
    assert_sheet_valid(written)
    assert read_sheet(written) == sheet
