"""What a director takes back, on the pads too: a last hand that was called is not the last one there either."""

from functools import partial

from scorekeeper.core.game import TIME, EventUndone, GameState, moves
from scorekeeper.core.game import events as game_events
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent, undo
from scorekeeper.services.recording import Author, record_if_any
from scorekeeper.storage.events import events_of


def take_back(tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> RecordedEvent:
    """Undo the latest event in force. Raises `NotNow` if there is nothing to undo, or it may not be undone.

    Pads call time themselves when the desk calls the last hand, so the undo of that undoes their calls, except where
    the match has ended since.
    """
    recorded = undo(tournament_id, author, seq, event_id)
    state = recorded.tournament.state
    written = state.events[recorded.stored.seq - 1]
    undone = state.events[written.event - 1] if isinstance(written, ev.EventUndone) else None
    if isinstance(undone, ev.ClockSet) and undone.act == ev.LAST_HAND:
        for game in _games_of(state, undone):
            record_if_any(game, partial(_without_call, game, undone.at), author=author)
    return recorded


def _games_of(state: TournamentState, call: ev.ClockSet) -> list[str]:
    """The games whose last hand this was to be."""
    found = [
        match
        for match in state.matches.values()
        if (match.id == call.match if call.match else (match.stage, match.round) == (call.stage, call.number))
        and (call.match or match.pairing.wave == call.wave)
    ]
    return [match.game for match in found if match.game is not None]


def _without_call(game: str, since: int, now: GameState) -> EventUndone | None:
    """What undoes the call of time that a game has had since this moment; None without one, or once it has ended."""
    if now.board.time is None or now.board.outcome is not None:
        return None
    called = {entry.seq for entry in events_of(game) if entry.kind == TIME and milliseconds(entry.at) >= since}
    latest = max((event.seq for event in game_events.in_force(now.events) if event.seq in called), default=0)
    return moves.undo_event(now, latest) if latest else None
