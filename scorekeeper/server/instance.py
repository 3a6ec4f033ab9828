"""An instance folder: its keys, its database, its file permissions, and an app without pages for commands."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.core.words.language import translate as _
from scorekeeper.durable_files import sync_folder
from scorekeeper.formats.keys import InstanceKeys, KeysUnreadable
from scorekeeper.found_rooms import left_out
from scorekeeper.server.declared_settings import DATABASE_FILE
from scorekeeper.server.settings import ADDRESS, USED, BadSetting, ServerSettings, read_settings
from scorekeeper.services.who_played import prepare
from scorekeeper.storage.backups import move_into_file
from scorekeeper.storage.errors import DatabaseRefused
from scorekeeper.storage.obstacles import Obstacle, obstacle, readable
from scorekeeper.storage.setup import close_storage, init_storage
from scorekeeper.storage.upgrade import (
    file_locked,
    head_revision,
    make_private,
    prepare_database,
    refuse_older,
    revision_in,
)

OTHERS_CAN_READ = stat.S_IROTH | stat.S_IXOTH


def exposed_paths(instance: Path, database: str | URL) -> list[Path]:
    """The instance folder and the database file, each if accounts outside its group can read it.

    Empty on Windows, which has no mode bits.
    """
    if os.name == "nt":
        return []
    found = []
    if instance.stat().st_mode & OTHERS_CAN_READ:
        found.append(instance)
    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database)).absolute()
        in_closed_folder = file.parent == instance and instance not in found
        if file.is_file() and file.stat().st_mode & stat.S_IROTH and not in_closed_folder:
            found.append(file)
    return found


def exposure_message(path: Path) -> str:
    """What is wrong with an exposed path, and the command that fixes it."""
    flag = "-R " if path.is_dir() else ""
    return _(
        "Every account of this machine can read {path}. Run {command}",
        path=str(path),
        command=f"chmod {flag}go= '{path}'",
    )


def left_out_rooms() -> list[str]:
    """Which rooms of other packages cannot take part, and why."""
    return [
        _("The room {room} is left out: it cannot be imported ({why})", room=name, why=found.why)
        for name, found in left_out.items()
    ]


KEYS_FOLDER = "signing_keys"


def database_of(settings: ServerSettings) -> str | URL:
    """The database address in the settings, or a file in the instance folder."""
    return settings.database_url or URL.create("sqlite", database=str(settings.instance / DATABASE_FILE))


def base_config(settings: ServerSettings) -> dict[str, Any]:
    """The configuration of every app on an instance, with or without pages."""
    return {name.upper(): value for name, value in asdict(settings).items()} | {
        "SQLALCHEMY_DATABASE_URI": database_of(settings),
        "INSTANCE_KEYS": keys_of(settings),
        "PUBLIC_URL": settings.url,
    }


def keys_of(settings: ServerSettings, *, another: bool = False) -> InstanceKeys:
    """The keys that sign exports; makes the first one, or `another`. Raises `BadSetting`."""
    keys = InstanceKeys(settings.instance / KEYS_FOLDER)
    try:
        if another or not keys.exist():
            with file_locked(settings.instance / f"{KEYS_FOLDER}.lock"):
                if another or not keys.exist():  # another process may have been faster
                    keys.make()
        keys.public()
    except (KeysUnreadable, OSError) as error:
        raise BadSetting(str(error)) from error
    return keys


def refuse_missing_database(settings: ServerSettings) -> None:
    """Raise `DatabaseRefused` if the instance was used before and its database file is missing.

    A new, empty database would hide the loss.
    """
    file = _file_of(database_of(settings))
    if settings.used_before and file is not None and not file.exists():
        raise DatabaseRefused(
            _(
                "There is no database at {file}, but {folder} was used before. Put the file back, or restore a copy "
                "with scorekeeper restore; scorekeeper serve --new starts without games",
                file=str(file),
                folder=str(settings.instance),
            )
        )


def note_used(settings: ServerSettings) -> None:
    """Note that the instance has a database now, so that a later start misses it."""
    if not settings.used_before:
        file = _file_of(database_of(settings))
        if file is not None:
            sync_folder(file.parent)  # after a power cut there is never this note alone
        make_private(settings.instance / USED)


def _file_of(address: str | URL) -> Path | None:
    try:
        url = make_url(address)
    except ArgumentError:
        return None  # opening it reports the error
    in_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)).absolute() if in_file else None


SETTLES = 5.0  # seconds that the processes of a server that was killed may take to end


@contextmanager
def only_server(app: Flask) -> Iterator[None]:
    """Be the only server on an SQLite database: writers take turns in one process, which counts limits too.

    At the end everything is moved to the database's own file. Raises `BadSetting` if there is another server.
    """
    file = _file_of(app.config["SQLALCHEMY_DATABASE_URI"])
    if file is None:
        yield
        return
    path = file.with_name(f"{file.name}.server")
    lock = FileLock(path, timeout=SETTLES)
    try:
        path.open("a+b").close()
        lock.acquire()
    except Timeout as problem:
        why = _("Another server uses {file}. Stop it, or set SCOREKEEPER_INSTANCE to another folder", file=str(file))
        raise BadSetting(why) from problem
    except OSError as problem:
        why = _("{file} cannot be written ({why})", file=str(path), why=str(problem.strerror or problem))
        raise BadSetting(why) from problem
    try:
        yield
    finally:
        close_storage(app)
        move_into_file(file)
        lock.release()


@contextmanager
def without_server(address: str | URL) -> Iterator[None]:
    """Keep servers off the database for the time of the block. Raises `DatabaseRefused` if one uses it."""
    file = _file_of(address)
    path = None if file is None else file.with_name(f"{file.name}.server")
    if path is None or not path.exists():
        yield
        return
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as problem:
        raise DatabaseRefused(
            _("{file} is in use. Nothing was changed. Stop the server first", file=str(file))
        ) from problem
    try:
        yield
    finally:
        lock.release()


BACKED_UP = "last_backup"
"""A file that is as old as the last good backup."""


def note_backup(instance: Path) -> None:
    """Note that a backup has just been made and found whole."""
    (instance / BACKED_UP).touch()


def last_backup(instance: Path) -> float:
    """When the last good backup was made, in seconds since 1970; 0 for never."""
    try:
        return (instance / BACKED_UP).stat().st_mtime
    except OSError:
        return 0.0


def write_address(app: Flask, address: str) -> None:
    """Note where phones find this server, for links that other commands print."""
    (Path(app.instance_path) / ADDRESS).write_text(f"{address}\n", "utf-8")


def known_address(instance: Path) -> str | None:
    """Where the server that ran last on this instance said that phones find it; None if none did."""
    try:
        return (instance / ADDRESS).read_text("utf-8").strip() or None
    except OSError:
        return None


@contextmanager
def app_that_reads() -> Iterator[tuple[Flask, Obstacle | None]]:
    """An app without pages to read with; where the database cannot be written, on a copy, with what is in the way.

    A database of an older version stays as it is: a copy of it is upgraded. Raises `DatabaseRefused` for one that is
    not a file.
    """
    settings = read_settings()
    refuse_missing_database(settings)
    file = _file_of(database_of(settings))
    found = None if file is None else obstacle(file)
    is_older = file is not None and revision_in(file) not in (None, head_revision())
    with readable(file, always=is_older) if file is not None else nullcontext() as copy:
        yield app_without_pages(file=copy if found or is_older else None, upgrades=False), found


def app_without_pages(*, new: bool = False, file: Path | None = None, upgrades: bool = True) -> Flask:
    """An app without pages on an upgraded database; creates the database on the first start, or if `new`.

    `file` is a copy to take instead. Unless it `upgrades`, one of an older version is refused, but for a copy.
    """
    settings = read_settings()
    if not new:
        refuse_missing_database(settings)
    app = Flask("scorekeeper", instance_path=str(settings.instance))
    app.config.from_mapping(base_config(settings))
    if file is not None:
        app.config["SQLALCHEMY_DATABASE_URI"] = URL.create("sqlite", database=str(file))
    init_storage(app)
    if upgrades or file is not None:
        prepare(app)
    else:
        refuse_older(app)
        prepare_database(app)  # of a current one this only looks; what rows are missing, a check says
    if file is None:
        note_used(settings)
    return app
