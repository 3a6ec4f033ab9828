"""The web server: one process of threads, by gunicorn, or by waitress where gunicorn cannot run."""

import os
import socket
import sys
from collections.abc import Callable
from typing import Any

from flask import Flask

from scorekeeper.server.arriving import LARGEST_DRAIN
from scorekeeper.storage import close_storage

# Each answers one request that has arrived in full; one that nobody needs is never started.
THREADS = 256
SILENCE = 30  # seconds after which waitress ends a connection on which nothing happens
GRACE = 3  # seconds for requests under way when the server stops
FIRST = 1  # gunicorn counts its workers; one that stands in for another has nothing to announce


def serve(app: Flask, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Answer on this socket until stopped; calls `ready` when it does, and can be told to stop.

    One process: on SQLite it holds the lock that keeps writers in turn.
    """
    if sys.platform == "win32":
        _waitress(app, listener, ready)
    else:
        _gunicorn(app, listener, ready)


def _gunicorn(app: Flask, listener: socket.socket, ready: Callable[[], None]) -> None:
    from gunicorn.app.base import BaseApplication  # noqa: PLC0415 - it is not on Windows
    from gunicorn.arbiter import Arbiter  # noqa: PLC0415

    from scorekeeper.server.nameless import leave_out_the_name  # noqa: PLC0415
    from scorekeeper.server.worker import Worker  # noqa: PLC0415

    class Server(BaseApplication):
        def load_config(self) -> None:
            self.cfg.set("bind", f"fd://{listener.detach()}")
            self.cfg.set("workers", 1)
            self.cfg.set("worker_class", Worker)
            self.cfg.set("threads", THREADS)
            self.cfg.set("sendfile", False)  # it would wait for a slow reader as long as that one likes
            self.cfg.set("graceful_timeout", GRACE)
            self.cfg.set("loglevel", "warning")  # what is asked for is logged by the app, which knows what to leave out
            self.cfg.set("post_worker_init", lambda worker: ready() if worker.age == FIRST else None)
            self.cfg.set("worker_exit", _leave)
            self.cfg.set("control_socket_disable", True)
            # Who is believed about https is a setting of ours; gunicorn would believe anyone on this machine.
            self.cfg.set("forwarded_allow_ips", "")

        def load(self) -> Any:
            return app

    class UntilTold(Arbiter):
        def handle_int(self) -> None:
            """Ctrl-C: let requests under way end, as for SIGTERM; gunicorn would cut them off."""
            self.handle_term()

        def handle_hup(self) -> None:
            """The terminal was closed: stop, where gunicorn would start anew and keep the port for good."""
            self.handle_term()

    leave_out_the_name()
    close_storage(app)  # no connection crosses the fork
    UntilTold(Server()).run()


def _leave(_arbiter: object, worker: Any) -> None:
    """End a worker that was told to stop, without waiting for threads that hold a browser's idle connection."""
    if worker.booted and not worker.alive:
        os._exit(0)


def _waitress(app: Flask, listener: socket.socket, ready: Callable[[], None]) -> None:
    import waitress  # noqa: PLC0415 - it is only on Windows

    ready()
    waitress.serve(
        app,
        sockets=[listener],
        threads=64,
        asyncore_use_poll=True,
        connection_limit=1000,
        channel_timeout=SILENCE,
        max_request_body_size=LARGEST_DRAIN,
        ident=None,
        _quiet=True,
    )
