"""Client connections, with TLS and limits: how many per address, how long each may wait, how slowly one may read.

No thread waits for a client: what one has not accepted yet is kept, and the loop sends it.
"""

from __future__ import annotations

import errno
import resource
import socket
import ssl
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any

from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn

from scorekeeper.access.followers import Follower
from scorekeeper.access.limits import network_key, on_this_machine
from scorekeeper.access.quotas import has_room
from scorekeeper.server.connections.incoming_request import IncomingRequest

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MAX_CONNECTIONS, RESERVED_FILES = 2048, 256  # one connection more closes the longest-waiting one; files for all else
HEAD_TIMEOUT = 10.0  # seconds to receive the request line and the headers
BODY_TIMEOUT = 30.0  # seconds to receive the body after that
KEEP_ALIVE = 30.0  # seconds an idle connection stays open for the next request
CLOSE_TIMEOUT = 2.0  # seconds for the client to read the last bytes before the connection closes
WRITE_TIMEOUT = 30.0  # seconds in which the client must read what it has not accepted at once,
MIN_READ_RATE = 8 * 1024  # plus one second for every 8 KiB that it reads
PIECE = 64 * 1024  # bytes sent at once, and kept in memory for a client that does not read; more is in a file
MAX_IN_KERNEL = 128 * 1024  # bytes that the system keeps for such a client
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: on, for no time
MAX_PER_ADDRESS = 16  # connections from one address
LAST_CHUNK = b"0\r\n\r\n"  # without it, a browser reports an error


class Backlog:
    """What a client has not accepted yet: in memory, or in a file without a name if it is more than a piece."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file = SpooledTemporaryFile(PIECE, dir=folder)  # noqa: SIM115 - open until the client has read it
        self._begin = self._end = 0

    def add(self, data: memoryview) -> None:
        """Keep this too. Raises `BrokenPipeError` if the disk is nearly full."""
        if self._end + len(data) > PIECE and not has_room(self._folder, len(data)):
            raise BrokenPipeError(errno.EPIPE, "no room for what the client does not read")
        self._file.seek(self._end)
        self._end += self._file.write(data)

    def next(self) -> bytes:
        """The next piece; empty at the end."""
        self._file.seek(self._begin)
        return self._file.read(PIECE)

    def accepted(self, count: int) -> bool:
        """Note that the client has accepted this many bytes; whether more are left."""
        self._begin += count
        return self._begin < self._end

    def close(self) -> None:
        """Forget the rest."""
        self._file.close()


class ClientSocket(socket.socket):
    """A client's socket on which nobody waits: `sendall` keeps what the client does not accept at once."""

    folder = ""
    """Where to keep what does not fit in memory."""
    largest_piece = PIECE
    _backlog: Backlog | None = None
    _when_answered: tuple[Callable[[], None], ...] = ()

    @classmethod
    def from_socket(cls, accepted: socket.socket) -> ClientSocket:
        """Take over the connection of an accepted socket, which is detached."""
        return cls(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())

    @property
    def has_unsent(self) -> bool:
        """Whether the client has not accepted everything yet."""
        return self._backlog is not None

    def when_answered(self, do: Callable[[], None]) -> None:
        """Call this once the client has accepted the whole answer, or is gone."""
        self._when_answered += (do,)

    def answered(self) -> None:
        """The answer is complete."""
        waiting, self._when_answered = self._when_answered, ()
        for do in waiting:
            do()

    def sendall(self, data: ReadableBuffer, flags: int = 0, /) -> None:
        """Send what the client accepts now, and keep the rest. Raises `OSError` if the client is gone."""
        self.setblocking(False)
        while self._backlog is not None and self.send_kept():
            pass
        view = memoryview(data).cast("B")
        if self._backlog is None:
            view = view[self._offer(view) :]
        if view:
            self._backlog = self._backlog or Backlog(self.folder)
            self._backlog.add(view)

    def send_kept(self) -> int:
        """Send a piece of what was kept; returns how much of it the client accepts now. Raises `OSError`."""
        assert self._backlog is not None
        sent = self._offer(memoryview(self._backlog.next()))
        if not self._backlog.accepted(sent):
            self._forget()
        return sent

    def _offer(self, view: memoryview) -> int:
        """How many of these bytes the client accepts now."""
        sent = 0
        with suppress(BlockingIOError):
            while sent < len(view):
                sent += self.send(view[sent : sent + self.largest_piece])
        return sent

    def _forget(self) -> None:
        if self._backlog is not None:
            self._backlog.close()
        self._backlog = None

    def close(self) -> None:
        """Close; if there is a rest, at once and without it, since the system too would keep some of it."""
        if self.has_unsent and self.fileno() >= 0:
            self.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        super().close()
        self._forget()
        self.answered()


