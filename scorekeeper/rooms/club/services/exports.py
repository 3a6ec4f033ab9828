"""What a table makes of its games, for exports: seasons with their leaderboards, nights, ratings, and what is owed."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import add

from scorekeeper.clock import utc_now
from scorekeeper.core.game.player_stats import LABELS, OWN_LABELS, WHOLE_WIN
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.core.words.vocabulary import POINTS
from scorekeeper.formats.games import ExportedClub, PlayerSums
from scorekeeper.rooms.club.exports import (
    SETTLING_FILE,
    Club,
    NightRow,
    RatingRow,
    SeasonRow,
    SettlingRow,
    add_sheets,
    nights_csv,
    ratings_csv,
    seasons_csv,
    settling_csv,
    settling_file,
)
from scorekeeper.rooms.club.rows import plain
from scorekeeper.rooms.club.services.copies import exported_payments, exported_seasons, exported_stakes
from scorekeeper.rooms.club.services.ratings import ratings_are_current, shown_doubt, shown_rating
from scorekeeper.rooms.club.services.seasons import players_of_seasons
from scorekeeper.rooms.club.services.settling import settling_rows
from scorekeeper.rooms.club.storage.ratings import every_rated_game, every_rating
from scorekeeper.rooms.club.storage.results import every_result, every_sum
from scorekeeper.rooms.club.storage.seasons import count_seasons, seasons_of
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.players import ranked_names_of, shown_names_of
from scorekeeper.storage.visits import TableRow


def exported_club(table: TableRow) -> ExportedClub:
    """What the table makes of its games, and what it said about that."""
    club = Club(
        partial(_seasons, table),
        partial(_nights, table),
        partial(_ratings, table),
        partial(_rated_games, table),
        partial(_settling, table),
    )
    return ExportedClub(
        {
            "nights": lambda: nights_csv(club.nights()),
            "seasons": lambda: seasons_csv(club.seasons()),
            "ratings": lambda: ratings_csv(club.rated_games()),
            "settling": lambda: settling_csv(club.settling()),
        },
        {SETTLING_FILE: partial(settling_file, club)},
        lambda book, zone: add_sheets(book, club, zone),
        partial(player_sums, table.id),
        {"seasons": lambda: [*map(plain, exported_seasons(table.id))]},
        {
            "stakes": lambda: [*map(plain, exported_stakes(table.id))],
            "payments": lambda: [*map(plain, exported_payments(table.id))],
        },
        shown=not table.without_club,
    )


def kept_back(table_id: str) -> list[str]:
    """What the club has of a table that an export leaves out while the club is closed."""
    seasons, payments = count_seasons(table_id), len(exported_payments(table_id))
    found = [_n(seasons, "1 season", "{count} seasons")] if seasons else []
    found += [_("stakes")] if exported_stakes(table_id) else []
    return found + ([_n(payments, "1 payment", "{count} payments")] if payments else [])


def player_sums(table_id: str) -> list[PlayerSums]:
    """Every player with a finished game at the table, with their sums."""
    return [
        PlayerSums(
            player.player.name,
            player.totals.games,
            {key: getattr(player.totals, key) for key in (*LABELS, *OWN_LABELS)},
        )
        for player in every_sum(table_id)
    ]


def _settling(table: TableRow) -> Iterator[SettlingRow]:
    """What every game brought, shares of pots, and payments."""
    return settling_rows(table.id, zone_of(table.zone))


def _seasons(table: TableRow) -> Iterator[SeasonRow]:
    """Everybody in each season, the season that began first, and the best player, first."""
    zone = zone_of(table.zone)
    tonight = night_of(utc_now(), zone)
    seasons = seasons_of(table.id)
    players = players_of_seasons(seasons, zone)
    for season in sorted(seasons, key=lambda season: (season.first_night, season.id)):
        about = (season.name, season.first_night, season.last_night, season.last_night < tonight)
        for player in players[season.id]:
            sums = player.sums
            share = sums.share / WHOLE_WIN
            yield SeasonRow(*about, player.rank, player.name, sums.games, sums.won, player.score, share)


def _nights(table: TableRow) -> Iterator[NightRow]:
    """Everybody in each night, the first night first."""
    zone, names = zone_of(table.zone), shown_names_of(table.id)
    for night, results in groupby(every_result(table.id), key=lambda result: night_of(result.played, zone)):
        found: dict[int, list[int]] = {}
        for result in results:
            margin = result.margin if result.unit == POINTS else 0
            more = (1, result.won - result.shared, margin, result.nils, result.nils_made, result.share)
            before = found.get(result.player_id)
            found[result.player_id] = list(more if before is None else map(add, before, more))
        rows = [
            NightRow(night, names[player], games, won, points, nils, made, share / WHOLE_WIN)
            for player, (games, won, points, nils, made, share) in found.items()
        ]
        yield from sorted(rows, key=lambda row: (-row.won, -row.points, row.player))


def _ratings(table: TableRow) -> Iterator[RatingRow]:
    """The ratings as they are now, best first, of those who are ranked."""
    ratings_are_current(table)
    names = ranked_names_of(table.id)
    for row in every_rating(table.id):
        if row.player_id in names:
            yield RatingRow(
                names[row.player_id], bool(row.solo), shown_rating(row.mu), shown_doubt(row.sigma), games=row.games
            )


def _rated_games(table: TableRow) -> Iterator[RatingRow]:
    """The ratings after each game, in the order in which the games ended, of those who are ranked."""
    ratings_are_current(table)
    names = ranked_names_of(table.id)
    for row in every_rated_game(table.id):
        if row.player_id in names:
            yield RatingRow(
                names[row.player_id],
                bool(row.solo),
                shown_rating(row.mu),
                shown_doubt(row.sigma),
                game=row.number,
                ended=row.ended,
                expected=row.expected / WHOLE_WIN,
                won=row.share / WHOLE_WIN,
            )
