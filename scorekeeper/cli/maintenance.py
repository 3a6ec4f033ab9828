"""`scorekeeper backup`, `restore`, `stats`, `keys` and `doctor`: maintenance of an instance."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from scorekeeper.cli.terminal import BadInput
from scorekeeper.core.words.language import (
    in_sentences,
    number_text,
    translate as _,
    translate_plural as _n,
    with_commas,
)


class CannotDo(BadInput):
    """What is asked is well said, but cannot be done."""


def cannot_write(file: str, error: OSError) -> CannotDo:
    """The refusal of a file that cannot be written, with the system's reason."""
    return CannotDo(_("{file} cannot be written ({why})", file=file, why=str(error.strerror or error)))


PORT = 8000  # the default of `scorekeeper serve --port`


def server_address() -> str:
    """Where phones find the server of this instance, in a block of `in_app`; without a slash at its end.

    By the settings, or as the server that ran last said, or where one on this machine most likely is.
    """
    from flask import current_app

    from scorekeeper.server.instance import known_address
    from scorekeeper.server.serve import likely_address

    running = known_address(Path(current_app.instance_path))
    found: str = current_app.config["PUBLIC_URL"] or running or likely_address(PORT)
    return found.rstrip("/")


@contextmanager
def in_app(*, new: bool = False) -> Iterator[None]:
    """Run the block on the instance of the settings; refusals become one line.

    With `new`, a missing database is created, even if the instance was used before.
    """
    from scorekeeper.server.instance import app_without_pages
    from scorekeeper.storage.setup import close_storage

    with in_one_line():
        app = app_without_pages(new=new)
        try:
            with app.app_context():
                yield
        finally:
            close_storage(app)


@contextmanager
def in_app_that_reads() -> Iterator[None]:
    """The same for a command that only reads: what can be read is, also where nothing can be written."""
    from scorekeeper.server.instance import app_that_reads
    from scorekeeper.storage.setup import close_storage

    with in_one_line(), app_that_reads() as (app, found):
        if found is not None:
            click.echo(found.text, err=True)
        try:
            with app.app_context():
                yield
        finally:
            close_storage(app)


@contextmanager
def in_one_line() -> Iterator[None]:
    """Turn what settings, keys, storage or a sheet refuse in the block into one line on standard error."""
    from scorekeeper.core.inputs import InvalidInput
    from scorekeeper.core.words.faults import error_text
    from scorekeeper.formats.keys import KeysUnreadable
    from scorekeeper.server.settings import BadSetting
    from scorekeeper.storage.errors import StorageError

    try:
        yield
    except (BadSetting, KeysUnreadable, StorageError, InvalidInput) as error:
        raise CannotDo(error_text(error)) from error


