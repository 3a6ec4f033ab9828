"""Client connections: how many per address, how long each may wait, how slowly a client may read."""

from __future__ import annotations

import errno
import socket
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn

from scorekeeper.access.limits import household, on_this_machine
from scorekeeper.server.arriving import Arriving

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

FOR_HEAD = 10.0  # seconds until the lines before a body must have come
FOR_BODY = 30.0  # seconds for the body after them
FOR_NEXT = 30.0  # seconds that a connection is kept for the next request
FOR_LEAVING = 2.0  # seconds for the reader to take the last bytes before it is cut off
FOR_READING = 30.0  # seconds that an answer may wait for its reader in all,
SLOWEST_READING = 8 * 1024  # and one more for this many bytes that the reader took
EACH = 16  # connections of one address


class Line(socket.socket):
    """A client's socket. Sending waits for a slow reader, but not for ever: other responses need the thread."""

    waited = 0.0
    sent = 0

    @classmethod
    def taken_from(cls, accepted: socket.socket) -> Line:
        """The same connection; the accepted socket is consumed."""
        return cls(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())

    def begin_answer(self) -> None:
        """Restart the clock for the reader's delays."""
        self.waited, self.sent = 0.0, 0

    def sendall(self, data: ReadableBuffer, flags: int = 0, /) -> None:
        """Send everything. Raises `BrokenPipeError` if the reader is too slow for too long."""
        began = time.monotonic()
        self.settimeout(max(0.001, FOR_READING + self.sent / SLOWEST_READING - self.waited))
        try:
            super().sendall(data, flags)
        except TimeoutError as slow:
            raise BrokenPipeError(errno.EPIPE, "the reader is too slow") from slow
        self.waited += time.monotonic() - began
        self.sent += memoryview(data).nbytes


class Arrived:
    """A file that a thread reads the request from: the bytes that arrived, then the end."""

    def __init__(self) -> None:
        self._bytes = memoryview(b"")

    def give(self, data: bytes) -> None:
        """Serve these bytes next."""
        self._bytes = memoryview(data)

    def recv(self, size: int) -> bytes:
        """The next bytes, like a socket."""
        some = bytes(self._bytes[:size])
        self._bytes = self._bytes[size:]
        return some

    def rest(self) -> bytes:
        """What was not read."""
        return self.recv(len(self._bytes))


class Connection(TConn):
    """One connection: what has arrived on it, and its deadline."""

    sock: Line
    arriving: Arriving
    ends: float
    """By the monotonic clock: when whoever waits here is cut off."""

    def __init__(self, cfg: Any, accepted: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, Line.taken_from(accepted), client, server)
        self.address = household(str(client[0])) if client else "unknown"
        self.beside = on_this_machine(str(client[0])) if client else True
        self.arrived = Arrived()
        self.held = 0  # bytes of a request, until it is answered
        self.leaving = False
        self.data_ready = True
        self.expect(FOR_HEAD)

    def init(self) -> None:
        """Called by a thread before it reads a request: from received bytes, never from the socket."""
        self.initialized = True
        if self.parser is None:
            self.parser = get_parser(self.cfg, self.arrived, self.client)  # type: ignore[call-overload] # it has recv
        self.sock.begin_answer()

    def expect(self, seconds: float) -> None:
        """Wait for a request."""
        self.arriving, self.ends = Arriving(), time.monotonic() + seconds

    def take(self, data: bytes) -> None:
        """Add what has come. Raises `CannotArrive`."""
        first, had_head = not self.arriving.kept, self.arriving.has_head
        self.arriving.take(data)
        self.held = len(self.arriving.kept)
        if first:
            self.ends = min(self.ends, time.monotonic() + FOR_HEAD)
        if self.arriving.has_head and not had_head:
            self.ends = time.monotonic() + FOR_BODY

    def begin(self) -> None:
        """Let a thread read what has arrived."""
        self.arrived.give(bytes(self.arriving.kept))
        self.arriving.kept = bytearray()

    def rest(self) -> bytes:
        """What a thread left unread: the beginning of the next request."""
        read_ahead: bytes = self.parser.unreader.take_buffered() if self.parser else b""  # type: ignore[union-attr]
        return read_ahead + self.arrived.rest()


class Waiting:
    """The connections that wait for a request or the rest of one, and the number per address, busy ones included."""

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}  # the one that has waited longest comes first
        self.of_address: Counter[str] = Counter()

    def gone(self, address: str) -> None:
        """Count one connection less from there."""
        self.of_address[address] -= 1
        if not self.of_address[address]:
            del self.of_address[address]

    def longest(self, address: str | None = None) -> Connection | None:
        """The connection that has waited longest, of this address or of all; None if none waits."""
        return next((one for one in self.connections if address in (None, one.address)), None)

    def largest(self) -> Connection | None:
        """The connection with the largest incomplete request."""
        return max(self.connections, key=lambda one: one.held, default=None)

    def late(self, now: float) -> list[Connection]:
        """The connections past their deadline."""
        return [one for one in self.connections if one.ends <= now]
