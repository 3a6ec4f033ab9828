"""A gunicorn thread worker that gives a request to a thread only once it has arrived completely.

gunicorn's own worker hands a connection to a thread as soon as it opens, and the thread waits for the request, so a few
hundred idle connections block the server. Here one loop receives from all connections without blocking: a slow client
costs only a little memory, until its deadline.
"""

import ctypes
import gc
import json
import math
import os
import selectors
import socket
import sys
import tempfile
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import Request, wsgi
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.access.live import hub_of
from scorekeeper.access.own_connection import HandedOver
from scorekeeper.api.codes import CODES
from scorekeeper.server.certificates import CERTIFICATES
from scorekeeper.server.connections.connection import (
    CLOSE_TIMEOUT,
    KEEP_ALIVE,
    MAX_IN_KERNEL,
    MAX_PER_ADDRESS,
    Connection,
    WaitingConnections,
    begins_with_tls,
    connections_allowed,
    secured,
)
from scorekeeper.server.connections.incoming_request import RequestRefused
from scorekeeper.web.games.result_card import draw_ahead

LAST_CALL = 0.2  # seconds in which a request may still begin on an idle connection when the server stops
MAX_BUFFERED = 64 * 1024 * 1024  # bytes of all requests being received or answered
READ_SIZE, ACCEPTS_PER_TURN = 64 * 1024, 32  # bytes of one connection, and new ones, before the next one's turn
CHECK_INTERVAL = 0.25  # seconds between checks for late connections
SWITCH_INTERVAL = 0.0005
"""Seconds of Python that a thread runs before the next one may. A page waits once for each thread that computes, and
again after every query: with Python's 5 ms, eight dear answers took a page of another table 250 ms.
"""
M_ARENA_MAX, ARENAS = -8, 2  # glibc's number of this option, and how many memory areas all threads share
REASONS = {
    400: "Bad Request",
    408: "Request Timeout",
    413: "Content Too Large",
    414: "URI Too Long",
    431: "Request Header Fields Too Large",
}


def _error_of_a_call(status: int, message: str) -> bytes:
    """The answer to a call that never reaches the app, as the app would write it."""
    body = json.dumps({"error": {"code": CODES[status][-1], "message": message, "where": ""}}).encode()
    head = f"HTTP/1.1 {status} {REASONS[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class WorkerResponse(wsgi.Response):
    """A gunicorn response without a Server header, which gunicorn has no setting for."""

    def default_headers(self) -> list[str]:
        return [line for line in super().default_headers() if not line.startswith("Server:")]


