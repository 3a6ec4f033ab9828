"""The app with its pages, started once per test process: starting one takes longer than most tests.

Common starting points (a game in pairs, the cast at its table) are tapped once, and their SQLite file is copied. So are
the first taps of a test on its phone (`Opening`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path
from threading import get_ident
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from filelock import FileLock
from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import Engine, make_url
from werkzeug.routing import Map, MapAdapter, Rule, RuleFactory

from scorekeeper.access.limits import KEY
from scorekeeper.compiler.built import built
from scorekeeper.core.words.language import use_catalogues
from scorekeeper.server import static_files
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.series import night_of
from scorekeeper.storage import upgrade
from scorekeeper.storage.setup import close_storage
from scorekeeper.web.language import current_catalogue
from tests.rooms import rooms_with

if TYPE_CHECKING:
    from flask.sansio.app import App

    from tests.web.browsing import Page, Phone

Tapped = TypeVar("Tapped")


COMPILED = Path(__file__).parents[1] / ".pytest_cache" / "compiled"
"""Compiled templates, the phone's module and compressed static files, under hashes of their sources: for all processes,
and for the next run.
"""


migrate = upgrade._upgrade
"""Runs the migrations, each time (see `_migrate_once`)."""


def share_what_apps_compile() -> None:
    """Let all apps of this process share what takes most of the time that starting another one takes."""
    COMPILED.mkdir(parents=True, exist_ok=True)
    compiled = FileSystemBytecodeCache(str(COMPILED))

    class Compiled(Environment):
        def __init__(self, app: App, **options: Any) -> None:
            super().__init__(app, **options, bytecode_cache=compiled)

    Flask.jinja_environment = Compiled
    setattr(Flask, "url_map_class", OnceCompiled)  # noqa: B010 - for mypy
    read = cache(static_files._read)
    static_files._read = lambda folder: dict(read(folder))

    def built_once(folder: Path, templates: Path) -> dict[str, Path]:
        if any(folder.glob("phone-*.js")):  # a test put them there
            return built(folder, templates)
        with FileLock(COMPILED / "phone.lock"):
            return built(COMPILED, templates)

    setattr(static_files, "built", built_once)  # noqa: B010
    _share_compressed_files()
    _migrate_once()


def _migrate_once() -> None:
    """Run the migrations of an empty SQLite file once, and give each later file a copy of the result."""
    own, migrated = upgrade.MIGRATIONS, list[bytes]()

    def copied(engine: Engine) -> None:
        file = Path(str(engine.url.database))
        if engine.dialect.name != "sqlite" or file.stat().st_size or own != upgrade.MIGRATIONS:
            migrate(engine)
        elif migrated:
            file.write_bytes(migrated[0])
        else:
            migrate(engine)
            engine.dispose()
            migrated.append(file.read_bytes())

    upgrade._upgrade = copied


def _share_compressed_files() -> None:
    """Compress each static file once: a server takes a second for those that a phone loads."""
    compress = static_files.compress

    def compressed_once(content: bytes) -> bytes:
        kept = COMPILED / f"{sha256(content).hexdigest()}.br"
        if not kept.is_file():
            fresh = kept.with_name(f"{kept.name}.{os.getpid()}-{get_ident()}")
            fresh.write_bytes(compress(content))
            fresh.replace(kept)  # another process may be reading it
        return kept.read_bytes()

    setattr(static_files, "compress", compressed_once)  # noqa: B010


class OnceCompiled(Map):
    """The routes of an app, which are compiled when they are first used; those that another app has too, only once."""

    known: ClassVar[list[tuple[tuple[object, ...], Map]]] = []

    def __init__(self, *, host_matching: bool) -> None:
        super().__init__(host_matching=host_matching)
        self.given: list[Rule] = []
        self.compiled: Map | None = None

    def add(self, rulefactory: RuleFactory) -> None:
        self.given.extend(rulefactory.get_rules(self))
        self.compiled = None

    def used(self) -> Map:
        """The compiled routes."""
        if self.compiled is not None:
            return self.compiled
        key = (self.host_matching, dict(self.converters), [*map(_said, self.given)])
        self.compiled = next((routes for same, routes in self.known if same == key), None)
        if self.compiled is None:
            unbound = map(copy, self.given)
            self.compiled = Map(unbound, host_matching=self.host_matching, converters=self.converters)
            self.known.append((key, self.compiled))
        return self.compiled

    def update(self) -> None:
        self.used().update()

    def iter_rules(self, endpoint: Any = None) -> Iterator[Rule]:
        return self.used().iter_rules(endpoint)

    def is_endpoint_expecting(self, endpoint: Any, *arguments: str) -> bool:
        return self.used().is_endpoint_expecting(endpoint, *arguments)

    def bind(self, *given: Any, **named: Any) -> MapAdapter:
        return self.used().bind(*given, **named)

    def bind_to_environ(self, *given: Any, **named: Any) -> MapAdapter:
        return self.used().bind_to_environ(*given, **named)


def _said(rule: Rule) -> dict[str, object]:
    """What a route says of itself, without what follows from its text once it is compiled."""
    return {name: value for name, value in vars(rule).items() if name[0] != "_" and name != "arguments"}


class SharedApp:
    """Apps by database URL and open rooms. A test gets an unchanged app, and can change it freely."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, tuple[str, ...] | None], Flask] = {}

    @contextmanager
    def lent(self, url: str, make: Callable[[], Flask], rooms: tuple[str, ...] | None = None) -> Iterator[Flask]:
        """The app on this database, for one test; with these `rooms` open (None: the usual ones)."""
        if (url, rooms) not in self.made:
            self.made[url, rooms] = make()
        app = self.made[url, rooms]
        config, views, reloads = dict(app.config), dict(app.view_functions), app.jinja_env.auto_reload
        app.extensions[KEY].reset()
        of_rooms = (kept for room in rooms_with("caches") for kept in room.CACHES)
        for cached in (GAME_CACHE, *of_rooms):  # a restored database has the ids of an earlier test
            cached.clear()
        use_catalogues(current_catalogue)  # a command may have chosen a language since
        yield app
        app.config.clear()
        app.config.update(config)
        app.view_functions.clear()
        app.view_functions.update(views)
        app.jinja_env.auto_reload = reloads
        close_storage(app)


