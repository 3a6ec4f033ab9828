"""The club's files: CSV of seasons, nights, ratings and what is owed, and sheets of a workbook with the same."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal

from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.csv_rows import Row, escape_formula, rows_csv
from scorekeeper.formats.files import Export
from scorekeeper.formats.files.csv_tables import csv_format
from scorekeeper.formats.xlsx import MAX_ROWS, Book, sheet_name, write_heads, write_row
from scorekeeper.rooms.club.domain.stakes import KINDS


@dataclass(frozen=True, slots=True)
class SettlingRow:
    """What a player gets (below 0: owes) for a game, by kind of stake; or from a pot; or what the player paid.

    Amounts are in the smallest unit, `digits` of which come after the point. `at` is in the table's time zone.
    """

    player: str
    currency: str
    digits: int
    game: int | None = None
    at: datetime | None = None
    parts: Mapping[str, int] | None = None
    from_pot: int = 0
    paid: int = 0
    night: date | None = None


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player in a season; without a `rank` the player has too few games. `score` are points, or a share of wins.

    `share` sums the parts of wins: 20.5 of 40 games.
    """

    season: str
    first_night: date
    last_night: date
    over: bool
    rank: int | None
    player: str
    games: int
    won: int
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class NightRow:
    """A player in one night; `points` are those over the best other side, `won` counts wins that are not shared,
    `share` sums the parts of wins.
    """

    night: date
    player: str
    games: int
    won: int
    points: int
    nils: int
    nils_made: int
    share: float


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's rating now, or after a game (its number, and when it ended): of games with partners, or `solo`.

    `expected` and `won` are parts of a win in that game.
    """

    player: str
    solo: bool
    rating: int
    doubt: int
    games: int = 0
    game: int = 0
    ended: datetime | None = None
    expected: float = 0
    won: float = 0


SEASONS = ("season", "first night", "last night", "over", "rank", "player", "games", "won", "score", "share")
NIGHTS = ("night", "player", "games", "won", "points", "nils", "nils made", "share")
RATINGS = ("game", "ended", "games of", "player", "rating", "doubt", "expected", "won")


def seasons_csv(rows: Iterable[SeasonRow]) -> Iterator[str]:
    """A row per season and player."""
    return rows_csv(SEASONS, (_season_cells(row) for row in rows))


def nights_csv(rows: Iterable[NightRow]) -> Iterator[str]:
    """A row per player and night."""
    return rows_csv(
        NIGHTS,
        (
            [
                *(row.night.isoformat(), escape_formula(row.player), row.games, row.won, row.points),
                *(row.nils, row.nils_made, _number(row.share)),
            ]
            for row in rows
        ),
    )


def ratings_csv(rows: Iterable[RatingRow]) -> Iterator[str]:
    """A row per rated game and player."""
    return rows_csv(RATINGS, (_rating_cells(row) for row in rows))


SETTLING = (
    *("game", "started", "player", "currency", "for a game", "for difference", "for sets", "for bags", "for nils"),
    *("from the pot", "paid", "night"),
)


def settling_csv(rows: Iterable[SettlingRow]) -> Iterator[str]:
    """A row for each player of a game that was played for something, then shares of pots, and payments."""
    return rows_csv(SETTLING, (_settling_cells(row) for row in rows))


def amount_text(amount: int, digits: int) -> str:
    """An amount in the smallest unit as it is typed: `0.50`."""
    return str(Decimal(amount).scaleb(-digits))


def _settling_cells(row: SettlingRow) -> Row:
    parts = [""] * len(KINDS) if row.parts is None else [amount_text(row.parts[kind], row.digits) for kind in KINDS]
    about: Row = ["" if row.game is None else row.game, "" if row.at is None else f"{row.at:%Y-%m-%d %H:%M}"]
    more = [amount_text(amount, row.digits) if amount else "" for amount in (row.from_pot, row.paid)]
    return [
        *about,
        escape_formula(row.player),
        row.currency,
        *parts,
        *more,
        "" if row.night is None else f"{row.night}",
    ]


def _number(figure: float) -> int | str:
    """A whole number, or four digits of its part."""
    return round(figure) if figure == round(figure) else f"{figure:.4f}"


def _season_cells(row: SeasonRow) -> Row:
    nights = [row.first_night.isoformat(), row.last_night.isoformat(), "yes" if row.over else "no"]
    figures: Row = [escape_formula(row.player), row.games, row.won, _number(row.score), _number(row.share)]
    return [escape_formula(row.season), *nights, "" if row.rank is None else row.rank, *figures]


def _rating_cells(row: RatingRow) -> Row:
    ended = "" if row.ended is None else row.ended.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    figures: Row = [row.rating, row.doubt, f"{row.expected:.4f}", f"{row.won:.4f}"]
    return [row.game, ended, "solo" if row.solo else "pairs", escape_formula(row.player), *figures]


@dataclass(frozen=True, slots=True)
class Club:
    """What a table makes of its games, read when it is written: seasons, nights, ratings now and after each game, and
    what is owed.
    """

    seasons: Callable[[], Iterable[SeasonRow]]
    nights: Callable[[], Iterable[NightRow]]
    ratings: Callable[[], Iterable[RatingRow]]
    rated_games: Callable[[], Iterable[RatingRow]]
    settling: Callable[[], Iterable[SettlingRow]]


SETTLING_FILE = "settling.csv"
"""What is owed, in the ZIP of a table that plays for something: to be read by people, as games alone say it all."""


def settling_file(club: Club) -> Iterator[str]:
    """Its text, empty where nothing is owed."""
    rows = list(club.settling())
    return settling_csv(rows) if rows else iter(())


Cells = tuple[str | int | float, ...]


def add_sheets(book: Book, club: Club, zone: tzinfo) -> None:
    """The sheets, each with its rows as they come; times are those of the table's zone."""
    nights = (
        (row.night.isoformat(), row.player, row.games, row.won, row.points, row.nils, row.nils_made)
        for row in club.nights()
    )
    heads = (_("Night"), _("Player"), _("Games"), _("Won"), _("Points"), _("Nils"), _("Nils made"))
    _sheet(book, _("Nights"), heads, nights)
    seasons = (
        (
            *(row.season, row.first_night.isoformat(), row.last_night.isoformat()),
            *("" if row.rank is None else row.rank, row.player, row.games, row.won, round(row.score, 4)),
        )
        for row in club.seasons()
    )
    nights_of = (_("First night"), _("Last night"), _("Rank"))
    _sheet(book, _("Seasons"), (_("Season"), *nights_of, _("Player"), _("Games"), _("Won"), _("Score")), seasons)
    ratings = (
        (row.player, _("Everyone alone") if row.solo else _("With partners"), row.games, row.rating, row.doubt)
        for row in club.ratings()
    )
    _sheet(book, _("Ratings"), (_("Player"), _("Games of"), _("Games"), _("Rating"), _("Plus or minus")), ratings)
    amounts = [
        (
            *("" if row.game is None else row.game, "" if row.at is None else f"{row.at:%Y-%m-%d %H:%M}", row.player),
            *(row.currency, *("" if row.parts is None else row.parts[kind] / 10**row.digits for kind in KINDS)),
            *(amount / 10**row.digits if amount else "" for amount in (row.from_pot, row.paid)),
        )
        for row in club.settling()
    ]
    if amounts:
        kinds = (_("For a game"), _("For difference"), _("For sets"), _("For bags"), _("For nils"))
        about = (_("Game"), _("Started ({zone})", zone=str(zone)), _("Player"), _("Currency"))
        _sheet(book, _("Settling up"), (*about, *kinds, _("From the pot"), _("Paid")), amounts)


