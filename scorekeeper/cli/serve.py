"""`scorekeeper serve`: starts the web app, and says where the phones find it."""

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.qr import qr_rows

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.listening import Addresses


class CannotStart(click.ClickException):
    """One line on standard error, and exit status 2."""

    exit_code = 2


@click.command(short_help="Start the web app.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Where to listen: 127.0.0.1 keeps phones out.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--new", is_flag=True, help="Begin with no games where the database is gone.")
def serve(host: str, port: int, new: bool) -> None:
    """Start the web app: prints its address, the one for phones on the same network, and a QR code of that.

    At a first start there is a first table: then the QR code is its keeper's link, until somebody opened it.
    """
    from scorekeeper import create_app
    from scorekeeper.listening import CannotListen, addresses, listen
    from scorekeeper.server import serve as answer
    from scorekeeper.settings import BadSetting
    from scorekeeper.storage import StorageError

    try:
        with suppress(KeyboardInterrupt), listen(host, port) as listener:
            app = create_app({"BEGIN_ANEW": new})
            said = "\n".join(welcome(addresses(host, listener), first_keepers_path(app)))
            answer(app, listener, ready=lambda: click.echo(said))
    except (CannotListen, BadSetting, StorageError) as error:
        raise CannotStart(str(error)) from error


def first_keepers_path(app: "Flask") -> str | None:
    """The path of the first table's keeper's link, until somebody opened it or another table was made."""
    from scorekeeper.play.inviting import first_table

    with app.app_context():
        way = first_table()
    return f"/join/{way.token}" if way and way.token else None


def welcome(found: "Addresses", keepers_path: str | None = None) -> list[str]:
    """What is said when the app has started."""
    rows = [("On this machine", found.here), ("On the phones", found.network or found.why_none)]
    if keepers_path:
        rows.append(("Keep the table", (found.network or found.here) + keepers_path))
    lines = [f"  {label:<17}{text}" for label, text in rows]
    scanned = qr_rows(found.network + (keepers_path or "")) if found.network else []
    return ["Scorekeeper is running. Ctrl-C stops it.", "", *lines, *scanned]
