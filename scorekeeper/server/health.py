"""`/healthz` and `/readyz`, for whatever watches the server: it answers, and it can keep what a table writes."""

import threading
import time

from flask import Blueprint, Flask, Response, current_app

from scorekeeper.access import ANYONE
from scorekeeper.access.quotas import NoRoom, check_room
from scorekeeper.storage.health import NotReady, check_ready

DEADLINE = 2.0  # seconds in which a write must begin
PATIENCE = 4.0  # seconds after which a check that has not ended counts as failed: some connections hang
FRESH = 1.0  # seconds for which a result is good: probes, from whomever, never keep writers waiting

health = Blueprint("health", __name__)


class Readiness:
    """Checks in a thread of its own, one at a time, whether the app can write; all who ask share the result."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._asking = threading.Lock()
        self._check: threading.Thread | None = None
        self._problem: str | None = None
        self._checked: float | None = None

    def problem(self) -> str | None:
        """What is wrong, in one line; None where all is well."""
        with self._asking:
            if self._checked is not None and time.monotonic() - self._checked < FRESH:
                return self._problem
            if self._check is None or not self._check.is_alive():
                self._check = threading.Thread(target=self._run, daemon=True)
                self._check.start()
                self._check.join(PATIENCE)
            if self._check.is_alive():  # of an earlier probe, too: it has waited for that long
                return f"the database did not answer within {PATIENCE:.0f} seconds"
            return self._problem

    def _run(self) -> None:
        with self._app.app_context():
            try:
                check_room()
                check_ready(DEADLINE)
                self._problem = None
            except NoRoom:
                self._problem = "the disk is nearly full"
            except NotReady as problem:
                self._problem = str(problem)
            except OSError:
                self._problem = "the instance folder cannot be read"
        self._checked = time.monotonic()


@health.get("/healthz", role=ANYONE, probe=True)
def alive() -> Response:
    """The process answers."""
    return Response("ok\n", mimetype="text/plain")


@health.get("/readyz", role=ANYONE, probe=True)
def ready() -> Response:
    """Whether a table could write now: 200, or 503 with the reason."""
    readiness: Readiness = current_app.extensions[Readiness.__qualname__]
    problem = readiness.problem()
    return Response(f"{problem or 'ok'}\n", 503 if problem else 200, mimetype="text/plain")


def add_health(app: Flask) -> None:
    """Answer probes."""
    app.extensions[Readiness.__qualname__] = Readiness(app)
    app.register_blueprint(health)
