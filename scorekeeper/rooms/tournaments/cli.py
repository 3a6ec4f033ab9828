"""`scorekeeper tournament export`: a tournament, signed, with the games of its matches or without."""

import click

from scorekeeper.cli.maintenance import CannotDo
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import with_commas


@click.group()
def tournament() -> None:
    """Export a tournament with its games."""


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.option(
    "--as",
    "form",
    type=click.Choice(["zip", "json"]),
    default="zip",
    show_default=True,
    help="zip has the games of its matches, too; json only the signed log of the tournament.",
)
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="The file; - is standard output.")
def export(name: str, form: str, output: str) -> None:
    """Export TOURNAMENT (its name or id). `scorekeeper check` verifies both forms; import takes the ZIP."""
    from scorekeeper.cli.maintenance import in_app_that_reads
    from scorekeeper.cli.transfer import write_pieces
    from scorekeeper.rooms.tournaments.exports import tournament_json
    from scorekeeper.rooms.tournaments.services.exporting import exported_tournament, zip_of_tournament

    with in_app_that_reads():
        found = _named(name)
        if form == "json":
            pieces = iter([tournament_json(exported_tournament(found)).encode()])
        else:
            pieces = zip_of_tournament(found)
        write_pieces(output, pieces)


def _named(name: str) -> str:
    """The id of the tournament with this name or id. Raises `CannotDo` if there is none, or if there are several."""
    from scorekeeper.rooms.tournaments.storage import tournaments_of
    from scorekeeper.storage.games import every_table

    rows = [row for table in every_table() for row in tournaments_of(table)]
    found = [row.id for row in rows if name in (row.id, row.name)]
    if not found:
        raise CannotDo(_("There is no tournament called “{name}”", name=name))
    if len(found) > 1:
        ids = with_commas(found)
        raise CannotDo(
            _("{count} tournaments are called “{name}”. Give the id: {ids}", count=len(found), name=name, ids=ids)
        )
    return found[0]
