"""Static files: compressed, and cached forever under a URL with their version."""

import gzip
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.server.bundles import join_bundle
from scorekeeper.server.settings import PACKAGE
from scorekeeper.storage.setup import close_storage

STYLE = join_bundle(PACKAGE / "static", "style.css")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("SCOREKEEPER_INSTANCE", str(tmp_path_factory.mktemp("instance")))
        app = create_app()
    yield app
    close_storage(app)


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def style(visitor: FlaskClient) -> str:
    """The URL of the style sheet on the pages."""
    found = re.search(r'href="(/static/style\.css\?v=[0-9a-f]{10})"', visitor.get("/").text)
    assert found
    return found[1]


def test_file_is_sent_compressed(visitor: FlaskClient, style: str) -> None:
    answer = visitor.get(style, headers={"Accept-Encoding": "gzip, deflate"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.content_type == "text/css; charset=utf-8"
    assert gzip.decompress(answer.data) == STYLE
    assert len(answer.data) < len(STYLE) / 3


def test_file_is_compressed_once(visitor: FlaskClient, style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = [visitor.get(style, headers={"Accept-Encoding": "br"}).data]
    monkeypatch.setitem(visitor.application.config, "COMPRESS_BR_LEVEL", 0)  # later responses are larger
    packed.append(visitor.get(style, headers={"Accept-Encoding": "br"}).data)
    packed.append(visitor.get("/static/pages.css", headers={"Accept-Encoding": "br"}).data)
    assert packed[0] == packed[1]
    assert packed[2] != packed[0]


def test_pages_are_compressed_each_time(visitor: FlaskClient) -> None:
    """Two visitors of one URL see different pages."""
    compressed = {"Accept-Encoding": "gzip"}
    rules, home = (visitor.get(path, headers=compressed).data for path in ("/rules", "/"))
    assert gzip.decompress(rules) != gzip.decompress(home)


def test_unchanged_compressed_file_is_not_sent_again(visitor: FlaskClient, style: str) -> None:
    first = visitor.get(style, headers={"Accept-Encoding": "br"})
    again = visitor.get(style, headers={"Accept-Encoding": "br", "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_file_is_sent_plain_if_the_browser_needs_it(visitor: FlaskClient, style: str) -> None:
    answer = visitor.get(style)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == STYLE


def test_versioned_file_is_cached_forever(visitor: FlaskClient, style: str) -> None:
    assert visitor.get(style).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_what_a_script_imports_later_is_cached_forever_too(visitor: FlaskClient) -> None:
    found = re.search(r'import\("\./(later\.js\?v=\w+)"\)', visitor.get("/static/pad.js").text)
    assert found
    assert visitor.get(f"/static/{found[1]}").headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_file_without_a_version_is_revalidated(visitor: FlaskClient) -> None:
    answer = visitor.get("/static/style.css")
    assert answer.headers["Cache-Control"] == "no-cache"
    again = visitor.get("/static/style.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["style.css", "later.js", "worker.js", "phone.js", "pages.js"])
def test_file_of_another_version_is_not_found(visitor: FlaskClient, name: str) -> None:
    """A page from before an upgrade must not get a script that does not fit its others."""
    for version in ("0123456789", ""):
        answer = visitor.get(f"/static/{name}?v={version}", headers={"If-None-Match": '"0123456789"'})
        assert answer.status_code == 404
        assert "immutable" not in answer.headers.get("Cache-Control", "")
    assert visitor.get(f"/static/{name}").status_code == 200


@pytest.mark.parametrize("address", ["/static/none.css", "/static/../app.py", "/static/%2e%2e/app.py", "/static/"])
def test_unknown_file_is_not_found(visitor: FlaskClient, address: str) -> None:
    assert visitor.get(address).status_code == 404
