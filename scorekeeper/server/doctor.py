"""Checks an instance and its server for `scorekeeper doctor`, and gives advice; changes nothing."""

import os
import shutil
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.access.quotas import LEAST_FREE
from scorekeeper.clock import utc_now
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import (
    in_sentences,
    number_text,
    translatable,
    translate as _,
    translate_plural as _n,
    with_commas,
)
from scorekeeper.extras import EXTRAS, how_to_install, is_installed
from scorekeeper.formats.keys import InstanceKeys, KeysUnreadable
from scorekeeper.found_rooms import importable, left_out
from scorekeeper.server.certificates import AUTHORITY, FOLDER
from scorekeeper.server.declared_settings import DATABASE_FILE
from scorekeeper.server.instance import (
    KEYS_FOLDER,
    database_of,
    exposed_paths,
    exposure_message,
    known_address,
    left_out_rooms,
    refuse_missing_database,
)
from scorekeeper.server.serve import network_address
from scorekeeper.server.settings import BadSetting, ServerSettings, read_settings
from scorekeeper.services.verifying import quick_findings
from scorekeeper.storage.backups import damage
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.obstacles import obstacle
from scorekeeper.storage.setup import NotReady, check_ready, close_storage, init_storage, newest_event
from scorekeeper.storage.upgrade import head_revision, known_revisions, refuse_half_upgraded, revision_in

MB = 1024 * 1024
LOW_SPACE = 10 * LEAST_FREE
LONG_LOG = 256 * MB  # SQLite's write-ahead log is a few MB unless a long read blocks its checkpoint
PORT = 8000  # the default of `scorekeeper serve --port`
SECONDS = 3  # for the database or the server to answer
RELEASE_YEAR = 2026  # a clock before this year is wrong
CLOCK_TOLERANCE = timedelta(minutes=1)
MAX_SHOWN = 5

SETTINGS = translatable("settings")
ROOMS = translatable("rooms")
FILES = translatable("files")
DISK = translatable("disk")
DATABASE = translatable("database")
CLOCK = translatable("clock")
ADDRESS = translatable("address")
KEYS = translatable("keys")
EXTRA_PACKAGES = translatable("extras")


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


ok, warn, fail = (partial(Finding, level) for level in Level)


def run_checks(port: int | None) -> Iterator[Finding]:
    """Run all checks in order; if the settings or the folder fail, the others cannot run.

    The server is asked at this port of the machine, without one where it said that it runs.
    """
    try:
        settings = read_settings(make=False)
    except BadSetting as problem:
        yield fail(SETTINGS, str(problem))
        return
    if not settings.instance.is_dir():
        yield fail(
            FILES,
            _("There is no instance folder {folder}", folder=str(settings.instance)),
            _("Run scorekeeper serve to create it, or name another with SCOREKEEPER_INSTANCE"),
        )
        return
    for check in (_settings, _rooms, _extras, _files, _disk, _database):
        yield from check(settings)
    yield from _address(settings, port)
    yield from _keys(settings)


def _settings(settings: ServerSettings) -> Iterator[Finding]:
    warned = False
    for wrong, message, advice in (
        (
            not settings.rate_limits,
            _("Rate limits are off"),
            _("Remove SCOREKEEPER_RATE_LIMITS, unless you trust all users"),
        ),
        (
            (settings.url or "").startswith("https:") and not settings.proxies,
            _("SCOREKEEPER_URL is https, but SCOREKEEPER_PROXIES is 0: everyone counts as one address"),
            _("Set SCOREKEEPER_PROXIES to the number of your proxies"),
        ),
        (
            settings.forwarded_host and not settings.proxies,
            _("SCOREKEEPER_FORWARDED_HOST is on, but no proxy is trusted"),
            _("Set SCOREKEEPER_PROXIES too"),
        ),
    ):
        if wrong:
            warned = True
            yield warn(SETTINGS, message, advice)
    if not warned:
        yield ok(SETTINGS, _("The instance folder is {folder}", folder=str(settings.instance)))


