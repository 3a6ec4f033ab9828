"""Pages over plain http are packed by ISA-L where it is installed, and by Flask-Compress otherwise."""

import gzip
import zlib
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.server import quick_gzip
from scorekeeper.storage import close_storage

PAGE = "/rules"


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What was packed here, one after the other."""
    pytest.importorskip("isal")
    compress, done = quick_gzip.compress, list[bytes]()
    assert compress is not None

    def noted(content: bytes) -> bytes:
        done.append(content)
        return compress(content)

    monkeypatch.setattr(quick_gzip, "compress", noted)
    return done


@pytest.fixture
def app(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    yield app
    close_storage(app)


@pytest.fixture
def browser(packed: list[bytes], app: Flask) -> FlaskClient:
    return app.test_client()


def test_page_over_http_is_packed_here(browser: FlaskClient, packed: list[bytes]) -> None:
    plain = browser.get(PAGE).data
    answer = browser.get(PAGE, headers={"Accept-Encoding": "gzip, deflate"})
    assert packed == [plain]
    assert gzip.decompress(answer.data) == plain
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"].split(", ")
    assert answer.content_length == len(answer.data) < 1.1 * len(zlib.compress(plain, 3, 31))


def test_other_encodings_are_left_to_flask_compress(browser: FlaskClient, packed: list[bytes]) -> None:
    for accepted, used in (("gzip, deflate, br", "br"), ("identity", None), ("deflate", None)):
        answer = browser.get(PAGE, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("Content-Encoding") == used
    ranked = browser.get(PAGE, headers={"Accept-Encoding": "gzip;q=0.5"})
    assert b"<!doctype html>" in gzip.decompress(ranked.data)
    assert packed == []


def test_files_and_short_answers_are_not_packed_here(browser: FlaskClient, packed: list[bytes]) -> None:
    for path in ("/static/style.css", "/healthz", "/nowhere"):
        browser.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed == []


def test_page_is_packed_without_isa_l_too(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(quick_gzip, "compress", None)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    answer = app.test_client().get(PAGE, headers={"Accept-Encoding": "gzip"})
    assert b"<!doctype html>" in gzip.decompress(answer.data)
    close_storage(app)
