"""Bids so far: they belong to the next hand, change no score, and are dropped when the hand is recorded."""

from __future__ import annotations

from scorekeeper.core.game import AlreadyRecorded, NotNow
from scorekeeper.core.inputs import InvalidInput
from tests.core.game.games import BIG, EVEN, begin, bid, partnership, play, totals, write
from tests.each_case import each_case
from tests.refusals import refuses
from tests.tables import sheet_of


def has_bid(course_draft: tuple[object, ...]) -> list[bool]:
    return [bid is not None for bid in course_draft]


def test_draft_has_the_bids_so_far() -> None:
    state = bid(partnership(), "4", None, "nil", None)
    assert has_bid(state.draft) == [True, False, True, False]
    assert has_bid(bid(state, "4", "3", "nil", None).draft) == [True, True, True, False]


def test_incomplete_hand_counts_nothing() -> None:
    before = play(partnership(), EVEN)
    after = bid(before, "4", "3", "nil", "2")
    assert after.board is before.board
    assert totals(after) == [70, 51]
    assert after.sheet == before.sheet


def test_draft_ends_with_the_recorded_hand() -> None:
    state = play(bid(partnership(), "4", "3", "3", "2"), EVEN)
    assert state.draft == (None,) * 4


def test_bid_can_be_removed_from_the_draft() -> None:
    state = bid(bid(partnership(), "4", "3", None, None), "4", None, None, None)
    assert has_bid(state.draft) == [True, False, False, False]


def test_bids_of_another_hand_are_refused() -> None:
    state = play(partnership(), EVEN)
    none = [[None, None], [None, None]]
    with refuses(AlreadyRecorded, match="hand 1"):
        write(state, "bids", hand=1, bids=none)
    with refuses(NotNow, match="The next hand is 2"):
        write(state, "bids", hand=3, bids=none)
    with refuses(NotNow, match="The game is over"):
        write(play(state, BIG, BIG, BIG, BIG), "bids", hand=6, bids=none)


@each_case("call", ["", "14", "-1", "blind-6", "bemo", 4.5, "4+4", "4" * 99, [], {}])
def test_unknown_call_is_refused(call: object) -> None:
    with refuses(InvalidInput, match="hand 1"):
        write(partnership(), "bids", hand=1, bids=[[call, None], [None, None]])


def test_rebid_keeps_the_replaced_bid() -> None:
    state = bid(partnership(), "3>4", None, None, None)
    assert state.draft[0] is not None
    assert (state.draft[0].calls, state.draft[0].earlier) == (("4",), (("3",),))


def test_bid_of_a_single_player_is_not_in_a_list() -> None:
    state = begin(sheet_of("two-player"))
    assert has_bid(write(state, "bids", hand=1, bids=["4", None]).draft) == [True, False]
