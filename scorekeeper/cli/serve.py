"""`scorekeeper serve`: starts the web app, and says where the phones find it."""

import sys
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from scorekeeper.listening import Addresses


class CannotStart(click.ClickException):
    """One line on standard error, and exit status 2."""

    exit_code = 2


@click.command(short_help="Start the web app.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Where to listen: 127.0.0.1 keeps phones out.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
def serve(host: str, port: int) -> None:
    """Start the web app: prints its address, the one for phones on the same network, and a QR code of that."""
    from scorekeeper import create_app
    from scorekeeper.listening import CannotListen, addresses, listen
    from scorekeeper.server import serve as answer
    from scorekeeper.settings import BadSetting
    from scorekeeper.storage import StorageError

    try:
        with suppress(KeyboardInterrupt), listen(host, port) as listener:
            app = create_app()
            said = "\n".join(welcome(addresses(host, listener)))
            answer(app, listener, ready=lambda: click.echo(said))
    except (CannotListen, BadSetting, StorageError) as error:
        raise CannotStart(str(error)) from error


def welcome(found: "Addresses") -> list[str]:
    """What is said when the app has started."""
    rows = [("On this machine", found.here), ("On the phones", found.network or found.why_none)]
    lines = [f"  {label:<17}{text}" for label, text in rows]
    return ["Scorekeeper is running. Ctrl-C stops it.", "", *lines, *(_qr(found.network) if found.network else [])]


def _qr(address: str) -> list[str]:
    """The address as a QR code in half blocks, light on dark in any terminal; nothing where these cannot be printed."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=4)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return ["", *("  " + click.style(row, fg="bright_white", bg="black") for row in drawn.getvalue().splitlines()), ""]
