"""A worker's answers: the head goes with the first bytes of the body where its length is known, and names no server."""

from types import SimpleNamespace
from typing import Any

from scorekeeper.server.headers import WorkerResponse
from tests.each_case import each_case

LENGTH_4 = ("Content-Length", "4")


class Sent:
    """A socket that notes what is sent at once."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.pieces.append(data)


def sent(method: str, headers: list[tuple[str, str]], *pieces: bytes) -> list[bytes]:
    """The bytes after the head of each piece as it is sent, the head as `…`."""
    sock: Any = Sent()
    request: Any = SimpleNamespace(version=(1, 1), method=method, should_close=lambda: False)
    config: Any = SimpleNamespace(is_ssl=False, sendfile=False)
    response = WorkerResponse(request, sock, config)
    response.start_response("200 OK", headers)
    for piece in pieces:
        response.write(piece)
    response.close()
    head, _, begun = sock.pieces[0].partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Server:" not in head
    return ["…".encode() + begun, *sock.pieces[1:]]


@each_case(
    ("method", "headers", "pieces", "expected"),
    [
        ("GET", [LENGTH_4], [b"page"], ["…page"]),
        ("GET", [LENGTH_4], [b"pa", b"ge"], ["…pa", "ge"]),
        ("GET", [LENGTH_4], [b"pages"], ["…page"]),
        ("GET", [("Content-Length", "0")], [], ["…"]),
        ("GET", [("Content-Length", "0")], [b"page"], ["…"]),
        ("HEAD", [LENGTH_4], [b"page"], ["…"]),
        ("GET", [], [b"page"], ["…", "4\r\npage\r\n", "0\r\n\r\n"]),
    ],
)
def test_head_goes_with_the_body(
    method: str, headers: list[tuple[str, str]], pieces: list[bytes], expected: list[str]
) -> None:
    assert [piece.decode() for piece in sent(method, headers, *pieces)] == expected
