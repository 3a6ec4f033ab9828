"""Tournaments: starts one, records its events, undoes them, and writes what happens by time.

What happens by time is an event, too: `by_time` records it when somebody looks at the tournament.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from blinker import Signal

from scorekeeper.chance import new_id, random_below
from scorekeeper.clock import utc_now
from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import NOTHING_TO_REDO, NOTHING_TO_UNDO, TOO_MANY_PHONES
from scorekeeper.formats.chain.stored_event import StoredEvent, StoredPayload, UnsavedEvent, payload_json
from scorekeeper.rooms.tournaments.domain.hall import notices
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_event, read_stored
from scorekeeper.rooms.tournaments.domain.log.events import Event, EventUndone, TournamentStarted
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.state import RUNNING, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import grows, pair_free
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_SEED
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.exports import MAX_VOIDED, CheckedTournament, ExportedTournament, event_of
from scorekeeper.rooms.tournaments.faults import TOURNAMENT_IS_PLAYED
from scorekeeper.rooms.tournaments.services.cache import (
    TOURNAMENT_CACHE,
    LoadedTournament,
    load_tournament,
    milliseconds,
)
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.may_change import check_change
from scorekeeper.rooms.tournaments.services.names import check_entered, check_players
from scorekeeper.rooms.tournaments.storage import (
    LOG,
    OPEN,
    OVER,
    SIGN_UP,
    TournamentRow,
    add_imported_tournament,
    create_tournament,
    event_by_id,
    link_game,
    remove_tournament,
    tell_games,
    tournament_row,
)
from scorekeeper.services.damaged import undo_of
from scorekeeper.services.game_cache import sound_state
from scorekeeper.services.recording import Author
from scorekeeper.services.security_log import security_event
from scorekeeper.services.who_played import game_recounted
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import AnotherEventCameFirst, NoSuchGame
from scorekeeper.storage.log import chained_all
from scorekeeper.storage.players import add_players
from scorekeeper.storage.visits import game_row

POSTED_KINDS = (
    ev.SETTINGS,
    ev.TEAM,
    ev.TEAM_STATUS,
    ev.ROUND,
    ev.WITHDRAW,
    ev.SWAP,
    rs.RESULT,
    rs.RESULTS,
    rs.TAKE_OUT,
    rs.CONFIRM,
    ev.CLOCK,
    ev.MESSAGE,
    ev.DIRECTOR_CALL,
    ev.APART,
    ev.ADJUST,
    ev.LOTS,
    ev.MOVE,
    ev.LINE_UP,
    ev.END,
    ev.TAKE_BACK,
)
"""The kinds of events that a program may write; the others say what the server did: start, game, erase."""

OF_HELPERS = (ev.TEAM_STATUS, rs.RESULT, rs.TAKE_OUT, ev.LINE_UP, ev.MESSAGE, ev.DIRECTOR_CALL)
"""The kinds of those that a helper at the desk may write; the others are a director's."""

MAX_ATTEMPTS = 20  # for a writer who does not say which event they saw last
UNDONE_JUST_NOW = 1000  # milliseconds in which a second undo of that writer is the first one again
tournament_event_recorded = Signal("Sent with the `kind` of each event of a tournament, once it is saved.")


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """The stored event, whether this request wrote it (`new`) or an earlier one did, and the tournament after it."""

    stored: StoredEvent
    tournament: LoadedTournament
    new: bool


class Draft:
    """Events that are recorded together, all or none: each is made of the state after those before it.

    They are made and checked before anything is written, so that other writers wait for one short transaction.
    """

    def __init__(
        self, table_id: str, state: TournamentState, author: Author, since: datetime, tournament_id: str = ""
    ) -> None:
        """`since` is the moment of the event before; all of these have one moment after it."""
        self.state = state
        self.events: list[Event] = []
        self.unsaved: list[UnsavedEvent] = []
        self._table_id, self._author, self._tournament_id = table_id, author, tournament_id
        self._at = max(utc_now(), since)  # if the clock was turned back, the time of the event before

    def add(self, event_for: Callable[[TournamentState], Event], event_id: str | None = None) -> None:
        """Add the next event. Raises what `record_event` raises for it alone."""
        event = event_for(self.state)
        check_entered(self._table_id, self.state, event, self._tournament_id)
        check_change(event, self.state, self._author)
        event = as_stored(replace(event, who=self._author.name, at=milliseconds(self._at)))
        self.state = apply(self.state, event)
        self.events.append(event)
        self.unsaved.append(_unsaved(event, event_id, self._at))

    def become(self, other: "Draft") -> None:
        """Have what this copy has, to which a worker process added events."""
        self.state, self.events, self.unsaved = other.state, other.events, other.unsaved

    def check(self) -> None:
        """Refuse names of players that look alike. Raises `InvalidInput`."""
        check_players(self._table_id, *self.events)


