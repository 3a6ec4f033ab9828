"""`scorekeeper backup`: a copy of the database while games run, as one file."""

import click


@click.command(short_help="Copy the database while games run.")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--force", is_flag=True, help="Replace FILE where it is there.")
def backup(file: str, force: bool) -> None:
    """Copy the instance's database to FILE, while the server runs and games go on.

    The copy is whole and as of one moment: every hand that was saved before it is in it. `scorekeeper restore` puts it
    back. A database on a PostgreSQL server is copied by that server's own tools (pg_dump).
    """
    from pathlib import Path

    from scorekeeper.cli.instance import CannotDo, in_app
    from scorekeeper.storage.copies import back_up

    target = Path(file)
    if target.exists() and not force:
        raise CannotDo(f"{file} is there already; take another name, or say --force")
    with in_app():
        try:
            size = back_up(target)
        except OSError as error:
            raise CannotDo(f"{file} cannot be written: {error.strerror or error}") from error
    click.echo(f"{file}: {size:,} bytes")