class Worker(ThreadWorker):
    """Receives requests in one loop, answers them in threads, and closes connections that are too slow or too many."""

    wsgi: Any  # the Flask app

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self.waiting = WaitingConnections()
        self.buffered, self._last_check, self._next_sign = 0, 0.0, 0.0
        self.worker_connections = connections_allowed()

    def load_wsgi(self) -> None:
        """Load the app. What is there then stays: a collection need not look at its 150,000 objects again."""
        # Threads of glibc have memory areas of their own, and each keeps what its largest page once took.
        getattr(ctypes.CDLL(None), "mallopt", lambda *_: 0)(M_ARENA_MAX, ARENAS)
        sys.setswitchinterval(SWITCH_INTERVAL)
        wsgi.Response = WorkerResponse  # type: ignore[misc] # gunicorn creates its responses from this name
        super().load_wsgi()
        # Uploads and made files of this process, and of those it starts: `/tmp` may be full, or have no room at all.
        os.environ["TMPDIR"] = tempfile.tempdir = self.wsgi.instance_path
        draw_ahead(self.wsgi)
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000)  # after Python's 700 new objects, collections take a twentieth of a page

    @classmethod
    def check_config(cls, cfg: Config, log: Logger) -> None:
        """Skip gunicorn's check of a connection setting that this worker does not use."""

    def accept(self, listener: socket.socket) -> None:
        """Accept new connections."""
        for _ in range(ACCEPTS_PER_TURN):
            try:
                accepted, client = listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            conn = Connection(self.cfg, accepted, client, listener.getsockname())
            conn.sock.folder = self.wsgi.instance_path
            conn.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_IN_KERNEL)
            conn.may_be_tls = CERTIFICATES in self.wsgi.config
            self.nr_conns += 1
            self.waiting.per_address[conn.address] += 1
            if self._has_room(conn):
                self._wait(conn, b"")
            else:
                self._drop(conn)

    def _has_room(self, conn: Connection) -> bool:
        """Whether the connection may stay; closes an idle one to make room.

        A proxy's connections all have the same address, so behind one there is no limit per address.
        """
        if self.nr_conns >= self.worker_connections and (longest := self.waiting.longest()):
            self._drop(longest)
        behind_proxy = conn.is_local or self.wsgi.config["PROXIES"]
        if not behind_proxy and self.waiting.per_address[conn.address] > MAX_PER_ADDRESS:
            longest = self.waiting.longest(conn.address)
            if longest is None:
                return False
            self._drop(longest)
        return True

    def _wait(self, conn: Connection, data: bytes) -> None:
        """Let the loop receive the rest; `data` is already received."""
        conn.sock.setblocking(False)
        self.waiting.connections[conn] = None
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._readable, conn))
        if data:
            self._take(conn, data)

    def _stop_waiting(self, conn: Connection) -> None:
        if conn in self.waiting.connections:
            del self.waiting.connections[conn]
            self.poller.unregister(conn.sock)

    def _readable(self, conn: Connection, _sock: socket.socket) -> None:
        if conn not in self.waiting.connections:
            return  # dropped earlier in this iteration
        try:
            if conn.may_be_tls:
                self._settle_tls(conn)
            data = conn.sock.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data or conn.follower:
            self._drop(conn)  # a client sends nothing while it reads a live stream
        elif not conn.closing:
            self._take(conn, data)

    def _settle_tls(self, conn: Connection) -> None:
        """See whether the client speaks TLS; raises `BlockingIOError` if nothing has arrived yet."""
        conn.is_tls = begins_with_tls(conn.sock)
        conn.may_be_tls = False
        if not conn.is_tls:
            return
        self.poller.unregister(conn.sock)
        conn.sock = secured(conn.sock, self.wsgi.config[CERTIFICATES].context_for(conn.sock.getsockname()[0]))
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._readable, conn))

    def _take(self, conn: Connection, data: bytes) -> None:
        before = conn.buffered
        try:
            conn.take(data)
        except RequestRefused as why:
            self._refuse(conn, why.status, str(why))
            return
        self.buffered += conn.buffered - before
        if conn.incoming.complete:
            self._stop_waiting(conn)
            conn.hand_over()
            self.enqueue_req(conn)
            return
        if conn.incoming.has_head and conn.incoming.expects_continue:
            conn.incoming.expects_continue = False
            with suppress(OSError):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        if self.buffered > MAX_BUFFERED and (largest := self.waiting.largest()):
            self._drop(largest)

    def finish_request(self, conn: TConn, fs: "Future[bool]") -> None:
        """Send what the client has not accepted of the answer; the loop calls this when a thread is done."""
        assert isinstance(conn, Connection)
        self.buffered -= conn.buffered
        conn.buffered = 0
        conn.keep_alive = not fs.cancelled() and fs.exception() is None and fs.result()
        if conn.sock.has_unsent:
            conn.expect_reading()
            self.waiting.connections[conn] = None
            self.poller.register(conn.sock, selectors.EVENT_WRITE, partial(self._writable, conn))
        else:
            self._answered(conn)

    def _writable(self, conn: Connection, _sock: socket.socket) -> None:
        if conn not in self.waiting.connections:
            return  # dropped earlier in this iteration
        try:
            is_all = conn.send_kept()
        except OSError:
            self._drop(conn)
            return
        if is_all:
            self._stop_waiting(conn)
            self._answered(conn)

    def _answered(self, conn: Connection) -> None:
        """Wait for the next request, or for the news of a live stream, or close the connection."""
        conn.sock.answered()
        if conn.follower:
            conn.deadline = math.inf
            self.waiting.connections[conn] = None
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._readable, conn))
            hub_of(self.wsgi).add(conn.follower)
        elif not conn.keep_alive or conn.incoming.too_large or not conn.was_read():
            self._close_when_read(conn)
        else:
            conn.expect(KEEP_ALIVE if self.alive else CLOSE_TIMEOUT)
            self._wait(conn, conn.following)

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Respond; if part of the body was discarded, close the connection afterwards."""
        assert isinstance(conn, Connection)
        if conn.incoming.too_large:
            req.force_close()
        if conn.is_tls:
            req.scheme = "https"
        try:
            return super().handle_request(req, conn)
        except HandedOver as stream:
            conn.stream_to(stream.follower, chunked=req.version != (1, 0))
            return True

    def _close_when_read(self, conn: Connection) -> None:
        """Shut down our side, and give the client time to read what was sent."""
        self._stop_waiting(conn)
        self.buffered -= conn.buffered
        conn.buffered = 0
        conn.closing = True
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
            return
        conn.deadline = time.monotonic() + CLOSE_TIMEOUT
        self._wait(conn, b"")

    def _refuse(self, conn: Connection, status: int, message: str) -> None:
        with suppress(OSError):
            if conn.incoming.is_call:
                conn.sock.sendall(_error_of_a_call(status, message))
            else:
                util.write_error(conn.sock, status, REASONS[status], message)
        self._close_when_read(conn)

    def _drop(self, conn: Connection) -> None:
        self._stop_waiting(conn)
        if conn.follower:
            hub_of(self.wsgi).remove(conn.follower)
        self.buffered -= conn.buffered
        conn.buffered = 0
        self.nr_conns -= 1
        self.waiting.forget(conn.address)
        conn.close()

    def notify(self) -> None:
        """Tell gunicorn that this worker lives, a few times a second; its loop would with each request."""
        if (now := time.monotonic()) >= self._next_sign:
            self._next_sign = now + CHECK_INTERVAL
            super().notify()

    def wait_for_and_dispatch_events(self, timeout: float | None) -> None:
        """Receive what has arrived; while the server stops, look soon again: gunicorn would wait a second."""
        super().wait_for_and_dispatch_events(timeout if self.alive else LAST_CALL / 4)

    def murder_pending(self) -> None:
        """Close late connections; gunicorn's loop calls this after each turn."""
        if (now := time.monotonic()) < self._last_check + CHECK_INTERVAL and self.alive:
            return
        self._last_check = now
        for conn in self.waiting.overdue(now):
            if conn.incoming.buffer and not conn.closing:
                self._refuse(conn, 408, "The request did not arrive in time.")
            else:
                self._drop(conn)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close all idle connections when the worker stops."""
        for conn in list(self.waiting.connections) if force else ():
            self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """While the server stops, let idle connections begin a request only for `LAST_CALL`; gunicorn says 2 s."""
        deadline = min(deadline, time.monotonic() + LAST_CALL)
        for conn in self.waiting.connections:
            if not conn.incoming.buffer and not conn.sock.has_unsent:
                conn.deadline = min(conn.deadline, deadline)
