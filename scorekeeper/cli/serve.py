"""`scorekeeper serve`: starts the web app, and prints where phones find it."""

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any

import click

from scorekeeper.cli.terminal import padded, qr_rows, width_of
from scorekeeper.core.words.language import translate as _

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.server.serve import Addresses


class CannotStart(click.ClickException):
    """One line on standard error, as JSON if logs are, and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it."""
        from scorekeeper.server.access_log import log_start
        from scorekeeper.server.settings import logs_are_json

        if logs_are_json():
            log_start(self.message, {"event": "not-started"}, level=logging.ERROR)
        else:
            super().show(file)


@click.command()
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 keeps phones out."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes a free one."
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Server processes; several need PostgreSQL.",
)
@click.option("--https", is_flag=True, help="Answer over https too, with a certificate of this server’s own.")
@click.option("--new", is_flag=True, help="Start without games if the database is missing.")
def serve(host: str, port: int, workers: int, https: bool, new: bool) -> None:
    """Start the web app. Prints its address, the address for phones on the same network, and its QR code.

    With --https, phones keep the screen on, install the app, and open games without the network. Each browser warns
    once; the page /https explains it, and has the certificate to install.

    The first start makes a table. In a terminal it prints a link with a QR code: whoever opens it first owns the table.
    A log file never gets that link, because others may read it.
    """
    start(host, port, workers, https=https, new=new)


def start(
    host: str,
    port: int,
    workers: int = 1,
    *,
    https: bool = False,
    new: bool = False,
    also: Callable[[str], list[str]] = lambda _here: [],
) -> None:
    """Start the web app; `also` are lines to print first, for its address on this machine."""
    from scorekeeper import create_app
    from scorekeeper.server.access_log import log_start
    from scorekeeper.server.instance import only_server, write_address
    from scorekeeper.server.serve import CannotListen, addresses, listen, serve as answer, use_own_certificates
    from scorekeeper.server.settings import BadSetting
    from scorekeeper.server.static_files import build_soon
    from scorekeeper.storage.errors import StorageError

    def ready() -> None:
        write_address(app, found.network or found.here)
        if app.config["JSON_LOGS"]:
            log_start(lines[0], facts_of_start(app, found, workers))
        if sys.stdout.isatty() or not app.config["JSON_LOGS"]:
            click.echo(text)
        build_soon(app)

    try:
        with suppress(KeyboardInterrupt), listen(host, port) as listener:
            app = create_app({"START_OVER": new, "WORKERS": workers})
            own = use_own_certificates(app) if https else None
            reached = addresses(host, listener, "https" if own else "http")
            app.config["NETWORK_URL"] = reached.network
            found = public(reached, app.config["PUBLIC_URL"])
            lines = welcome(found, *first_keeper(app, sys.stdout.isatty()))
            text = "\n".join(
                [*also(found.here), *lines, *(certificate_lines(found, own.authority.fingerprint) if own else [])]
            )
            with only_server(app):
                answer(app, listener, ready=ready)
    except (CannotListen, BadSetting, StorageError) as error:
        raise CannotStart(str(error)) from error


def facts_of_start(app: "Flask", found: "Addresses", workers: int) -> dict[str, object]:
    """What a log says about a start besides its sentence: no link, and no setting that is a secret."""
    from scorekeeper.storage.setup import is_postgres
    from scorekeeper.storage.upgrade import head_revision
    from scorekeeper.version import program_version

    return {
        "event": "started",
        "version": program_version(),
        "schema": head_revision(),
        "database": "postgresql" if is_postgres(app) else "sqlite",
        "workers": workers,
        "here": found.here,
        "phones": found.network,
    }


def first_keeper(app: "Flask", on_terminal: bool) -> tuple[bool, str | None]:
    """Whether the first table has no keeper yet, and in a terminal the path of a link for one."""
    from scorekeeper.services.invites import first_keepers_link, first_table

    with app.app_context():
        table = first_table()
        return table is not None, f"/join/{first_keepers_link(table)}" if table and on_terminal else None


def public(found: "Addresses", url: str | None) -> "Addresses":
    """The addresses; phones get the public URL, if there is one."""
    return replace(found, network=url) if url else found


def certificate_lines(found: "Addresses", fingerprint: str) -> list[str]:
    """What is printed about the server's own certificate."""
    page = f"{found.network or found.here}/https"
    return [
        "",
        "  " + _("Each browser warns once, because this server made its certificate itself: {page}", page=page),
        "  " + _("SHA-256 of the certificate that phones can install:"),
        f"  {fingerprint}",
    ]


def welcome(found: "Addresses", waits_for_keeper: bool = False, keepers_path: str | None = None) -> list[str]:
    """What is printed once the app answers."""
    rows = [(_("On this machine"), found.here), (_("On phones"), found.network or found.why_none)]
    widest = max(width_of(label) for label, _text in rows)
    lines = [f"  {padded(label, widest)}  {text}" for label, text in rows]
    if keepers_path:
        link = (found.network or found.here) + keepers_path
        lines += [
            "",
            "  " + _("Open this on your phone. The first one owns the table. Valid for one day."),
            f"  {link}",
        ]
    elif waits_for_keeper:
        lines += [
            "",
            "  " + _("Nobody owns the table yet. Run scorekeeper invite for a link that makes you its keeper."),
        ]
    scanned = qr_rows(found.network + (keepers_path or "")) if found.network else []
    return [_("Scorekeeper is running. Ctrl-C stops it."), "", *lines, *scanned]
