"""A body that is too large gets a refusal that its sender can read, however it is sent."""

from collections.abc import Iterator

import pytest

from scorekeeper.server.connections.incoming_request import (
    MAX_BODY_BYTES,
    MAX_CHUNKS,
    MAX_DRAIN_BYTES,
    IncomingRequest,
    RequestRefused,
)
from tests.served import served
from tests.server.raw import all_of, connected, status

POST = b"POST /api/v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("instance"), "--host", "127.0.0.1") as server:
        yield server.url


def of_length(body: bytes) -> bytes:
    return POST + b"Content-Length: %d\r\n\r\n" % len(body) + body


def in_chunks(body: bytes, size: int) -> bytes:
    parts = (body[at : at + size] for at in range(0, len(body), size))
    return CHUNKED + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


@pytest.mark.parametrize("megabytes", [5, 30])
def test_client_that_writes_first_can_read_the_refusal(running: str, megabytes: int) -> None:
    assert status(running, of_length(b"x" * megabytes * MEGABYTE)) == 413


@pytest.mark.parametrize("size", [1000, MEGABYTE, 30 * MEGABYTE])
def test_client_that_sends_chunks_can_read_the_refusal(running: str, size: int) -> None:
    assert status(running, in_chunks(b"x" * 9 * MEGABYTE, size)) == 413


def test_endless_chunks_are_cut_off(running: str) -> None:
    chunk = b"%x\r\n%s\r\n" % (MEGABYTE, b"x" * MEGABYTE)
    with connected(running) as connection:
        connection.sendall(CHUNKED + chunk * (MAX_DRAIN_BYTES // MEGABYTE + 6))
        assert b" 413 " in all_of(connection)


def test_client_that_expects_100_continue_is_refused_at_once(running: str) -> None:
    ask = POST + b"Expect: 100-continue\r\nContent-Length: "
    with connected(running) as connection:
        connection.sendall(ask + b"99000000\r\n\r\n")
        assert b" 413 " in all_of(connection)
    with connected(running) as connection:
        connection.sendall(ask + b"2\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")


def test_small_body_arrives_with_a_length_or_in_chunks(running: str) -> None:
    body = b'{"sheet": "none"}'
    assert status(running, of_length(body)) == 422
    assert status(running, in_chunks(body, 3)) == 422
    assert status(running, CHUNKED + b"zz\r\n") == 400


@pytest.mark.parametrize(
    ("sent", "handed_over"),
    [
        (of_length(b"abc"), of_length(b"abc")),
        (in_chunks(b"abcdef" * 100, 7), of_length(b"abcdef" * 100)),
        (POST + b"\r\n", POST + b"\r\n"),
    ],
)
def test_end_of_a_request_is_found_across_packets(sent: bytes, handed_over: bytes) -> None:
    for at in range(1, len(sent)):
        incoming = IncomingRequest()
        incoming.take(sent[:at])
        assert not incoming.complete
        incoming.take(sent[at:] + b"GET")
        assert incoming.complete
        assert incoming.split() == (handed_over, b"GET")


def test_oversized_body_is_not_kept_in_memory() -> None:
    for head in (POST + b"Content-Length: 20000000\r\n\r\n", CHUNKED + b"%x\r\n" % 20_000_000):
        incoming = IncomingRequest()
        incoming.take(head)
        for _ in range(20):
            incoming.take(b"x" * 1_000_000)
        incoming.take(b"\r\n0\r\n\r\n")
        assert incoming.complete
        assert incoming.too_large
        assert len(incoming.buffer) < MAX_BODY_BYTES + 2_000_000


HOST = b" HTTP/1.1\r\nHost: x\r\n"
LONG_LINES = [
    (b"?x=" + b"x" * 5000 + HOST, 414),
    (b"?x=" + b"x" * 70_000, 414),
    (HOST + b"X: " + b"x" * 9000 + b"\r\n", 431),
    (HOST + b"X: x\r\n" * 101, 431),
    (HOST + b"X: " + b"x" * 70_000, 431),
]


@pytest.mark.parametrize(
    ("place", "is_call"), [(b"/api/v1/rules", True), (b"/pads/api/v1/rules", True), (b"/rules", False)]
)
def test_long_lines_are_refused_and_known_as_those_of_a_call(place: bytes, is_call: bool) -> None:
    for lines, code in LONG_LINES:
        incoming = IncomingRequest()
        with pytest.raises(RequestRefused) as why:
            incoming.take(b"GET " + place + lines + b"\r\n")
        assert (why.value.status, incoming.is_call) == (code, is_call)


def test_very_many_small_chunks_are_refused() -> None:
    incoming = IncomingRequest()
    with pytest.raises(RequestRefused):
        incoming.take(CHUNKED + b"1\r\nx\r\n" * (MAX_CHUNKS + 1))
