"""What a director takes back, on the pads too: a last hand that was called is not the last one there either."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from scorekeeper.core.game import TIME, EventUndone, GameState, NotNow, events as game_events, moves
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.core.inputs.faults import NOTHING_TO_UNDO
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force, redone_together, undone_together
from scorekeeper.rooms.tournaments.services.cache import load_tournament, milliseconds
from scorekeeper.rooms.tournaments.services.closed_games import close_again, reopen_game
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.recording import Draft, RecordedEvent, record_together, redo, undo
from scorekeeper.rooms.tournaments.storage import LOG
from scorekeeper.services.recording import Author, record_event
from scorekeeper.storage.events import events_of


@dataclass(frozen=True, slots=True)
class RecordedEvents:
    """What an undo or a redo wrote, and the tournament after it."""

    state: TournamentState
    events: Sequence[ev.Event]


def take_back(tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None) -> RecordedEvent:
    """Undo the latest event in force. Raises `NotNow` if there is nothing to undo, or it may not be undone."""
    recorded = undo(tournament_id, author, seq, event_id)
    games_follow(recorded, author)
    return recorded


def bring_back(
    tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None
) -> RecordedEvent:
    """Redo the latest undo. Raises `NotNow` if there is none."""
    recorded = redo(tournament_id, author, seq, event_id)
    games_follow(recorded, author)
    return recorded


def take_back_together(
    tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None
) -> RecordedEvents:
    """Undo what the desk did last: the latest event in force, and those that put a bracket right with it.

    Raises `NotNow` if there is nothing to undo, or any of it may not be undone; then nothing is.
    """
    return _all_of(tournament_id, undone_together, take_back, author, seq, event_id)


def bring_back_together(
    tournament_id: str, author: Author, seq: int | None = None, event_id: str | None = None
) -> RecordedEvents:
    """Redo what the desk undid last. Raises `NotNow` if there is nothing."""
    return _all_of(tournament_id, redone_together, bring_back, author, seq, event_id)


def _all_of(
    tournament_id: str,
    together: Callable[[Sequence[ev.Event]], list[ev.Event]],
    latest_alone: Callable[[str, Author, int | None, str | None], RecordedEvent],
    author: Author,
    seq: int | None,
    event_id: str | None,
) -> RecordedEvents:
    with suppress(DamagedTournament):  # its damaged event is undone alone
        if len(together(load_tournament(tournament_id).state.events)) > 1:
            return _undo_each(tournament_id, together, author, seq, event_id)
    recorded = latest_alone(tournament_id, author, seq, event_id)
    state = recorded.tournament.state
    return RecordedEvents(state, [state.events[recorded.stored.seq - 1]])


def _undo_each(
    tournament_id: str,
    together: Callable[[Sequence[ev.Event]], list[ev.Event]],
    author: Author,
    seq: int | None,
    event_id: str | None,
) -> RecordedEvents:
    made: list[ev.Event] = []

    def make(draft: Draft) -> None:
        if seq is not None and seq != draft.state.seq:
            raise LOG.out_of_turn(tournament_id, seq, draft.state.seq)
        for number, event in enumerate(together(draft.state.events)):
            draft.add(partial(_undo_of, event.seq), event_id if number == 0 else None)
        made[:] = draft.events

    record_together(tournament_id, make, author, event_id)
    state = load_tournament(tournament_id).state
    for event in made:
        _game_follows(state, event, author)
    return RecordedEvents(state, made)


def games_follow(recorded: RecordedEvent, author: Author) -> None:
    """What an undo, a redo, or a result that is taken out does to games, and so to pads.

    Pads call time themselves when the desk calls the last hand, so the undo of that undoes their calls, except where
    the match has ended since. A game that was closed for a result goes on without it, and is closed again with it.
    """
    state = recorded.tournament.state
    _game_follows(state, state.events[recorded.stored.seq - 1], author)


def _game_follows(state: TournamentState, written: ev.Event, author: Author) -> None:
    undone = state.events[written.event - 1] if isinstance(written, ev.EventUndone) else None
    is_redo = isinstance(undone, ev.EventUndone)
    event = state.events[undone.event - 1] if isinstance(undone, ev.EventUndone) else undone or written
    if isinstance(event, rs.ResultGiven):
        (close_again if is_redo else reopen_game)(state, event, author)
    elif isinstance(event, rs.ResultTakenOut):
        is_back = undone is not None and not is_redo
        (close_again if is_back else reopen_game)(state, _last_given(state, event.match), author)
    elif isinstance(event, ev.ClockSet) and event.act == ev.LAST_HAND and undone is not None and not is_redo:
        for game in _games_of(state, event):
            record_event(game, partial(_without_call, game, event.at), author=author)


def _last_given(state: TournamentState, match: int) -> rs.ResultGiven | None:
    events = reversed(in_force(state.events))
    return next((event for event in events if isinstance(event, rs.ResultGiven) and event.match == match), None)


@dataclass(frozen=True, slots=True)
class Brought:
    """What was recorded together last: the numbers of its events, and how many teams, fixtures and results it has."""

    events: tuple[int, ...] = ()
    teams: int = 0
    fixtures: int = 0
    results: int = 0

    @property
    def is_of_teams(self) -> bool:
        """Whether it is teams alone."""
        return bool(self.teams) and not self.fixtures and not self.results


def brought(state: TournamentState) -> Brought:
    """What the last list of teams or fixtures brought, as long as nothing was recorded since; else nothing."""
    last = state.undo
    if last is None or last != state.events[-1] or last.seq == 1:
        return Brought()
    events = [*takewhile(lambda event: event.at == last.at and event.who == last.who, reversed(state.events))]
    if any(not isinstance(event, OF_LISTS) for event in events):
        return Brought()
    numbers = tuple(event.seq for event in events)
    earlier = [event for event in in_force(state.events) if isinstance(event, SET_UP) and event.seq not in numbers]
    before = {fixture for stage in earlier[-1].stages for fixture in stage.fixtures}
    moved = {event.match for event in in_force(state.events) if isinstance(event, ev.FixtureMoved)}
    by_hand = {state.fixture(state.matches[match]) for match in moved if match in state.matches}
    fixtures = {fixture for stage in state.stages for fixture in stage.fixtures} - before - by_hand
    teams = sum(isinstance(event, ev.TeamEntered) for event in events)
    results = sum(_results_in(event) for event in events)
    return Brought(numbers, teams, len(fixtures), results) if teams or fixtures or results else Brought()


def take_out(tournament_id: str, author: Author, event_id: str | None = None, *, teams_alone: bool = False) -> Brought:
    """Undo all that the last list brought, or nothing; what that was, which is nothing for a repeated `event_id`.

    `teams_alone`: only a list of teams. Raises `NotNow` for what may not be undone.
    """
    undone = [Brought()]

    def make(draft: Draft) -> None:
        undone[0] = found = brought(draft.state)
        if not found.events or (teams_alone and not found.is_of_teams):
            raise NotNow(NOTHING_TO_UNDO.at(NOWHERE, {}))
        for number, seq in enumerate(found.events):
            draft.add(partial(_undo_of, seq), event_id if number == 0 else None)

    record_together(tournament_id, make, author, event_id)
    return undone[0]


def _undo_of(seq: int, state: TournamentState) -> ev.Event:
    return ev.EventUndone(seq=state.seq + 1, event=seq)


def _results_in(event: ev.Event) -> int:
    """How many results of a list an event has."""
    if isinstance(event, rs.ResultsGiven):
        return len(event.results)
    return int(isinstance(event, rs.ScoreEvent) and event.source == rs.BY_LIST)


OF_LISTS = (ev.TeamEntered, ev.TeamStatusChanged, ev.SettingsChanged, ev.RoundPaired, rs.ResultsGiven, rs.ScoreEvent)
SET_UP = (ev.TournamentStarted, ev.SettingsChanged)


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
    called = {event.seq for event in events_of(game) if event.kind == TIME and milliseconds(event.at) >= since}
    latest = max((event.seq for event in game_events.in_force(now.events) if event.seq in called), default=0)
    return moves.undo_event(now, latest) if latest else None
