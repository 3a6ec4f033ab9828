"""Monitoring: the probes `/healthz` and `/readyz`, and Prometheus metrics of one process, or of several added up."""

import hmac
import os
import shutil
import threading
import time
from functools import partial
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, g, request, request_finished, request_started
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.access import ANYONE, Refused
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.live import followers_changed
from scorekeeper.access.quotas import MAX_HEAVY_JOBS, NoRoom, check_room, slots_changed
from scorekeeper.server.access_log import request_failed, route_of_request
from scorekeeper.server.instance import last_backup
from scorekeeper.services.recording import event_recorded
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.backups import check_file
from scorekeeper.storage.errors import DatabaseAway, DatabaseBusy, DatabaseGone, DatabaseRefused, DiskFull
from scorekeeper.storage.setup import NotReady, check_ready

FOLDER = "metrics"
"""The folder in the instance where several processes count."""
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that tells prometheus_client where to count; it reads this on import."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
DATABASE_ERRORS: dict[type[Exception], str] = {
    DatabaseBusy: "busy",
    DatabaseAway: "away",
    DatabaseGone: "gone",
    DiskFull: "full",
}

metrics = Blueprint("metrics", __name__)


class Metrics:
    """The counters of this process, or of all of them, since the server started."""

    def __init__(self, app: Flask) -> None:
        self._several = app.config["WORKERS"] > 1
        if self._several:
            _count_together(Path(app.instance_path) / FOLDER)
        # Imported here: a start without metrics does not load it, and it chooses where to count.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector  # noqa: PLC0415

        self._registry = into = CollectorRegistry()
        if not self._several:
            ProcessCollector(registry=into)
        self._requests = Histogram(
            "scorekeeper_request_seconds",
            "Response time, by route and status class.",
            ["route", "status"],
            buckets=SECONDS,
            registry=into,
        )
        self._events = Counter(
            "scorekeeper_events_recorded", "Recorded events by kind, without imports.", ["kind"], registry=into
        )
        self._refused = Counter(
            "scorekeeper_refused", "Refused requests, by code: too-many is a rate limit.", ["code"], registry=into
        )
        self._database_errors = Counter(
            "scorekeeper_database_errors", "Requests that failed because of the database.", ["kind"], registry=into
        )
        gauge = partial(Gauge, registry=into, multiprocess_mode="livesum")
        gauge("scorekeeper_heavy_slots", "How many heavy tasks each process may run at once.").set(MAX_HEAVY_JOBS)
        self._slots = gauge("scorekeeper_heavy_slots_in_use", "Heavy tasks running now.")
        self._streams = gauge("scorekeeper_live_streams", "Phones and programs that follow a game now.")
        self._instance = Path(app.instance_path)
        self._backup = Gauge(
            "scorekeeper_last_good_backup_timestamp_seconds",
            "When scorekeeper backup last made a copy that is whole; 0 for never.",
            registry=into,
            multiprocess_mode="max",
        )
        request_started.connect(self._started, app)
        request_finished.connect(self._finished, app)
        request_failed.connect(self._failed, app)
        event_recorded.connect(self._recorded)
        slots_changed.connect(self._slots_changed)
        followers_changed.connect(self._followers_changed)

    def page(self) -> bytes:
        """All figures in Prometheus's format."""
        from prometheus_client import CollectorRegistry  # noqa: PLC0415 - as above
        from prometheus_client.exposition import generate_latest  # noqa: PLC0415
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        self._backup.set(last_backup(self._instance))
        if not self._several:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # it has no types
        return generate_latest(registry)

    def _started(self, _app: Flask, **_parts: object) -> None:
        g.metrics_began = time.perf_counter()

    def _finished(self, _app: Flask, response: Response, **_parts: object) -> None:
        taken = time.perf_counter() - g.metrics_began
        self._requests.labels(route_of_request(), f"{response.status_code // 100}xx").observe(taken)

    def _failed(self, _app: Flask, error: Exception) -> None:
        if isinstance(error, Refused) and error.status >= 429:  # below 500, the client is at fault
            self._refused.labels(error.code).inc()
        elif isinstance(error, (*DATABASE_ERRORS, SQLAlchemyError)):
            self._database_errors.labels(DATABASE_ERRORS.get(type(error), "other")).inc()

    def _recorded(self, _sender: object, kind: str) -> None:
        self._events.labels(kind).inc()

    def _slots_changed(self, _sender: object, in_use: int) -> None:
        self._slots.set(in_use)

    def _followers_changed(self, _hub: object, count: int) -> None:
        self._streams.set(count)


def forget_process(pid: int) -> None:
    """Remove an ended process from the gauges."""
    if os.environ.get(FOLDER_VARIABLE):
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - as above

        mark_process_dead(pid)  # type: ignore[no-untyped-call] # it has no types


def _count_together(folder: Path) -> None:
    """Make every process of this server count in this folder, from zero."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    os.environ[FOLDER_VARIABLE] = str(folder)


@metrics.get("/metrics", role=ANYONE, probe=True)
def show() -> Response:
    """The metrics in Prometheus's format; 404 unless the settings have a token."""
    token: str | None = current_app.config["METRICS_TOKEN"]
    if not token:
        abort(404)
    given = request.authorization
    sent = (given.token or "") if given is not None and given.type == "bearer" else ""
    if not hmac.compare_digest(sent.encode(), token.encode()):
        if sent:
            hit(RateLimit.GUESSES)
            security_event("refused", guess="metrics")
        return Response("a token is needed\n", 401, {"WWW-Authenticate": "Bearer"}, mimetype="text/plain")
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4  # noqa: PLC0415 - as above

    counted: Metrics = current_app.extensions[Metrics.__qualname__]
    return Response(counted.page(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def add_metrics(app: Flask) -> None:
    """Add the metrics; they count only if the settings have a token to read them."""
    app.register_blueprint(metrics)
    if app.config["METRICS_TOKEN"]:
        app.extensions[Metrics.__qualname__] = Metrics(app)


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


@health.get("/healthz", role=ANYONE, probe=True)
def alive() -> Response:
    """200: the process responds."""
    return Response("ok\n", mimetype="text/plain")


@health.get("/readyz", role=ANYONE, probe=True)
def ready() -> Response:
    """Whether the app could store an event now: 200, or 503 with the reason."""
    readiness: Readiness = current_app.extensions[Readiness.__qualname__]
    problem = readiness.problem()
    return Response(f"{problem or 'ok'}\n", 503 if problem else 200, mimetype="text/plain")


def add_health(app: Flask) -> None:
    """Add the probes."""
    app.extensions[Readiness.__qualname__] = Readiness(app)
    app.register_blueprint(health)
