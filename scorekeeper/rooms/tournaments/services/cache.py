"""Caches tournaments in memory: their state after their events, with the results of their games as they are now."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from scorekeeper.core.game import (
    AGREED,
    DISPUTED,
    GameClosed,
    GameReopened,
    GameState,
    HandCorrected,
    HandRecorded,
    TimeCalled,
)
from scorekeeper.core.game.events import in_force as game_events_in_force
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.rooms.tournaments.domain import state as tournament
from scorekeeper.rooms.tournaments.domain.events import ERASE, Event, Unreadable, in_force, to_undo
from scorekeeper.rooms.tournaments.domain.pairing import work_out
from scorekeeper.rooms.tournaments.domain.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.state import GameResult, TournamentState
from scorekeeper.rooms.tournaments.exports import event_of
from scorekeeper.rooms.tournaments.storage import (
    MatchGame,
    TournamentRow,
    match_games,
    tournament_events,
    tournament_row,
)
from scorekeeper.services.damaged import DamagedGame, DamagedTournament, fault_of
from scorekeeper.services.erasing import names_erased
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage.log import ChainEnd, end_of

MAX_TOURNAMENTS = 32


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A tournament's row, its state with the results of its games, its last event, and the rows of its games."""

    row: TournamentRow
    state: TournamentState
    end: ChainEnd
    games: Mapping[str, MatchGame]


@dataclass(slots=True)
class _Cached:
    """`state` is after the event `end`; `results` have each game's result after its event `(seq, at)`."""

    state: TournamentState
    end: ChainEnd
    results: dict[str, tuple[tuple[int, datetime], GameResult]] = field(default_factory=dict)


class TournamentCache:
    """The latest state of recently used tournaments. Thread-safe."""

    def __init__(self) -> None:
        self._cached: OrderedDict[str, _Cached] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, row: TournamentRow) -> LoadedTournament:
        """The tournament of this row, with the results of its games."""
        with self._lock:
            cached = self._cached.get(row.id)
        if cached is None or (cached.end.seq, cached.end.at) != (row.last_seq, row.last_activity):
            cached = _caught_up(cached, row.id)
        games = {game.id: game for game in match_games(row.id)}
        results = {game.id: _result(cached, game) for game in games.values()}
        if {game_id: result for game_id, (_, result) in results.items()} != cached.state.results:
            found = {game_id: result for game_id, (_, result) in results.items()}
            cached = replace(cached, state=cached.state.with_results(found))
        cached = replace(cached, results=results)
        self._keep(row.id, cached)
        return LoadedTournament(row, cached.state, cached.end, games)

    def store(self, state: TournamentState, last: StoredEvent) -> None:
        """Keep the state after a tournament's event `last`."""
        with self._lock:
            known = self._cached.get(last.game_id)
        self._keep(last.game_id, _Cached(state, end_of(last), {} if known is None else known.results))

    def _keep(self, tournament_id: str, cached: _Cached) -> None:
        with self._lock:
            known = self._cached.get(tournament_id)
            if known is None or known.end.seq <= cached.end.seq:
                self._cached[tournament_id] = cached
            self._cached.move_to_end(tournament_id)
            while len(self._cached) > MAX_TOURNAMENTS:
                self._cached.popitem(last=False)

    def clear(self) -> None:
        """Drop all states."""
        with self._lock:
            self._cached.clear()


TOURNAMENT_CACHE = TournamentCache()


@names_erased.connect
def _forget(_sender: object) -> None:
    TOURNAMENT_CACHE.clear()


def load_tournament(tournament_id: str) -> LoadedTournament:
    """The tournament as it is now. Raises `NoSuchTournament`, `DamagedTournament`."""
    return TOURNAMENT_CACHE.load(tournament_row(tournament_id))


def is_damaged(tournament_id: str) -> bool:
    """Whether the tournament's record cannot be read."""
    try:
        load_tournament(tournament_id)
    except DamagedTournament:
        return True
    return False


def milliseconds(moment: datetime) -> int:
    """A moment as events have it: milliseconds of UTC since 1970."""
    return int(moment.timestamp() * 1000)


