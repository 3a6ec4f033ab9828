"""The module as a file: built once for the same sources, small, cached forever under its hash; and its command."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper import create_app
from scorekeeper.cli import commands
from scorekeeper.compiler import built, sources
from scorekeeper.compiler.built import PARTS, cached_files
from scorekeeper.compiler.sources import find
from scorekeeper.compiler.versions import fingerprint
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.sheet.model import FORMAT
from scorekeeper.server import serve, settings, static_files
from scorekeeper.storage.setup import close_storage
from tests.phone import answers
from tests.phone.conftest import Engine, add_module, other_modules
from tests.phone.walks import TEMPLATES, Walk, templates

LARGEST = (60_000, 45_100)
"""Bytes that a phone downloads for playing with every rule set, and for the rest of a game, which it loads together.

The first is the promise. The others are what there is, to the next hundred: what grows says so here.
"""
OUTBOX, NEW_GAME, ANSWERS = 9_000, 35_100, 43_600
"""Of these modules the last has all questions and answers of all house rules, and what scores their examples."""


def test_compressed_module_is_small(module: list[str]) -> None:
    for text, most in zip(module, LARGEST, strict=False):
        assert len(brotli.compress(text.encode())) < most
    for text, most in zip(other_modules(), (OUTBOX, NEW_GAME, ANSWERS), strict=True):
        assert len(brotli.compress(text.encode())) < most


def test_module_has_no_comments(module: list[str]) -> None:
    assert not re.search(r"^\s*//|\s//\s", "".join(module), re.MULTILINE)


def test_texts_that_no_phone_shows_are_left_out(module: list[str]) -> None:
    shipped = "".join(module[:3])
    assert "Partners face each other" not in shipped  # a rule set's description
    assert "Can’t read this ZIP" not in shipped  # a refusal whose code no phone uses
    assert "Nothing to undo" in shipped


SCORER = 4
"""A seed of walks: a phone that keeps score for the whole table."""


def test_first_part_alone_draws_bids_and_counts(engine_with: Callable[[list[str]], Engine], module: list[str]) -> None:
    sides = [{"name": "Us", "players": ["Ann", "Cal"]}, {"name": "Them", "players": ["Ben", "Dee"]}]
    walk = Walk(templates(), {"format": FORMAT, "rules": "partnership", "sides": sides, "hands": []}, seed=SCORER)
    for call in ("4", "3", "5", "1"):
        walk.page("games/show.html", {})
        pad: Any = game_page(walk.state, walk.context, {})["pad"]
        walk.press("bid", {name: str(value) for name, value in pad["hidden"].items()} | {"call": call})
    for query in ({"at": "t0"}, {"t0": "9"}, {"t0": "9", "at": "t1"}):
        walk.page("games/show.html", query)
    walk.press("undo")
    walk.press("redo")
    walk.press("save_hand", {"hand": "1"}, {"bids": [["5", "4"], ["1", "3"]], "took": [9, 4]})
    walk.page("games/show.html", {})
    assert "Hand 2" in walk.answers[-1]
    assert engine_with(module[:1]).ask("walk", answers.given(walk.asked())) == answers.spelled(walk.answers)


TEXTS = ["first", "others", "along", "outbox", "new game", "answers"]


def test_same_version_is_built_once(tmp_path: Path) -> None:
    cached_files(tmp_path, "1", lambda: TEXTS)
    files = cached_files(tmp_path, "1", lambda: ["again"] * 6)
    assert [file.read_text("utf-8") for file in files.values()] == TEXTS


def test_new_version_replaces_the_old(tmp_path: Path) -> None:
    cached_files(tmp_path, "1", lambda: TEXTS)
    second = cached_files(tmp_path, "2", lambda: ["second", *TEXTS[1:]])
    assert {*tmp_path.iterdir()} == {*second.values()}
    assert second["phone.js"].read_text("utf-8") == "second"


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


def test_sentences_of_faults_are_listed_in_the_source() -> None:
    found = find("scorekeeper.core.words.fault_templates")
    assert found is not None
    assert "worded(faults.UNSEEN_NAME, '{what} is {value}; it needs a character that shows')" in found[1]
    assert "vars(" not in found[1]


def test_started_server_builds_the_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setattr(static_files, "SOON", 0)
    monkeypatch.setattr(serve, "serve", lambda app, listener, ready: ready())
    others = {*threading.enumerate()}
    assert CliRunner().invoke(commands, ["serve", "--host", "127.0.0.1", "--port", "0"]).exit_code == 0
    for builds in {*threading.enumerate()} - others:
        builds.join()
    version = fingerprint(TEMPLATES)
    assert {path.name for path in tmp_path.glob("*.js")} == {f"{part}-{version}.js" for part in PARTS}
    with monkeypatch.context() as patched:  # nothing is left to build
        patched.setattr(subprocess, "run", lambda *_, **__: pytest.fail("built twice"))
        built.build_apart(tmp_path, TEMPLATES)


def test_build_keeps_no_output_of_the_server_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It may still run when the server has ended, whose reader waits for the end of the output."""
    (tmp_path / "python").write_text("#!/bin/sh\necho here\necho there >&2\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    built.build_apart(tmp_path, TEMPLATES)
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def host(tmp_path: Path, module: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A server that was started before: its module exists."""
    add_module(tmp_path, module)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    yield app
    close_storage(app)


def test_module_is_cached_forever_under_its_hash(host: Flask, module: list[str]) -> None:
    for part, text in zip(PARTS, [*module[:3], *other_modules()], strict=True):
        with host.test_request_context():
            address = host.url_for("static", filename=f"{part}.js")
        assert re.fullmatch(rf"/static/{part}\.js\?v=[0-9a-f]{{10}}", address)
        answer = host.test_client().get(address, headers={"Accept-Encoding": "br"})
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Content-Encoding"] == "br"
        assert answer.mimetype == "text/javascript"
        assert brotli.decompress(answer.data).decode() == text, part


def test_command_prints_the_sizes_and_writes_the_module(
    tmp_path: Path, module: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sources, "build", lambda _templates: [*module[:3], "outbox", "new game", "answers"]
    )  # `module` is built by the same function
    ran = CliRunner().invoke(commands, ["phone", "--output", str(tmp_path / "made")])
    size = r"[\d,]+ bytes, [\d,]+ with brotli\n"
    parts = ("Game page", "All other pages", "To take games along", "Outbox", "New game", "Answers to questions")
    sizes = "".join(f"{part}: {size}" for part in parts)
    assert re.fullmatch(rf"{sizes}Built in \d+\.\d s\n", ran.output)
    assert "export{shared,pages," in (tmp_path / "made" / "phone.js").read_text("utf-8")
    assert "export const more=" in (tmp_path / "made" / "pages.js").read_text("utf-8")


def test_command_says_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TEMPLATES, tmp_path / "templates")
    (tmp_path / "templates" / "macros" / "icons.html").write_text("{{ 1 }}", "utf-8")
    monkeypatch.setattr(settings, "PACKAGE", tmp_path)
    ran = CliRunner().invoke(commands, ["phone"])
    assert ran.exit_code == 1
    assert "templates/macros/icons.html:1: something outside of blocks and macros" in ran.output


def test_command_says_which_minifier_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("scorekeeper.compiler.")]:
        monkeypatch.delitem(sys.modules, name)  # so that they are imported again
    monkeypatch.setitem(sys.modules, "rjsmin", None)
    ran = CliRunner().invoke(commands, ["phone"])
    assert (ran.exit_code, ran.output) == (1, "Error: rjsmin is missing: compile in a checkout\n")
