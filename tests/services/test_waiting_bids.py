"""A bid on a player's own phone: for the own seat only, in their name, and at its time."""

from __future__ import annotations

import pytest

from scorekeeper.core.game import BIDS, NotNow
from scorekeeper.core.inputs.faults import BIDDING_IS_OVER
from scorekeeper.core.rules.seating import Seat
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.members import set_player
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import Author, bid_for_own_seat, own_seat, record, take_back_own_bid, waiting_bids
from scorekeeper.services.starting import start_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.members import Member, Role, add_member, member_by_id
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, find_player
from tests.services.cast import ANN, BIG, EVEN, game_setup, play

ANN_SITS, BEN_SITS, CAL_SITS = Seat(0), Seat(1), Seat(2)


def phone_of(table: Table, name: str) -> Member:
    """A player's own phone."""
    member = add_member(table.id, f"device of {name}", name=f"{name}'s phone", role=Role.WATCHER, seen=True)
    set_player(member, name)
    found = member_by_id(table.id, member.id)
    assert found is not None
    return found


def bid(call: str, **more: str) -> dict[str, str]:
    """The form's fields for a bid in the first hand."""
    return {"call": call, "hand": "1", **more}


def bids(game_id: str) -> list[tuple[str, ...] | None]:
    return [None if bid is None else bid.calls for bid in load_game(game_id).state.draft]


def waiting(game_id: str) -> list[tuple[int, tuple[str, ...], str]]:
    """Each bid that waits: its seat, its calls and its phone."""
    return [(one.bid.seat, one.bid.calls, one.member.name) for one in waiting_bids(load_game(game_id))]


def test_a_bid_waits_for_its_turn_and_is_then_its_player_s(table: Table, game_id: str) -> None:
    ben, cal = phone_of(table, "Ben"), phone_of(table, "Cal")
    bid_for_own_seat(game_id, BEN_SITS, bid("3", seat="0"), ben.id, Author("Ben"))
    bid_for_own_seat(game_id, CAL_SITS, bid("2"), cal.id, Author("Cal"))
    assert waiting(game_id) == [(1, ("3",), "Ben's phone"), (2, ("2",), "Cal's phone")]
    bid_for_own_seat(game_id, CAL_SITS, bid("5"), cal.id, Author("Cal"))
    assert waiting(game_id) == [(1, ("3",), "Ben's phone"), (2, ("5",), "Cal's phone")]
    assert bids(game_id) == [None] * 4
    record(game_id, BIDS, {"hand": 1, "bids": [["4", None], [None, None]]}, author=ANN)
    assert bids(game_id) == [("4",), ("3",), ("5",), None]
    assert waiting(game_id) == []
    assert [event.who for event in events_of(game_id)[1:]] == ["Ann", "Ben", "Cal"]


def test_a_bid_that_waits_can_be_taken_back(table: Table, game_id: str) -> None:
    ben, cal = phone_of(table, "Ben"), phone_of(table, "Cal")
    bid_for_own_seat(game_id, BEN_SITS, bid("3"), ben.id, Author("Ben"))
    bid_for_own_seat(game_id, CAL_SITS, bid("2"), cal.id, Author("Cal"))
    take_back_own_bid(game_id, BEN_SITS)
    assert waiting(game_id) == [(2, ("2",), "Cal's phone")]
    record(game_id, BIDS, {"hand": 1, "bids": [["4", None], [None, None]]}, author=ANN)
    assert bids(game_id) == [("4",), None, None, None]


def test_after_the_last_bid_only_one_that_waited_may_change(table: Table, game_id: str) -> None:
    ben = phone_of(table, "Ben")
    record(game_id, BIDS, {"hand": 1, "bids": [["4", "3"], ["3", "2"]]}, author=ANN)
    with pytest.raises(NotNow) as refused:
        bid_for_own_seat(game_id, BEN_SITS, bid("5"), ben.id, Author("Ben"))
    assert (refused.value.fault.code, refused.value.fault.path.words) == (BIDDING_IS_OVER.key, "")
    assert len(events_of(game_id)) == 2


def test_a_bid_waits_for_one_hand_and_while_its_player_sits_there(table: Table, game_id: str) -> None:
    ben, cal = phone_of(table, "Ben"), phone_of(table, "Cal")
    bid_for_own_seat(game_id, CAL_SITS, bid("2"), cal.id, Author("Cal"))
    set_player(cal, "Eve")
    assert waiting(game_id) == []
    set_player(cal, "Cal")
    assert waiting(game_id) == [(2, ("2",), "Cal's phone")]
    bid_for_own_seat(game_id, BEN_SITS, bid("3"), ben.id, Author("Ben"))
    play(game_id, EVEN)
    assert waiting(game_id) == []


def test_a_player_s_seat_is_found_by_any_of_their_names(table: Table, game_id: str) -> None:
    def seat(name: str) -> Seat | None:
        return own_seat(load_game(game_id).state, find_player(table.id, name))

    for name in ("Benjamin", "Benny", "Zoe"):
        add_player(table.id, name)
    merge_players(table.id, "Benny", "Benjamin")
    assert (seat("Ben"), seat("Cal"), seat("Zoe"), seat("nobody")) == (1, 2, None, None)
    merge_players(table.id, "Ben", "Benjamin")
    assert (seat("Ben"), seat("Benjamin"), seat("Benny"), seat("Zoe")) == (1, 1, 1, None)
    over = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN).game.id
    assert own_seat(load_game(over).state, find_player(table.id, "Cal")) is None