def _sheet(book: Book, name: str, heads: Sequence[str], rows: Iterable[Cells]) -> None:
    page = book.book.add_worksheet(sheet_name(name))
    write_heads(book, page, heads, [18] * len(heads))
    for number, cells in enumerate(rows, start=1):
        if number < MAX_ROWS:
            write_row(page, number, cells)


def _csv(key: str) -> Callable[[Export], Iterator[str]]:
    return lambda export: iter(() if export.club is None else export.club.csv[key]())


FORMATS = (
    csv_format(
        "nights",
        translatable("CSV of nights"),
        translatable("One row per player and night"),
        60,
        _csv("nights"),
        of_club=True,
    ),
    csv_format(
        "seasons",
        translatable("CSV of seasons"),
        translatable("One row per season and player, the champion first"),
        62,
        _csv("seasons"),
        of_club=True,
    ),
    csv_format(
        "ratings",
        translatable("CSV of ratings"),
        translatable("One row per rated game and player"),
        64,
        _csv("ratings"),
        of_club=True,
    ),
    csv_format(
        "settling",
        translatable("CSV of settling up"),
        translatable("One row per game and player, and per payment"),
        66,
        _csv("settling"),
        of_club=True,
    ),
)
"""CSV of what a table makes of its games, which it may be exported to while it shows that."""
