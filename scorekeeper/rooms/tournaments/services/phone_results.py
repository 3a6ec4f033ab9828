"""Results of a league from the phones of its players: one side types the score, and the other one confirms it.

A score that differs from the other side's stands beside it until a director chooses.
"""

from collections.abc import Sequence

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.checks import find_match
from scorekeeper.rooms.tournaments.domain.log.reported import undecided, version
from scorekeeper.rooms.tournaments.domain.log.results import BY_PHONE, BY_SIDE, ResultConfirmed
from scorekeeper.rooms.tournaments.domain.log.state import TO_CONFIRM, Match, TournamentState
from scorekeeper.rooms.tournaments.faults import NOT_YOUR_MATCH
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent, record_event
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.services.recording import Author


def may_type(state: TournamentState, match: Match, team: int) -> bool:
    """Whether a phone of this team may type the score of a match: in a league, as long as no phone keeps its score."""
    is_own = state.stages[match.stage - 1].is_league and team in match.teams
    game = state.game_result(match)
    return is_own and not state.ended and not state.is_over(match) and (game is None or not game.hands)


def may_agree(state: TournamentState, match: Match, team: int) -> bool:
    """Whether this team confirms the score that the other side's phone brought."""
    brought = None if match.given is None else match.given.team
    is_open = may_type(state, match, team) and state.match_status(match) == TO_CONFIRM
    return is_open and brought not in (None, team) and not undecided(state, match)


def bring_score(
    tournament_id: str, match_id: int, team: int, scores: Sequence[int], writer: str, *, event_id: str | None = None
) -> RecordedEvent:
    """Record the score that a team's phone brought, in the order of the match's sides.

    The same as the other side's confirms it, and another one stands beside it. Raises `NotNow`, `InvalidInput`.
    """
    state = load_tournament(tournament_id).state
    match = find_match(state, match_id)
    if not may_type(state, match, team):
        raise NotNow(NOT_YOUR_MATCH.at(NOWHERE, {}))
    given = match.given
    if given is not None and tuple(scores) == given.scores and may_agree(state, match, team):
        return agree(tournament_id, match_id, team, writer, event_id=event_id)
    body: dict[str, object] = {"scores": list(scores), "team": team, "beside": True}
    if given is not None and given.team == team and not undecided(state, match):
        instead, record = version(state, match)
        body |= {"beside": False, "instead": instead, "record": record}
    return give_result(tournament_id, match_id, body, Author(writer), source=BY_PHONE, event_id=event_id)


def agree(tournament_id: str, match_id: int, team: int, writer: str, *, event_id: str | None = None) -> RecordedEvent:
    """Confirm the score that the other side's phone brought. Raises `NotNow`, also if it is another one by now."""

    def event_for(state: TournamentState) -> ev.Event:
        match = find_match(state, match_id)
        if not may_agree(state, match, team):
            raise NotNow(NOT_YOUR_MATCH.at(NOWHERE, {}))
        return ResultConfirmed(seq=state.seq + 1, match=match_id, by=BY_SIDE)

    recorded = record_event(tournament_id, event_for, author=Author(writer), event_id=event_id)
    assert recorded is not None
    return recorded
