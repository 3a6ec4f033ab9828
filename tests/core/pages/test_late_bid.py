"""What a player’s phone asks about a bid that the server did not take: what the sheet has by now, and its mend."""

from __future__ import annotations

import pytest

from scorekeeper.core.game import GameState, read_event, read_start, replay
from scorekeeper.core.game.rulings import forfeit
from scorekeeper.core.game.waiting import deal_began
from scorekeeper.core.pages.bidding.own_bid import late_bid_view
from tests.core.game.test_rebase import SETUP, bid, hand
from tests.core.pages.contexts import at_the_table

FIELDS = {"hand": "1", "seat": "1", "call": "3"}


@pytest.fixture
def state() -> GameState:
    return replay([read_start(SETUP)])


def asked(
    state: GameState, may_write: bool = True, own_seat: int | None = 1, **fields: str
) -> dict[str, object] | None:
    context = at_the_table(may_write=may_write, own_seat=own_seat)
    view = late_bid_view(state, context, FIELDS | fields, is_dealt=deal_began(state) == 0)
    return {name: view[name] for name in ("bid", "sheet", "again", "fix")} if view else view


def bids(state: GameState, *calls: str) -> GameState:
    for seat, call in enumerate(calls):
        state = state.apply(bid(state, str(seat), call))
    return state


def test_while_the_hand_is_bid_the_pad_asks(state: GameState) -> None:
    assert asked(bids(state, "4", "5")) is None


def test_rules_that_refuse_it_are_named(state: GameState) -> None:
    assert asked(bids(state, "4")) == {"bid": "3", "sheet": None, "again": True, "fix": None}


def test_a_hand_that_is_played_has_another_bid(state: GameState) -> None:
    late = bids(state, "4", "5", "3", "2")
    assert asked(late) == {"bid": "3", "sheet": "5", "again": False, "fix": "/games.show?game=g1&seat=1"}
    assert asked(late, may_write=False) == {"bid": "3", "sheet": "5", "again": False, "fix": None}


def test_a_hand_that_is_written_is_corrected(state: GameState) -> None:
    written = state.apply(hand(state, 7))
    fix = "/corrections.new?game=g1&hand=1"
    assert asked(written, call="nil") == {"bid": "nil", "sheet": "3", "again": False, "fix": fix}


def test_the_same_bid_is_no_question(state: GameState) -> None:
    late = bids(state, "4", "3", "3", "2")
    assert asked(late) == {}
    assert asked(state.apply(hand(state, 7))) == {}


def test_cards_that_were_dealt_again_have_none(state: GameState) -> None:
    dealt_again = state.apply(read_event("misdeal", {"hand": 1}, state.setup, state.seq + 1))
    assert asked(bids(dealt_again, "4", "5")) == {"bid": "3", "sheet": None, "again": False, "fix": None}


def why(state: GameState, own_seat: int | None) -> tuple[object, ...]:
    view = late_bid_view(state, at_the_table(own_seat=own_seat), FIELDS, is_dealt=True)
    assert view
    return view["sheet"], view["again"], view["over"], view["moved"]


def test_a_game_that_is_over_takes_no_bid(state: GameState) -> None:
    over = state.apply(forfeit(state, {"forfeit": "0", "reason": "had to go"}))
    assert why(over, own_seat=None) == (None, False, True, False)


def test_a_seat_where_somebody_else_sits_is_not_bid_for(state: GameState) -> None:
    assert why(state, own_seat=None) == (None, False, False, True)
    assert asked(bids(state, "4", "5"), own_seat=None) == {
        "bid": "3",
        "sheet": "5",
        "again": False,
        "fix": "/games.show?game=g1&seat=1",
    }
