"""Starts the server's processes with gunicorn, and ends them."""

import gc
import os
import socket
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger

from scorekeeper.server.access_log import SERVER_FORMAT, JsonLines, OncePerMinute
from scorekeeper.server.connections.worker import Worker
from scorekeeper.server.metrics import forget_process
from scorekeeper.storage.setup import close_storage

# Each thread answers one complete request; threads start only when needed.
THREADS = 256
GRACE = 3  # seconds for running requests when the server stops
UNACKNOWLEDGED = 60.0  # seconds in which a client takes nothing of what it was sent, before the system cuts it off
FIRST_WORKER = 1  # gunicorn numbers its workers; a replacement announces nothing


def run(app: Flask, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on this socket until stopped, in as many processes as the app was built for.

    Calls `ready` once clients can connect and a signal can stop it.
    """

    class Server(BaseApplication):
        def load_config(self) -> None:
            self.cfg.set("bind", f"fd://{listener.detach()}")
            self.cfg.set("workers", app.config["WORKERS"])
            self.cfg.set("worker_class", Worker)
            self.cfg.set("threads", THREADS)
            self.cfg.set("sendfile", False)  # it would wait for a slow reader without a limit
            self.cfg.set("graceful_timeout", GRACE)
            self.cfg.set("loglevel", "warning")  # the app logs requests itself, without secrets
            self.cfg.set("logger_class", DiscreetLogger)
            self.cfg.set("post_worker_init", lambda worker: ready() if worker.age == FIRST_WORKER else None)
            self.cfg.set("worker_exit", _exit_worker)
            self.cfg.set("child_exit", lambda _arbiter, worker: forget_process(worker.pid))
            self.cfg.set("control_socket_disable", True)
            # A setting of ours decides which proxies to trust; gunicorn would trust any on this machine.
            self.cfg.set("forwarded_allow_ips", "")

        def load(self) -> Any:
            return app

    class DiscreetLogger(Logger):
        def setup(self, cfg: Any) -> None:
            super().setup(cfg)
            for handler in self.error_log.handlers:
                handler.setFormatter(JsonLines() if app.config["JSON_LOGS"] else SERVER_FORMAT)
                handler.addFilter(OncePerMinute())

    if hasattr(socket, "TCP_USER_TIMEOUT"):  # not on macOS; each connection has the listener's
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNACKNOWLEDGED * 1000))
    close_storage(app)  # a connection must not cross the fork
    gc.collect()
    gc.freeze()  # a collection would write to every object, so that no process could share its memory any more
    GracefulArbiter(Server()).run()


class GracefulArbiter(Arbiter):
    """gunicorn's parent process, which ends with its terminal, and whose processes finish what they answer."""

    def handle_int(self) -> None:
        """Ctrl-C: finish running requests, as for SIGTERM; gunicorn would abort them."""
        self.handle_term()

    def handle_hup(self) -> None:
        """The terminal was closed: stop. gunicorn would reload and keep the port."""
        self.handle_term()


def _exit_worker(_arbiter: object, worker: Any) -> None:
    """Exit a worker without waiting for threads that hold a browser's idle connection."""
    if worker.booted and not worker.alive:
        os._exit(0)