def record_together(
    tournament_id: str,
    make: Callable[[Draft], None],
    author: Author,
    event_id: str | None = None,
    repeats: Callable[[StoredEvent], bool] = lambda _stored: True,
) -> None:
    """Record all events that `make` adds, in one transaction; none if `event_id`, which it gives one, is stored and
    this request `repeats` it.

    `make` is called again if somebody else was faster. Raises what `record_event` raises.
    """
    for _ in range(MAX_ATTEMPTS):
        loaded = load_tournament(tournament_id)
        if event_id is not None and LOG.repeated(tournament_id, event_id, repeats) is not None:
            return
        draft = Draft(loaded.row.table_id, loaded.state, author, loaded.end.at, tournament_id)
        make(draft)
        draft.check()
        if not draft.events:
            return
        entries = chained_all(tournament_id, loaded.end, draft.unsaved)
        row = {"name": draft.state.name, "status": OVER if draft.state.ended else OPEN}
        with suppress(AnotherEventCameFirst):
            with write_transaction():
                LOG.append_all(tournament_id, entries, expected=loaded.end, row=row)
                _add_players(loaded.row.table_id, draft.events)
                _tell_pads(loaded.state, draft.state)
            TOURNAMENT_CACHE.store(draft.state, entries[-1])
            for event in draft.events:
                tournament_event_recorded.send(kind=event.kind)
            pair_freed(tournament_id)
            return
    raise NotNow(TOO_MANY_PHONES.at(NOWHERE, {}))


def start_tournament(
    table_id: str,
    name: str,
    stages: tuple[Stage, ...],
    settings: TournamentSettings,
    author: Author,
    event_id: str | None = None,
    make: Callable[[Draft], None] = lambda _draft: None,
) -> tuple[TournamentRow, bool]:
    """Start a tournament at a table; the second value is False if the same event started it before.

    What `make` adds is recorded in the same transaction. Raises `InvalidInput`, `NoSuchTable`, `EventIdTaken`.
    """
    started = as_stored(TournamentStarted(seq=1, name=name, stages=stages, settings=settings, who=author.name))
    draft = Draft(table_id, replay([started]), author, utc_now())
    make(draft)
    draft.check()
    try:
        check_entered(table_id, None, started)
    except InvalidInput:  # of the name, which it has itself if this request started it before, or at the same moment
        if event_id is None or event_by_id(event_id) is None:
            raise
    with write_transaction():
        row, is_new = create_tournament(table_id, name, _unsaved(started, event_id), draft.unsaved)
        if is_new:
            _add_players(table_id, draft.events)
    if is_new:
        for event in (started, *draft.events):
            tournament_event_recorded.send(kind=event.kind)
        security_event("tournament started", table=table_id)
    return row, is_new


def as_stored(event: Event) -> Event:
    """The event as every later start will read it, from its bytes. Raises `InvalidInput` for one that cannot be."""
    payload = StoredPayload(payload_json(payload_of(event)))
    return read_stored(event.kind, payload, event.seq, event.at, event.reason, event.who)


