"""Tournaments: starts one, records its events, undoes them, and writes what happens by time.

What happens by time is an event, too: `tournament_time` records it when somebody looks at the tournament.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from secrets import randbelow
from typing import Any
from uuid import uuid4

from blinker import Signal

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import DIFFERS, NOTHING_TO_REDO, NOTHING_TO_UNDO, TOO_MANY_PHONES
from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.formats.games import ExportedTournament
from scorekeeper.formats.scored import of_broken_chain
from scorekeeper.services.recording import Author, game_ended
from scorekeeper.services.security_log import security_event
from scorekeeper.services.tournament_cache import (
    TOURNAMENT_CACHE,
    LoadedTournament,
    load_tournament,
    milliseconds,
    stored_event,
)
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import AnotherEventCameFirst, EventIdTaken
from scorekeeper.storage.players import add_player
from scorekeeper.storage.tournaments import (
    OPEN,
    OVER,
    TournamentRow,
    add_imported_tournament,
    append_event,
    create_tournament,
    event_out_of_turn,
    link_game,
    stored_before,
    tell_games,
)
from scorekeeper.storage.visits import GameRow, game_row
from scorekeeper.tournament import events as ev
from scorekeeper.tournament.event_json import MAX_SEED, payload_of, read_event
from scorekeeper.tournament.events import Event, EventUndone, TournamentStarted
from scorekeeper.tournament.pairing import grows, pair_free
from scorekeeper.tournament.replay import apply, replay
from scorekeeper.tournament.room import rooms
from scorekeeper.tournament.setup import Settings, Stage
from scorekeeper.tournament.state import TournamentState

POSTED_KINDS = (
    ev.SETTINGS,
    ev.TEAM,
    ev.TEAM_STATUS,
    ev.ROUND,
    ev.WITHDRAW,
    ev.SWAP,
    ev.RESULT,
    ev.CONFIRM,
    ev.CLOCK,
    ev.MESSAGE,
    ev.ADJUST,
    ev.LOTS,
    ev.END,
    ev.TAKE_BACK,
)
"""The kinds of events that a program may write; the others say what the server did: start, game, erase."""

MAX_ATTEMPTS = 20  # for a writer who does not say which event they saw last
tournament_event_recorded = Signal("Sent with the `kind` of each event of a tournament, once it is saved.")


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """The stored event, whether this request wrote it (`new`) or an earlier one did, and the tournament after it."""

    stored: StoredEvent
    tournament: LoadedTournament
    new: bool


def start_tournament(
    table_id: str, name: str, stages: tuple[Stage, ...], settings: Settings, author: Author, event_id: str | None = None
) -> tuple[TournamentRow, bool]:
    """Start a tournament at a table; the second value is False if the same event started it before.

    Raises `InvalidInput`, `NoSuchTable`, `EventIdTaken`.
    """
    started = TournamentStarted(seq=1, name=name, stages=stages, settings=settings, who=author.name)
    replay([started])
    row, is_new = create_tournament(table_id, name, _unsaved(started, event_id))
    if is_new:
        tournament_event_recorded.send(kind=started.kind)
        security_event("tournament started", table=table_id)
    return row, is_new


def _unsaved(event: Event, event_id: str | None, at: datetime | None = None) -> UnsavedEvent:
    return UnsavedEvent(
        kind=event.kind,
        payload=payload_of(event),
        id=event_id or str(uuid4()),
        who=event.who,
        reason=event.reason,
        at=at or datetime.now(UTC),
    )


EventFor = Callable[[TournamentState], Event | None]
"""Makes the next event for the state as it is; None if there is nothing to record. Its `seq` is `state.seq + 1`."""


def record(
    tournament_id: str,
    kind: object,
    body: Mapping[str, object],
    *,
    author: Author,
    event_id: str | None = None,
    seq: int | None = None,
) -> RecordedEvent:
    """Record an event of this kind from its JSON fields. Raises what `record_event` raises.

    A confirmation that names no `record` confirms the game as it is now.
    """

    def event_for(state: TournamentState) -> Event:
        event = read_event(kind, body, state.seq + 1)
        if isinstance(event, ev.ResultConfirmed) and "record" not in body and event.match in state.matches:
            game = state.game_result(state.matches[event.match])
            return event if game is None else replace(event, record=game.record)
        return event

    def repeats(stored: StoredEvent) -> bool:
        event = read_event(kind, body, stored.seq)
        own = payload_of(event)
        if "record" not in body and "record" in stored.payload:
            own["record"] = stored.payload["record"]
        return (stored.kind, stored.payload, stored.reason) == (kind, own, event.reason)

    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id, seq=seq, repeats=repeats)
    assert recorded is not None
    return recorded


def record_event(
    tournament_id: str,
    event_for: EventFor,
    *,
    author: Author,
    event_id: str | None = None,
    seq: int | None = None,
    also: Callable[[TournamentState], None] = lambda _after: None,
    repeats: Callable[[StoredEvent], bool] = lambda _stored: True,
) -> RecordedEvent | None:
    """Record the next event of a tournament; `seq` is the last event its writer has seen (None: whichever is last).

    A repeated request with the same `event_id` gets the event that the first one wrote, if it `repeats` it. `also` is
    done in the same transaction, with the state after the event. Raises `InvalidInput`, `NotNow`, `NoSuchTournament`,
    `AnotherEventCameFirst`, `AheadOfGame`, `EventIdTaken`; nothing was written then.
    """
    event_id = event_id or str(uuid4())
    for _ in range(MAX_ATTEMPTS):
        loaded = load_tournament(tournament_id)
        made = _event_before(loaded, event_id)
        if made is not None:
            if not repeats(made.stored):
                raise EventIdTaken(event_id)
            return made
        if seq is not None and seq != loaded.state.seq:
            raise event_out_of_turn(tournament_id, seq)
        event = event_for(loaded.state)
        if event is None:
            return None
        if event.reason:
            NOWHERE.text(event.reason, "reason")
        try:
            recorded = _write(loaded, replace(event, who=author.name), event_id, also)
            return replace(recorded, tournament=pair_freed(tournament_id)) if recorded.new else recorded
        except AnotherEventCameFirst:
            if seq is not None:
                raise
    raise NotNow(TOO_MANY_PHONES.at(NOWHERE, {}))


def _event_before(loaded: LoadedTournament, event_id: str) -> RecordedEvent | None:
    """The event that this id already wrote to this tournament. Raises `EventIdTaken` if it is another's."""
    stored = stored_before(loaded.row.id, event_id)
    return None if stored is None else RecordedEvent(stored, loaded, new=False)


