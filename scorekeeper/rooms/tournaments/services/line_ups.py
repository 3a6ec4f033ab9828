"""Who plays for the teams of a league: named at the desk, or by a phone of either side before the match begins."""

from collections.abc import Mapping, Sequence
from functools import partial

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.checks import find_match
from scorekeeper.rooms.tournaments.domain.log.event_json import read_event
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.faults import NOT_YOUR_MATCH
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.recording import Draft, record_together
from scorekeeper.services.recording import Author


def may_name(state: TournamentState, match: Match, team: int) -> bool:
    """Whether a phone of this team may say who plays: for both sides, as long as the match has not begun."""
    return team in match.teams and match.game is None and not state.is_over(match) and not state.ended


def name_line_ups(
    tournament_id: str,
    match_id: int,
    players: Mapping[int, Sequence[str]],
    author: Author,
    *,
    by: int | None = None,
    event_id: str | None = None,
) -> TournamentState:
    """Say who plays in a match, by the numbers of its teams, all of it or nothing; the tournament after that.

    `by` is the team of the phone that says so, None: the desk. Raises `NotNow`, `InvalidInput`.
    """

    def make(draft: Draft) -> None:
        match = find_match(draft.state, match_id)
        if by is not None and not may_name(draft.state, match, by):
            raise NotNow(NOT_YOUR_MATCH.at(NOWHERE, {}))
        changed = {team: named for team, named in players.items() if match.line_ups.get(team) != tuple(named)}
        for number, (team, named) in enumerate(changed.items()):
            draft.add(partial(_named, match_id, team, named), event_id if number == 0 else None)

    def repeats(stored: StoredEvent) -> bool:
        match = load_tournament(tournament_id).state.matches.get(match_id)
        named = {} if match is None else match.line_ups
        return stored.kind == ev.LINE_UP and all(named.get(team) == tuple(own) for team, own in players.items())

    record_together(tournament_id, make, author, event_id, repeats)
    return load_tournament(tournament_id).state


def _named(match: int, team: int, players: Sequence[str], state: TournamentState) -> ev.Event:
    return read_event(ev.LINE_UP, {"match": match, "team": team, "players": list(players)}, state.seq + 1)
