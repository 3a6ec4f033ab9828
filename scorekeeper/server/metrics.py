"""Prometheus metrics at `/metrics`, for whoever has the token of the settings.

Labels are routes, kinds and codes of the program's own: never an id, a name or anything that a reader sent.
"""

import hmac
import time

from flask import Blueprint, Flask, Response, abort, current_app, g, request, request_finished, request_started
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.access import ANYONE, Refused
from scorekeeper.access.limits import Limit, spend
from scorekeeper.access.quotas import AT_ONCE, slots_in_use
from scorekeeper.server.access_log import request_failed, route_of_request
from scorekeeper.services.recording import event_recorded
from scorekeeper.services.security_log import security_event
from scorekeeper.storage import DatabaseAway, DatabaseBusy, DatabaseGone, DiskFull

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
DATABASE_ERRORS: dict[type[Exception], str] = {
    DatabaseBusy: "busy",
    DatabaseAway: "away",
    DatabaseGone: "gone",
    DiskFull: "full",
}

metrics = Blueprint("metrics", __name__)


class Metrics:
    """What this process counts, from its start on."""

    def __init__(self, app: Flask) -> None:
        # No start without metrics waits for the library.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector  # noqa: PLC0415

        self.registry = into = CollectorRegistry()
        ProcessCollector(registry=into)
        self._requests = Histogram(
            "scorekeeper_request_seconds",
            "Time to answer, by route and class of status.",
            ["route", "status"],
            buckets=SECONDS,
            registry=into,
        )
        self._events = Counter(
            "scorekeeper_events_recorded", "What tables recorded, by kind; imports left out.", ["kind"], registry=into
        )
        self._refused = Counter(
            "scorekeeper_refused", "Requests refused: too-many is a rate limit.", ["code"], registry=into
        )
        self._database_errors = Counter(
            "scorekeeper_database_errors", "Requests that the database failed.", ["kind"], registry=into
        )
        Gauge("scorekeeper_heavy_slots", "How much heavy work is done at once.", registry=into).set(AT_ONCE)
        in_use = Gauge("scorekeeper_heavy_slots_in_use", "Heavy work that is being done now.", registry=into)
        in_use.set_function(slots_in_use)
        request_started.connect(self._started, app)
        request_finished.connect(self._finished, app)
        request_failed.connect(self._failed, app)
        event_recorded.connect(self._recorded)

    def _started(self, _app: Flask, **_parts: object) -> None:
        g.metrics_began = time.perf_counter()

    def _finished(self, _app: Flask, response: Response, **_parts: object) -> None:
        taken = time.perf_counter() - g.metrics_began
        self._requests.labels(route_of_request(), f"{response.status_code // 100}xx").observe(taken)

    def _failed(self, _app: Flask, error: Exception) -> None:
        if isinstance(error, Refused) and error.status >= 429:  # less is about who asks
            self._refused.labels(error.code).inc()
        elif isinstance(error, (*DATABASE_ERRORS, SQLAlchemyError)):
            self._database_errors.labels(DATABASE_ERRORS.get(type(error), "other")).inc()

    def _recorded(self, _sender: object, kind: str) -> None:
        self._events.labels(kind).inc()


@metrics.get("/metrics", role=ANYONE, probe=True)
def show() -> Response:
    """The metrics as Prometheus reads them; no such page where the settings name no token."""
    token: str | None = current_app.config["METRICS_TOKEN"]
    if not token:
        abort(404)
    given = request.authorization
    sent = (given.token or "") if given is not None and given.type == "bearer" else ""
    if not hmac.compare_digest(sent.encode(), token.encode()):
        if sent:
            spend(Limit.GUESSES)
            security_event("refused", guess="metrics")
        return Response("a token is needed\n", 401, {"WWW-Authenticate": "Bearer"}, mimetype="text/plain")
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest  # noqa: PLC0415 - see above

    counted: Metrics = current_app.extensions[Metrics.__qualname__]
    return Response(generate_latest(counted.registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def add_metrics(app: Flask) -> None:
    """Count, where the settings have a token for whoever reads it."""
    app.register_blueprint(metrics)
    if app.config["METRICS_TOKEN"]:
        app.extensions[Metrics.__qualname__] = Metrics(app)
