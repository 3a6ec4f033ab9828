"""The access log has the requests, and nothing that gives a reader access."""

import json
import re
import signal
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from scorekeeper.server.access_log import DiscreetFlask
from scorekeeper.version import program_version
from tests.served import served


def test_each_request_is_logged_once_by_its_route(tmp_path: Path) -> None:
    """Flask adds its own handler with its first warning: here about a proxy that is not configured."""
    with served(tmp_path, settings={"SCOREKEEPER_ACCESS_LOG": "on"}) as server:
        for path in ("/rules?token=SECRET", "/games/SECRET?seat=2", "/SECRET"):
            try:
                urlopen(f"{server.url}{path}").close()
            except HTTPError as missing:
                missing.close()
        for _ in range(2):
            urlopen(Request(f"{server.url}/rules", headers={"X-Forwarded-For": "192.0.2.7"})).close()
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{server.url}/join/SECRET")
        refused.value.close()
        lines = server.end(signal.SIGINT)[2].splitlines()
    assert [line.split()[2:-3] for line in lines[:3]] == [
        ["127.0.0.1", "GET", "/rules", "200"],
        ["127.0.0.1", "GET", "/games/<game>", "404"],
        ["127.0.0.1", "GET", "(no", "such", "page)", "404"],
    ]
    lines = lines[3:]
    parts = ("/rules", "refused guess=link", "/join/", "PROXIES")
    found = [part for line in lines for part in parts if part in line]
    assert found == ["PROXIES", "/rules", "/rules", "refused guess=link", "/join/"]
    assert len(lines) == 5


def test_error_is_logged_by_its_route(caplog: pytest.LogCaptureFixture) -> None:
    app = DiscreetFlask("scorekeeper")

    @app.get("/join/<token>")
    def join(token: str) -> str:
        raise RuntimeError("the roof fell in")

    assert app.test_client().get("/join/SECRET?also=SECRET").status_code == 500
    (message,) = caplog.messages
    assert re.fullmatch(r"Error in GET /join/<token>, request=[0-9a-f]{16}", message)
    assert "the roof fell in" in caplog.text
    assert "SECRET" not in caplog.text


def test_logs_as_json_are_one_object_a_line_without_secrets(tmp_path: Path) -> None:
    settings = {"SCOREKEEPER_ACCESS_LOG": "on", "SCOREKEEPER_LOG_FORMAT": "json"}
    with served(tmp_path, settings=settings) as server:
        urlopen(Request(f"{server.url}/rules", headers={"X-Forwarded-For": "192.0.2.7"})).close()
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{server.url}/join/SECRET?also=SECRET")
        refused.value.close()
        _, out, err = server.end(signal.SIGINT)
        assert out == "", "all that is said is JSON"
        lines = [json.loads(line) for line in err.splitlines()]
    started, warned, read, guessed, answered = lines
    assert {name: started[name] for name in ("log", "event", "version", "database", "workers", "here")} == {
        "log": "serve",
        "event": "started",
        "version": program_version(),
        "database": "sqlite",
        "workers": 1,
        "here": server.url,
    }
    assert (warned["level"], warned["log"]) == ("warning", "scorekeeper")
    assert {name: read[name] for name in ("log", "method", "route", "status", "address")} == {
        "log": "access_log",
        "method": "GET",
        "route": "/rules",
        "status": 200,
        "address": "127.0.0.1",
    }
    assert (guessed["log"], guessed["event"], guessed["guess"]) == ("security", "refused", "link")
    assert guessed["request"] == answered["request"] == refused.value.headers["X-Request-ID"]
    assert read["request"] != answered["request"]
    assert "SECRET" not in json.dumps(lines)
