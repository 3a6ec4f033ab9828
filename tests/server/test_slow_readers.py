"""A client that does not read its answer costs no thread and little memory, and is cut off in the end."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from scorekeeper.access.quotas import MAX_DEVICE_DOWNLOADS, MAX_DOWNLOADS
from scorekeeper.server.connections.connection import MAX_IN_KERNEL
from scorekeeper.server.connections.processes import THREADS
from tests.served import Served, served
from tests.server.other_conditions import hurry
from tests.server.raw import ANSWER_TIMEOUT, all_of, connected
from tests.tables import sheet_of

LARGE = "/api/v1/openapi.json"
SEVERAL = [f"{LARGE}?{number}" for number in range(8)]  # 25 times what a connection holds
HANDS = 900
ESTABLISHED = bytes([1])  # the system's name for an open connection
LITTLE = 4096  # bytes that a client's system takes for it before it reads


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("instance"), "--host", "127.0.0.1") as server:
        yield server


@contextmanager
def unread(url: str, *paths: str, token: str = "") -> Iterator[socket.socket]:
    """A connection that has asked for these, and has not read the answers."""
    parts, headers = urlsplit(url), f"Host: here\r\nAuthorization: Bearer {token}\r\n" if token else "Host: here\r\n"
    with socket.socket() as connection:
        connection.settimeout(ANSWER_TIMEOUT)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
        connection.connect((parts.hostname, parts.port))
        for path in paths:
            end = "Connection: close\r\n" if path == paths[-1] else ""
            connection.sendall(f"GET {path} HTTP/1.1\r\n{headers}{end}\r\n".encode())
        yield connection


def begun(connection: socket.socket) -> bytes:
    """The first line of the answer, which is left to be read."""
    return connection.recv(100, socket.MSG_PEEK).partition(b"\r\n")[0]


def test_unread_answers_take_no_threads(running: Served) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(unread(running.url, *SEVERAL)) for _ in range(THREADS + 4)]
        assert {begun(one) for one in held} == {b"HTTP/1.1 200 OK"}
        with urlopen(f"{running.url}/rules", timeout=ANSWER_TIMEOUT) as answer:
            assert answer.status == 200


def test_answer_that_is_read_late_arrives_whole_and_the_next_one_after_it(running: Served) -> None:
    with urlopen(running.url + LARGE, timeout=ANSWER_TIMEOUT) as answer:
        whole = answer.read()
    with unread(running.url, *SEVERAL, "/rules") as connection:
        assert begun(connection)
        received = all_of(connection)
    assert received.count(whole) == len(SEVERAL)
    assert b"<!doctype html>" in received.lower()


def test_answer_that_is_read_late_arrives_whole_by_tls(tmp_path: Path) -> None:
    with served(tmp_path, "--https", "--host", "127.0.0.1") as server:
        url = f"https://127.0.0.1:{urlsplit(server.url).port}"
        with connected(url) as connection, urlopen(server.url + LARGE, timeout=ANSWER_TIMEOUT) as answer:
            connection.sendall(f"GET {LARGE} HTTP/1.1\r\nHost: here\r\n\r\n".encode() * 9)
            connection.sendall(f"GET {LARGE} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
            assert all_of(connection).count(answer.read()) == 10


def test_client_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    late = tmp_path / "late"
    with (
        served(tmp_path, "--host", "127.0.0.1", first=partial(hurry, late)) as server,
        unread(server.url, *SEVERAL) as connection,
    ):
        assert begun(connection)
        late.touch()
        with urlopen(server.url, timeout=ANSWER_TIMEOUT) as answer:  # while it is answered, the time passes
            assert answer.status == 200
        wait_until_closed(connection)


def wait_until_closed(connection: socket.socket) -> None:
    """Wait until the server has closed the connection, without reading from it."""
    until(lambda: connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) != ESTABLISHED)


class Program:
    """A program with a link's token, and a large game at its table; or `beside` one at the same, with its own token."""

    def __init__(self, url: str, beside: Program | None = None) -> None:
        self.url = url
        self.table: str
        self.downloads: list[str]
        if beside is not None:
            self.token = beside._ask("POST", f"{beside.table}/invites", {"role": "keeper"})["token"]
            self.table, self.downloads = beside.table, beside.downloads
            return
        made = self._ask("POST", "/tables", {"name": "Thursday"})
        self.token, self.table = made["tokens"]["keeper"], f"/tables/{made['table']}"
        hands = ["Ann 5 took 6, Ben 4 took 7"] * HANDS
        sheet = sheet_of("two-player", *hands, target=10_000)
        game = self._ask("POST", f"{self.table}/games", sheet)["game"]
        self.downloads = [
            f"/api/v1/games/{game}",
            f"/api/v1/games/{game}/entries",
            f"/api/v1/games/{game}/exports/json",
            f"/api/v1{self.table}/exports/json",
        ]

    def _ask(self, method: str, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json"}
        if path != "/tables":
            headers["Authorization"] = f"Bearer {self.token}"
        asked = Request(f"{self.url}/api/v1{path}", json.dumps(body).encode(), headers, method=method)
        with urlopen(asked, timeout=ANSWER_TIMEOUT) as answer:
            return json.load(answer)

    def status(self, path: str) -> int:
        """The status of this answer, which is read; a refusal has to say when to try again."""
        asked = Request(self.url + path, headers={"Authorization": f"Bearer {self.token}"})
        try:
            with urlopen(asked, timeout=ANSWER_TIMEOUT) as answer:
                return int(answer.status) if answer.read() else 0
        except HTTPError as error:
            return error.code if error.headers["Retry-After"] else 0

    def can_have(self, path: str) -> bool:
        """Whether it is answered."""
        return self.status(path) == 200

    def unread(self, path: str) -> AbstractContextManager[socket.socket]:
        """A download that is not read."""
        return unread(self.url, path, token=self.token)


def test_device_has_two_downloads_until_they_are_read(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        other = Program(server.url)
        for number in range(len(other.downloads)):
            program = Program(server.url, beside=other)
            path = program.downloads[number]
            with ExitStack() as stack:
                held = [stack.enter_context(program.unread(path)) for _ in range(MAX_DEVICE_DOWNLOADS)]
                assert {begun(one) for one in held} == {b"HTTP/1.1 200 OK"}
                assert {program.status(another) for another in program.downloads} == {503}
                assert other.can_have(other.downloads[0])
                assert len(all_of(held[0])) > MAX_IN_KERNEL
                until(partial(program.can_have, path))


def test_server_sends_eight_downloads_at_once(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server, ExitStack() as stack:
        another = Program(server.url)
        programs = [Program(server.url, another) for _ in range(MAX_DOWNLOADS // MAX_DEVICE_DOWNLOADS)]
        for program in programs * MAX_DEVICE_DOWNLOADS:
            assert begun(stack.enter_context(program.unread(program.downloads[-1]))) == b"HTTP/1.1 200 OK"
        assert another.status(another.downloads[0]) == 503
        stack.close()
        until(partial(another.can_have, another.downloads[0]))


def until(is_true: Callable[[], bool]) -> None:
    """Wait for this, which the other side does in its own time."""
    while not is_true():
        time.sleep(0.01)
