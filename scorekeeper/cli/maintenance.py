"""`scorekeeper backup`, `restore`, `stats` and `keys`: looking after an instance."""

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


@click.group(short_help="Statistics: rebuild them.")
def stats() -> None:
    """Statistics are a cache: they can always be rebuilt from the entries."""


@stats.command()
def rebuild() -> None:
    """Rebuild all statistics from the entries, and report what was wrong."""
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


@click.group(short_help="Keys that sign exports: show, rotate.")
def keys() -> None:
    """The server signs what it exports. Its public keys are at /.well-known/scorekeeper-keys.json too."""


@keys.command()
def show() -> None:
    """Print the public keys as JSON, as `scorekeeper check --key` takes them."""
    import json

    from scorekeeper.cli.instance import in_one_line
    from scorekeeper.formats.keys import published
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        click.echo(json.dumps(published(keys_of(read_settings()).public()), indent=2))


@keys.command()
def rotate() -> None:
    """Make a new key. It signs from now on; old keys are kept, so that older exports can still be checked."""
    from scorekeeper.cli.instance import in_one_line
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        made = keys_of(read_settings(), another=True)
        click.echo(f"New key: {made.public()[-1]}. {len(made.public()) - 1} older kept. No restart is needed.")
