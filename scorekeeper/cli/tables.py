"""`scorekeeper invite` and `forget`: a new link to a table, and erasing a name or a table."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.maintenance import CannotDo, in_app, table_named
from scorekeeper.cli.terminal import qr_rows

if TYPE_CHECKING:
    from scorekeeper.services.erasure_plan import ErasurePlan


PORT = 8000  # of `scorekeeper serve`, unless `--port` says otherwise


@click.command()
@click.argument("table", required=False)
@click.option("--new", "name", metavar="NAME", help="Make a table of this name, and the link to it.")
@click.option(
    "--role",
    type=click.Choice(["keeper", "scorer", "watcher"]),
    default="keeper",
    show_default=True,
    help="What the link lets do.",
)
@click.option(
    "--url",
    metavar="URL",
    help="Where phones find the app; else SCOREKEEPER_URL, or this machine, port 8000.",
)
def invite(table: str | None, name: str | None, role: str, url: str | None) -> None:
    """Make a link to TABLE, a name or an id, that lets one device in; there is no need to name an only table."""
    from flask import current_app

    from scorekeeper.server.serve import likely_address
    from scorekeeper.services.inviting import link_for_one
    from scorekeeper.storage import Role, create_table, find_table

    if url and not url.startswith(("http://", "https://")):
        raise CannotDo(f'--url is "{url}", it must begin with http:// or https://')
    if table and name:
        raise CannotDo("say TABLE or --new NAME, not both")
    with in_app():
        found = create_table(_checked(name)).id if name is not None else _table(table)
        base = url or current_app.config["PUBLIC_URL"] or likely_address(PORT)
        link = f"{base.rstrip('/')}/join/{link_for_one(found, Role(role))}"
        words = f"This link makes one device a {role} of {find_table(found).name}:"
    click.echo("\n".join([words, "", f"  {link}", *qr_rows(link)]))


def _checked(name: str) -> str:
    from scorekeeper.core.inputs import FieldPath

    return FieldPath.to("--new").name(name, "the name")


def _table(table: str | None) -> str:
    """The id of the table that is meant. Raises `CannotDo`."""
    from scorekeeper.storage import tables

    if table is not None:
        return table_named(table)
    found = tables(limit=20)
    if not found:
        raise CannotDo('there is no table yet: --new "Thursday" makes one')
    if len(found) > 1:
        names = ", ".join(f'"{one.name}"' for one in found)
        raise CannotDo(f"there are several tables, say which: {names}")
    return found[0].id


COPIES = "Backups, exports and copies of the database from before keep it: delete those yourself."
IN_USE = "Another program reads the database: its file may hold erased text until `scorekeeper forget --clean` runs."
GUESSES = "entries of an older version keep a checksum against which someone could check a guess at the name."


@click.command()
@click.option("--table", "table", metavar="NAME", help="The table (its name or id).")
@click.option("--player", "player", metavar="NAME", help="This player's name; without it the whole table goes.")
@click.option("-o", "--export", "export", metavar="FILE", help="Write the table to this ZIP first.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--clean", is_flag=True, help="Only rewrite the database's file without what was erased before.")
def forget(table: str | None, player: str | None, export: str | None, yes: bool, clean: bool) -> None:
    """Replace a player's name by another everywhere at a table, or delete the table. Scores and checksums stay valid.

    Shows first what changes, and asks.
    """
    if clean == (table is not None):
        raise click.UsageError("Name a --table, or say --clean alone.")
    with in_app():
        if table is None:
            _say_clean(_scrub())
            return
        table_id = table_named(table)
        if player is None:
            _forget_table(table_id, table, export, yes)
        else:
            _forget_player(table_id, player, export, yes)


def _forget_player(table_id: str, name: str, export: str | None, yes: bool) -> None:
    from scorekeeper.services import Writer
    from scorekeeper.services.erasing import erase_player
    from scorekeeper.services.erasure_plan import plan_erasure
    from scorekeeper.storage import find_player

    player = find_player(table_id, name)
    if player is None:
        raise CannotDo(f'nobody at this table is called "{name}"')
    _show(plan_erasure(table_id, player.id))
    _export(table_id, export)
    _ask("Erase the name? It cannot be undone", yes)
    plan, clean = erase_player(table_id, player.id, Writer())
    click.echo(f"Erased: it now reads {next(iter(plan.instead.values()))} in {_counted(len(plan.games), 'game')}.")
    click.echo(COPIES)
    _say_clean(clean)


def _forget_table(table_id: str, name: str, export: str | None, yes: bool) -> None:
    from scorekeeper.services.erasing import erase_table
    from scorekeeper.storage.search import count_games

    click.echo(f"{name}: {_counted(count_games(table_id), 'game')}, with players, statistics, links and phones.")
    if export is None and not yes and click.confirm("Export it to a ZIP first?", default=True):
        export = f"{table_id}.zip"
    _export(table_id, export)
    _ask("Delete this table? It cannot be undone", yes)
    clean = erase_table(table_id)
    click.echo(f"Deleted. {COPIES}")
    _say_clean(clean)


def _show(plan: "ErasurePlan") -> None:
    for old, new in plan.instead.items():
        click.echo(f"{old} becomes {new}, in {_counted(len(plan.games), 'game')}.")
    for old, new in (*plan.texts, *plan.devices.values(), *([plan.table_name] if plan.table_name else [])):
        click.echo(f"  {old}\n    → {new}")
    if plan.unsalted:
        click.echo(f"{plan.unsalted:,} {GUESSES}")


def _export(table_id: str, file: str | None) -> None:
    from scorekeeper.services.exporting import table_in_form

    if file is None:
        return
    try:
        with Path(file).open("xb") as out:
            out.writelines(table_in_form(table_id, "zip"))
    except OSError as error:
        raise CannotDo(f"{file} cannot be written: {error.strerror or error}; nothing was erased") from error
    click.echo(f"Exported to {file}.")


def _ask(question: str, yes: bool) -> None:
    if not yes and not click.confirm(question):
        raise CannotDo("nothing was erased")


def _scrub() -> bool:
    from scorekeeper.storage.erasing import scrub

    return scrub()


def _say_clean(clean: bool) -> None:
    click.echo("The database's file is clean." if clean else IN_USE)


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
