"""Calls of the director: from a player's phone, and what the desk answers."""

from functools import partial

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_event
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.faults import NOT_ACCEPTED_YET, NOT_YOUR_MATCH
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.phones import match_of_phone
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent, record_event
from scorekeeper.rooms.tournaments.storage import phone_of
from scorekeeper.services.recording import Author


def match_that_calls(tournament_id: str, member_id: int) -> Match:
    """The match of this phone, which may call for it. Raises `NotNow` for any other phone."""
    phone = phone_of(tournament_id, member_id)
    match = None if phone is None else match_of_phone(load_tournament(tournament_id).state, phone)
    if phone is None or match is None:
        raise NotNow(NOT_YOUR_MATCH.at(NOWHERE, {}))
    if not phone.accepted:
        raise NotNow(NOT_ACCEPTED_YET.at(NOWHERE, {}))
    return match


def call_director(
    tournament_id: str, match: int, reason: str | None, author: Author, event_id: str | None = None
) -> RecordedEvent:
    """Record that the table of a match calls the director, or says why. Raises `InvalidInput`, `NotNow`."""
    return _record(tournament_id, {"match": match, "reason": reason}, author, event_id)


def answer_call(
    tournament_id: str, match: int, answered: str, author: Author, event_id: str | None = None
) -> RecordedEvent:
    """Record what came of a match's call. Raises `InvalidInput`, and `NotNow` if the table does not wait."""
    return _record(tournament_id, {"match": match, "answered": answered}, author, event_id)


def _record(tournament_id: str, body: dict[str, object], author: Author, event_id: str | None) -> RecordedEvent:
    recorded = record_event(tournament_id, partial(_event, body), author=author, event_id=event_id)
    assert recorded is not None
    return recorded


def _event(body: dict[str, object], state: TournamentState) -> ev.Event:
    return read_event(ev.DIRECTOR_CALL, body, state.seq + 1)
