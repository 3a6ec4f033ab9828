"""The web server: one process of threads, by gunicorn, or by waitress where gunicorn cannot run."""

import socket
import sys
from typing import Any

from flask import Flask

from scorekeeper.storage import close_storage

THREADS = 64
KEEP_ALIVE = 30  # seconds
GRACE = 3  # seconds for requests under way when the server stops


def serve(app: Flask, host: str, port: int) -> None:
    """Serve until stopped. One worker process: on SQLite it holds the write lock that keeps writers in turn."""
    if sys.platform == "win32":
        _waitress(app, host, port)
    else:
        _gunicorn(app, host, port)


def _gunicorn(app: Flask, host: str, port: int) -> None:
    from gunicorn.app.base import BaseApplication  # noqa: PLC0415
    from gunicorn.arbiter import Arbiter  # noqa: PLC0415

    class Server(BaseApplication):
        def load_config(self) -> None:
            self.cfg.set("bind", f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
            self.cfg.set("workers", 1)
            self.cfg.set("worker_class", "gthread")
            self.cfg.set("threads", THREADS)
            self.cfg.set("keepalive", KEEP_ALIVE)
            self.cfg.set("graceful_timeout", GRACE)
            self.cfg.set("loglevel", "warning")
            self.cfg.set("control_socket_disable", True)

        def load(self) -> Any:
            return app

    close_storage(app)  # no connection crosses the fork
    Arbiter(Server()).run()


def _waitress(app: Flask, host: str, port: int) -> None:
    import waitress  # noqa: PLC0415

    waitress.serve(app, host=host, port=port, threads=THREADS, asyncore_use_poll=True, _quiet=True)


def is_free(host: str, port: int) -> bool:
    """Whether nothing listens there yet."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def network_address() -> str | None:
    """This machine's address on its network, None where it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documents
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address
