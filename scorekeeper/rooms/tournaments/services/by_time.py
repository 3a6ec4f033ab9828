"""What time decides in a tournament: a clock starts, results count without objection, teams did not come, time is up.

Nothing waits for a clock. Whoever looks at a tournament, by a page or a call, first has `record_due` write what time
has decided since somebody looked last.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from scorekeeper.chance import random_below
from scorekeeper.clock import utc_now
from scorekeeper.core.game import GameState, NotNow, TimeCalled
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet.model import MAX_MINUTES
from scorekeeper.rooms.tournaments.domain.hall import PadNotice, notice_for, round_minutes
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.calls import calls_of_done
from scorekeeper.rooms.tournaments.domain.log.reported import is_corrected, undecided
from scorekeeper.rooms.tournaments.domain.log.results import BY_TIME, ResultConfirmed, ResultGiven
from scorekeeper.rooms.tournaments.domain.log.state import (
    PLAYING,
    TO_CONFIRM,
    WAITING,
    Clock,
    Match,
    Round,
    TournamentState,
)
from scorekeeper.rooms.tournaments.domain.pairing import pair_free
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_SEED
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ON_PAPER
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament, milliseconds
from scorekeeper.rooms.tournaments.services.phones import keepers_of
from scorekeeper.rooms.tournaments.services.recording import record_event
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author, record_event as record_in_game
from scorekeeper.storage.errors import StorageError

A_MINUTE = 60_000


def record_due(tournament_id: str, now: datetime | None = None) -> LoadedTournament:
    """Record what time has decided by `now`; the tournament after that.

    What another request records at the same moment is not recorded twice.
    """
    at = milliseconds(now or utc_now())
    loaded = _record_events(load_tournament(tournament_id), at)
    due = _games_at_time(loaded.state, at)
    if not due:
        return loaded
    _call_time(loaded, due, at)
    return load_tournament(tournament_id)


def _record_events(loaded: LoadedTournament, at: int) -> LoadedTournament:
    refused: list[ev.Event] = []
    for _ in range(len(loaded.state.matches) + 8):
        due = next((event for event in _due(loaded, at) if replace(event, seq=0) not in refused), None)
        if due is None:
            break
        try:
            record_event(loaded.row.id, partial(_as_found, due), author=Author(), seq=loaded.state.seq)
        except StorageError:  # another request records it, or the database is away: the next one looks again
            return load_tournament(loaded.row.id)
        except InvalidInput:  # the desk shows what is due, and the director decides
            refused.append(replace(due, seq=0))
            continue
        loaded = load_tournament(loaded.row.id)
    return loaded


def _games_at_time(state: TournamentState, at: int) -> list[Match]:
    """The matches whose time is up. On paper nobody but the table knows which hand was played."""
    if state.ended or state.settings.kept_on == ON_PAPER:
        return []
    published = [found for found in state.rounds if found.published]
    return [match for found in published for match in _matches(state, found) if _is_time_due(state, match, at)]


def _call_time(loaded: LoadedTournament, due: list[Match], at: int) -> None:
    """Call time in the games that no phone keeps; a phone that keeps one does so itself, as soon as it can.

    Where nothing is recorded yet, nobody but the table knows which hand was played.
    """
    kept = keepers_of(loaded.row.id)
    for match in due:
        if match.game is not None and match.game not in kept:
            with suppress(StorageError, NotNow):  # somebody else calls it, or the next one who looks
                call = partial(_time_call, notice_for(loaded.state, match), load_game(match.game).game.created, at)
                record_in_game(match.game, call, author=Author())


def _is_time_due(state: TournamentState, match: Match, at: int) -> bool:
    game = state.game_result(match)
    if game is None or state.match_status(match) != PLAYING:
        return False
    notice = notice_for(state, match)
    is_last = notice.last_hand is not None and game.hands + 1 >= notice.last_hand
    return is_last or (notice.ends is not None and notice.ends <= at) or (notice.left is not None and notice.left <= 0)


def _time_call(notice: PadNotice, began: datetime, at: int, game: GameState) -> TimeCalled | None:
    """The call of time, with the hand that is played now as the last; a call that was undone is not repeated."""
    is_begun = bool(game.board.hands) or any(bid is not None for bid in game.draft)
    if not is_begun or game.board.outcome is not None or any(isinstance(e, TimeCalled) for e in game.events):
        return None
    following, last = game.board.next_number, notice.last_hand
    is_reached = last is not None and following >= last
    hand = max(last or 0, len(game.board.hands)) if is_reached else following + notice.more
    was_up = at if notice.ends is None else min(at, notice.ends)
    minutes = min(max(0, was_up - milliseconds(began)) // A_MINUTE, MAX_MINUTES)
    return TimeCalled(seq=game.seq + 1, hand=hand, minutes=minutes)


def _as_found(due: ev.Event, _state: TournamentState) -> ev.Event:
    return due


def _due(loaded: LoadedTournament, at: int) -> Iterator[ev.Event]:
    state = loaded.state
    if state.ended:
        return
    free = pair_free(state, seq=state.seq + 1, lot_seed=random_below(MAX_SEED), now=at)
    if free is not None:  # open play: teams that have just finished meet the next ones
        yield free
    for match in calls_of_done(state):
        yield ev.DirectorCalled(seq=state.seq + 1, match=match.id, answered=ev.MATCH_DONE)
    for found in state.rounds:
        if found.published and any(not state.is_over(state.matches[match]) for match in found.matches):
            yield from _starts(state, found, at)
            yield from _no_shows(state, found, at)
            yield from _confirmations(loaded, found, at)


def _starts(state: TournamentState, found: Round, at: int) -> Iterator[ev.Event]:
    after = state.settings.starts_after
    if after is None or not round_minutes(state, found) or found.clocks.get(1, Clock()).started:
        return
    if at >= found.published_at + after * A_MINUTE:
        yield ev.ClockSet(seq=state.seq + 1, stage=found.stage, number=found.number, act=ev.CLOCK_START)


def _no_shows(state: TournamentState, found: Round, at: int) -> Iterator[ev.Event]:
    minutes = state.settings.no_show_minutes
    if not minutes or state.stages[found.stage - 1].by_dates or at < found.published_at + minutes * A_MINUTE:
        return
    for match in _matches(state, found):
        missing = tuple(team for team in match.teams if not state.teams[team].plays)
        if missing and state.match_status(match) == WAITING:
            yield ResultGiven(seq=state.seq + 1, match=match.id, by=ev.NO_SHOW, forfeits=missing, source=BY_TIME)


def _confirmations(loaded: LoadedTournament, found: Round, at: int) -> Iterator[ev.Event]:
    state, minutes = loaded.state, loaded.state.settings.confirm_minutes
    if not minutes:
        return
    for match in _matches(state, found):
        since = None if undecided(state, match) or is_corrected(state, match) else over_since(loaded, match)
        if since is not None and at >= since + minutes * A_MINUTE:
            record = 0 if (game := state.game_result(match)) is None else game.record
            yield ResultConfirmed(seq=state.seq + 1, match=match.id, by=BY_TIME, record=record)


def over_since(loaded: LoadedTournament, match: Match) -> int | None:
    """When a match that waits for its confirmation ended, in milliseconds; None if it does not wait for that."""
    if loaded.state.match_status(match) != TO_CONFIRM:
        return None
    if match.given is not None:
        return match.given.at
    game = loaded.games.get(match.game or "")
    return None if game is None else milliseconds(game.last_activity)


def _matches(state: TournamentState, found: Round) -> Iterator[Match]:
    for number in found.matches:
        if not state.is_over(state.matches[number]):
            yield state.matches[number]
