"""The probes `/healthz` and `/readyz`."""

import threading
import time

from flask import Blueprint, Flask, Response, current_app
from sqlalchemy import URL

from scorekeeper.access import ANYONE
from scorekeeper.access.quotas import NoRoom, check_room
from scorekeeper.storage.backups import check_file
from scorekeeper.storage.errors import DatabaseRefused
from scorekeeper.storage.setup import NotReady, check_ready

DEADLINE = 2.0  # seconds in which a write must begin
CHECK_TIMEOUT = 4.0  # seconds after which an unfinished check counts as failed, since a connection may hang
REUSE_FOR = 1.0  # seconds for which a result is reused, so that many probes do not delay writers

health = Blueprint("health", __name__)


A_DAY = 24 * 3600.0  # seconds


class DailyCheck:
    """Reads the whole database file once a day, in its own thread, to see whether it is damaged."""

    def __init__(self, address: str | URL) -> None:
        self._address = address
        self._next = time.monotonic() + A_DAY  # it was checked before the server started
        self._problem: str | None = None

    def problem(self) -> str | None:
        """What the last check found; begins another one if it is due."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + A_DAY
            threading.Thread(target=self._run, daemon=True).start()
        return self._problem

    def _run(self) -> None:
        try:
            check_file(self._address)
            self._problem = None
        except DatabaseRefused:
            self._problem = "The database file is damaged. Restore the last good copy"


class Readiness:
    """Checks in its own thread, one check at a time, whether the app can write; concurrent probes share the result."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = threading.Lock()
        self._check: threading.Thread | None = None
        self._problem: str | None = None
        self._checked: float | None = None
        self._damage = DailyCheck(app.config["SQLALCHEMY_DATABASE_URI"])

    def problem(self) -> str | None:
        """What is wrong, on one line; None if nothing is."""
        with self._lock:
            if self._checked is not None and time.monotonic() - self._checked < REUSE_FOR:
                return self._problem
            if self._check is None or not self._check.is_alive():
                self._check = threading.Thread(target=self._run, daemon=True)
                self._check.start()
                self._check.join(CHECK_TIMEOUT)
            if self._check.is_alive():  # this probe's check, or an earlier one's
                return f"The database did not answer within {CHECK_TIMEOUT:.0f} seconds"
            return self._problem

    def _run(self) -> None:
        with self._app.app_context():
            try:
                check_room()
                check_ready(DEADLINE)
                self._problem = self._damage.problem()
            except NoRoom:
                self._problem = "The disk is nearly full"
            except NotReady as problem:
                self._problem = str(problem)
            except OSError:
                self._problem = "The instance folder cannot be read"
        self._checked = time.monotonic()


def problem_now() -> str | None:
    """Why the app could not store an event now, on one line; None if it could."""
    readiness: Readiness = current_app.extensions[Readiness.__qualname__]
    return readiness.problem()


@health.get("/healthz", role=ANYONE, probe=True)
def alive() -> Response:
    """200: the process responds."""
    return Response("ok\n", mimetype="text/plain")


@health.get("/readyz", role=ANYONE, probe=True)
def ready() -> Response:
    """Whether the app could store an event now: 200, or 503 with the reason."""
    problem = problem_now()
    return Response(f"{problem or 'ok'}\n", 503 if problem else 200, mimetype="text/plain")


def add_health(app: Flask) -> None:
    """Add the probes."""
    app.extensions[Readiness.__qualname__] = Readiness(app)
    app.register_blueprint(health)