def _unsaved(event: Event, event_id: str | None, at: datetime | None = None) -> UnsavedEvent:
    return UnsavedEvent(
        kind=event.kind,
        payload=payload_of(event),
        id=event_id or new_id(),
        who=event.who,
        reason=event.reason,
        at=at or utc_now(),
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
        if isinstance(event, rs.ResultConfirmed) and "record" not in body and event.match in state.matches:
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
    `AnotherEventCameFirst`, `AheadOfGame`, `EventIdTaken`, `DirectorsOnly`, `ResultDiffers`; nothing was written then.
    """
    event_id = event_id or new_id()
    for _ in range(MAX_ATTEMPTS):
        loaded = load_tournament(tournament_id)
        stored = LOG.repeated(tournament_id, event_id, repeats)
        if stored is not None:
            return RecordedEvent(stored, loaded, new=False)
        if seq is not None and seq != loaded.state.seq:
            raise LOG.out_of_turn(tournament_id, seq, loaded.state.seq)
        event = event_for(loaded.state)
        if event is None:
            return None
        if event.reason:
            NOWHERE.text(event.reason, "reason")
        check_players(loaded.row.table_id, event)
        check_entered(loaded.row.table_id, loaded.state, event, tournament_id)
        check_change(event, loaded.state, author)
        try:
            recorded = _write(loaded, replace(event, who=author.name), event_id, also, repeats)
            freed = pair_freed(tournament_id) if recorded.new else None
            return recorded if freed is None else replace(recorded, tournament=freed)
        except AnotherEventCameFirst:
            if seq is not None:
                raise
    raise NotNow(TOO_MANY_PHONES.at(NOWHERE, {}))


def _write(
    loaded: LoadedTournament,
    event: Event,
    event_id: str,
    also: Callable[[TournamentState], None] = lambda _after: None,
    repeats: Callable[[StoredEvent], bool] | None = None,
) -> RecordedEvent:
    at = max(utc_now(), loaded.end.at)  # if the clock was turned back, the time of the event before
    event = as_stored(replace(event, at=milliseconds(at)))
    after = apply(loaded.state, event)
    new = _unsaved(event, event_id, at)
    with write_transaction():
        row = {"name": after.name, "status": OVER if after.ended else OPEN}
        end = loaded.end
        saved = LOG.append(loaded.row.id, new, expected_seq=end.seq, expected=end, row=row, repeats=repeats)
        if saved.new:
            _add_players(loaded.row.table_id, [event])
            _tell_pads(loaded.state, after)
            also(after)
    if saved.new:
        TOURNAMENT_CACHE.store(after, saved.stored)
        tournament_event_recorded.send(kind=saved.stored.kind)
    return RecordedEvent(saved.stored, load_tournament(loaded.row.id), new=saved.new)


def _add_players(table_id: str, events: Sequence[Event]) -> None:
    """Let the table know whom these events name: their statistics, and how to erase them."""
    entered = [event for event in events if isinstance(event, ev.TeamEntered)]
    names = dict.fromkeys(name for event in entered for name in (*event.players, event.reserve) if name is not None)
    if names:
        add_players(table_id, names)


def pair_freed(tournament_id: str) -> LoadedTournament | None:
    """Open play: pair the teams that are free now; the tournament after that, or None if it is damaged.

    Pairing is no part of the transaction that freed them: others would wait for it. If the tournament has changed
    meanwhile, they are paired again from what it is now, and if the server stops, by whoever looks next.
    """
    try:
        loaded = load_tournament(tournament_id)
    except DamagedTournament:  # its games go on
        return None
    for _ in range(MAX_ATTEMPTS):
        if not grows(loaded.state):
            break
        at = max(utc_now(), loaded.end.at)
        paired = pair_free(
            loaded.state, seq=loaded.state.seq + 1, lot_seed=random_below(MAX_SEED), now=milliseconds(at)
        )
        if paired is None:
            break
        with suppress(AnotherEventCameFirst, InvalidInput):  # what freed the teams is saved all the same
            return _write(loaded, paired, new_id()).tournament
        loaded = load_tournament(tournament_id)
    return loaded


def pair_after(game: str) -> None:
    """Pair the teams that are free after this game, if it is a match of open play."""
    tournament_id = game_row(game).match_of
    if tournament_id is not None:
        pair_freed(tournament_id)


def _tell_pads(before: TournamentState, after: TournamentState) -> None:
    """Store with each game what its pad has to know, where the event changed that."""
    known, now = notices(before), notices(after)
    changed: dict[str, dict[str, Any] | None] = {game: None for game in known if game not in now}
    for game, notice in now.items():
        if known.get(game) != notice:
            changed[game] = asdict(notice) | {"seq": after.seq}
    if changed:
        tell_games(changed)


def undo(tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> RecordedEvent:
    """Undo the latest event in force; of a damaged tournament, the one that cannot be read.

    Without `seq` each undo goes one further, so a program that sends one twice says which it meant, or waits. Raises
    `NotNow` if there is nothing to undo, or it may not be undone, and what `record_event` raises.
    """

    def event_for(state: TournamentState) -> Event:
        last = state.events[-1]
        if seq is None and isinstance(last, EventUndone) and milliseconds(utc_now()) - last.at < UNDONE_JUST_NOW:
            raise LOG.out_of_turn(tournament_id, last.seq - 1, last.seq)
        if state.undo is None:
            raise NotNow(NOTHING_TO_UNDO.at(NOWHERE, {}))
        return EventUndone(seq=state.seq + 1, event=state.undo.seq)

    try:
        return _undo_or_redo(tournament_id, event_for, author, seq, event_id)
    except DamagedTournament as damage:
        return _undo_damaged(damage, author, event_id)


def _undo_damaged(damage: DamagedTournament, author: Author, event_id: str | None) -> RecordedEvent:
    """Undo the event that makes a tournament unreadable. Raises `DamagedTournament` if another one does, too."""
    saved = LOG.append(damage.id, undo_of(damage, author.name, event_id), expected_seq=LOG.last(damage.id).seq)
    return RecordedEvent(saved.stored, load_tournament(damage.id), new=saved.new)


def delete_tournament(tournament_id: str) -> str:
    """Delete a tournament for ever; the games of its matches stay. Its name. Raises `NotNow` for one that is played."""
    with suppress(DamagedTournament):
        if load_tournament(tournament_id).state.status == RUNNING:
            raise NotNow(TOURNAMENT_IS_PLAYED.at(NOWHERE, {}))
    row = tournament_row(tournament_id)
    with write_transaction() as session:
        remove_tournament(session, tournament_id)
    TOURNAMENT_CACHE.clear()
    security_event("tournament deleted", table=row.table_id)
    return row.name


def redo(tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> RecordedEvent:
    """Redo the latest undo. Raises `NotNow` if there is nothing to redo."""

    def event_for(state: TournamentState) -> Event:
        if state.redo is None:
            raise NotNow(NOTHING_TO_REDO.at(NOWHERE, {}))
        return EventUndone(seq=state.seq + 1, event=state.redo.seq)

    return _undo_or_redo(tournament_id, event_for, author, seq, event_id)


def _undo_or_redo(
    tournament_id: str, event_for: EventFor, author: Author, seq: int | None, event_id: str | None
) -> RecordedEvent:
    def repeats(stored: StoredEvent) -> bool:
        return stored.kind == ev.TAKE_BACK

    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id, seq=seq, repeats=repeats)
    assert recorded is not None
    return recorded


def import_tournament(table_id: str, checked: CheckedTournament) -> bool:
    """Add a checked tournament to the table, with those of its games that are there; False if it is known already."""
    exported, status = checked.exported, OVER if checked.is_over else OPEN
    events = [event_of(stored) for stored in exported.events]
    cards = _cards_of(exported, events)
    for game in checked.games:  # read here, so that they are in the cache while others wait
        with suppress(NoSuchGame):
            sound_state(game)
    with write_transaction():
        if not add_imported_tournament(table_id, checked.name, status, exported.events, cards):
            return False
        _add_players(table_id, events)
        for game in checked.games:
            if link_game(game, exported.id, table_id):
                _count_as_match(game)
    return True


def _count_as_match(game_id: str) -> None:
    """A match owes nothing, and an imported game was not known to be one when it was counted."""
    state = sound_state(game_id)
    if state is not None:
        game_recounted(game_id, state)


def _cards_of(exported: ExportedTournament, events: Sequence[Event]) -> dict[str, int]:
    """How often the cards and the sign-up link were voided. An older file does not say, so all of them are new."""
    if exported.cards is not None:
        return dict(exported.cards)
    state = replay(events)
    tables = max(
        [state.settings.tables or 0, len(state.teams), *(m.pairing.table or 0 for m in state.matches.values())]
    )
    return {str(number): random_below(MAX_VOIDED) + 1 for number in range(SIGN_UP, tables + 1)}


def is_match_open(tournament_id: str, game_id: str) -> bool:
    """Whether phones of its players may still record in this game: its match does not count yet, or by the game and
    protests are open, or the game goes on although a result was typed.
    """
    try:
        state = load_tournament(tournament_id).state
    except DamagedTournament:
        return True
    match = state.match_of(game_id)
    if match is None or state.ended:
        return False
    game = state.game_result(match)
    may_correct = match.given is None and not state.is_closed(match)
    return not state.is_over(match) or may_correct or (game is not None and game.goes_on)
