"""`scorekeeper stats rebuild`: works all statistics out anew from the entries."""

import click


@click.group(short_help="Statistics: rebuild them.")
def stats() -> None:
    """Statistics are a cache: the entries can always give them anew."""


@stats.command()
def rebuild() -> None:
    """Work out all statistics anew from the entries, and say what was not as they give it."""
    from scorekeeper.cli.instance import in_app
    from scorekeeper.services import statistics

    games = mended = 0
    with in_app():
        for game, changed in statistics.rebuild():
            games += 1
            mended += changed
            if changed:
                click.echo(f"game {game.number}: what was kept was something else")
    click.echo(f"{games:,} games, {mended:,} mended.")
