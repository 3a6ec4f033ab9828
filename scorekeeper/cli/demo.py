"""`scorekeeper demo`: a club's year of made-up games, in an instance of its own, to look around in."""

import os
from pathlib import Path

import click

from scorekeeper.cli.maintenance import in_app
from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _


@click.command()
@click.argument("folder", metavar="[FOLDER]", default="demo")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 lets phones in."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes a free one."
)
@click.option("--fill", is_flag=True, help="Only make the games; start no server.")
def demo(folder: str, host: str, port: int, fill: bool) -> None:
    """Make a club’s year in FOLDER (demo), and start the app on it. Your own games are not touched.

    Fifty nights of twelve players, with games of every kind, stakes, four seasons and a tournament. Called again, it
    starts the same club; delete FOLDER to get rid of it.
    """

    from flask import current_app

    from scorekeeper.cli.serve import start
    from scorekeeper.server.declared_settings import DATABASE_URL, INSTANCE
    from scorekeeper.services.demo import NIGHTS, make_club
    from scorekeeper.services.invites import keeper_link
    from scorekeeper.storage.games import tables

    if Path(folder).is_file():
        raise click.BadParameter(_("{folder} is a file; name a folder.", folder=folder), param_hint="FOLDER")
    os.environ[INSTANCE.name] = str(Path(folder).resolve())
    os.environ.pop(DATABASE_URL.name, None)
    with in_app():
        found = tables(limit=1)
        if not found:
            with click.progressbar(length=NIGHTS, label=_("Making a club’s year")) as nights:
                make_club(utc_now(), str(current_app.config["TIME_ZONE"]), each=lambda: nights.update(1))
        path = f"/join/{keeper_link(tables(limit=1)[0].id)}"
    if fill:
        click.echo(
            _("The club is in {folder}; start it with: {command}", folder=folder, command=f"scorekeeper demo {folder}")
        )
        return
    start(host, port, also=lambda here: [_("Keep the club on this device: {link}", link=f"{here}{path}")])
