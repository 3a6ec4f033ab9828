"""The instance folder goes away while the server runs, as a USB stick or network disk does; or its disk is full."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.access import quotas
from tests.web.conftest import MakeApp


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path) -> Flask:
    app = make_app(WTF_CSRF_ENABLED=False)
    app.instance_path = str(tmp_path / "away")
    Path(app.instance_path).mkdir()
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_every_write_says_what_to_do(app: Flask, client: FlaskClient) -> None:
    assert client.post("/tables", data={"name": "Thursday"}).status_code == 303
    Path(app.instance_path).rmdir()
    page = client.post("/tables", data={"name": "Thursday"})
    assert (page.status_code, "puts the file back and restarts it" in page.text) == (503, True)
    call = client.post("/api/v1/tables", json={"name": "Friday"})
    assert (call.status_code, call.json["error"]["code"]) == (503, "database-gone")  # type: ignore[index]
    Path(app.instance_path).mkdir()
    assert client.post("/tables", data={"name": "Thursday"}).status_code == 303


@pytest.mark.parametrize(
    ("number", "status", "code"),
    [
        (errno.ENOSPC, 507, "disk-full"),
        (errno.EDQUOT, 507, "disk-full"),
        (errno.EROFS, 503, "database-read-only"),
        (errno.EIO, 500, "went-wrong"),
    ],
)
def test_a_file_that_cannot_be_written_is_said(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, number: int, status: int, code: str
) -> None:
    """Wherever it is written, also below `/tmp`; any other error of the system is a fault of ours."""
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fails(*_args: object, **_parts: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(quotas, "check_room", fails)
    page = client.post("/tables", data={"name": "Thursday"})
    assert (page.status_code, "has to make room" in page.text) == (status, status == 507)
    call = client.post("/api/v1/tables", json={"name": "Friday"})
    assert (call.status_code, call.json["error"]["code"]) == (status, code)  # type: ignore[index]