def table_named(name: str) -> str:
    """The id of the table with this name or id. Raises `CannotDo` if there is none, or if there are several."""
    from scorekeeper.storage.games import every_table, find_table

    found = [table for table in every_table() if name in (table, find_table(table).name)]
    if not found:
        raise CannotDo(_("There is no table called “{name}”", name=name))
    if len(found) > 1:
        raise CannotDo(
            _(
                "{count} tables are called “{name}”. Give the id: {ids}",
                count=len(found),
                name=name,
                ids=with_commas(found),
            )
        )
    return found[0]


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option(
    "--unchecked", is_flag=True, help="Do not count it as a good backup in /metrics: a script checks it first."
)
def backup(file: str, force: bool, unchecked: bool) -> None:
    """Copy the instance's database to FILE, also while the server runs.

    The copy has every hand saved so far. `scorekeeper restore` restores it. For a database on a PostgreSQL server, use
    that server's own tools (pg_dump).
    """
    from pathlib import Path

    from flask import current_app

    from scorekeeper.server.instance import note_backup
    from scorekeeper.storage.backups import back_up

    target = Path(file)
    with in_app_that_reads():
        try:
            if target.exists() and not force:
                raise CannotDo(_("{file} already exists. Use another name, or --force", file=file))
            size = back_up(target)
            if not unchecked:
                with suppress(OSError):
                    note_backup(Path(current_app.instance_path))
        except OSError as error:
            raise cannot_write(file, error) from error
    click.echo(_("{file}: {bytes} bytes", file=file, bytes=number_text(size)))


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, exists=True))
@click.option("--force", is_flag=True, help="Replace a database that has games. It is moved aside.")
def restore(file: str, force: bool) -> None:
    """Replace the instance's database by the copy in FILE. Stop the server first.

    The old database is moved aside, never deleted. A copy from an older version is upgraded at the next start.
    """
    from pathlib import Path

    from scorekeeper.server.instance import database_of, without_server
    from scorekeeper.server.settings import BadSetting, read_settings
    from scorekeeper.storage.backups import restore_backup
    from scorekeeper.storage.errors import StorageError

    try:
        chosen = read_settings()
        with without_server(database_of(chosen)):
            aside = restore_backup(Path(file), database_of(chosen), force=force)
    except (BadSetting, StorageError) as error:
        raise CannotDo(str(error)) from error
    except OSError as error:
        raise CannotDo(_("{file} cannot be restored ({why})", file=file, why=str(error.strerror or error))) from error
    click.echo(_("Restored {file}.", file=file))
    if aside is not None:
        click.echo(_("The old database is now {file}.", file=str(aside)))


@click.group()
def stats() -> None:
    """Statistics can always be rebuilt from the games."""


@stats.command()
def rebuild() -> None:
    """Rebuild all statistics from the games, and report what was wrong."""
    from scorekeeper.services.verifying import figures_rebuilt

    games, wrong = set[str](), set[str]()
    with in_app():
        for game, changed in figures_rebuilt():
            games.add(game.id)
            if changed and game.id not in wrong:
                wrong.add(game.id)
                click.echo(_("Game {number}: its statistics were wrong", number=game.number))
    click.echo(
        _(
            "{games}, {fixed} fixed.",
            games=_n(len(games), "1 game", "{count} games"),
            fixed=number_text(len(wrong)),
        )
    )


@click.group()
def keys() -> None:
    """Show or replace the keys that sign exports. A server publishes them at /.well-known/scorekeeper-keys.json."""


@keys.command()
def show() -> None:
    """Print the public keys as JSON, for `scorekeeper check --key`."""
    import json

    from scorekeeper.formats.keys import published
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        click.echo(json.dumps(published(keys_of(read_settings()).public()), indent=2))


@keys.command()
def rotate() -> None:
    """Make a new key. It signs all new exports; the old keys still verify older ones."""
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        made = keys_of(read_settings(), another=True)
        *older, newest = made.public()
        click.echo(_("New key: {key}", key=newest))
        click.echo(
            _n(
                len(older),
                "1 older key still verifies earlier exports. The server need not restart.",
                "{count} older keys still verify earlier exports. The server need not restart.",
            )
        )


@click.command()
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Where the server listens, by default where it last said it runs."
)
@click.option("--json", "as_json", is_flag=True, help="Print all findings as JSON.")
def doctor(port: int | None, as_json: bool) -> None:
    """Check settings, files, disk, database, address, clock and keys. Nothing is changed.

    Each line starts with ok, warn or fail. The exit status is 1 if something fails. With --json, programs find the same
    words in the fields level and subject, whatever the language.
    """
    import json
    from dataclasses import asdict

    from scorekeeper.server.doctor import Level, run_checks
    from scorekeeper.version import program_version

    findings = list(run_checks(port)) if as_json else run_checks(port)
    failed = False
    for found in findings:
        failed = failed or found.level is Level.FAIL
        if as_json:
            continue
        text = in_sentences([found.message, found.advice] if found.advice else [found.message])
        click.echo(f"{found.level:<5} {_(found.subject)}: {text}")
    if as_json:
        known = {"version": program_version(), "ok": not failed, "findings": [asdict(found) for found in findings]}
        click.echo(json.dumps(known, indent=2, ensure_ascii=False))
    if failed:
        sys.exit(1)
