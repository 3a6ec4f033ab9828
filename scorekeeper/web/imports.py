"""Imports: a file is looked at first; then all of it comes in, or nothing."""

import time
from pathlib import Path
from secrets import token_urlsafe

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.play.importing import look_at, take_in
from scorekeeper.sheet import BadSheet
from scorekeeper.storage import EntryIdTaken, find_table, players_of
from scorekeeper.web.views.imports import Look, import_view

pages = Blueprint("imports", __name__, url_prefix="/tables/<table>/import")

KEPT_FOR = 3600  # seconds between the look and the word
NAME_LENGTH = 22
LONGEST_HELD = 64


@pages.get("")
def new(table: str) -> str:
    return _page(table)


@pages.post("")
def create(table: str) -> Response | str | tuple[str, int]:
    """Look at a file, or take in the one that was looked at."""
    held = request.form.get("held", "")
    if held:
        return _take(table, held)
    text, file = request.form.get("text", "").strip(), request.files.get("file")
    if not text and (file is None or not file.filename):
        return _page(table, wrong="Choose a file, or paste a text record."), 422
    name = _hold(text.encode("utf-8") if text else file.read() if file is not None else b"")
    try:
        with _held(name).open("rb") as opened:
            look = Look.at(look_at(opened, table), {player.name for player in players_of(table)})
    except BadSheet as error:
        _held(name).unlink(missing_ok=True)
        return _page(table, wrong=f"{error}. Nothing came in.", text=text), 422
    return render_template("imports/look.html", **import_view(find_table(table), look, name))


def _take(table: str, held: str) -> Response | tuple[str, int]:
    path = _held(held)
    if not path.is_file():
        return _page(table, wrong="That look was too long ago. Choose the file once more."), 422
    try:
        with path.open("rb") as opened:
            imported = take_in(opened, table)
    except BadSheet as error:
        return _page(table, wrong=f"{error}. Nothing came in."), 422
    except EntryIdTaken:
        return _page(table, wrong="An entry of this file is in another game here already. Nothing came in."), 422
    finally:
        path.unlink(missing_ok=True)
    games = "1 game came in" if len(imported.games) == 1 else f"{len(imported.games)} games came in"
    flash(f"{games}, {imported.left} were here already." if imported.left else f"{games}.", "success")
    for problem in imported.problems:
        flash(f"{problem}.", "error")
    return redirect(url_for("played.index", table=table), 303)


def _page(table: str, wrong: str | None = None, text: str = "") -> str:
    return render_template("imports/new.html", table=find_table(table), wrong=wrong, text=text)


def _folder() -> Path:
    folder = Path(current_app.instance_path) / "imports"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _hold(content: bytes) -> str:
    """Keep a file until it is confirmed; those that nobody came back for go."""
    for old in _folder().iterdir():
        if old.stat().st_mtime < time.time() - KEPT_FOR:
            old.unlink(missing_ok=True)
    name = token_urlsafe(NAME_LENGTH)
    _held(name).write_bytes(content)
    return name


def _held(name: str) -> Path:
    """Where a held file lies; a name that is not one of ours lies nowhere."""
    plain = "".join(letter for letter in name if letter.isalnum() or letter in "-_")
    return _folder() / (plain[:LONGEST_HELD] or "nothing")
