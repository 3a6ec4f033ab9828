"""Records events (bids, hands, corrections, undo, redo), one transaction each, and the bids of players' own phones.

A bid that waits for its turn is on no page, export or stream but its own phone's. It counts while that phone is at the
table and its player sits at that seat.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import overload

from blinker import Signal

from scorekeeper import hooks
from scorekeeper.chance import new_id
from scorekeeper.clock import utc_now
from scorekeeper.core.game import (
    TAKE_BACK,
    AlreadyRecorded,
    BidsPlaced,
    Event,
    EventUndone,
    GameClosed,
    GameState,
    HandRecorded,
    NotNow,
    PlayerSubstituted,
    ScoreSigned,
    moves,
    payload_of,
    read_event,
    read_stored,
)
from scorekeeper.core.game.waiting import WaitingBid, bids_alone, deal_began, is_blind, next_to_bid, next_to_open
from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import BIDDING_IS_OVER, NOT_DAMAGED, TOO_MANY_EVENTS, TOO_MANY_PHONES
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain.stored_event import StoredEvent, StoredPayload, UnsavedEvent, payload_json
from scorekeeper.formats.games import replay_stored
from scorekeeper.services import who_played
from scorekeeper.services.damaged import DamagedGame, undo_of
from scorekeeper.services.game_cache import GAME_CACHE, LoadedGame, load_game, summary_of
from scorekeeper.services.membership import Membership
from scorekeeper.services.names import check_names_at
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.erasing import remove_game
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst
from scorekeeper.storage.events import append, bids_wait, event_by_id, events_of, id_at, out_of_turn, posted_before
from scorekeeper.storage.games import change_waiting, find_game
from scorekeeper.storage.log import Appended, chained_after
from scorekeeper.storage.members import Member, Role, member_by_id
from scorekeeper.storage.models import Player
from scorekeeper.storage.players import add_player, players_named


def as_stored(event: Event, setup: Sheet, new: UnsavedEvent | None = None) -> Event:
    """The event as every later start will read it, from its bytes; `new` is the same unsaved, if it was made.

    Raises `InvalidInput` for one that cannot be. An undo is what it is: what its reader takes for none, older versions
    wrote, and what applies it refuses.
    """
    if isinstance(event, EventUndone):
        return event
    payload = StoredPayload(payload_json(payload_of(event, setup) if new is None else new.payload))
    return read_stored(event.kind, payload, setup, event.seq, event.reason, event.who)


def new_event(event: Event, setup: Sheet, *, id: str | None = None, at: datetime | None = None) -> UnsavedEvent:  # noqa: A002 - as `UnsavedEvent` names it
    """An unsaved event for the game with this setup. Raises `Unwritable` if the id is not a UUID."""
    return UnsavedEvent(
        kind=event.kind,
        payload=payload_of(event, setup),
        id=id or new_id(),
        who=event.who,
        reason=event.reason,
        at=at or utc_now(),
    )


MAX_EVENTS = 10_000  # in one game: a thousand hands with a separate event for every bid
game_ended = Signal("Sent with the `game`’s id for each event that ends it or follows its end, once it is saved.")
event_recorded = Signal("Sent with the `kind` of each event that a table recorded, once it is saved.")
MAX_ATTEMPTS = 20  # for a writer who does not say which event they saw last


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes: the name stored with the event; of a device also its number, and whether it is a keeper's.

    Keepers of a table direct what rooms have there.
    """

    name: str | None = None
    member_id: int | None = None
    directs: bool = False