class ReceivedBytes:
    """A socket stand-in from which a thread reads a received request, then the end of the stream."""

    def __init__(self) -> None:
        self._bytes = memoryview(b"")

    def load(self, data: bytes) -> None:
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

    sock: ClientSocket
    incoming: IncomingRequest
    deadline: float
    """When the connection is closed if nothing happens, by the monotonic clock."""

    def __init__(self, cfg: Any, accepted: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, ClientSocket.from_socket(accepted), client, server)
        self.address = network_key(str(client[0])) if client else "unknown"
        self.is_local = on_this_machine(str(client[0])) if client else True
        self.received = ReceivedBytes()
        self.following = b""  # the beginning of the next request
        self.buffered = 0  # bytes of the request in memory, until it is answered
        self.closing = self.keep_alive = False
        self._began = 0.0
        self._sent = 0
        self.follower: Follower | None = None  # of a live stream
        self.may_be_tls = self.is_tls = False
        self.data_ready = True
        self.expect(HEAD_TIMEOUT)

    def init(self) -> None:
        """gunicorn's hook before a thread reads a request; parses the received bytes, never the socket."""
        self.initialized = True
        if self.parser is None:
            self.parser = get_parser(self.cfg, self.received, self.client)  # type: ignore[call-overload] # it has recv

    def expect(self, seconds: float) -> None:
        """Start receiving a request, with this many seconds for its first byte."""
        self.incoming, self.deadline = IncomingRequest(), time.monotonic() + seconds

    def take(self, data: bytes) -> None:
        """Add received bytes. Raises `RequestRefused`."""
        first, had_head = not self.incoming.buffer, self.incoming.has_head
        self.incoming.take(data)
        self.buffered = len(self.incoming.buffer)
        if first:
            self.deadline = min(self.deadline, time.monotonic() + HEAD_TIMEOUT)
        if self.incoming.has_head and not had_head:
            self.deadline = time.monotonic() + BODY_TIMEOUT

    def expect_reading(self) -> None:
        """Start the time in which the client must read what it has not accepted yet."""
        self._began, self._sent = time.monotonic(), 0
        self.deadline = self._began + WRITE_TIMEOUT

    def send_kept(self) -> bool:
        """Send more of it; whether that was all. Raises `OSError` if the client is gone."""
        self._sent += self.sock.send_kept()
        self.deadline = self._began + WRITE_TIMEOUT + self._sent / MIN_READ_RATE
        return not self.sock.has_unsent

    def stream_to(self, follower: Follower, chunked: bool) -> None:
        """Keep the connection open for this follower and send it each piece as a chunk, or unchunked over HTTP/1.0."""
        self.follower = follower
        self.sock.setblocking(False)
        follower.write = lambda piece: self._write(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
        follower.end = lambda: self._end(LAST_CHUNK if chunked else b"")

    def _write(self, piece: bytes) -> None:
        """Write a piece without waiting; a client that does not read is cut off."""
        try:
            complete = self.sock.send(piece) == len(piece)
        except OSError:
            complete = False
        if not complete:
            self._end()

    def _end(self, last: bytes = b"") -> None:
        """Send the last piece, then let the loop see the end of this connection, and drop it."""
        with suppress(OSError):
            self.sock.send(last)
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def hand_over(self) -> None:
        """Hand the complete request over to a thread, and keep what follows it."""
        request, self.following = self.incoming.split()
        self.received.load(request)
        self.incoming.buffer = bytearray()

    def was_read(self) -> bool:
        """Whether gunicorn found the end of the request where it is."""
        read_ahead: bytes = self.parser.unreader.take_buffered() if self.parser else b""  # type: ignore[union-attr]
        return not read_ahead and not self.received.rest()


class WaitingConnections:
    """The connections without a complete request, and how many connections each address has, including busy ones."""

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}  # the longest-waiting first
        self.per_address: Counter[str] = Counter()

    def forget(self, address: str) -> None:
        """Count one connection fewer from this address."""
        self.per_address[address] -= 1
        if not self.per_address[address]:
            del self.per_address[address]

    def longest(self, address: str | None = None) -> Connection | None:
        """The longest-waiting connection, from this address or any.

        One that still reads its answer only if there is no other, and a live stream last.
        """
        waiting = (one for one in self.connections if address in (None, one.address))
        return min(waiting, key=lambda one: (one.follower is not None, one.sock.has_unsent), default=None)

    def largest(self) -> Connection | None:
        """The connection with the largest incomplete request."""
        return max(self.connections, key=lambda one: one.buffered, default=None)

    def overdue(self, now: float) -> list[Connection]:
        """The connections past their deadline."""
        return [one for one in self.connections if one.deadline <= now]


