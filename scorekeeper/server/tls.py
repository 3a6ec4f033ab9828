"""Connections with TLS, on the port that also answers plain http: the first byte says which one a client speaks."""

import socket
import ssl
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorekeeper.server.connections import ClientSocket

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

HANDSHAKE = 0x16
"""The first byte of a TLS connection; a request begins with a letter."""
RECORD = 16 * 1024  # maximum bytes of a TLS record


class SecureSocket(ClientSocket, ssl.SSLSocket):
    """A client's socket with TLS.

    Two threads may use it at once: the one that watches for its end, and the hub of live streams.
    """

    turn: threading.RLock

    def recv(self, size: int = RECORD, flags: int = 0, /) -> bytes:
        """Receive; this also does the handshake. Raises `BlockingIOError` while more must arrive."""
        with self.turn:
            try:
                return super().recv(size, flags)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
                raise BlockingIOError from error

    def send(self, data: "ReadableBuffer", flags: int = 0, /) -> int:
        """Send as much as the client accepts now."""
        with self.turn:
            return super().send(data, flags)

    def sendall(self, data: "ReadableBuffer", flags: int = 0, /) -> None:
        """Send everything, a record at a time, so that a slow reader is noticed in each."""
        view = memoryview(data).cast("B")
        for start in range(0, len(view), RECORD):
            super().sendall(view[start : start + RECORD], flags)

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
    context.sslsocket_class = SecureSocket
    wrapped: Any = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
    assert isinstance(wrapped, SecureSocket)
    wrapped.turn = threading.RLock()
    return wrapped
