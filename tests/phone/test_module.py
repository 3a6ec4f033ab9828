"""The module as a file: built once for the same sources, small, cached forever under its hash; and its command."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper import create_app
from scorekeeper.cli import commands
from scorekeeper.phone.built import cached_file
from scorekeeper.phone.sources import find, fingerprint
from scorekeeper.server import settings
from scorekeeper.server.static_files import PHONE
from scorekeeper.storage import close_storage
from tests.phone.conftest import add_module
from tests.phone.walks import TEMPLATES

LARGEST = 100_000
"""Bytes on the way to a phone: with every rule set and every page of a game that runs there."""


def test_compressed_module_is_small(module: str) -> None:
    assert len(brotli.compress(module.encode())) < LARGEST


def test_module_has_no_comments(module: str) -> None:
    assert not re.search(r"^\s*//|\s//\s", module, re.MULTILINE)


def test_same_version_is_built_once(tmp_path: Path) -> None:
    assert cached_file(tmp_path, "1", lambda: "first").read_text("utf-8") == "first"
    assert cached_file(tmp_path, "1", lambda: "again").read_text("utf-8") == "first"


def test_new_version_replaces_the_old(tmp_path: Path) -> None:
    cached_file(tmp_path, "1", lambda: "first")
    second = cached_file(tmp_path, "2", lambda: "second")
    assert [*tmp_path.iterdir()] == [second]
    assert second.read_text("utf-8") == "second"


def test_edited_template_changes_the_version(tmp_path: Path) -> None:
    shutil.copytree(TEMPLATES, tmp_path / "templates")
    before = fingerprint(tmp_path / "templates")
    assert before == fingerprint(TEMPLATES)
    page = tmp_path / "templates" / "games" / "show.html"
    page.write_text(page.read_text("utf-8") + " ", "utf-8")
    assert fingerprint(tmp_path / "templates") != before


def test_rule_set_modules_are_listed_in_the_source() -> None:
    found = find("scorekeeper.core.rulesets")
    assert found is not None
    assert "partnership.RULES" in found[1]
    assert "pkgutil" not in found[1]


@pytest.fixture
def host(tmp_path: Path, module: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A server that was started before: its module exists."""
    add_module(tmp_path, module)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    yield app
    close_storage(app)


def test_module_is_cached_forever_under_its_hash(host: Flask, module: str) -> None:
    with host.test_request_context():
        address = host.url_for("static", filename=PHONE)
    assert re.fullmatch(r"/static/phone\.js\?v=[0-9a-f]{10}", address)
    answer = host.test_client().get(address, headers={"Accept-Encoding": "br"})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "br"
    assert answer.mimetype == "text/javascript"
    assert brotli.decompress(answer.data).decode() == module


def test_command_prints_the_size_and_writes_the_module(tmp_path: Path, module: str) -> None:
    ran = CliRunner().invoke(commands, ["phone", "--output", str(tmp_path / "phone.js")])
    assert re.fullmatch(r"[\d,]+ bytes, [\d,]+ with brotli, built in \d+\.\d s\n", ran.output)
    assert (tmp_path / "phone.js").read_text("utf-8") == module


def test_command_says_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TEMPLATES, tmp_path / "templates")
    (tmp_path / "templates" / "macros" / "icons.html").write_text("{{ 1 }}", "utf-8")
    monkeypatch.setattr(settings, "PACKAGE", tmp_path)
    ran = CliRunner().invoke(commands, ["phone"])
    assert ran.exit_code == 1
    assert "templates/macros/icons.html:1: something outside of blocks and macros" in ran.output
