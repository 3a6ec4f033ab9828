"""Calls of the director: what an event makes of them, and the tables that wait now."""

from dataclasses import replace

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import DirectorCall, Match, TournamentState


def with_call(state: TournamentState, event: ev.DirectorCalled) -> TournamentState:
    """The state after a table called, said why, or was answered."""
    call = _after(state.calls.get(event.match), event)
    return state if call is None else replace(state, calls=dict(state.calls) | {event.match: call})


def _after(before: DirectorCall | None, event: ev.DirectorCalled) -> DirectorCall | None:
    is_open = before is not None and before.is_open
    if event.answered:
        if before is None or not is_open:
            return before
        return replace(before, answered=event.answered, answered_at=event.at, answered_by=event.who)
    if before is not None and is_open:  # it says why
        return replace(before, reason=event.reason, made=before.made + 1)
    return DirectorCall(event.at, event.who, event.reason, made=1 if before is None else before.made + 1)


def open_call(state: TournamentState, match: Match) -> DirectorCall | None:
    """The call that the table of a match waits for; None without one, and once the match is done."""
    call = state.calls.get(match.id)
    return None if call is None or not call.is_open or state.ended or state.is_over(match) else call


def open_calls(state: TournamentState) -> list[tuple[Match, DirectorCall]]:
    """The tables that wait: those without an answer first, and who has waited longest."""
    matches = [state.matches[number] for number in state.calls if number in state.matches]
    found = [(match, call) for match in matches if (call := open_call(state, match)) is not None]
    return sorted(found, key=lambda pair: (pair[1].answered, pair[1].at))


def calls_of_done(state: TournamentState) -> list[Match]:
    """The matches that are done with a call that nobody ended: their tables do not wait any more."""
    matches = [
        state.matches[number] for number, call in state.calls.items() if call.is_open and number in state.matches
    ]
    return [match for match in matches if state.is_over(match)]