def author_of(own: Membership) -> Author:
    """The device or program with this membership, as the author of what it writes."""
    return Author(own.name, own.member_id, own.role is Role.KEEPER)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The stored event, whether this request wrote it (`new`) or an earlier one did, and the game as it is now."""

    stored: StoredEvent
    state: GameState
    new: bool


def record(
    game_id: str,
    kind: object,
    body: Mapping[str, object],
    *,
    author: Author,
    event_id: str | None = None,
    seq: int | None = None,
) -> Recorded:
    """Record an event of this kind from its JSON fields. Raises what `record_event` raises."""

    def read(state: GameState) -> Event:
        return read_event(kind, body, state.setup, state.seq + 1)

    return record_event(game_id, read, author=author, event_id=event_id, seq=seq)


@overload
def record_event(
    game_id: str,
    event_for: Callable[[GameState], Event],
    *,
    author: Author,
    event_id: str | None = ...,
    seq: int | None = ...,
) -> Recorded: ...


@overload
def record_event(
    game_id: str,
    event_for: Callable[[GameState], Event | None],
    *,
    author: Author,
    event_id: str | None = ...,
    seq: int | None = ...,
) -> Recorded | None: ...


def record_event(
    game_id: str,
    event_for: Callable[[GameState], Event | None],
    *,
    author: Author,
    event_id: str | None = None,
    seq: int | None = None,
) -> Recorded | None:
    """Record the next event of a game; `seq` is the last event its writer has seen (None: whichever is last).

    `event_for` makes the event for the current state; without `seq` it is called again if another writer was quicker.
    It may return None for a tap that changes nothing; then this does too. Raises `InvalidInput` for a malformed event,
    `Irregular` if the rules object and the table did not overrule them, `NotNow`, `AlreadyRecorded`, and what
    `storage.append` raises. Nothing was written then.
    """
    event_id = event_id or new_id()
    for _ in range(MAX_ATTEMPTS):
        loaded = load_game(game_id)
        made = event_for(loaded.state)
        if made is None:
            return None
        event = replace(made, who=author.name)
        if isinstance(event, PlayerSubstituted):
            check_names_at(loaded.game.table_id, [event.player])
        try:
            return _write(loaded, event, event_id, seq, author)
        except AnotherEventCameFirst:
            if seq is not None:
                raise
    raise AlreadyRecorded(TOO_MANY_PHONES.at(NOWHERE, {}))


def undo(game_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> Recorded:
    """Undo the latest event in force; of a damaged game, the one that cannot be read.

    Raises `NotNow` if there is nothing to undo.
    """
    try:
        return _undo_or_redo(game_id, moves.undo, author=author, event_id=event_id, seq=seq)
    except DamagedGame as damage:
        return _undo_damaged(damage, author, event_id)


def _undo_damaged(damage: DamagedGame, author: Author, event_id: str | None) -> Recorded:
    """Undo the event that makes a game unreadable. Raises `DamagedGame` if another one does, too."""
    new = undo_of(damage, author.name, event_id)
    events = events_of(damage.id)
    try:
        after = replay_stored([*events, chained_after(events[-1], new)])
    except InvalidInput:  # another one is damaged, too
        after = None
    with write_transaction():
        row = {} if after is None else summary_of(after).columns(after.seq)
        appended = append(damage.id, new, expected_seq=events[-1].seq, row=row)
        if after is not None:
            who_played.game_recounted(damage.id, after)
    return Recorded(appended.stored, load_game(damage.id).state, appended.new)


def delete_damaged_game(game_id: str) -> int:
    """Delete a damaged game for ever, with what it counted; its number. Raises `NotNow` for one that can be read."""
    with suppress(DamagedGame):
        load_game(game_id)
        raise NotNow(NOT_DAMAGED.at(NOWHERE, {}))
    game = find_game(game_id)
    number, table_id = game.number, game.table_id
    with write_transaction():
        who_played.game_deleted(game)
        remove_game(table_id, game_id)
    GAME_CACHE.clear()
    security_event("game deleted", table=table_id)
    return number


def redo(game_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> Recorded:
    """Redo the latest undo. Raises `NotNow` if there is nothing to redo."""
    return _undo_or_redo(game_id, moves.redo, author=author, event_id=event_id, seq=seq)


def _undo_or_redo(
    game_id: str,
    move: Callable[[GameState], EventUndone],
    *,
    author: Author,
    event_id: str | None,
    seq: int | None,
) -> Recorded:
    state = load_game(game_id).state
    stored = event_by_id(event_id) if event_id else None
    if stored is not None and (stored.game_id, stored.kind) == (game_id, TAKE_BACK):
        return Recorded(stored, state, new=False)  # a double tap
    undone = move(state).event

    def event_for(now: GameState) -> Event:
        return EventUndone(seq=now.seq + 1, event=undone)

    return record_event(game_id, event_for, author=author, event_id=event_id, seq=seq or state.seq)


def _write(loaded: LoadedGame, event: Event, event_id: str, seq: int | None, author: Author) -> Recorded:
    state, game_id = loaded.state, loaded.game.id
    new = new_event(event, state.setup, id=event_id)
    try:
        if seq is not None and seq != state.seq:
            raise out_of_turn(game_id, seq, state.seq)
        after = applied(loaded, as_stored(event, state.setup, new), author)
    except (AlreadyRecorded, NotNow, AnotherEventCameFirst, AheadOfGame):
        before = posted_before(game_id, new)
        if before is None:
            raise
        return Recorded(before, state, new=False)
    with write_transaction():
        row = summary_of(after).columns(after.seq)
        appended = append(game_id, new, expected_seq=state.seq, expected=loaded.end, row=row)
        if appended.new:
            who_played.event_stored(loaded.game, state, after, author)
    if not appended.new:
        return Recorded(appended.stored, state, new=False)
    announce(after, [appended])
    return Recorded(appended.stored, after, new=True)


OF_THE_NEXT_HAND = (HandRecorded, BidsPlaced, ScoreSigned)
REPLAYS = Lock()
"""Any other event has all hands scored again, in one thread at a time: saves of hands wait for fewer threads then."""


def scored_again(after: GameState) -> int:
    """How many hands the last event had scored again."""
    return 0 if isinstance(after.events[-1], OF_THE_NEXT_HAND) else len(after.board.hands)


def applied(loaded: LoadedGame, event: Event, author: Author) -> GameState:
    """The state after one more event.

    Raises `InvalidInput`, `AlreadyRecorded`, `NotNow`, and `Irregular` if the rules object to it.
    """
    state = loaded.state
    if state.seq >= MAX_EVENTS and not isinstance(event, GameClosed):
        raise NotNow(TOO_MANY_EVENTS.at(FieldPath.to("entry"), {"entries": state.seq}))
    with nullcontext() if isinstance(event, OF_THE_NEXT_HAND) else REPLAYS:
        after = state.apply(event)
    hooks.event_checked(loaded.game, state, after, author)
    objected = state.objected(event, after)
    if objected is not None:
        raise objected
    return after


def announce(after: GameState, appended: Sequence[Appended]) -> None:
    """Tell the rest of the app of new events, the last of which made the state `after`, once they are saved."""
    last = appended[-1].stored
    GAME_CACHE.store(after, last)
    for new in appended:
        event_recorded.send(kind=new.stored.kind)
        event = after.events[new.stored.seq - 1]
        if isinstance(event, PlayerSubstituted):  # the table may not know this player yet
            add_player(find_game(last.game_id).table_id, event.player)
    if any(bids_wait(new) for new in appended):
        _open_waiting(last.game_id)
    if after.board.outcome is not None:
        game_ended.send(game=last.game_id)
        hooks.game_ended(last.game_id)


def _open_waiting(game_id: str) -> None:
    """Put waiting bids on the sheet whose time has come, each in its player's name."""
    loaded = load_game(game_id)
    waiting = waiting_bids(loaded)
    opened = next_to_open(loaded.state, [found.bid for found in waiting])
    if opened is None:
        return
    member = next(found.member for found in waiting if found.bid == opened)
    _drop_waiting(loaded, opened.seat)
    deal = deal_began(loaded.state)

    def event_for(state: GameState) -> BidsPlaced | None:
        if deal_began(state) != deal or state.board.outcome is not None or state.draft[opened.seat] is not None:
            return None
        bids = tuple(Bid(opened.calls) if seat == opened.seat else bid for seat, bid in enumerate(state.draft))
        return moves.place_bids(state, bids)

    record_event(game_id, event_for, author=Author(member.stored_name))


