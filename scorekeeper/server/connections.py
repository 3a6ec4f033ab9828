"""Client connections, with limits: how many per address, how long each may wait, how slowly a client may read."""

from __future__ import annotations

import errno
import socket
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn

from scorekeeper.access.limits import household, on_this_machine
from scorekeeper.server.incoming_request import Arriving

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

FOR_HEAD = 10.0  # seconds to receive the request line and the headers
FOR_BODY = 30.0  # seconds to receive the body after that
FOR_NEXT = 30.0  # seconds an idle connection stays open for the next request
FOR_LEAVING = 2.0  # seconds for the client to read the last bytes before the connection closes
FOR_READING = 30.0  # seconds in which the client must read a response,
SLOWEST_READING = 8 * 1024  # plus one second for every 8 KiB that it reads
EACH = 16  # connections from one address


class Line(socket.socket):
    """A client's socket that gives up on a reader that is too slow, since other responses need the thread."""

    waited = 0.0
    sent = 0

    @classmethod
    def taken_from(cls, accepted: socket.socket) -> Line:
        """Take over the connection of an accepted socket, which is detached."""
        return cls(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())

    def begin_answer(self) -> None:
        """Restart the clock for the client's delays."""
        self.waited, self.sent = 0.0, 0

    def sendall(self, data: ReadableBuffer, flags: int = 0, /) -> None:
        """Send everything. Raises `BrokenPipeError` if the client reads too slowly."""
        began = time.monotonic()
        self.settimeout(max(0.001, FOR_READING + self.sent / SLOWEST_READING - self.waited))
        try:
            super().sendall(data, flags)
        except TimeoutError as slow:
            raise BrokenPipeError(errno.EPIPE, "the reader is too slow") from slow
        self.waited += time.monotonic() - began
        self.sent += memoryview(data).nbytes


class Arrived:
    """A socket stand-in from which a thread reads a received request, then the end of the stream."""

    def __init__(self) -> None:
        self._bytes = memoryview(b"")

    def give(self, data: bytes) -> None:
        """Serve these bytes next."""
        self._bytes = memoryview(data)

    def recv(self, size: int) -> bytes:
        """The next bytes, like a socket's `recv`."""
        some = bytes(self._bytes[:size])
        self._bytes = self._bytes[size:]
        return some

    def rest(self) -> bytes:
        """The bytes that were not read yet."""
        return self.recv(len(self._bytes))


class Connection(TConn):
    """One connection, with the request it is receiving and its deadline."""

    sock: Line
    arriving: Arriving
    ends: float
    """When the connection is closed if nothing happens, by the monotonic clock."""

    def __init__(self, cfg: Any, accepted: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, Line.taken_from(accepted), client, server)
        self.address = household(str(client[0])) if client else "unknown"
        self.beside = on_this_machine(str(client[0])) if client else True
        self.arrived = Arrived()
        self.held = 0  # bytes of the request in memory, until it is answered
        self.leaving = False
        self.data_ready = True
        self.expect(FOR_HEAD)

    def init(self) -> None:
        """gunicorn's hook before a thread reads a request; parses the received bytes, never the socket."""
        self.initialized = True
        if self.parser is None:
            self.parser = get_parser(self.cfg, self.arrived, self.client)  # type: ignore[call-overload] # it has recv
        self.sock.begin_answer()

    def expect(self, seconds: float) -> None:
        """Start receiving a request, with this many seconds for its first byte."""
        self.arriving, self.ends = Arriving(), time.monotonic() + seconds

    def take(self, data: bytes) -> None:
        """Add received bytes. Raises `RequestRefused`."""
        first, had_head = not self.arriving.kept, self.arriving.has_head
        self.arriving.take(data)
        self.held = len(self.arriving.kept)
        if first:
            self.ends = min(self.ends, time.monotonic() + FOR_HEAD)
        if self.arriving.has_head and not had_head:
            self.ends = time.monotonic() + FOR_BODY

    def begin(self) -> None:
        """Hand the complete request over to a thread."""
        self.arrived.give(bytes(self.arriving.kept))
        self.arriving.kept = bytearray()

    def rest(self) -> bytes:
        """The bytes that the thread left unread: the beginning of the next request."""
        read_ahead: bytes = self.parser.unreader.take_buffered() if self.parser else b""  # type: ignore[union-attr]
        return read_ahead + self.arrived.rest()


class Waiting:
    """The connections without a complete request, and how many connections each address has, including busy ones."""

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}  # the longest-waiting first
        self.of_address: Counter[str] = Counter()

    def gone(self, address: str) -> None:
        """Count one connection less from this address."""
        self.of_address[address] -= 1
        if not self.of_address[address]:
            del self.of_address[address]

    def longest(self, address: str | None = None) -> Connection | None:
        """The longest-waiting connection, from this address or any; None if there is none."""
        return next((one for one in self.connections if address in (None, one.address)), None)

    def largest(self) -> Connection | None:
        """The connection with the largest incomplete request."""
        return max(self.connections, key=lambda one: one.held, default=None)

    def late(self, now: float) -> list[Connection]:
        """The connections past their deadline."""
        return [one for one in self.connections if one.ends <= now]
