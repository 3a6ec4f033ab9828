"""Who sees what of a tournament: the one place that decides it, for pages, calls, exports, streams and pictures."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum

from scorekeeper.rooms.tournaments.domain.log.earlier import with_rounds
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import FULL_NAMES, NUMBERS
from scorekeeper.rooms.tournaments.domain.words import by_number, called, player_called


class Reader(StrEnum):
    """Who reads: the desk; the phone of a player whom the desk knows, or paper for the hall; everybody else."""

    DESK = "desk"
    PLAYER = "player"
    WATCHER = "watcher"


def seen_by(state: TournamentState, reader: Reader) -> TournamentState:
    """The tournament as this reader may see it: the desk all of it; others no unpublished round, and nobody's name who
    is called by a number; those who only watch, names as the tournament shows them in public.
    """
    if reader is Reader.DESK:
        return state
    names, shown = names_for(state, reader), _shown(state, reader)
    teams = {
        team.id: replace(
            team,
            name=names[team.id],
            players=tuple(player_called(team, player, shown(team)) for player in team.players),
            by_number=tuple(player_called(team, player) for player in team.by_number),
            here=tuple(player_called(team, player, shown(team)) for player in team.here),
            paid=(),
            reserve=None if team.reserve is None else player_called(team, team.reserve, shown(team)),
        )
        for team in state.teams.values()
    }
    return _with_line_ups(replace(published(state), teams=teams), state, shown)


def _with_line_ups(
    seen: TournamentState, state: TournamentState, shown: Callable[[Team], Callable[[str], str]]
) -> TournamentState:
    """The line-ups with their players as they are called."""

    def as_called(line_ups: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
        return {
            number: tuple(player_called(state.teams[number], player, shown(state.teams[number])) for player in players)
            for number, players in line_ups.items()
            if number in state.teams
        }

    if not any(match.line_ups for match in seen.matches.values()):
        return replace(seen, line_ups=as_called(seen.line_ups))
    matches = {number: replace(match, line_ups=as_called(match.line_ups)) for number, match in seen.matches.items()}
    return replace(seen, matches=matches, line_ups=as_called(seen.line_ups))


def names_for(state: TournamentState, reader: Reader) -> dict[int, str]:
    """What each team is called for this reader: at the desk in full, for players except who is called by a number,
    for those who only watch in full, by first names and an initial, or by number, as the tournament says.

    A name that the team gave itself stays, and two that look the same have their numbers.
    """
    if reader is Reader.DESK:
        return {team.id: team.name or called(team) for team in state.teams.values()}
    if reader is Reader.PLAYER or state.settings.names == FULL_NAMES:
        return {team.id: called(team) for team in state.teams.values()}
    if state.settings.names == NUMBERS:
        return {team.id: by_number(team) for team in state.teams.values()}
    found = {team.id: called(team, short_name) for team in state.teams.values()}
    often = Counter(found.values())
    return {team: name if often[name] == 1 else f"{name} ({team})" for team, name in found.items()}


def name_for(state: TournamentState, reader: Reader, team: Team, player: str) -> str:
    """What a player of a team is called for this reader."""
    return player if reader is Reader.DESK else player_called(team, player, _shown(state, reader)(team))


def _shown(state: TournamentState, reader: Reader) -> Callable[[Team], Callable[[str], str]]:
    """How a player's name is shown who is not called by a number."""
    if reader is Reader.PLAYER or state.settings.names == FULL_NAMES:
        return lambda _team: str
    if state.settings.names == NUMBERS:
        return lambda team: lambda _name: by_number(team)
    return lambda _team: short_name


def short_name(player: str) -> str:
    """`Ann M.` for `Ann Miller`."""
    first, *others = player.split()
    return f"{first} {others[-1][0]}." if others else first


def published(state: TournamentState) -> TournamentState:
    """The tournament without rounds that are paired and not yet published, and what was drawn for them."""
    return with_rounds(state, [found for found in state.rounds if found.published])


def hides_totals(state: TournamentState, reader: Reader) -> bool:
    """Whether standings and totals are kept back from this reader until the end."""
    return reader is not Reader.DESK and state.settings.hide_standings and not state.ended
