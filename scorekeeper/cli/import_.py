"""`scorekeeper import`: takes exported games in, whole or not at all."""

from typing import BinaryIO

import click

from scorekeeper.cli.inputs import BadInput, shown_name


@click.command("import", short_help="Take exported games in.")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--table", "table", metavar="NAME", help="Into this table; without it a ZIP makes tables of its own.")
@click.option("--look", is_flag=True, help="Only say what would come in.")
def import_(file: str, table: str | None, look: bool) -> None:
    """Take in the games of FILE: a text record, JSON, a CSV of hands, or a ZIP of a table or of an instance.

    Games that are here already are left as they are. Every difference between the scores in the file and what the
    rules give is printed, and kept on the game. A file that cannot be read to its end brings in nothing.
    """
    from pathlib import Path

    from scorekeeper.cli.instance import in_app, table_named
    from scorekeeper.core.inputs import InvalidInput
    from scorekeeper.core.words.refusals import refusal_text
    from scorekeeper.services.importing import ImportStopped

    with in_app(new=not look):
        table_id = table_named(table) if table else None
        try:
            with Path(file).open("rb") as opened:
                if look:
                    _look(opened, table_id)
                else:
                    _take(opened, table_id)
        except OSError as error:
            raise BadInput(f"{shown_name(file)}: cannot be read: {error.strerror or error}") from error
        except InvalidInput as error:
            raise BadInput(f"{shown_name(file)}: {refusal_text(error)}; nothing came in") from error
        except ImportStopped as error:
            raise BadInput(f"{shown_name(file)}: {error}") from error


def _look(file: BinaryIO, table_id: str | None) -> None:
    from scorekeeper.formats.scored import scored_games
    from scorekeeper.services.import_states import Found, preview_import

    for part in preview_import(scored_games(file), table_id):
        if not isinstance(part, Found):
            click.echo(f"Table {part.name}")
            continue
        names = " – ".join(part.imported.sheet.names)
        click.echo(f"{part.imported.where}, {names}, {len(part.imported.sheet.hands)} hands: {part.words}")
        for difference in part.differences:
            click.echo(f"  {difference}")


def _take(file: BinaryIO, table_id: str | None) -> None:
    from scorekeeper.services.importing import import_file
    from scorekeeper.services.inviting import keeper_link
    from scorekeeper.storage import find_table

    imported = import_file(file, table_id)
    games = "1 game came in" if len(imported.games) == 1 else f"{len(imported.games):,} games came in"
    click.echo(f"{games}, {imported.left:,} were here already.")
    for difference in imported.differences:
        click.echo(f"  {difference}")
    for problem in imported.problems:
        click.echo(f"  {problem}")
    for made in imported.tables:
        click.echo(f"The table {find_table(made).name} is new; its keeper opens /join/{keeper_link(made)}")
