"""A client that sends slowly, or never, or does not read, delays nobody else."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from scorekeeper.server.connections.connection import MAX_PER_ADDRESS, Connection
from scorekeeper.server.connections.processes import THREADS
from tests.served import served
from tests.server.other_conditions import count_everyone, hurry
from tests.server.raw import ANSWER_TIMEOUT, all_of, connected, held_open, is_closed

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
FORM = b"POST /tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-www-form-urlencoded\r\n"
HALF_A_BODY = FORM + b"Content-Length: 100\r\n\r\nname="
HALF_A_CHUNK = FORM + b"Transfer-Encoding: chunked\r\n\r\n50\r\nname="
WHOLE = b"GET /rules HTTP/1.1\r\nHost: here\r\n\r\n"
LAST = b"GET /settings HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("instance"), "--host", "127.0.0.1") as server:
        yield server.url


@pytest.mark.parametrize("begun", [b"", HALF_A_HEAD, HALF_A_BODY, HALF_A_CHUNK, WHOLE + HALF_A_HEAD])
def test_unfinished_requests_block_no_threads(running: str, begun: bytes) -> None:
    with held_open(running, THREADS + 44, begun), urlopen(f"{running}/rules", timeout=ANSWER_TIMEOUT) as answer:
        assert answer.status == 200


def test_clients_that_do_not_close_block_nobody(running: str) -> None:
    with held_open(running, 20, LAST), urlopen(f"{running}/rules", timeout=ANSWER_TIMEOUT) as answer:
        assert answer.status == 200


def test_request_sent_byte_by_byte_is_answered(running: str) -> None:
    with connected(running) as connection:
        for byte in LAST:
            connection.sendall(bytes([byte]))
        assert all_of(connection).startswith(b"HTTP/1.1 ")


def test_two_requests_in_one_packet_are_answered_in_turn(running: str) -> None:
    with connected(running) as connection:
        connection.sendall(WHOLE + LAST)
        assert all_of(connection).count(b"HTTP/1.1 ") == 2


def test_incomplete_requests_time_out_and_idle_connections_are_closed(tmp_path: Path) -> None:
    """All at once: each waits for a deadline, before which none is closed. The last answer comes once all are read."""
    late = tmp_path / "late"
    begun = {HALF_A_HEAD: b"HTTP/1.1 408 ", HALF_A_BODY: b"HTTP/1.1 408 ", HALF_A_CHUNK: b"HTTP/1.1 408 ", b"": b""}
    begun |= {WHOLE: b"HTTP/1.1 200 "}
    with served(tmp_path, "--host", "127.0.0.1", first=partial(hurry, late)) as server, ExitStack() as stack:
        waiting = [(stack.enter_context(connected(server.url)), sent, answer) for sent, answer in begun.items()]
        for connection, sent, _ in waiting:
            connection.sendall(sent)
        assert waiting[-1][0].recv(1, socket.MSG_PEEK)
        assert not any(is_closed(connection) for connection, *_ in waiting[:-1])
        late.touch()
        ended = [(sent, answer, all_of(connection)) for connection, sent, answer in waiting]
    wrong = [
        (sent, found[:50]) for sent, answer, found in ended if not (found.startswith(answer) if answer else not found)
    ]
    assert not wrong


def test_endless_head_is_refused(running: str) -> None:
    with connected(running) as connection:
        connection.sendall(HALF_A_HEAD + b"X: " + b"x" * 70_000)
        assert all_of(connection).startswith(b"HTTP/1.1 431 ")


def test_a_call_with_a_long_address_or_headers_is_refused_in_json(running: str) -> None:
    long: dict[int, tuple[str, dict[str, str]]] = {
        414: ("/api/v1/rules?x=" + "x" * 5000, {}),
        431: ("/api/v1/rules", {"X": "x" * 9000}),
    }
    codes = {}
    for status, (path, headers) in long.items():
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(running.rstrip("/") + path, headers=headers), timeout=ANSWER_TIMEOUT)
        assert (refused.value.status, refused.value.headers["Content-Type"]) == (status, "application/json")
        codes[status] = json.load(refused.value)["error"]["code"]
    assert codes == {414: "address-too-long", 431: "headers-too-long"}


def test_connections_per_address_are_limited(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--host", "127.0.0.1", first=count_everyone) as server,
        held_open(server.url, MAX_PER_ADDRESS, HALF_A_HEAD) as held,
        urlopen(server.url, timeout=ANSWER_TIMEOUT) as answer,
    ):
        assert answer.status == 200
        assert [is_closed(one) for one in held] == [True] + [False] * (MAX_PER_ADDRESS - 1)


def test_connections_of_a_proxy_are_not_limited(tmp_path: Path) -> None:
    behind = {"SCOREKEEPER_PROXIES": "1"}
    with (
        served(tmp_path, "--host", "127.0.0.1", first=count_everyone, settings=behind) as server,
        held_open(server.url, 3 * MAX_PER_ADDRESS, HALF_A_HEAD) as held,
        urlopen(server.url, timeout=ANSWER_TIMEOUT) as answer,
    ):
        assert answer.status == 200
        assert not any(is_closed(one) for one in held)


def test_each_part_of_a_request_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    ours, theirs = socket.socketpair()
    with theirs:
        connection = Connection(SimpleNamespace(), ours, ("192.0.2.7", 5), None)
        assert connection.deadline == 1010
        now = 1004
        connection.take(b"POST / HTTP/1.1\r\n")
        assert connection.deadline == 1010, "slow bytes do not extend the deadline"
        now = 1009
        connection.take(b"Host: here\r\nContent-Length: 5\r\n\r\n")
        assert connection.deadline == 1039
        now = 1030
        connection.take(b"abc")
        assert connection.deadline == 1039
        connection.close()
