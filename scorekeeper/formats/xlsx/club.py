"""The sheets of a table's workbook with what it makes of its games: seasons, nights, and ratings as they are now."""

from collections.abc import Iterable, Sequence

from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import ExportedClub
from scorekeeper.formats.xlsx import MAX_ROWS, Book, sheet_name, write_heads, write_row

Cells = tuple[str | int | float, ...]


def club_sheets(book: Book, club: ExportedClub) -> None:
    """The sheets, each with its rows as they come."""
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


def _sheet(book: Book, name: str, heads: Sequence[str], rows: Iterable[Cells]) -> None:
    page = book.book.add_worksheet(sheet_name(name))
    write_heads(book, page, heads, [18] * len(heads))
    for number, cells in enumerate(rows, start=1):
        if number < MAX_ROWS:
            write_row(page, number, cells)
