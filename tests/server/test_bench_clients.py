"""The bench's clients connect again after a pause, in which the server may have closed their connection."""

import socket
import threading
from collections.abc import Iterator

import pytest

from bench import client

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@pytest.fixture
def impatient() -> Iterator[int]:
    """The port of a server that closes each connection as soon as it has answered once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_accept, args=(server,), daemon=True).start()
        yield int(server.getsockname()[1])
        server.shutdown(socket.SHUT_RDWR)


def _accept(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=_answer_once, args=(connection,), daemon=True).start()


def _answer_once(connection: socket.socket) -> None:
    with connection:
        if connection.recv(1 << 16):
            connection.sendall(ANSWER)


def test_client_connects_again_after_a_pause(impatient: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with client.Client(impatient) as browser:
        browser.get("/")
        with pytest.raises(ConnectionError):
            browser.get("/")
        monkeypatch.setattr(client, "PAUSE", 0.0)
        assert [browser.get("/").status for _ in range(3)] == [200] * 3


def test_browser_fetches_again_after_a_pause(impatient: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with client.Browser(impatient) as browser:
        monkeypatch.setattr(client, "PAUSE", 0.0)
        assert all(browser.fetch("/") > 0 for _ in range(3))