def connections_allowed() -> int:
    """How many connections this process may have, after raising its soft limit of file descriptors as far as needed."""
    needed, (soft, hard) = MAX_CONNECTIONS + RESERVED_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < enough:
        resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
        soft = enough
    return min(needed, needed if soft == resource.RLIM_INFINITY else soft) - RESERVED_FILES


HANDSHAKE = 0x16
"""The first byte of a TLS connection; a request begins with a letter."""
RECORD = 16 * 1024  # maximum bytes of a TLS record


class SecureSocket(ClientSocket, ssl.SSLSocket):
    """A client's socket with TLS.

    Two threads may use it at once: the one that watches for its end, and the hub of live streams.
    """

    turn: threading.RLock
    largest_piece = RECORD

    def recv(self, size: int = RECORD, flags: int = 0, /) -> bytes:
        """Receive; this also does the handshake. Raises `BlockingIOError` while more must arrive."""
        with self.turn:
            try:
                return super().recv(size, flags)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
                raise BlockingIOError from error

    def send(self, data: ReadableBuffer, flags: int = 0, /) -> int:
        """Send as much as the client accepts now. Raises `BlockingIOError` if that is nothing."""
        with self.turn:
            try:
                return super().send(data, flags)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
                raise BlockingIOError from error

    def shutdown(self, how: int, /) -> None:
        """End the connection cleanly, so that the client knows it received everything."""
        with self.turn:
            self.setblocking(False)
            with suppress(OSError, ValueError):
                self.unwrap()
            super().shutdown(how)


def begins_with_tls(sock: socket.socket) -> bool:
    """Whether the first received byte begins TLS. Raises `OSError` while there is none."""
    return sock.recv(1, socket.MSG_PEEK)[:1] == bytes([HANDSHAKE])


def secured(sock: ClientSocket, context: ssl.SSLContext) -> SecureSocket:
    """The same connection with TLS; the given socket is detached."""
    context.sslsocket_class, folder = SecureSocket, sock.folder
    wrapped: Any = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
    assert isinstance(wrapped, SecureSocket)
    wrapped.turn, wrapped.folder = threading.RLock(), folder
    return wrapped
