"""The access log says what was asked for, and nothing that lets a reader in."""

import signal
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from scorekeeper.server.access_log import DiscreetFlask
from tests.served import served


def logged(tmp_path: Path, *paths: str, **settings: str) -> list[str]:
    """What the server logs when these pages are asked for."""
    with served(tmp_path, settings=settings) as server:
        for path in paths:
            try:
                urlopen(f"{server.url}{path}").close()
            except HTTPError as refused:
                refused.close()
        return server.end(signal.SIGINT)[2].splitlines()


def test_a_request_is_logged_by_its_route(tmp_path: Path) -> None:
    paths = ("/rules?token=SECRET", "/games/SECRET?seat=2", "/SECRET")
    lines = logged(tmp_path, *paths, SCOREKEEPER_ACCESS_LOG="on")
    assert [line.split()[2:-2] for line in lines] == [
        ["127.0.0.1", "GET", "/rules", "200"],
        ["127.0.0.1", "GET", "/games/<game>", "404"],
        ["127.0.0.1", "GET", "(no", "such", "page)", "404"],
    ]


def test_nothing_is_logged_unless_it_is_wanted(tmp_path: Path) -> None:
    assert logged(tmp_path, "/rules") == []


def test_each_line_is_printed_once_whatever_else_was_logged(tmp_path: Path) -> None:
    """Flask's own handler comes with its first warning: here of a proxy that the settings do not name."""
    with served(tmp_path, settings={"SCOREKEEPER_ACCESS_LOG": "on"}) as server:
        for _ in range(2):
            urlopen(Request(f"{server.url}/rules", headers={"X-Forwarded-For": "192.0.2.7"})).close()
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{server.url}/join/SECRET")
        refused.value.close()
        lines = server.end(signal.SIGINT)[2].splitlines()
    parts = ("/rules", "refused guess=link", "/join/", "PROXIES")
    found = [part for line in lines for part in parts if part in line]
    assert found == ["PROXIES", "/rules", "/rules", "refused guess=link", "/join/"]
    assert len(lines) == 5


def test_an_error_is_logged_by_its_route(caplog: pytest.LogCaptureFixture) -> None:
    app = DiscreetFlask("scorekeeper")

    @app.get("/join/<token>")
    def join(token: str) -> str:
        raise RuntimeError("the roof fell in")

    assert app.test_client().get("/join/SECRET?also=SECRET").status_code == 500
    assert caplog.messages == ["Error in GET /join/<token>"]
    assert "the roof fell in" in caplog.text
    assert "SECRET" not in caplog.text
