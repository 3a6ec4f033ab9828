"""`scorekeeper serve`: prints its URL, answers, and stops on request."""

import io
import json
import shutil
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener, urlopen

import pytest
import segno
from click.testing import CliRunner

from scorekeeper.cli import commands
from scorekeeper.server.connections.processes import THREADS
from scorekeeper.server.serve import network_address
from tests.served import served
from tests.server.raw import ANSWER_TIMEOUT
from tests.web.browsing import Page


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server that runs during this module's tests."""
    with served(tmp_path_factory.mktemp("instance")) as server:
        yield server.url


def test_server_answers_at_the_printed_url(running: str) -> None:
    with urlopen(running) as answer:
        assert answer.status == 200
        assert b"Spades score pad" in answer.read()


def test_stopped_server_leaves_everything_in_the_database_file(tmp_path: Path) -> None:
    """A copy of that file alone, without SQLite's log beside it, has every game."""
    with served(tmp_path) as server:
        asked = Request(f"{server.url}/api/v1/tables", b'{"name": "Friday"}', {"Content-Type": "application/json"})
        urlopen(asked).close()
        assert server.end(signal.SIGTERM)[0] == 0
    alone = shutil.copy(tmp_path / "scorekeeper.sqlite", tmp_path / "alone.sqlite")
    with closing(sqlite3.connect(alone)) as opened:
        assert ("Friday",) in opened.execute("SELECT name FROM card_table").fetchall()


def test_invite_prints_the_address_that_the_server_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    with served(tmp_path, "--host", "127.0.0.1") as server:
        printed = CliRunner().invoke(commands, ["invite"]).output
        assert f"  {server.url}/join/" in printed
        assert f"The server answers at {server.url}" in CliRunner().invoke(commands, ["doctor"]).output


def printed_after(out: str, label: str) -> str:
    """The last word of a line."""
    return next((line.split()[-1] for line in out.splitlines() if line.startswith(f"  {label}")), "")


def first_link(out: str) -> str:
    """The link for the first keeper; empty if none was printed."""
    return next((line.strip() for line in out.splitlines() if "/join/" in line), "")


def opened_by(browser: OpenerDirector, link: str) -> str:
    """The page after opening the link and pressing its button."""
    with browser.open(link) as answer:
        asked = Page(answer.status, urlsplit(answer.url).path, answer.read().decode())
    form = next(button.form for button in asked.buttons if button.is_called("Join"))
    with browser.open(urljoin(link, form.action), urlencode(list(form.fields.items())).encode()) as answer:
        page: str = answer.read().decode()
    return page


def test_links_opened_on_this_machine_lead_phones_to_the_network(running: str) -> None:
    asked = Request(f"{running}/api/v1/tables", b'{"name": "Thursday"}', {"Content-Type": "application/json"})
    with urlopen(asked) as answer:
        link = json.load(answer)["links"]["watcher"]
    assert link.startswith(f"http://{network_address() or '127.0.0.1'}:{urlsplit(running).port}/join/")


def test_first_keeper_s_link_is_printed_once_with_its_code_for_one_device(tmp_path: Path) -> None:
    first, second = (build_opener(HTTPCookieProcessor()) for _ in range(2))
    with served(tmp_path, on_terminal=True) as server:
        port = server.url.rpartition(":")[2]
        status, out, err = server.end(signal.SIGINT)
    assert (status, err) == (0, "")
    network, printed = printed_after(out, "On phones"), first_link(out)
    assert printed_code(out) == [list(row) for row in segno.make(printed, error="l", micro=False).matrix]
    if network != "network":  # as on a machine without one
        assert network.endswith(f":{port}")
        assert printed.startswith(f"{network}/join/")
    path = urlsplit(printed).path
    with served(tmp_path) as server:
        link = server.url + path
        assert "You’re in as a keeper" in opened_by(first, link)
        with pytest.raises(HTTPError) as refused:
            second.open(link)
        refused.value.close()
        assert refused.value.code == 410
    with served(tmp_path, on_terminal=True) as server:
        _, out, _ = server.end(signal.SIGINT)
    assert first_link(out) == ""
    network = printed_after(out, "On phones")
    if network != "network":
        assert printed_code(out) == [list(row) for row in segno.make(network, error="l", micro=False).matrix]


