"""Exports tournaments: each for the ZIP of its table, and one alone with the games of its matches."""

from collections.abc import Iterator

from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.table_zip import instance_zip
from scorekeeper.rooms.tournaments.domain.log.events import TeamEntered
from scorekeeper.rooms.tournaments.exports import ExportedTournament
from scorekeeper.rooms.tournaments.services.cache import readable_events
from scorekeeper.rooms.tournaments.storage import match_games, tournament_events, tournament_row, tournaments_of
from scorekeeper.services.export_keys import instance_signer
from scorekeeper.services.exporting import LeftOut, every_row, exported_games
from scorekeeper.storage.games import find_table


def exported_tournaments(table_id: str) -> list[ExportedTournament]:
    """All tournaments of a table, the first one first."""
    return [exported_tournament(row.id) for row in reversed(tournaments_of(table_id))]


def exported_tournament(tournament_id: str) -> ExportedTournament:
    """A tournament with its events, signed by this instance. Raises `NoSuchTournament`."""
    row = tournament_row(tournament_id)
    games = [game.id for game in match_games(tournament_id)]
    return ExportedTournament(
        tournament_id,
        row.name,
        tuple(tournament_events(tournament_id)),
        games,
        cards=row.cards,
        signer=instance_signer(),
    )


def zip_of_tournament(tournament_id: str) -> Iterator[bytes]:
    """A tournament with all games of its matches as a ZIP, to be verified or imported. Raises `NoSuchTournament`."""
    row = tournament_row(tournament_id)
    entered = [event for event in readable_events(tournament_events(tournament_id)) if isinstance(event, TeamEntered)]
    players = sorted({name for event in entered for name in event.players})
    left_out = LeftOut()
    table = ExportedTable(
        find_table(row.table_id).name, players, parts=[exported_tournament(tournament_id)], left_out=left_out
    )
    own = [game for game in every_row(row.table_id) if game.match_of == tournament_id]
    return instance_zip([("", table, exported_games(row.table_id, rows=own, left_out=left_out))])
