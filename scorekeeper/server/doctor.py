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
from scorekeeper.server.instance import KEYS_FOLDER, database_of, open_to_others, openness_words, refuse_to_lose
from scorekeeper.server.serve import network_address
from scorekeeper.server.settings import BadSetting, Settings, read_settings
from scorekeeper.storage import StorageError, close_storage, db, init_storage
from scorekeeper.storage.setup import NotReady, check_ready, damage, newest_event
from scorekeeper.storage.sqlite_file import revision_in
from scorekeeper.storage.upgrade import head_revision, known_revisions

MB = 1024 * 1024
LITTLE = 10 * LEAST_FREE
LONG_LOG = 256 * MB  # SQLite's write-ahead log is a few MB unless a long read blocks its checkpoint
SECONDS = 3  # for the database or the server to answer
MADE_IN = 2026  # a clock before this year is wrong
SLACK = timedelta(minutes=1)


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
    said: str
    advice: str = ""


def look_over(port: int) -> Iterator[Finding]:
    """Run all checks in turn; if the settings or the folder fail, the others cannot run."""
    try:
        chosen = read_settings(make=False)
    except BadSetting as problem:
        yield Finding(Level.FAIL, "settings", str(problem))
        return
    if not chosen.instance.is_dir():
        yield Finding(
            Level.FAIL,
            "files",
            f"there is no instance folder {chosen.instance}",
            "`scorekeeper serve` creates it; SCOREKEEPER_INSTANCE names another",
        )
        return
    for look in (_settings, _files, _disk, _database):
        yield from look(chosen)
    yield from _address(chosen, port)
    yield from _keys(chosen)


def _settings(chosen: Settings) -> Iterator[Finding]:
    warned = False
    for wrong, said, advice in (
        (not chosen.rate_limits, "rate limits are off", "Remove SCOREKEEPER_RATE_LIMITS, unless you trust all users"),
        (
            (chosen.url or "").startswith("https:") and not chosen.proxies,
            "SCOREKEEPER_URL is https, but SCOREKEEPER_PROXIES is 0: everyone counts as one address",
            "Set SCOREKEEPER_PROXIES to the number of your proxies",
        ),
        (
            chosen.forwarded_host and not chosen.proxies,
            "SCOREKEEPER_FORWARDED_HOST is on, but no proxy is trusted",
            "Set SCOREKEEPER_PROXIES too",
        ),
    ):
        if wrong:
            warned = True
            yield Finding(Level.WARN, "settings", said, advice)
    if not warned:
        yield Finding(Level.OK, "settings", f"read; the instance folder is {chosen.instance}")


def _files(chosen: Settings) -> Iterator[Finding]:
    folder = chosen.instance
    own = f"Run this as the account that runs the server, or: chown -R ACCOUNT '{folder}'"
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding(Level.FAIL, "files", f"this account cannot write to {folder}", own)
        return
    found = [Finding(Level.WARN, "files", openness_words(path)) for path in open_to_others(folder, database_of(chosen))]
    if os.name != "nt" and folder.stat().st_uid != os.getuid():
        found.append(Finding(Level.WARN, "files", f"{folder} belongs to another account", own))
    yield from found or [Finding(Level.OK, "files", "only this account can read them")]


def _disk(chosen: Settings) -> Iterator[Finding]:
    free = shutil.disk_usage(chosen.instance).free
    said = f"{free // MB:,} MB free"
    if free < LEAST_FREE:
        advice = "Nothing can be saved: make room, or move the instance to a larger disk"
        yield Finding(Level.FAIL, "disk", said, advice)
    elif free < LITTLE:
        yield Finding(Level.WARN, "disk", said, f"Below {LEAST_FREE // MB} MB nothing is saved: make room soon")
    else:
        yield Finding(Level.OK, "disk", said)


def _database(chosen: Settings) -> Iterator[Finding]:
    """Check the database, and the clock against its newest event."""
    app = Flask("scorekeeper", instance_path=str(chosen.instance))
    app.config["SQLALCHEMY_DATABASE_URI"] = database_of(chosen)
    newest = None
    try:
        refuse_to_lose(chosen)
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
        said = f"schema {revision} is from a newer version; this one knows {head_revision()}"
        return Finding(Level.FAIL, "database", said, "Install that version, or restore an older backup")
    found = damage(path)
    if found is not None:
        advice = "Stop the server, then restore your latest backup: scorekeeper restore FILE"
        return Finding(Level.FAIL, "database", f"{path} is damaged: {found}", advice)
    if revision != head_revision():
        said = f"schema {revision}; this version needs {head_revision()}"
        return Finding(Level.WARN, "database", said, "The next start backs it up, then upgrades it")
    log = path.with_name(f"{path.name}-wal")
    ahead = log.stat().st_size if log.exists() else 0
    if ahead > LONG_LOG:
        said = f"{ahead // MB:,} MB are waiting in {log}"
        return Finding(Level.WARN, "database", said, "A program keeps the database open: end it, or restart")
    return Finding(Level.OK, "database", f"intact, schema {revision}, {path.stat().st_size / MB:,.1f} MB")


def _clock(newest: datetime | None) -> Finding:
    now = datetime.now(UTC)
    advice = "Set it: timedatectl set-ntp true"
    if now.year < MADE_IN:
        return Finding(Level.FAIL, "clock", f"it says {now:%Y-%m-%d}", advice)
    if newest is not None and now < newest - SLACK:
        said = f"it says {now:%Y-%m-%d %H:%M} UTC, but the newest event is from {newest:%Y-%m-%d %H:%M}"
        return Finding(Level.FAIL, "clock", said, advice)
    return Finding(Level.OK, "clock", f"{now:%Y-%m-%d %H:%M} UTC")


def _address(chosen: Settings, port: int) -> Iterator[Finding]:
    host = network_address()
    if chosen.url is None and host is None:
        yield Finding(Level.WARN, "address", "this machine is on no network", "Connect it, so that phones can reach it")
        return
    url = chosen.url or f"http://{host}:{port}"
    try:
        with urlopen(f"{url}/healthz", timeout=SECONDS) as answer:
            ours = answer.read(16) == b"ok\n"
    except (OSError, ValueError):
        said, advice = f"nothing answers at {url}", "Start the server, or open its firewall and proxy to phones"
        yield Finding(Level.WARN, "address", said, advice)
        return
    if ours:
        yield Finding(Level.OK, "address", f"the server answers at {url}")
    else:
        yield Finding(Level.WARN, "address", f"another program answers at {url}", "Say --port, or set SCOREKEEPER_URL")


def _keys(chosen: Settings) -> Iterator[Finding]:
    keys = InstanceKeys(chosen.instance / KEYS_FOLDER)
    try:
        many = len(keys.public())
    except KeysUnreadable as problem:
        yield Finding(Level.FAIL, "keys", str(problem))
        return
    missing = [name for name, there in (("secret key", chosen.secret_key), ("signing key", many)) if not there]
    if missing:
        yield Finding(Level.WARN, "keys", f"there is no {' and no '.join(missing)}", "The next start creates it")
    else:
        yield Finding(Level.OK, "keys", f"a secret key and {many} to sign exports with")
