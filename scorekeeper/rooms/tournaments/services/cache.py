"""Caches tournaments in memory: their state after their events, with the results of their games as they are now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from scorekeeper.core.game.state import replay as replay_game
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.rooms.tournaments.domain.log import state as tournament
from scorekeeper.rooms.tournaments.domain.log.events import Event, Unreadable
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.state import GameResult, TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force, to_undo
from scorekeeper.rooms.tournaments.domain.pairing import work_out
from scorekeeper.rooms.tournaments.exports import event_of
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.storage import LOG, MatchGame, TournamentRow, match_games, tournament_row
from scorekeeper.services.damaged import DamagedGame, fault_of
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.log_cache import Cached, LogCache
from scorekeeper.storage.log import ChainEnd

MAX_TOURNAMENTS = 32


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A tournament's row, its state with the results of its games, its last event, and the rows of its games."""

    row: TournamentRow
    state: TournamentState
    end: ChainEnd
    games: Mapping[str, MatchGame]


def read_tournament(tournament_id: str, stored: Sequence[StoredEvent]) -> TournamentState:
    """The state after these events, of which all that pages show can be worked out. Raises `DamagedTournament`."""
    events = readable_events(stored)
    try:
        state = replay(events)
        work_out(state)
    except Exception as error:  # whatever it is, the record is why, and other tournaments must not suffer
        unreadable = next((event.seq for event in in_force(events) if isinstance(event, Unreadable)), None)
        last = to_undo(events)
        seq = unreadable or (None if last is None else last.seq)
        raise DamagedTournament(tournament_id, fault_of(error), seq if seq != 1 else None) from error
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


Results = Mapping[str, tuple[str | None, GameResult]]
"""Each game's result, and the hash of the event after which it is that."""


class TournamentCache(LogCache[TournamentState, Results]):
    """The latest state of recently used tournaments, with the results of their games."""

    def __init__(self, most: int = MAX_TOURNAMENTS) -> None:
        super().__init__(LOG, read_tournament, _applied, _results_of, most)

    def load(self, row: TournamentRow) -> LoadedTournament:
        """The tournament of this row, with the results of its games as they are now. Raises `DamagedTournament`."""
        cached = self.get(row.id, row.last_hash)
        games = {game.id: game for game in match_games(row.id)}
        kept = {game.id: _result(cached.kept, game) for game in games.values()}
        results = {game_id: result for game_id, (_, result) in kept.items()}
        state = cached.state if results == cached.state.results else cached.state.with_results(results)
        self._put(row.id, Cached(state, cached.end, kept), cached)
        return LoadedTournament(row, state, cached.end, games)


def _results_of(before: Cached[TournamentState, Results] | None) -> Results:
    return {} if before is None else before.kept


def _applied(state: TournamentState, stored: StoredEvent) -> TournamentState:
    return apply(state, event_of(stored))


TOURNAMENT_CACHE = TournamentCache()


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


def _result(results: Results, game: MatchGame) -> tuple[str | None, GameResult]:
    known = results.get(game.id)
    if known is not None and known[0] == game.last_hash:
        return known
    try:
        found = result_of(GAME_CACHE.get(game.id, game.last_hash).state)
    except DamagedGame:  # the director decides what it counts
        return game.last_hash, GameResult(status=tournament.DISPUTED)
    is_over = found.status not in (tournament.PLAYING, tournament.LAST_HAND, tournament.OVERTIME)
    return game.last_hash, replace(found, changed_at=milliseconds(game.last_activity)) if is_over else found


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
        agreed=_agreed_before(state),
    )


def _agreed_before(state: GameState) -> tuple[int, ...]:
    """The totals that every side signed, if the score was corrected to others since."""
    signs = state.signs
    if len(signs) < len(state.setup.rules.seating.sides) or not any(sign.broken for sign in signs):
        return ()
    if any(sign.verdict != AGREED for sign in signs):
        return ()
    before = replay_game(state.events[: max(sign.event.seq for sign in signs if sign.broken)]).board.scores
    totals = tuple(score.total for score in before)
    return totals if totals != tuple(score.total for score in state.board.scores) else ()


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
