"""`scorekeeper export` and `import`: games, tables or a whole instance, to files and back."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click
from click.shell_completion import CompletionItem

from scorekeeper.cli.maintenance import server_address
from scorekeeper.cli.terminal import BadInput, cannot_read, opened, shown_name
from scorekeeper.core.words.language import (
    full_stop,
    in_sentences,
    number_text,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_semicolons,
)

if TYPE_CHECKING:
    from scorekeeper.formats.games import LeftOutGame, UnreadGame
    from scorekeeper.services.names_of_files import NamesOfFile

PROGRESS_EVERY = 1000  # games

Pieces = Iterable[bytes]


class FormatKey(click.ParamType[str]):
    """The key of an export format. Formats are looked up when the command runs."""

    name = "format"

    def _choice(self) -> click.Choice[str]:
        from scorekeeper.formats.files import formats_of_a_game, in_order
        from scorekeeper.services.exporting import formats_of_a_table

        return click.Choice([each.key for each in in_order({*formats_of_a_game(), *formats_of_a_table()})])

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return self._choice().get_metavar(param, ctx)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return self._choice().convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return self._choice().shell_complete(ctx, param, incomplete)


@click.command()
@click.option("--table", "table", metavar="NAME", help="The games of this table (its name or id).")
@click.option("--game", "game", metavar="ID", help="Only this game.")
@click.option("--as", "form", type=FormatKey(), default="zip", show_default=True, help="The format.")
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="The file; - is standard output.")
def export(table: str | None, game: str | None, form: str, output: str) -> None:
    """Export one game, a table, or (without either) the whole instance as a ZIP.

    csv has a row for each side and hand, lines a row for each score line; games, players and hands are tables for
    analysis, which share the id of a game; nights, seasons and ratings are CSV files of a table. Progress is on
    standard error.
    """
    from scorekeeper.cli.maintenance import in_app_that_reads, table_named
    from scorekeeper.formats.games import LeftOutGame
    from scorekeeper.formats.table_zip import kept_back_text
    from scorekeeper.services.exporting import kept_back_of
    from scorekeeper.storage.games import every_table, find_table

    if table and game:
        raise click.UsageError(_("Name a table or a game, not both."))
    if not table and not game and form != "zip":
        raise click.UsageError(_("The whole instance can only be a ZIP. For another format, name a table."))
    with in_app_that_reads():
        table_id = table_named(table) if table else None
        left_out = list[LeftOutGame]()
        write_pieces(output, _pieces(form, table_id, game, _progress, left_out))
        for missing in left_out:
            text = _("Game {number} is damaged and left out ({id})", number=missing.number, id=missing.id)
            click.echo(full_stop(text), err=True)
        for each in [] if game else [table_id] if table_id else every_table():
            kept_back = kept_back_of(each)
            if kept_back:
                click.echo(f"{find_table(each).name}: {kept_back_text(kept_back)}", err=True)


def write_pieces(output: str, pieces: Pieces) -> None:
    """Write these to standard output (`-`) or a file. Raises `CannotDo` if the file cannot be written."""
    from scorekeeper.cli.maintenance import cannot_write

    try:
        with nullcontext(sys.stdout.buffer) if output == "-" else Path(output).open("wb") as file:
            for piece in pieces:
                file.write(piece)
    except OSError as error:
        if output == "-":
            raise
        raise cannot_write(output, error) from error


def _progress(count: int) -> None:
    if count % PROGRESS_EVERY == 0 and sys.stderr.isatty():
        text = _("{count} games", count=number_text(count))
        click.echo(f"\r{text}", err=True, nl=False)


def _pieces(
    form: str,
    table_id: str | None,
    game_id: str | None,
    seen: Callable[[int], None],
    left_out: list["LeftOutGame"],
) -> Pieces:
    from scorekeeper.formats.files import UnknownFormat
    from scorekeeper.services import exporting

    try:
        if game_id is not None:
            return exporting.game_in_form(exporting.exported_game(game_id, form), form)
        if table_id is None:
            return exporting.zip_of_instance(seen, left_out)
        return exporting.table_in_form(table_id, form, seen, left_out=left_out)
    except UnknownFormat:
        no_game, no_table = (
            _("A game has no format {format}.", format=form),
            _("A table has no format {format}.", format=form),
        )
        raise click.UsageError(no_game if game_id else no_table) from None


@click.command("import")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--table", "table", metavar="NAME", help="Import to this table; otherwise a ZIP makes its own tables.")
@click.option("--look", is_flag=True, help="Preview only; import nothing.")
def import_(file: str, table: str | None, look: bool) -> None:
    """Import the games of FILE: a text record, JSON, a CSV of hands, or a ZIP of a table or an instance.

    Existing games stay as they are. Every difference between the scores in the file and the rules is printed and
    stored with the game. A game that cannot be read is named on standard error, and the others are imported; the exit
    status is then 1. FILE can be - for standard input.
    """
    import io

    from scorekeeper.cli.maintenance import in_app, table_named
    from scorekeeper.core.inputs import InvalidInput
    from scorekeeper.core.words.faults import fault_text
    from scorekeeper.services.importing import ImportStopped

    with in_app(new=not look):
        table_id = table_named(table) if table else None
        try:
            with opened(file) as stream:
                content = stream if stream.seekable() else io.BytesIO(stream.read())
                if look:
                    _look(content, table_id)
                else:
                    _take(content, table_id)
        except OSError as error:
            raise cannot_read(file, error) from error
        except InvalidInput as error:
            text = in_sentences([fault_text(error.fault), _("Nothing was imported")])
            raise BadInput(f"{shown_name(file)}: {text}") from error
        except ImportStopped as error:
            raise BadInput(f"{shown_name(file)}: {error}") from error


def _look(file: BinaryIO, table_id: str | None) -> None:
    from scorekeeper.core.words.differences import difference_text
    from scorekeeper.core.words.paths import step_words
    from scorekeeper.formats.games import ExportedTable, UnreadGame
    from scorekeeper.formats.scored import scored_games
    from scorekeeper.formats.strict_json import without_end
    from scorekeeper.services.importing import ComparedGame, ComparedPart, left_out_of, preview_import
    from scorekeeper.services.names_of_files import NamesOfFile
    from scorekeeper.services.part_kinds import part_kinds

    unread, of_file = list[UnreadGame](), NamesOfFile(table_id)
    for part in preview_import(scored_games(file, without_end(part_kinds)), table_id):
        if table_id is None and isinstance(part, ExportedTable):
            _name_alike(of_file)
            of_file = NamesOfFile(None)
        of_file.add(part)
        if isinstance(part, ComparedPart):
            click.echo(f"{part.named}: {part.words}")
            continue
        if isinstance(part, UnreadGame):
            unread.append(part)
            continue
        if not isinstance(part, ComparedGame):
            click.echo(_("Table {name}", name=part.name))
            for problem in left_out_of(part, table_id):
                click.echo(f"  {problem}")
            continue
        names = " – ".join(part.imported.sheet.names)
        hands = _n(len(part.imported.sheet.hands), "1 hand", "{count} hands")
        click.echo(f"{with_commas([step_words(part.imported.where), names, hands])}: {part.words}")
        for difference in part.differences:
            click.echo(f"  {difference_text(difference)}")
    _name_alike(of_file)
    _name_unread(unread)


def _name_alike(names: "NamesOfFile") -> None:
    for each in names.alike():
        click.echo(full_stop(each.text))


def _name_unread(games: Sequence["UnreadGame"]) -> None:
    """Name the games of the file that cannot be read; then the command fails."""
    from scorekeeper.core.words.faults import fault_text

    for game in games:
        unread = _("Can’t be read: {why}", why=fault_text(game.placed))
        click.echo(full_stop(unread), err=True)
    if games:
        raise click.exceptions.Exit(1)


def _take(file: BinaryIO, table_id: str | None) -> None:
    from scorekeeper.core.words.differences import difference_text
    from scorekeeper.core.words.paths import step_words
    from scorekeeper.services.importing import import_file
    from scorekeeper.services.invites import keeper_link
    from scorekeeper.storage.games import find_table

    imported = import_file(file, table_id)
    count = len(imported.games)
    games = _n(count, "1 game was imported", "{count} games were imported")
    here = imported.skipped - imported.elsewhere
    parts = [games, *([_n(here, "1 was here already", "{count} were here already")] if here else [])]
    if imported.elsewhere:
        at_another = _n(imported.elsewhere, "1 is at another table already", "{count} are at another table already")
        parts.append(at_another)
    parts += [kind.words.imported(len(added)) for kind, added in imported.parts_by_kind().items()]
    click.echo(full_stop(with_semicolons(parts)))
    for location, difference in imported.differences:
        click.echo(f"  {step_words(location)}: {difference_text(difference)}")
    for problem in imported.problems:
        click.echo(f"  {problem}")
    for made in imported.tables:
        link = f"{server_address()}/join/{keeper_link(made)}"
        click.echo(_("New table: {table}. Its keeper opens {link}", table=find_table(made).name, link=link))
    _name_unread(imported.unread)
