"""Prometheus metrics: what one process counted, or several together, and how the server is when it is asked."""

import hmac
import os
import platform
import shutil
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, abort, current_app, g, request, request_finished, request_started
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.access import ANYONE, Refused
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.live import followers_changed
from scorekeeper.access.quotas import LEAST_FREE, MAX_HEAVY_JOBS, slots_changed
from scorekeeper.server.access_log import request_failed, route_of_request
from scorekeeper.server.instance import last_backup
from scorekeeper.server.monitoring import problem_now
from scorekeeper.services.batches import unsent_now
from scorekeeper.services.recording import event_recorded
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import (
    DatabaseAway,
    DatabaseBusy,
    DatabaseGone,
    DatabaseReadOnly,
    DiskFull,
    StorageError,
)
from scorekeeper.storage.upgrade import head_revision
from scorekeeper.version import program_version

if TYPE_CHECKING:
    from prometheus_client import Metric

FOLDER = "metrics"
"""The folder in the instance where several processes count."""
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that tells prometheus_client where to count; it reads this on import."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
DATABASE_ERRORS: dict[type[Exception], str] = {
    DatabaseBusy: "busy",
    DatabaseAway: "away",
    DatabaseGone: "gone",
    DatabaseReadOnly: "read-only",
    DiskFull: "full",
}
REQUESTS = "scorekeeper_http_request_duration_seconds"
REFUSED = "scorekeeper_requests_refused"
FORMER_NAMES = {REQUESTS: "scorekeeper_request_seconds", REFUSED: "scorekeeper_refused"}
"""What dashboards from before version 1.0 ask for: these metrics have both names until version 1.1."""

metrics = Blueprint("metrics", __name__)


class Metrics:
    """The counters of this process, or of all of them, since the server started."""

    def __init__(self, app: Flask) -> None:
        self._several = app.config["WORKERS"] > 1
        if self._several:
            _count_together(Path(app.instance_path) / FOLDER)
        # Imported here: a start without metrics does not load it, and it chooses where to count.
        from prometheus_client import (  # noqa: PLC0415
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            ProcessCollector,
            disable_created_metrics,
        )

        # When each counter began: Prometheus notices that by itself.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = into = CollectorRegistry()
        if not self._several:
            ProcessCollector(registry=into)
        self._requests = Histogram(
            REQUESTS, "Response time, by route and status class.", ["route", "status"], buckets=SECONDS, registry=into
        )
        self._events = Counter(
            "scorekeeper_events_recorded", "Recorded events by kind, without imports.", ["kind"], registry=into
        )
        self._refused = Counter(
            REFUSED, "Refused requests, by code: too-many is a rate limit.", ["code"], registry=into
        )
        self._database_errors = Counter(
            "scorekeeper_database_errors", "Requests that failed because of the database.", ["kind"], registry=into
        )
        gauge = partial(Gauge, registry=into, multiprocess_mode="livesum")
        gauge("scorekeeper_heavy_slots", "How many heavy tasks each process may run at once.").set(MAX_HEAVY_JOBS)
        self._slots = gauge("scorekeeper_heavy_slots_in_use", "Heavy tasks running now.")
        self._streams = gauge(
            "scorekeeper_live_streams", "Phones and programs that follow a game or a list of games now."
        )
        request_started.connect(self._started, app)
        request_finished.connect(self._finished, app)
        request_failed.connect(self._failed, app)
        event_recorded.connect(self._recorded)
        slots_changed.connect(self._slots_changed)
        followers_changed.connect(self._followers_changed)

    def page(self) -> bytes:
        """All figures in Prometheus's format."""
        from prometheus_client.exposition import generate_latest  # noqa: PLC0415 - as above

        return generate_latest(self)

    def collect(self) -> "Iterator[Metric]":
        """All figures, the renamed ones under both names, and how the server is now."""
        from prometheus_client import CollectorRegistry  # noqa: PLC0415 - as above
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        counted = self._registry
        if self._several:
            counted = CollectorRegistry()
            MultiProcessCollector(counted)  # type: ignore[no-untyped-call] # it has no types
        yield from _with_former_names(counted.collect())
        yield from _now()

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


def _with_former_names(found: "Iterable[Metric]") -> "Iterator[Metric]":
    """These metrics, and after each that was renamed the same figures under its former name."""
    from prometheus_client import Metric  # noqa: PLC0415 - as above

    for metric in found:
        yield metric
        former = FORMER_NAMES.get(metric.name)
        if former:
            same = Metric(former, f"The former name of {metric.name}, until version 1.1.", metric.type)
            same.samples = [
                sample._replace(name=sample.name.replace(metric.name, former, 1)) for sample in metric.samples
            ]
            yield same


def _now() -> "Iterator[Metric]":
    """How the server is now: nothing of this is counted, so it is the same whichever process answers."""
    from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 - as above

    folder = Path(current_app.instance_path)
    problem = problem_now()
    build = {
        "version": program_version(),
        "python": platform.python_version(),
        "schema": head_revision(),
        "database": db.engine.dialect.name,
    }
    about = GaugeMetricFamily("scorekeeper_build_info", "Which program runs; always 1.", labels=list(build))
    about.add_metric(list(build.values()), 1)
    yield about
    yield GaugeMetricFamily("scorekeeper_ready", "Whether a hand could be saved now, as /readyz says.", not problem)
    made = last_backup(folder)
    name = "scorekeeper_last_good_backup_timestamp_seconds"
    yield GaugeMetricFamily(name, "When the last backup was made that is whole; 0 for never.", made)
    free = "Bytes free on the disk of the instance folder."
    yield GaugeMetricFamily("scorekeeper_disk_free_bytes", free, shutil.disk_usage(folder).free)
    needed = "Bytes free on that disk below which nothing is saved."
    yield GaugeMetricFamily("scorekeeper_disk_needed_bytes", needed, LEAST_FREE)
    if problem:
        return  # the database may not answer
    try:
        phones, taps = unsent_now()
    except (StorageError, SQLAlchemyError):
        return
    held = "Phones that said, when they last asked, that they hold taps which the server has not taken."
    yield GaugeMetricFamily("scorekeeper_phones_with_unsent_taps", held, phones)
    yield GaugeMetricFamily("scorekeeper_unsent_taps", "Taps that these phones hold.", taps)


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
