"""The sheets of a table's workbook with what it makes of its games: seasons, nights, and ratings as they are now."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from scorekeeper.core.game.stakes import KINDS
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import ExportedClub
from scorekeeper.formats.xlsx import MAX_ROWS, Book, sheet_name, write_heads, write_row

Cells = tuple[str | int | float, ...]


def club_sheets(book: Book, club: ExportedClub, zone: tzinfo) -> None:
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
