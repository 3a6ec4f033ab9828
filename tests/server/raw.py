"""Connections that speak HTTP by hand, as slowly and badly as a test needs."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

ANSWER_TIMEOUT = 30  # seconds for a required answer: far more than it takes, for a busy machine


ANY_CERTIFICATE = ssl.create_default_context()
ANY_CERTIFICATE.check_hostname = False
ANY_CERTIFICATE.verify_mode = ssl.CERT_NONE


def connected(url: str) -> socket.socket:
    """A connection to the server, by TLS if its URL says so."""
    parts = urlsplit(url)
    plain = socket.create_connection((parts.hostname, parts.port), timeout=ANSWER_TIMEOUT)
    return ANY_CERTIFICATE.wrap_socket(plain) if parts.scheme == "https" else plain


@contextmanager
def held_open(url: str, count: int, begun: bytes) -> Iterator[list[socket.socket]]:
    """This many connections that have sent the beginning of something and then wait."""
    with ExitStack() as stack:
        held = [stack.enter_context(connected(url)) for _ in range(count)]
        for one in held:
            one.sendall(begun)
        yield held


def all_of(connection: socket.socket) -> bytes:
    """Everything the server sends until it closes the connection."""
    found = bytearray()
    while data := connection.recv(65536):
        found += data
    return bytes(found)


def status(url: str, sent: bytes) -> int:
    """The status of the response to these bytes, which are all sent before anything is read."""
    with connected(url) as connection:
        connection.sendall(sent)
        answer = connection.recv(65536)
    return int(answer.split(b" ", 2)[1])


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed the connection, without waiting for it."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
    except BlockingIOError:
        return False
    finally:
        connection.settimeout(ANSWER_TIMEOUT)
