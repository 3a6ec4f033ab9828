"""Bids made on players' own phones: whose seat a phone may bid for, and the bids that wait for their turn.

A waiting bid is on no page, export or stream but its own phone's. It counts while that phone is at the table and its
player sits at that seat.
"""

from dataclasses import dataclass

from scorekeeper.core.game import GameState
from scorekeeper.core.game.waiting import WaitingBid, deal_began
from scorekeeper.core.rules.seating import Seat
from scorekeeper.services.game_cache import GameOnTable
from scorekeeper.storage.games import change_waiting
from scorekeeper.storage.members import Member, member_by_id
from scorekeeper.storage.models import Player
from scorekeeper.storage.players import players_named


@dataclass(frozen=True, slots=True)
class OwnBid:
    """A waiting bid, and the phone it was made on."""

    bid: WaitingBid
    member: Member


def own_seat(state: GameState, player: Player | None) -> Seat | None:
    """Where this player sits in the hand that is played now, by any of their names; None if they do not."""
    if player is None or state.board.outcome is not None:
        return None
    seats = {state.head.player_at(seat): seat for seat in state.head.rules.seating.bidders}
    main = player.main
    if main.name in seats:
        return seats[main.name]
    seated = players_named(player.table_id, seats)
    return next((seats[other.name] for other in seated if other.main.id == main.id), None)


def waiting_bids(on_table: GameOnTable) -> list[OwnBid]:
    """The bids of the next hand that wait."""
    if not on_table.game.waiting:
        return []
    began = deal_began(on_table.state)
    found = []
    for row in on_table.game.waiting:
        member = member_by_id(on_table.game.table_id, row["member"]) if row["deal"] == began else None
        if member is None or member.ended() or own_seat(on_table.state, member.player) != row["seat"]:
            continue
        found.append(OwnBid(WaitingBid(Seat(row["seat"]), tuple(row["calls"])), member))
    return found


def keep_waiting(on_table: GameOnTable, bid: WaitingBid, member_id: int) -> None:
    """Let a bid wait, in place of the seat's last one."""
    row = {"deal": deal_began(on_table.state), "seat": bid.seat, "calls": list(bid.calls), "member": member_id}
    change_waiting(on_table.game.id, bid.seat, row)


def drop_waiting(on_table: GameOnTable, seat: Seat) -> None:
    """Take a waiting bid back."""
    change_waiting(on_table.game.id, seat, None)
