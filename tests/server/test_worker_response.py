"""A worker's answers name no server."""

from types import SimpleNamespace
from typing import Any

from scorekeeper.server.connections.worker import WorkerResponse


def test_answer_names_no_server() -> None:
    sent: list[bytes] = []
    sock: Any = SimpleNamespace(sendall=sent.append)
    request: Any = SimpleNamespace(version=(1, 1), method="GET", should_close=lambda: False)
    config: Any = SimpleNamespace(is_ssl=False, sendfile=False)
    response = WorkerResponse(request, sock, config)
    response.start_response("200 OK", [("Content-Length", "4")])
    response.write(b"page")
    response.close()
    head, _, body = b"".join(sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Server:" not in head
    assert body == b"page"