class Begun:
    """The result of taps: the SQLite file at that time, and the value that a test continues with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tapped: dict[str, object] = {}

    def continue_from(self, app: Flask, tap: Callable[[], Tapped]) -> Tapped:
        """The value that `tap` returned the first time, with the app's database restored to that moment."""
        name = f"{tap.__module__}.{tap.__qualname__}"
        file, kept = file_of(app), self.folder / name
        if name not in self.tapped:
            self.tapped[name] = tap()
            close_storage(app)
            shutil.copy(file, kept)
            app.extensions[KEY].reset()  # a later test, which taps nothing, has counted nothing either
        lay_out(kept, file)
        return self.tapped[name]  # type: ignore[return-value] # by the name of what gave it


def file_of(app: Flask) -> Path:
    """The SQLite file of an app."""
    return Path(str(make_url(app.config["SQLALCHEMY_DATABASE_URI"]).database))


def lay_out(prepared: Path, file: Path) -> None:
    """Put a copy of a prepared file in place while nobody has the old one open."""
    for old in (file, *(file.with_name(file.name + log) for log in ("-wal", "-shm"))):
        old.unlink(missing_ok=True)
    shutil.copy(prepared, file)


@dataclass(frozen=True)
class AfterStep:
    """How a step of an opening left the phone and the database, and when the opening began, in seconds."""

    began: float
    value: object
    cookies: dict[Any, Any]
    page: Page
    file: Path


class Opening:
    """The first steps of a test on its phone: a table, a game, hands. The same steps are tapped once in this process.

    It lasts while nothing else uses the phone, the database or the configuration, and is that of one night: what was
    tapped before five in the morning was not played tonight. An opening with clocks is tapped again when it is older
    than `fresh` seconds: no test may notice that many, since its own taps can take them on a busy machine.
    """

    def __init__(
        self,
        app: Flask,
        phone: Phone,
        folder: Path,
        known: dict[tuple[Hashable, ...], AfterStep],
        fresh: float = inf,
    ) -> None:
        self.app, self.phone = app, phone
        self.folder, self.known, self.fresh = folder, known, fresh
        self.file, self.began = file_of(app), inf
        self.steps: tuple[Hashable, ...] = (night_of(datetime.now(UTC), UTC),)
        self.lasts = True
        self.left = self._now()

    def step(self, name: Hashable, tap: Callable[[], Tapped]) -> Tapped:
        """Tap this step, or restore what the same taps left."""
        if not self.lasts or self._now() != self.left:
            self.lasts = False
            return tap()
        steps, now = (*self.steps, name), monotonic()
        known = self.known.get(steps)
        if known is not None and now - known.began < self.fresh:
            self._restore(known)
        else:
            self.lasts = False  # the steps of which this one consists are not kept one by one
            self.began = min(self.began, now)
            value = tap()
            close_storage(self.app)
            kept = known.file if known else self.folder / f"step{len(self.known)}"
            shutil.copy(self.file, kept)
            cookies = dict(self.phone.client._cookies or {})
            self.known[steps] = AfterStep(self.began, value, cookies, self.phone.page, kept)
            self.lasts = True
        self.steps, self.left = steps, self._now()
        return self.known[steps].value  # type: ignore[return-value] # by the name of the step

    def _restore(self, kept: AfterStep) -> None:
        self.began = kept.began
        close_storage(self.app)
        lay_out(kept.file, self.file)
        self.phone.client._cookies = dict(kept.cookies)
        self.phone.page = kept.page.again()

    def _now(self) -> tuple[object, ...]:
        """What changes if anything but the opening uses the phone, the database or the configuration."""
        files = [path.stat() for path in (self.file, Path(f"{self.file}-wal")) if path.exists()]
        written = [(state.st_mtime_ns, state.st_size) for state in files if state.st_size]
        client = self.phone.client
        return id(self.phone.page), written, dict(client.environ_base), dict(self.app.config)
