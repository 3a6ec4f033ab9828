"""`scorekeeper invite`, `revoke` and `forget`: a new link to a table, an end to all, erasing a name or a table."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.maintenance import CannotDo, cannot_write, in_app, server_address, table_named
from scorekeeper.cli.terminal import qr_rows
from scorekeeper.core.words.language import (
    in_quotes,
    in_sentences,
    translatable,
    translate as _,
    translate_plural as _n,
    with_commas,
)

if TYPE_CHECKING:
    from scorekeeper.services.erasing import ErasurePreview


@click.command()
@click.argument("table", required=False)
@click.option("--new", "name", metavar="NAME", help="Create a table with this name, and a link to it.")
@click.option(
    "--role",
    type=click.Choice(["keeper", "scorer", "watcher"]),
    default="keeper",
    show_default=True,
    help="What the device may do.",
)
@click.option(
    "--url",
    metavar="URL",
    help="Where phones find the app; by default SCOREKEEPER_URL, or where the server last said it runs.",
)
def invite(table: str | None, name: str | None, role: str, url: str | None) -> None:
    """Make a link to TABLE (its name or id) for one device. You can leave out TABLE if there is only one."""
    from scorekeeper.services.invites import link_for_one
    from scorekeeper.storage.games import create_table, find_table
    from scorekeeper.storage.members import Role

    if url and not url.startswith(("http://", "https://")):
        raise CannotDo(_("--url is “{url}”; it must start with http:// or https://", url=url))
    if table and name:
        raise CannotDo(_("Give TABLE or --new NAME, not both"))
    with in_app():
        found = create_table(_checked(name)).id if name is not None else _table(table)
        link = f"{url.rstrip('/') if url else server_address()}/join/{link_for_one(found, Role(role))}"
        heading = _(HEADINGS[role], table=find_table(found).name)
    click.echo("\n".join([heading, "", f"  {link}", *qr_rows(link)]))


HEADINGS = {
    "keeper": translatable("This link makes one device a keeper of {table}:"),
    "scorer": translatable("This link makes one device a scorer of {table}:"),
    "watcher": translatable("This link makes one device a watcher of {table}:"),
}
"""The line above a link, by the role it gives."""


def _checked(name: str) -> str:
    from scorekeeper.core.inputs import FieldPath
    from scorekeeper.core.inputs.spelling import composed
    from scorekeeper.services.names import check_name

    checked = FieldPath.to("--new").name(name, "name")
    check_name(checked)
    return composed(checked)


def _table(table: str | None) -> str:
    """The id of the named table, or of the only one. Raises `CannotDo`."""
    from scorekeeper.storage.games import tables

    if table is not None:
        return table_named(table)
    found = tables(limit=20)
    if not found:
        raise CannotDo(_("There is no table yet. Create one with {option}", option="--new Thursday"))
    if len(found) > 1:
        names = with_commas([in_quotes(one.name) for one in found])
        raise CannotDo(_("There are several tables. Name one: {names}", names=names))
    return found[0].id


@click.command()
@click.option("--table", "table", metavar="NAME", help="The table (its name or id); without it, every table.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def revoke(table: str | None, yes: bool) -> None:
    """End all links, codes and devices of a table, or of every table, with the cards and sign-up links of tournaments.

    After a restored backup, what was removed since then would be valid again. The games stay. Make a keeper's link with
    scorekeeper invite.
    """
    from scorekeeper.services.members import end_access
    from scorekeeper.storage.games import count_tables, every_table

    with in_app():
        found = _n(count_tables(), "1 table", "{count} tables") if table is None else table
        table_id = None if table is None else table_named(table)
        question = _("End all links and devices of {table}? Everybody needs a new link then", table=found)
        if not yes and not click.confirm(question):
            raise CannotDo(_("Nothing was ended"))
        ended = [end_access(own) for own in (list(every_table()) if table_id is None else [table_id])]
    devices = _n(sum(ended), "1 device", "{count} devices")
    click.echo(_("Ended, with {devices}. Make a keeper’s link with scorekeeper invite.", devices=devices))


COPIES = translatable("Older backups, exports and copies of the database still have it. Delete those yourself.")
IN_USE = translatable(
    "Another program reads the database. Its file may still have erased text. Run scorekeeper forget --clean later."
)


@click.command()
@click.option("--table", "table", metavar="NAME", help="The table (its name or id).")
@click.option(
    "--player", "player", metavar="NAME", help="Erase this player's name; without it, delete the whole table."
)
@click.option("-o", "--export", "export", metavar="FILE", help="Export the table to this ZIP first.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--clean", is_flag=True, help="Only rewrite the database's file, without what was erased before.")
def forget(table: str | None, player: str | None, export: str | None, yes: bool, clean: bool) -> None:
    """Replace a player's name by another everywhere at a table, or delete the table. Scores and checksums stay valid.

    Shows what changes, then asks.
    """
    if clean == (table is not None):
        raise click.UsageError(_("Name a --table, or give --clean alone."))
    with in_app():
        if table is None:
            _say_clean(_cleaned())
            return
        table_id = table_named(table)
        if player is None:
            _forget_table(table_id, table, export, yes)
        else:
            _forget_player(table_id, player, export, yes)


def _forget_player(table_id: str, name: str, export: str | None, yes: bool) -> None:
    from scorekeeper import hooks
    from scorekeeper.services.erasing import erase_player, preview_erasure
    from scorekeeper.services.recording import Author
    from scorekeeper.storage.players import find_player

    player = find_player(table_id, name)
    if player is None:
        raise CannotDo(_("Nobody at this table is called “{name}”", name=name))
    _show(preview_erasure(table_id, player.id, search=True))
    for room in hooks.rows_of(table_id):
        for sentence in room.open_with(player.main.id):
            click.echo(sentence)
    _export(table_id, export)
    _ask(_("Erase the name? This cannot be undone"), yes)
    plan, clean = erase_player(table_id, player.id, Author())
    new = next(iter(plan.table.instead.values()))
    click.echo(_("Erased. {games} now say {name}.", games=_games(len(plan.games)), name=new))
    click.echo(_(COPIES))
    _say_clean(clean)


def _forget_table(table_id: str, name: str, export: str | None, yes: bool) -> None:
    from scorekeeper.services.erasing import erase_table
    from scorekeeper.storage.games import count_games

    games = _games(count_games(table_id))
    click.echo(_("{table}: {games}, with players, statistics, links and phones.", table=name, games=games))
    if export is None and not yes and click.confirm(_("Export it to a ZIP first?"), default=True):
        export = f"{table_id}.zip"
    _export(table_id, export)
    _ask(_("Delete this table? This cannot be undone"), yes)
    clean = erase_table(table_id)
    click.echo(in_sentences([_("Deleted"), _(COPIES)]))
    _say_clean(clean)


def _show(preview: "ErasurePreview") -> None:
    found = preview.found
    games = _games(found.games if found else 0)
    for old, new in preview.change.instead.items():
        click.echo(_("{name} becomes {new} in {games}.", name=old, new=new, games=games))
    for old, new in preview.texts:
        click.echo(f"  {old}\n    → {new}")
    if found and found.unsalted:
        click.echo(
            _n(
                found.unsalted,
                "1 entry keeps a checksum without a secret, which could confirm a guess at the name.",
                "{count} entries keep checksums without a secret, which could confirm a guess at the name.",
            )
        )


def _export(table_id: str, file: str | None) -> None:
    from scorekeeper.services.exporting import table_in_form

    if file is None:
        return
    try:
        with Path(file).open("xb") as out:
            out.writelines(table_in_form(table_id, "zip"))
    except OSError as error:
        raise CannotDo(in_sentences([cannot_write(file, error).message, _("Nothing was erased")])) from error
    click.echo(_("Exported to {file}.", file=file))


def _ask(question: str, yes: bool) -> None:
    if not yes and not click.confirm(question):
        raise CannotDo(_("Nothing was erased"))


def _cleaned() -> bool:
    from scorekeeper.storage.cleaning import clean_file

    return clean_file()


def _say_clean(clean: bool) -> None:
    click.echo(_("The database’s file is clean.") if clean else _(IN_USE))


def _games(count: int) -> str:
    return _n(count, "1 game", "{count} games")