def _rooms(settings: ServerSettings) -> Iterator[Finding]:
    """Which rooms people see, and which cannot be imported."""
    opened = importable(settings.rooms)
    advice = translatable("Install what it needs, or a version for this program, or remove it: {command}")
    for message, found in zip(left_out_rooms(), left_out.values(), strict=True):
        yield warn(ROOMS, message, _(advice, command=f"pip uninstall {found.package}"))
    if opened:
        yield ok(ROOMS, _("Open: {rooms}", rooms=with_commas(opened)))
    else:
        yield ok(ROOMS, _("None is open: only the table"))


def _extras(_settings: ServerSettings) -> Iterator[Finding]:
    """What the installed packages are enough for."""
    there = [extra for extra in EXTRAS if is_installed(extra)]
    missing = [extra for extra in EXTRAS if extra not in there]
    found = _("Installed: {extras}", extras=with_commas(there)) if there else _("None is installed")
    more = _("To add the rest, run {command}", command=how_to_install(*missing)) if missing else ""
    yield ok(EXTRA_PACKAGES, found, more)


def _files(settings: ServerSettings) -> Iterator[Finding]:
    folder = settings.instance
    own = _("Run this as the account that runs the server, or run {command}", command=f"chown -R ACCOUNT '{folder}'")
    in_the_way = obstacle(folder)
    if in_the_way is not None:
        yield fail(FILES, in_the_way.what, in_the_way.advice)
        return
    found = [warn(FILES, exposure_message(path)) for path in exposed_paths(folder, database_of(settings))]
    if os.name != "nt" and folder.stat().st_uid != os.getuid():
        found.append(warn(FILES, _("{folder} belongs to another account", folder=str(folder)), own))
    yield from found or [ok(FILES, _("Only this account can read them"))]


