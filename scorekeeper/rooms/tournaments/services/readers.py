"""What those who only watch a table read of players who are called by a number in one of its tournaments.

Rows of their matches have the number, for as long as the tournament is kept. So have all other lists of the table, but
for somebody who also sits in its other games: these name that player to everybody anyway.
"""

from collections.abc import Mapping

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.events import BY_NUMBER, TEAM_STATUS
from scorekeeper.rooms.tournaments.domain.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.words import player_called
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.storage import match_games, tournaments_with_event
from scorekeeper.services.damaged import DamagedTournament
from scorekeeper.services.game_cache import sides_now
from scorekeeper.storage.called import BY_NAME, CALLED, Called
from scorekeeper.storage.games import find_game
from scorekeeper.storage.players import main_ids_named, names_in_other_games


def call_by_number(table_id: str) -> None:
    """Let this request read numbers for names, as whoever only watches the table does."""
    CALLED.set(called_at(table_id))


def call_by_name() -> None:
    """Let what runs next read every name."""
    CALLED.set(BY_NAME)


def called_at(table_id: str) -> Called:
    """Who at the table is called by a number, as those read it who only watch."""
    everyone, games = _called_at(table_id)
    if not everyone:
        return Called(games=games)
    regulars = names_in_other_games(table_id, everyone, games)
    return Called({name: called for name, called in everyone.items() if name not in regulars}, games)


def games_for_desk(table_id: str) -> frozenset[str]:
    """The table's games that only the desk and the phones of their match may open: their pads have such a name."""
    return frozenset(_called_at(table_id)[1])


def unnamed_at(table_id: str) -> frozenset[str]:
    """The table's players whom those who only watch read by a number in every list."""
    return frozenset(called_at(table_id).players)


def players_for_desk(table_id: str) -> set[int]:
    """The ids of everybody at the table who is called by a number: their own figures list their matches."""
    everyone = _called_at(table_id)[0]
    return main_ids_named(table_id, everyone) if everyone else set()


Names = Mapping[str, str]


def _called_at(table_id: str) -> tuple[Names, Mapping[str, Names]]:
    """What everybody is called who is called by a number in a tournament of the table, and in which games, by id."""
    everyone: dict[str, str] = {}
    games: dict[str, Names] = {}
    for row in tournaments_with_event(table_id, TEAM_STATUS, f'"{BY_NUMBER}"'):
        try:
            names, own = _called_in(load_tournament(row.id).state)
        except DamagedTournament:  # nobody can say whom it calls by a number
            names, own = _called_in_damaged(row.id)
        everyone |= names
        games |= own
    return everyone, games


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
