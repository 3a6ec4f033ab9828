"""What those who only watch a table may not open of its tournaments: games of players who are called by a number."""

from scorekeeper.services.tournament_cache import load_tournament
from scorekeeper.storage.tournaments import tournaments_of
from scorekeeper.tournament.state import Match, TournamentState


def is_unnamed(state: TournamentState, match: Match) -> bool:
    """Whether somebody plays in this match who is called by a number away from the desk."""
    return any(state.teams[team].by_number for team in match.teams if team in state.teams)


def is_for_desk(tournament_id: str, game_id: str) -> bool:
    """Whether only the desk and the phones of its match may open this game, since its pad has a name that others may
    not read.
    """
    state = load_tournament(tournament_id).state
    match = state.match_of(game_id)
    return match is not None and is_unnamed(state, match)


def games_for_desk(table_id: str) -> frozenset[str]:
    """The table's games that only the desk and the phones of their match may open."""
    states = [load_tournament(row.id).state for row in tournaments_of(table_id)]
    return frozenset(
        match.game for state in states for match in state.matches.values() if match.game and is_unnamed(state, match)
    )


def unnamed_at(table_id: str) -> frozenset[str]:
    """The table's players who are called by a number in one of its tournaments."""
    states = [load_tournament(row.id).state for row in tournaments_of(table_id)]
    return frozenset(player for state in states for team in state.teams.values() for player in team.by_number)
