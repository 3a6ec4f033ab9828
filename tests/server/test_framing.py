"""One reader decides where a request ends: what it does not understand is refused, and no body becomes a request."""

import re
from collections.abc import Iterator

import pytest

from tests.each_case import each_case
from tests.served import served
from tests.server.raw import all_of, connected

START = b"POST /api/v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
CHUNKED = START + b"Transfer-Encoding: chunked\r\n"
HIDDEN = b"GET /rules HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
"""A body that is a request: answered by itself, it would be smuggled in."""
STATUS = re.compile(rb"HTTP/1\.[01] (\d+) ")
NOT_A_SHEET = b'{"sheet": "none"}'


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("instance"), "--host", "127.0.0.1") as server:
        yield server.url


def answers(url: str, sent: bytes) -> list[int]:
    """The status of each answer on one connection, until the server closes it."""
    with connected(url) as connection:
        connection.sendall(sent)
        return [int(status) for status in STATUS.findall(all_of(connection))]


@each_case(
    "headers",
    [
        b"Content-Length: 9999999999999999999999",
        b"Content-Length: +59",
        b"Content-Length: -1",
        b"Content-Length: 0x3b",
        b"Content-Length: 5_9",
        b"Content-Length: 59, 59",
        b"Content-Length:",
        b"Content-Length: 59\r\nContent-Length: 59",
        b"Content-Length: 59\r\nContent-Length: 0",
        b"Content-Length : 59",
        b"Content-Length\x0b: 59",
        b"X: y\r\n Content-Length: 59",
        b"X: y\nContent-Length: 59",
        b"X: y\rContent-Length: 59",
        b"Content-Length: 59\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: gzip, chunked",
        b"Transfer-Encoding: xchunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\x0b",
        b"Transfer-Encoding: identity",
        b"Transfer-Encoding:",
    ],
)
def test_length_that_two_readers_could_read_differently_is_refused(running: str, headers: bytes) -> None:
    assert answers(running, START + headers + b"\r\n\r\n" + HIDDEN) == [400]


@each_case(
    "body",
    [
        b"zz\r\n",
        b"\r\n",
        b"-1\r\n",
        b"0x3\r\nabc\r\n0\r\n\r\n",
        b"1_0\r\n",
        b"fffffffffff\r\n",
        b"3\nabc\r\n0\r\n\r\n",
        b"3\r\nabcd\r\n0\r\n\r\n",
        b"3\r\nabc\n0\r\n\r\n",
        b"3;a\rb\r\nabc\r\n0\r\n\r\n",
        b"0\r\nno trailer\r\n\r\n",
        b"3" + b" " * 300 + b"\r\n",
    ],
)
def test_malformed_chunk_is_answered_with_400(running: str, body: bytes) -> None:
    assert answers(running, CHUNKED + b"\r\n" + body + HIDDEN) == [400]


@each_case(
    "body",
    [
        b"%x\r\n%s\r\n0\r\n\r\n" % (len(NOT_A_SHEET), NOT_A_SHEET),
        b"%X;name=value\r\n%s\r\n0\r\nTrailer: x\r\n\r\n" % (len(NOT_A_SHEET), NOT_A_SHEET),
        b"".join(b"1\r\n%c\r\n" % byte for byte in NOT_A_SHEET) + b"000\r\n\r\n",
    ],
)
def test_request_after_chunks_is_answered_by_itself(running: str, body: bytes) -> None:
    assert answers(running, CHUNKED + b"\r\n" + body + HIDDEN) == [422, 200]


@each_case(
    "value", [b"", b"a b", b"here/path", b"here@there", b"here?", b"<here>", b"here:port", b"[::1", b"h\xc3\xa9"]
)
def test_invalid_host_is_refused(running: str, value: bytes) -> None:
    assert answers(running, b"GET /rules HTTP/1.1\r\nHost: " + value + b"\r\nConnection: close\r\n\r\n") == [400]


def test_one_host_is_needed(running: str) -> None:
    assert answers(running, b"GET /rules HTTP/1.1\r\n\r\n") == [400]
    assert answers(running, b"GET /rules HTTP/1.1\r\nHost: here\r\nHost: there\r\n\r\n") == [400]
    assert answers(running, b"GET /rules HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n") == [200]
    assert answers(running, b"GET /rules HTTP/1.0\r\n\r\n") == [200]


def test_client_is_told_to_continue_once(running: str) -> None:
    head = START + b"Connection: close\r\nExpect: 100-Continue\r\nContent-Length: %d\r\n\r\n" % len(NOT_A_SHEET)
    with connected(running) as connection:
        connection.sendall(head)
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(NOT_A_SHEET)
        answer = all_of(connection)
    assert answer.startswith(b"HTTP/1.1 422 ")
    assert b" 100 Continue" not in answer
