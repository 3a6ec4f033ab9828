"""Who is called by a number in a tournament, for as long as it is kept."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.events import BY_NUMBER, TEAM_STATUS
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.words import player_called
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.storage import match_games, tournaments_of_games, tournaments_with_event
from scorekeeper.services.game_cache import sides_now
from scorekeeper.storage.called import Called
from scorekeeper.storage.games import find_game


def games_for_desk(game_ids: Collection[str]) -> Collection[str]:
    """The games that only the desk may open, at the tables of these games of matches; worked out when one of their
    tournaments has changed.
    """
    return _for_desk(frozenset(map(tuple, tournaments_of_games(game_ids).values())))


@lru_cache(maxsize=1)
def _for_desk(tournaments: frozenset[tuple[Any, ...]]) -> Collection[str]:
    tables = {table_id for _id, table_id, _last_hash in tournaments}
    return frozenset(chain.from_iterable(called_by_number(table).games for table in tables))


Names = Mapping[str, str]


def called_by_number(table_id: str) -> Called:
    """What everybody is called who is called by a number in a tournament of the table, and in which games."""
    everyone: dict[str, str] = {}
    games: dict[str, Names] = {}
    for row in tournaments_with_event(table_id, TEAM_STATUS, f'"{BY_NUMBER}"'):
        try:
            names, own = _called_in(load_tournament(row.id).state)
        except DamagedTournament:  # nobody can say whom it calls by a number
            names, own = _called_in_damaged(row.id)
        everyone |= names
        games |= own
    return Called(
        everyone,
        games,
        _("This player is called by a number in a tournament here. Only scorers and keepers open this page."),
        _("A player of this match is called by a number. Only its own phones and the desk open its game."),
    )


def _called_in(state: TournamentState) -> tuple[Names, Mapping[str, Names]]:
    teams = {team.id: _called_of(team) for team in state.teams.values()}
    names = {name: called for own in teams.values() for name, called in own.items()}
    of_games = {
        match.game: {name: called for team in match.teams for name, called in teams.get(team, {}).items()}
        for match in state.matches.values()
        if match.game
    }
    return names, {game: called for game, called in of_games.items() if called}


def _called_of(team: Team) -> Names:
    return {player: player_called(team, player) for player in team.by_number}


def _called_in_damaged(tournament_id: str) -> tuple[Names, Mapping[str, Names]]:
    """Everybody in the games of a tournament that cannot be read, without a name."""
    games = [find_game(match.id) for match in match_games(tournament_id)]
    found = {
        game.id: {player: _("A player") for _side, players in sides_now(game) for player in players} for game in games
    }
    return {name: called for own in found.values() for name, called in own.items()}, found