@dataclass(frozen=True, slots=True)
class OwnBid:
    """A waiting bid, and the phone it was made on."""

    bid: WaitingBid
    member: Member


def own_seat(state: GameState, player: Player | None) -> Seat | None:
    """Where this player sits in the hand that is played now, by any of their names; None if they do not."""
    if player is None or state.board.outcome is not None:
        return None
    seats = {state.setup.player_at(seat): seat for seat in state.setup.rules.seating.bidders}
    main = player.main
    if main.name in seats:
        return seats[main.name]
    seated = players_named(player.table_id, seats)
    return next((seats[name] for name, other in seated.items() if other.main.id == main.id), None)


def waiting_bids(loaded: LoadedGame) -> list[OwnBid]:
    """The bids of the next hand that wait."""
    if not loaded.game.waiting:
        return []
    began = deal_began(loaded.state)
    found = []
    for row in loaded.game.waiting:
        member = member_by_id(loaded.game.table_id, row["member"]) if row["deal"] == began else None
        if member is None or member.ended() or own_seat(loaded.state, member.player) != row["seat"]:
            continue
        found.append(OwnBid(WaitingBid(Seat(row["seat"]), tuple(row["calls"])), member))
    return found


def _keep_waiting(loaded: LoadedGame, bid: WaitingBid, member_id: int) -> None:
    """Let a bid wait, in place of the seat's last one."""
    row = {"deal": deal_began(loaded.state), "seat": bid.seat, "calls": list(bid.calls), "member": member_id}
    change_waiting(loaded.game.id, bid.seat, row)


