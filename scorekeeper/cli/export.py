"""`scorekeeper export`: games, tables or the whole instance, to a file or standard output."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

import click

FORMS = ("zip", "json", "text", "csv", "lines", "xlsx")
TELL_EVERY = 1000

Pieces = Iterable[bytes]


@click.command(short_help="Write games out.")
@click.option("--table", "table", metavar="NAME", help="The games of this table (its name or id).")
@click.option("--game", "game", metavar="ID", help="This game alone.")
@click.option("--as", "form", type=click.Choice(FORMS), default="zip", show_default=True, help="In which form.")
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="- is standard output.")
def export(table: str | None, game: str | None, form: str, output: str) -> None:
    """Write out one game, a table, or (without either) the whole instance as a ZIP.

    csv has a row for each side and hand, lines a row for each score line. How far it is stands on standard error.
    """
    from scorekeeper.cli.instance import CannotDo, in_app, table_named

    if table and game:
        raise click.UsageError("Name a table or a game, not both.")
    if not table and not game and form != "zip":
        raise click.UsageError("The whole instance goes out as a ZIP; name a table for another form.")
    with in_app():
        table_id = table_named(table) if table else None
        pieces = _pieces(form, table_id, game, _progress)
        try:
            with _sink(output) as sink:
                for piece in pieces:
                    sink.write(piece)
        except OSError as error:
            if output == "-":
                raise
            raise CannotDo(f"{output} cannot be written: {error.strerror or error}") from error


def _sink(output: str) -> "nullcontext[BinaryIO] | BinaryIO":
    return nullcontext(sys.stdout.buffer) if output == "-" else Path(output).open("wb")


def _progress(count: int) -> None:
    if count % TELL_EVERY == 0 and sys.stderr.isatty():
        click.echo(f"\r{count:,} games", err=True, nl=False)


def _pieces(form: str, table_id: str | None, game_id: str | None, seen: Callable[[int], None]) -> Pieces:
    from scorekeeper.services import exporting

    if game_id is not None:
        return exporting.game_in_form(game_id, form)
    if table_id is None:
        return exporting.zip_of_instance(seen)
    return exporting.table_in_form(table_id, form, seen)


def _encoded(pieces: Iterator[str]) -> Pieces:
    return (piece.encode("utf-8") for piece in pieces)
