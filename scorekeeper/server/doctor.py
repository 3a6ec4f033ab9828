"""Checks an instance and its server for `scorekeeper doctor`, and gives advice; changes nothing."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from urllib.request import urlopen

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.access.quotas import LEAST_FREE
from scorekeeper.formats.keys import InstanceKeys, KeysUnreadable
from scorekeeper.server.instance import (
    KEYS_FOLDER,
    database_of,
    exposed_paths,
    exposure_message,
    refuse_missing_database,
)
from scorekeeper.server.serve import network_address
from scorekeeper.server.settings import BadSetting, Settings, read_settings
from scorekeeper.storage import StorageError, close_storage, db, init_storage
from scorekeeper.storage.setup import NotReady, check_ready, damage, newest_event
from scorekeeper.storage.sqlite_file import revision_in
from scorekeeper.storage.upgrade import head_revision, known_revisions

MB = 1024 * 1024
LOW_SPACE = 10 * LEAST_FREE
LONG_LOG = 256 * MB  # SQLite's write-ahead log is a few MB unless a long read blocks its checkpoint
SECONDS = 3  # for the database or the server to answer
RELEASE_YEAR = 2026  # a clock before this year is wrong
CLOCK_TOLERANCE = timedelta(minutes=1)


class Level(StrEnum):
    """How serious a finding is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, its condition, and what to do about it."""

    level: Level
    subject: str
    message: str
    advice: str = ""


def run_checks(port: int) -> Iterator[Finding]:
    """Run all checks in order; if the settings or the folder fail, the others cannot run."""
    try:
        settings = read_settings(make=False)
    except BadSetting as problem:
        yield Finding(Level.FAIL, "settings", str(problem))
        return
    if not settings.instance.is_dir():
        yield Finding(
            Level.FAIL,
            "files",
            f"there is no instance folder {settings.instance}",
            "`scorekeeper serve` creates it; SCOREKEEPER_INSTANCE names another",
        )
        return
    for check in (_settings, _files, _disk, _database):
        yield from check(settings)
    yield from _address(settings, port)
    yield from _keys(settings)


def _settings(settings: Settings) -> Iterator[Finding]:
    warned = False
    for wrong, message, advice in (
        (not settings.rate_limits, "rate limits are off", "Remove SCOREKEEPER_RATE_LIMITS, unless you trust all users"),
        (
            (settings.url or "").startswith("https:") and not settings.proxies,
            "SCOREKEEPER_URL is https, but SCOREKEEPER_PROXIES is 0: everyone counts as one address",
            "Set SCOREKEEPER_PROXIES to the number of your proxies",
        ),
        (
            settings.forwarded_host and not settings.proxies,
            "SCOREKEEPER_FORWARDED_HOST is on, but no proxy is trusted",
            "Set SCOREKEEPER_PROXIES too",
        ),
    ):
        if wrong:
            warned = True
            yield Finding(Level.WARN, "settings", message, advice)
    if not warned:
        yield Finding(Level.OK, "settings", f"read; the instance folder is {settings.instance}")


def _files(settings: Settings) -> Iterator[Finding]:
    folder = settings.instance
    own = f"Run this as the account that runs the server, or: chown -R ACCOUNT '{folder}'"
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding(Level.FAIL, "files", f"this account cannot write to {folder}", own)
        return
    found = [
        Finding(Level.WARN, "files", exposure_message(path)) for path in exposed_paths(folder, database_of(settings))
    ]
    if os.name != "nt" and folder.stat().st_uid != os.getuid():
        found.append(Finding(Level.WARN, "files", f"{folder} belongs to another account", own))
    yield from found or [Finding(Level.OK, "files", "only this account can read them")]


def _disk(settings: Settings) -> Iterator[Finding]:
    free = shutil.disk_usage(settings.instance).free
    message = f"{free // MB:,} MB free"
    if free < LEAST_FREE:
        advice = "Nothing can be saved: make room, or move the instance to a larger disk"
        yield Finding(Level.FAIL, "disk", message, advice)
    elif free < LOW_SPACE:
        yield Finding(Level.WARN, "disk", message, f"Below {LEAST_FREE // MB} MB nothing is saved: make room soon")
    else:
        yield Finding(Level.OK, "disk", message)


def _database(settings: Settings) -> Iterator[Finding]:
    """Check the database, and the clock against its newest event."""
    app = Flask("scorekeeper", instance_path=str(settings.instance))
    app.config["SQLALCHEMY_DATABASE_URI"] = database_of(settings)
    newest = None
    try:
        refuse_missing_database(settings)
        init_storage(app)
        with app.app_context():
            found = _file(Path(str(db.engine.url.database))) if db.engine.dialect.name == "sqlite" else None
            if found is None or found.level is Level.OK:
                newest = newest_event()
                check_ready(SECONDS)
            yield found or Finding(Level.OK, "database", f"answers and takes writes, schema {head_revision()}")
    except (StorageError, NotReady) as problem:
        yield Finding(Level.FAIL, "database", str(problem), "See “When something fails” in docs/hosting.md")
    except SQLAlchemyError:
        yield Finding(Level.FAIL, "database", "it cannot be read", "Restore a backup: scorekeeper restore FILE")
    finally:
        if "sqlalchemy" in app.extensions:
            close_storage(app)
    yield _clock(newest)


def _file(path: Path) -> Finding:
    revision = revision_in(path)
    if revision is None:
        return Finding(Level.WARN, "database", "there is none yet", "The next start creates it")
    if revision not in known_revisions():
        message = f"schema {revision} is from a newer version; this one knows {head_revision()}"
        return Finding(Level.FAIL, "database", message, "Install that version, or restore an older backup")
    found = damage(path)
    if found is not None:
        advice = "Stop the server, then restore your latest backup: scorekeeper restore FILE"
        return Finding(Level.FAIL, "database", f"{path} is damaged: {found}", advice)
    if revision != head_revision():
        message = f"schema {revision}; this version needs {head_revision()}"
        return Finding(Level.WARN, "database", message, "The next start backs it up, then upgrades it")
    log = path.with_name(f"{path.name}-wal")
    ahead = log.stat().st_size if log.exists() else 0
    if ahead > LONG_LOG:
        message = f"{ahead // MB:,} MB are waiting in {log}"
        return Finding(Level.WARN, "database", message, "A program keeps the database open: end it, or restart")
    return Finding(Level.OK, "database", f"intact, schema {revision}, {path.stat().st_size / MB:,.1f} MB")


def _clock(newest: datetime | None) -> Finding:
    now = datetime.now(UTC)
    advice = "Set it: timedatectl set-ntp true"
    if now.year < RELEASE_YEAR:
        return Finding(Level.FAIL, "clock", f"it says {now:%Y-%m-%d}", advice)
    if newest is not None and now < newest - CLOCK_TOLERANCE:
        message = f"it says {now:%Y-%m-%d %H:%M} UTC, but the newest event is from {newest:%Y-%m-%d %H:%M}"
        return Finding(Level.FAIL, "clock", message, advice)
    return Finding(Level.OK, "clock", f"{now:%Y-%m-%d %H:%M} UTC")


def _address(settings: Settings, port: int) -> Iterator[Finding]:
    host = network_address()
    if settings.url is None and host is None:
        yield Finding(Level.WARN, "address", "this machine is on no network", "Connect it, so that phones can reach it")
        return
    url = settings.url or f"http://{host}:{port}"
    try:
        with urlopen(f"{url}/healthz", timeout=SECONDS) as answer:
            ours = answer.read(16) == b"ok\n"
    except (OSError, ValueError):
        message, advice = f"nothing answers at {url}", "Start the server, or open its firewall and proxy to phones"
        yield Finding(Level.WARN, "address", message, advice)
        return
    if ours:
        yield Finding(Level.OK, "address", f"the server answers at {url}")
    else:
        yield Finding(Level.WARN, "address", f"another program answers at {url}", "Say --port, or set SCOREKEEPER_URL")


def _keys(settings: Settings) -> Iterator[Finding]:
    keys = InstanceKeys(settings.instance / KEYS_FOLDER)
    try:
        many = len(keys.public())
    except KeysUnreadable as problem:
        yield Finding(Level.FAIL, "keys", str(problem))
        return
    missing = [name for name, there in (("secret key", settings.secret_key), ("signing key", many)) if not there]
    if missing:
        yield Finding(Level.WARN, "keys", f"there is no {' and no '.join(missing)}", "The next start creates it")
    else:
        yield Finding(Level.OK, "keys", f"a secret key and {many} to sign exports with")
