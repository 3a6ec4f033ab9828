"""`scorekeeper restore`: puts a copy of the database back."""

import click


@click.command(short_help="Put a copy of the database back.")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, exists=True))
@click.option("--force", is_flag=True, help="Replace a database that has games in it; it is kept beside it.")
def restore(file: str, force: bool) -> None:
    """Put the copy in FILE in the place of the instance's database. Stop the server first.

    A database that is there is put aside, never thrown away. A copy that an older version made is brought to this
    version's form at the next start.
    """
    from pathlib import Path

    from scorekeeper.cli.instance import CannotDo
    from scorekeeper.server.instance import database_of
    from scorekeeper.server.settings import BadSetting, read_settings
    from scorekeeper.storage import StorageError
    from scorekeeper.storage.copies import put_back

    try:
        chosen = read_settings()
        aside = put_back(Path(file), database_of(chosen), force=force)
    except (BadSetting, StorageError) as error:
        raise CannotDo(str(error)) from error
    except OSError as error:
        raise CannotDo(f"{file} cannot be put back: {error.strerror or error}") from error
    click.echo(f"{file} is the database now.")
    if aside is not None:
        click.echo(f"The one before is at {aside}")
