"""`scorekeeper doctor`: looks over an instance and its server, a line for each finding, with advice."""

import sys

import click


@click.command(short_help="Look over an instance and its server.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Where the server listens."
)
def doctor(port: int) -> None:
    """Look over settings, files, disk, database, address, clock and keys; nothing is changed.

    Each line begins with ok, warn or fail. The exit status is 1 where something fails.
    """
    from scorekeeper.server.doctor import Level, look_over

    failed = False
    for found in look_over(port):
        failed = failed or found.level is Level.FAIL
        advice = f". {found.advice}" if found.advice else ""
        click.echo(f"{found.level:<5} {found.subject}: {found.said.removesuffix('.')}{advice}")
    if failed:
        sys.exit(1)