def _caught_up(cached: _Cached | None, tournament_id: str) -> _Cached:
    after = 0 if cached is None else cached.end.seq - 1
    since = tournament_events(tournament_id, after)
    if cached is None or not since or since[0].at != cached.end.at:  # nothing cached, or from before a restore
        since, cached = tournament_events(tournament_id) if after else since, None
    elif any(stored.kind == ERASE for stored in since[1:]):  # earlier events were rewritten
        since, cached = tournament_events(tournament_id), None
    if cached is None:
        return _Cached(read_tournament(tournament_id, since), end_of(since[-1]))
    try:
        state = cached.state
        for stored in since[1:]:
            state = apply(state, event_of(stored))
    except Exception:  # read all again, which says where it is damaged
        return _Cached(read_tournament(tournament_id, tournament_events(tournament_id)), end_of(since[-1]))
    return _Cached(state, end_of(since[-1]), cached.results)


def read_tournament(tournament_id: str, stored: Sequence[StoredEvent]) -> TournamentState:
    """The state after these events, of which all that pages show can be worked out. Raises `DamagedTournament`."""
    events = readable_events(stored)
    try:
        state = replay(events)
        work_out(state)
    except Exception as error:  # whatever it is, the record is why, and other tournaments must not suffer
        unreadable = next((event.seq for event in in_force(events) if isinstance(event, Unreadable)), None)
        last = to_undo(events)
        entry = unreadable or (None if last is None else last.seq)
        raise DamagedTournament(tournament_id, fault_of(error), entry if entry != 1 else None) from error
    return state


def readable_events(stored: Sequence[StoredEvent]) -> list[Event]:
    """What stored events say; `Unreadable` where one cannot be read."""
    events: list[Event] = []
    for each in stored:
        try:
            events.append(event_of(each))
        except Exception as error:
            fault = fault_of(error).within("entry", each.seq)
            events.append(Unreadable(seq=each.seq, at=milliseconds(each.at), who=each.who, fault=fault))
    return events


def _result(cached: _Cached, game: MatchGame) -> tuple[tuple[int, datetime], GameResult]:
    position = (game.last_seq, game.last_activity)
    known = cached.results.get(game.id)
    if known is not None and known[0] == position:
        return known
    try:
        found = result_of(GAME_CACHE.get(game.id, *position).state)
    except DamagedGame:  # the director decides what it counts
        return position, GameResult(status=tournament.DISPUTED)
    is_over = found.status not in (tournament.PLAYING, tournament.LAST_HAND, tournament.OVERTIME)
    return position, replace(found, changed_at=milliseconds(game.last_activity)) if is_over else found


def result_of(state: GameState) -> GameResult:
    """What a tournament has to know of a game in this state."""
    board, sides = state.board, state.setup.rules.seating.sides
    hands = [hand for hand in board.hands if hand.counted]
    winners = () if board.outcome is None else board.outcome.winners
    scoring = (HandRecorded, HandCorrected, GameClosed, GameReopened)
    record = max((event.seq for event in game_events_in_force(state.events) if isinstance(event, scoring)), default=0)
    return GameResult(
        scores=tuple(score.total for score in board.scores),
        winner=winners[0] if len(winners) == 1 else None,
        sets=tuple(
            sum(
                1
                for hand in hands
                for contract in hand.sides[side].contracts
                if contract.call.is_number and not contract.made
            )
            for side in sides
        ),
        bags=tuple(score.overtricks for score in board.scores),
        hands=len(hands),
        status=_status(state),
        ended_by="" if board.outcome is None else board.outcome.ended_by,
        record=record,
    )


def _status(state: GameState) -> str:
    if state.board.outcome is None:
        called = [event.hand for event in game_events_in_force(state.events) if isinstance(event, TimeCalled)]
        if not called:
            return tournament.PLAYING
        return tournament.LAST_HAND if state.board.next_number <= called[-1] else tournament.OVERTIME
    verdicts = [sign.verdict for sign in state.signs if not sign.broken]
    if DISPUTED in verdicts:
        return tournament.DISPUTED
    sides = len(state.setup.rules.seating.sides)
    return tournament.CONFIRMED if verdicts.count(AGREED) == sides else tournament.OVER