def _write(
    loaded: LoadedTournament, event: Event, event_id: str, also: Callable[[TournamentState], None]
) -> RecordedEvent:
    at = max(datetime.now(UTC), loaded.end.at)  # if the clock was turned back, the time of the event before
    after = apply(loaded.state, replace(event, at=milliseconds(at)))
    new = _unsaved(event, event_id, at)
    with write_transaction():
        status = OVER if after.ended else OPEN
        stored, is_new = append_event(loaded.row.id, new, expected=loaded.end, name=after.name, status=status)
        if is_new:
            # So that the table knows them: their statistics, and how to erase them.
            if isinstance(event, ev.TeamEntered):
                for name in (*event.players, *([event.reserve] if event.reserve else ())):
                    add_player(loaded.row.table_id, name)
            _tell_pads(loaded.state, after)
            also(after)
    if is_new:
        TOURNAMENT_CACHE.store(after, stored)
        tournament_event_recorded.send(kind=stored.kind)
    return RecordedEvent(stored, load_tournament(loaded.row.id), new=is_new)


def pair_freed(tournament_id: str) -> LoadedTournament:
    """Open play: pair the teams that are free now; the tournament after that.

    Pairing is no part of the transaction that freed them: others would wait for it. If the tournament has changed
    meanwhile, they are paired again from what it is now, and if the server stops, by whoever looks next.
    """
    loaded = load_tournament(tournament_id)
    for _ in range(MAX_ATTEMPTS):
        if not grows(loaded.state):
            break
        at = max(datetime.now(UTC), loaded.end.at)
        paired = pair_free(loaded.state, seq=loaded.state.seq + 1, lot_seed=randbelow(MAX_SEED), now=milliseconds(at))
        if paired is None:
            break
        with suppress(AnotherEventCameFirst):
            return _write(loaded, paired, str(uuid4()), lambda _after: None).tournament
        loaded = load_tournament(tournament_id)
    return loaded


@game_ended.connect
def _pair_after_game(_sender: object, game: str) -> None:
    tournament_id = game_row(game).tournament_id
    if tournament_id is not None:
        pair_freed(tournament_id)


def _tell_pads(before: TournamentState, after: TournamentState) -> None:
    """Store with each game what its pad has to know, where the event changed that."""
    known, now = rooms(before), rooms(after)
    changed: dict[str, dict[str, Any] | None] = {game: None for game in known if game not in now}
    for game, room in now.items():
        if known.get(game) != room:
            changed[game] = asdict(room) | {"seq": after.seq}
    if changed:
        tell_games(changed)


def undo(tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> RecordedEvent:
    """Undo the latest event in force. Raises `NotNow` if there is nothing to undo, or it may not be undone."""

    def event_for(state: TournamentState) -> Event:
        if state.undo is None:
            raise NotNow(NOTHING_TO_UNDO.at(NOWHERE, {}))
        return EventUndone(seq=state.seq + 1, event=state.undo.seq)

    return _recorded(tournament_id, event_for, author, seq, event_id)


def redo(tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> RecordedEvent:
    """Redo the latest undo. Raises `NotNow` if there is nothing to redo."""

    def event_for(state: TournamentState) -> Event:
        if state.redo is None:
            raise NotNow(NOTHING_TO_REDO.at(NOWHERE, {}))
        return EventUndone(seq=state.seq + 1, event=state.redo.seq)

    return _recorded(tournament_id, event_for, author, seq, event_id)


def _recorded(
    tournament_id: str, event_for: EventFor, author: Author, seq: int | None, event_id: str | None
) -> RecordedEvent:
    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id, seq=seq)
    assert recorded is not None
    return recorded


def import_tournament(table_id: str, exported: ExportedTournament) -> bool:
    """Add an exported tournament to the table, with those of its games that are there; False if it is known already.

    Raises `InvalidInput` if its chain is broken or its events don't fit together.
    """
    link = verify(exported.entries)
    if link is not None:
        raise InvalidInput(DIFFERS.at(NOWHERE, {"difference": of_broken_chain(link)}))
    state = replay([stored_event(stored) for stored in exported.entries])
    status = OVER if state.ended else OPEN
    with write_transaction():
        if not add_imported_tournament(table_id, state.name, status, exported.entries):
            return False
        for match in state.matches.values():
            if match.game is not None:
                link_game(match.game, exported.id, table_id)
    return True


def is_match_open(game: GameRow) -> bool:
    """Whether phones of its players may still record in this game: its match does not count yet."""
    if game.tournament_id is None:
        return False
    state = load_tournament(game.tournament_id).state
    match = state.match_of(game.id)
    return match is not None and not state.ended and not state.is_over(match)
