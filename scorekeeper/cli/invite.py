"""`scorekeeper invite`: makes a link to a table, for whoever lost theirs."""

import click

from scorekeeper.cli.instance import CannotDo, in_app, table_named
from scorekeeper.cli.terminal import qr_rows

PORT = 8000  # of `scorekeeper serve`, unless `--port` says otherwise


@click.command(short_help="Make a link to a table.")
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