def test_journal_gets_no_link(tmp_path: Path) -> None:
    """Journals are stored, and others read them."""
    with served(tmp_path) as server:
        _, out, err = server.end(signal.SIGINT)
    assert "/join/" not in out + err
    assert "scorekeeper invite" in out
    network = printed_after(out, "On phones")
    if network != "network":
        assert printed_code(out) == [list(row) for row in segno.make(network, error="l", micro=False).matrix]


def test_public_url_is_printed_for_phones(tmp_path: Path) -> None:
    with served(tmp_path, on_terminal=True, settings={"SCOREKEEPER_URL": "https://cards.example"}) as server:
        _, out, _ = server.end(signal.SIGINT)
    link = first_link(out)
    assert printed_after(out, "On phones") == "https://cards.example"
    assert link.startswith("https://cards.example/join/")
    assert printed_code(out) == [list(row) for row in segno.make(link, error="l", micro=False).matrix]


def test_no_response_has_a_server_header(running: str) -> None:
    for path in ("/", "/static/style.css", "/api/v1/rules", "/nowhere"):
        connection = HTTPConnection(*address_of(running), timeout=ANSWER_TIMEOUT)
        connection.request("GET", path)
        assert connection.getresponse().headers["Server"] is None
        connection.close()


def printed_code(printed_after: str) -> list[list[int]]:
    """The dark and light modules of a QR code printed in half blocks, light on dark."""
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    drawn = [line[2:] for line in printed_after.splitlines() if set("▀▄█") & set(line)]
    rows = [[halves[block][half] for block in line] for line in drawn for half in (0, 1)]
    inside = slice(4, len(rows[0]) - 4)  # a code has a light border of four
    return [row[inside] for row in rows[inside]]


def test_server_on_loopback_prints_no_url_for_phones(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        _, out, _ = server.end(signal.SIGINT)
    assert "keeps phones out" in out
    assert "█" not in out


def print_ascii() -> None:
    """What PYTHONIOENCODING=ascii does when Python starts."""
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(encoding="ascii")


def test_output_without_unicode_has_no_qr_code(tmp_path: Path) -> None:
    with served(tmp_path, first=print_ascii) as server:
        status, out, err = server.end(signal.SIGINT)
    assert (status, err) == (0, "")
    assert out.isascii()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_server_stops_cleanly_with_open_connections(tmp_path: Path, how: signal.Signals) -> None:
    """Without errors and without an access log, it prints nothing."""
    with served(tmp_path) as server:
        with urlopen(server.url):
            pass
        with socket.create_connection(address_of(server.url)):
            assert server.end(how)[::2] == (0, "")
        with pytest.raises(ConnectionRefusedError), socket.create_connection(address_of(server.url)):
            pass


def test_idle_connections_block_no_threads(running: str) -> None:
    idle = [socket.create_connection(address_of(running)) for _ in range(64)]  # ten phones, six each
    assert len(idle) < THREADS / 2, "each holds a thread for five seconds"
    with urlopen(running) as answer:
        assert answer.status == 200
    for connection in idle:
        connection.close()


def test_connection_is_kept_alive(running: str) -> None:
    connection = HTTPConnection(*address_of(running), timeout=ANSWER_TIMEOUT)
    for _ in range(2):
        connection.request("GET", "/rules")
        answer = connection.getresponse()
        answer.read()
        assert not answer.will_close
    connection.close()


def address_of(url: str) -> tuple[str, int]:
    host, port = url.removeprefix("http://").split(":")
    return host, int(port)