def _drop_waiting(loaded: LoadedGame, seat: Seat) -> None:
    """Take a waiting bid back."""
    change_waiting(loaded.game.id, seat, None)


def bid_for_own_seat(game_id: str, seat: Seat, fields: moves.Fields, member_id: int, author: Author) -> None:
    """Bid for a seat from its player's phone. The fields are those of `moves.bid`; another seat in them is ignored.

    `deal` is the id of the event after which the cards were dealt: a phone may have been without a connection since.
    Raises `NotNow` once everyone has bid, unless its own bid waited until then, and for an earlier deal; `BidClash` if
    the scorekeeper wrote another bid; and what `moves.bid` raises.
    """
    own = {**fields, "seat": str(seat)}

    loaded = load_game(game_id)
    state = loaded.state
    if "deal" in fields and fields["deal"] != id_at(game_id, deal_began(state) or 1):
        raise NotNow(BIDDING_IS_OVER.at(NOWHERE, {}))
    waiting = {found.bid.seat for found in waiting_bids(loaded)}

    def event_for(state: GameState) -> BidsPlaced | None:
        if not bids_alone(state) and seat not in waiting:
            raise NotNow(BIDDING_IS_OVER.at(NOWHERE, {}))
        return moves.bid(state, own)

    event = event_for(state)
    if event is None:
        return
    state.apply(event)  # refuses calls that the hand does not have, also for a bid that waits
    bid = event.bids[seat]
    assert bid is not None
    is_turn = next_to_bid(state, [each for each in waiting if each != seat]) == seat and not is_blind(state, bid.calls)
    if is_turn or state.draft[seat] is not None:  # a bid that replaces one on the sheet is no secret
        _drop_waiting(loaded, seat)
        record_event(game_id, event_for, author=author)
    else:
        _keep_waiting(loaded, WaitingBid(seat, bid.calls), member_id)
        _open_waiting(game_id)


def take_back_own_bid(game_id: str, seat: Seat) -> None:
    """Take back a bid that waits; one on the sheet stays."""
    _drop_waiting(load_game(game_id), seat)