def _disk(settings: ServerSettings) -> Iterator[Finding]:
    free = shutil.disk_usage(settings.instance).free
    message = _("{size} MB free", size=number_text(free // MB))
    file = settings.instance / DATABASE_FILE
    needed = LEAST_FREE + (file.stat().st_size if file.exists() else 0)
    if free < LEAST_FREE:
        advice = _("Nothing can be saved. Make room, or move the instance to a larger disk")
        yield fail(DISK, message, advice)
    elif free < needed:
        advice = _(
            "Erasing a name, an upgrade and a copy need as much room again as the database: {size} MB. Make room soon",
            size=number_text(needed // MB),
        )
        yield warn(DISK, message, advice)
    elif free < LOW_SPACE:
        yield warn(DISK, message, _("Below {size} MB nothing is saved. Make room soon", size=LEAST_FREE // MB))
    else:
        yield ok(DISK, message)


def _database(settings: ServerSettings) -> Iterator[Finding]:
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
                refuse_half_upgraded(db.engine)
                newest = newest_event()
                check_ready(SECONDS)
                yield from _records()
            yield found or ok(DATABASE, _("It answers and takes writes, schema {schema}", schema=head_revision()))
    except (StorageError, NotReady) as problem:
        message = problem.text if isinstance(problem, NotReady) else str(problem)
        yield fail(DATABASE, message, _("See “When something fails” in docs/hosting.md"))
    except SQLAlchemyError:
        yield fail(DATABASE, _("It cannot be read"), _("See “When something fails” in docs/hosting.md"))
    finally:
        if "sqlalchemy" in app.extensions:
            close_storage(app)
    yield _clock(newest)


def _records() -> Iterator[Finding]:
    """What is damaged in the database although its file is sound."""
    found = quick_findings()
    if found:
        texts = in_sentences([fault_text(fault) for fault in found[:MAX_SHOWN]])
        message = _n(len(found), "1 record is damaged. {which}", "{count} records are damaged. {which}", which=texts)
        yield warn(DATABASE, message, _("Open its page as a keeper; scorekeeper check --all lists everything"))


def _file(path: Path) -> Finding:
    in_the_way = obstacle(path)
    if in_the_way is not None:
        return fail(DATABASE, in_the_way.what, in_the_way.advice)
    revision = revision_in(path)
    if revision is None:
        return warn(DATABASE, _("There is none yet"), _("The next start creates it"))
    if revision not in known_revisions():
        message = _(
            "Schema {schema} is from a newer version; this one knows {known}", schema=revision, known=head_revision()
        )
        return fail(DATABASE, message, _("Install that version"))
    found = damage(path)
    if found is not None:
        advice = _("Stop the server, then restore your latest backup: scorekeeper restore FILE")
        message = _("{file} is damaged ({why})", file=str(path), why=found)
        return fail(DATABASE, message, advice)
    if revision != head_revision():
        message = _("Schema {schema}; this version needs {needed}", schema=revision, needed=head_revision())
        return warn(
            DATABASE,
            message,
            _("The next start backs it up, then upgrades it, or says why it can’t and changes nothing"),
        )
    log = path.with_name(f"{path.name}-wal")
    ahead = log.stat().st_size if log.exists() else 0
    if ahead > LONG_LOG:
        message = _("{size} MB are waiting in {file}", size=number_text(ahead // MB), file=str(log))
        return warn(DATABASE, message, _("A program keeps the database open. Stop it, or restart"))
    size = f"{path.stat().st_size / MB:.1f}"
    return ok(DATABASE, _("Intact, schema {schema}, {size} MB", schema=revision, size=size))


def _clock(newest: datetime | None) -> Finding:
    now = utc_now()
    advice = _("Set it: timedatectl set-ntp true")
    if now.year < RELEASE_YEAR:
        return fail(CLOCK, _("It says {date}", date=f"{now:%Y-%m-%d}"), advice)
    if newest is not None and now < newest - CLOCK_TOLERANCE:
        message = _("It says {time}, but the newest event is from {newest}", time=_utc(now), newest=_utc(newest))
        return fail(CLOCK, message, advice)
    return ok(CLOCK, _utc(now))


def _utc(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M} UTC"


def _address(settings: ServerSettings, port: int | None) -> Iterator[Finding]:
    host = network_address()
    if settings.url is None and host is None:
        yield warn(ADDRESS, _("This machine is on no network"), _("Connect it, so that phones can reach it"))
        return
    running = known_address(settings.instance) if port is None else None
    url = settings.url or running or f"http://{host}:{port or PORT}"
    try:
        with urlopen(f"{url}/healthz", timeout=SECONDS, context=_trusting(settings.instance)) as answer:
            ours = answer.read(16) == b"ok\n"
    except (OSError, ValueError) as problem:
        yield _unreached(url, problem)
        return
    if ours:
        yield ok(ADDRESS, _("The server answers at {url}", url=url))
    else:
        yield warn(
            ADDRESS,
            _("Another program answers at {url}", url=url),
            _("Give the server’s --port, or set SCOREKEEPER_URL"),
        )


def _unreached(url: str, problem: Exception) -> Finding:
    if isinstance(problem, URLError) and isinstance(problem.reason, ssl.SSLCertVerificationError):
        advice = _(
            "Phones warn, too, until they have the certificate that signed it. Install it on this machine and on the "
            "phones, or use a certificate that all browsers know"
        )
        return warn(ADDRESS, _("The server at {url} has a certificate that is not trusted here", url=url), advice)
    advice = _("Start the server, or open its firewall and proxy to phones")
    return warn(ADDRESS, _("Nothing answers at {url}", url=url), advice)


def _trusting(instance: Path) -> ssl.SSLContext:
    """Trusts this machine's authorities, and the server's own one, if it has one."""
    context = ssl.create_default_context()
    own = instance / FOLDER / AUTHORITY
    if own.is_file():
        context.load_verify_locations(own)
    return context


def _keys(settings: ServerSettings) -> Iterator[Finding]:
    keys = InstanceKeys(settings.instance / KEYS_FOLDER)
    try:
        many = len(keys.public())
    except KeysUnreadable as problem:
        yield fail(KEYS, str(problem))
        return
    missing = [
        text
        for text, found in (
            (_("There is no secret key"), settings.secret_key),
            (_("There is no signing key"), many),
        )
        if not found
    ]
    if missing:
        yield warn(KEYS, in_sentences(missing), _("The next start creates it"))
    else:
        text = _n(many, "A secret key and 1 signing key", "A secret key and {count} signing keys")
        yield ok(KEYS, text)
