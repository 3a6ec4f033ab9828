"""Who plays for a team of a league that has more players than sit down: its line-up, one for each match.

Nobody’s line-up is guessed: a match has the one that was named for it, or the team’s last one once it begins or its
result is typed. What a list or a program brings says nothing about who played, unless it names them.
"""

from dataclasses import replace

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.state import Match, Team, TournamentState


def players_a_side(state: TournamentState) -> int:
    """How many players of a team sit down for it."""
    return find_format(state.stages[0].format).team_size(state.stages[0])


def chooses(state: TournamentState, team: Team) -> bool:
    """Whether somebody has to say who of this team plays."""
    return state.stages[0].is_league and not team.house and len(team.everyone) > players_a_side(state)


def choosing(state: TournamentState, match: Match) -> list[Team]:
    """The teams of a match of whom somebody says who plays."""
    if match.pairing.is_bye:
        return []
    return [team for number in match.teams if (team := state.teams.get(number)) is not None and chooses(state, team)]


def line_up(state: TournamentState, match: Match, team: Team) -> tuple[str, ...]:
    """Who plays for a team, or, in a match that is not over, would if nobody says otherwise; empty if nobody said."""
    if team.id in match.line_ups:
        return match.line_ups[team.id]
    if not chooses(state, team):
        return team.players
    return () if state.is_over(match) else last_line_up(state, team)


def last_line_up(state: TournamentState, team: Team) -> tuple[str, ...]:
    """The line-up that the team named last; else its players, if there are no more than sit down; else empty."""
    size = players_a_side(state)
    last = state.line_ups.get(team.id, team.players)
    return last if len(last) == size and set(last) <= set(team.everyone) else ()


def with_line_ups(state: TournamentState, match: Match) -> Match:
    """The match as it begins, or gets a result: its teams play as they did last, unless they named others."""
    own = {team.id: last_line_up(state, team) for team in choosing(state, match)}
    found = {team: players for team, players in own.items() if players} | dict(match.line_ups)
    return match if found == match.line_ups else replace(match, line_ups=found)
