"""`scorekeeper serve`: says where it is, answers, and stops when it is told to."""

import signal
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest
import segno

from scorekeeper.server import THREADS
from tests.served import served


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs while this module's tests do."""
    with served(tmp_path_factory.mktemp("instance")) as server:
        yield server.url


def test_it_answers_at_the_address_that_it_prints(running: str) -> None:
    with urlopen(running) as answer:
        assert answer.status == 200
        assert b"Keep score at the card table" in answer.read()


def test_it_prints_the_address_for_phones_and_the_first_keepers_link_as_a_qr_code(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        port = server.url.rpartition(":")[2]
        _, out, err = server.end(signal.SIGINT)
    assert err == ""
    network, link = said(out, "On the phones"), said(out, "Keep the table")
    if network == "network":
        pytest.skip("this machine is on no network")
    assert network.endswith(f":{port}")
    assert link.startswith(f"{network}/join/")
    assert printed_code(out) == [list(row) for row in segno.make(link, error="l", micro=False).matrix]


def said(out: str, label: str) -> str:
    """The last word of a line."""
    return next((line.split()[-1] for line in out.splitlines() if line.startswith(f"  {label}")), "")


def test_the_first_keepers_link_lets_its_opener_keep_the_table_and_is_not_printed_again(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        path = said("".join(server.end(signal.SIGINT)[1]), "Keep the table").partition("/join/")[2]
    opener = build_opener(HTTPCookieProcessor())
    with served(tmp_path) as server, opener.open(f"{server.url}/join/{path}") as answer:
        assert "You are in as a keeper" in answer.read().decode()
    with served(tmp_path) as server:
        _, out, _ = server.end(signal.SIGINT)
    assert said(out, "Keep the table") == ""
    network = said(out, "On the phones")
    if network != "network":
        assert printed_code(out) == [list(row) for row in segno.make(network, error="l", micro=False).matrix]


def printed_code(said: str) -> list[list[int]]:
    """The dark and light modules of a QR code that was printed in half blocks, light on dark."""
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    drawn = [line[2:] for line in said.splitlines() if set("▀▄█") & set(line)]
    rows = [[halves[block][half] for block in line] for line in drawn for half in (0, 1)]
    inside = slice(4, len(rows[0]) - 4)  # a code stands in a light border of four
    return [row[inside] for row in rows[inside]]


def test_on_this_machine_alone_there_is_no_address_for_phones(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        _, out, _ = server.end(signal.SIGINT)
    assert "keeps phones out" in out
    assert "█" not in out


def test_output_that_cannot_show_the_code_does_without(tmp_path: Path) -> None:
    with served(tmp_path, settings={"PYTHONIOENCODING": "ascii"}) as server:
        status, out, err = server.end(signal.SIGINT)
    assert (status, err) == (0, "")
    assert out.isascii()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stops_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as server:
        with urlopen(server.url):
            pass
        status, _, err = server.end(how)
        assert (status, err) == (0, "")
        with pytest.raises(ConnectionRefusedError), socket.create_connection(address_of(server.url)):
            pass


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_connections_that_browsers_only_hold_open_keep_it_from_stopping_no_longer_than_its_grace(
    tmp_path: Path, how: signal.Signals
) -> None:
    with served(tmp_path) as server:
        with urlopen(server.url):
            pass
        with socket.create_connection(address_of(server.url)):
            assert server.end(how)[::2] == (0, "")


def test_connections_that_browsers_only_hold_open_leave_threads_for_others(running: str) -> None:
    idle = [socket.create_connection(address_of(running)) for _ in range(64)]  # ten phones, six each
    assert len(idle) < THREADS / 2, "each holds a thread for five seconds"
    with urlopen(running) as answer:
        assert answer.status == 200
    for connection in idle:
        connection.close()


def test_a_connection_is_kept_for_the_next_request(running: str) -> None:
    connection = HTTPConnection(*address_of(running), timeout=10)
    for _ in range(2):
        connection.request("GET", "/rules")
        answer = connection.getresponse()
        answer.read()
        assert not answer.will_close
    connection.close()


def address_of(url: str) -> tuple[str, int]:
    host, port = url.removeprefix("http://").split(":")
    return host, int(port)
