"""`scorekeeper backup`, `restore`, `stats`, `keys` and `doctor`: looking after an instance."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click


class CannotDo(click.ClickException):
    """One line on standard error, and exit status 2."""

    exit_code = 2


@contextmanager
def in_app(*, new: bool = False) -> Iterator[None]:
    """Inside, storage and play work on the instance of the settings. What they refuse is one line.

    With `new` a database that is not there is begun, also where there must have been one.
    """
    from scorekeeper.server.instance import app_without_pages

    with in_one_line(), app_without_pages(new=new).app_context():
        yield


@contextmanager
def in_one_line() -> Iterator[None]:
    """What the settings, storage or a sheet refuse inside is said in one line."""
    from scorekeeper.core.inputs import InvalidInput
    from scorekeeper.core.words.refusals import error_text
    from scorekeeper.formats.keys import KeysUnreadable
    from scorekeeper.server.settings import BadSetting
    from scorekeeper.storage import StorageError

    try:
        yield
    except (BadSetting, KeysUnreadable, StorageError, InvalidInput) as error:
        raise CannotDo(error_text(error)) from error


def table_named(name: str) -> str:
    """The id of the table that goes by this name or id. Raises `CannotDo` where none does, or several."""
    from scorekeeper.services.statistics import every_table
    from scorekeeper.storage import find_table

    found = [table for table in every_table() if name in (table, find_table(table).name)]
    if len(found) != 1:
        many = f"{len(found)} tables are called" if found else "there is no table called"
        raise CannotDo(f'{many} "{name}"; say its id: {", ".join(found)}' if found else f'{many} "{name}"')
    return found[0]


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def backup(file: str, force: bool) -> None:
    """Copy the instance's database to FILE, also while the server runs.

    The copy is complete and of one moment, with every hand saved before it. `scorekeeper restore` restores
    it. A database on a PostgreSQL server is copied by that server's own tools (pg_dump).
    """
    from pathlib import Path

    from scorekeeper.cli.maintenance import CannotDo, in_app
    from scorekeeper.storage.backups import back_up

    target = Path(file)
    if target.exists() and not force:
        raise CannotDo(f"{file} is there already; take another name, or say --force")
    with in_app():
        try:
            size = back_up(target)
        except OSError as error:
            raise CannotDo(f"{file} cannot be written: {error.strerror or error}") from error
    click.echo(f"{file}: {size:,} bytes")


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, exists=True))
@click.option("--force", is_flag=True, help="Replace a database that has games; it is moved aside.")
def restore(file: str, force: bool) -> None:
    """Put the copy in FILE in the place of the instance's database. Stop the server first.

    A database that is there is put aside, never thrown away. A copy that an older version made is brought to this
    version's form at the next start.
    """
    from pathlib import Path

    from scorekeeper.cli.maintenance import CannotDo
    from scorekeeper.server.instance import database_of
    from scorekeeper.server.settings import BadSetting, read_settings
    from scorekeeper.storage import StorageError
    from scorekeeper.storage.backups import restore_backup

    try:
        chosen = read_settings()
        aside = restore_backup(Path(file), database_of(chosen), force=force)
    except (BadSetting, StorageError) as error:
        raise CannotDo(str(error)) from error
    except OSError as error:
        raise CannotDo(f"{file} cannot be put back: {error.strerror or error}") from error
    click.echo(f"{file} is the database now.")
    if aside is not None:
        click.echo(f"The one before is at {aside}")


@click.group()
def stats() -> None:
    """Statistics are a cache: they can always be rebuilt from the entries."""


@stats.command()
def rebuild() -> None:
    """Rebuild all statistics from the entries, and report what was wrong."""
    from scorekeeper.cli.maintenance import in_app
    from scorekeeper.services import statistics

    games = mended = 0
    with in_app():
        for game, changed in statistics.rebuild():
            games += 1
            mended += changed
            if changed:
                click.echo(f"game {game.number}: what was kept was something else")
    click.echo(f"{games:,} games, {mended:,} mended.")


@click.group()
def keys() -> None:
    """The server signs what it exports. Its public keys are at /.well-known/scorekeeper-keys.json too."""


@keys.command()
def show() -> None:
    """Print the public keys as JSON, as `scorekeeper check --key` takes them."""
    import json

    from scorekeeper.cli.maintenance import in_one_line
    from scorekeeper.formats.keys import published
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        click.echo(json.dumps(published(keys_of(read_settings()).public()), indent=2))


@keys.command()
def rotate() -> None:
    """Make a new key. It signs from now on; old keys are kept, so that older exports can still be checked."""
    from scorekeeper.cli.maintenance import in_one_line
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        made = keys_of(read_settings(), another=True)
        click.echo(f"New key: {made.public()[-1]}. {len(made.public()) - 1} older kept. No restart is needed.")


@click.command()
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Where the server listens."
)
def doctor(port: int) -> None:
    """Look over settings, files, disk, database, address, clock and keys; nothing is changed.

    Each line begins with ok, warn or fail. The exit status is 1 where something fails.
    """
    from scorekeeper.server.doctor import Level, run_checks

    failed = False
    for found in run_checks(port):
        failed = failed or found.level is Level.FAIL
        advice = f". {found.advice}" if found.advice else ""
        click.echo(f"{found.level:<5} {found.subject}: {found.message.removesuffix('.')}{advice}")
    if failed:
        sys.exit(1)
