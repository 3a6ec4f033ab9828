"""Imports: a file is looked at first, by a worker process; then its games come in, each of them whole."""

from collections.abc import Iterator
from typing import cast

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, current_table
from scorekeeper.access.limits import Limit, spend
from scorekeeper.access.slots import importing, slot
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.formats.exported_game import ExportedTable
from scorekeeper.formats.heavy.processes import results
from scorekeeper.formats.scored import ScoredGame
from scorekeeper.services.import_states import look_at
from scorekeeper.services.importing import ImportStopped, bring_in
from scorekeeper.storage import EntryIdTaken, players_of
from scorekeeper.web.transfer.held_files import held, hold, let_go
from scorekeeper.web.transfer.imports_view import Look, import_view

pages = Blueprint("imports", __name__, url_prefix="/tables/<table>/import")


@pages.get("", role=KEEPER)
def new(table: str) -> str:
    return _page(table)


@pages.post("", role=KEEPER)
def create(table: str) -> Response | str | tuple[str, int]:
    """Look at a file, or take in the one that was looked at."""
    name = request.form.get("held", "")
    if name:
        return _take(table, name)
    text, file = request.form.get("text", "").strip(), request.files.get("file")
    if not text and (file is None or not file.filename):
        return _page(table, wrong="Choose a file, or paste a text record."), 422
    content = text.encode("utf-8") if text else file.read() if file is not None else b""
    spend(Limit.CHECKS)
    try:
        with slot():
            look = Look.at(look_at(_games(content), table), {player.name for player in players_of(table)})
    except InvalidInput as error:
        return _page(table, wrong=f"{refusal_text(error)}. Nothing came in.", text=text), 422
    return render_template("transfer/imports/look.html", **import_view(current_table(), look, hold(table, content)))


def _take(table: str, name: str) -> Response | tuple[str, int]:
    content = held(table, name)
    if content is None:
        return _page(table, wrong="That look was too long ago. Choose the file once more."), 422
    try:
        with importing():
            imported = bring_in(_games(content), table)
    except InvalidInput as error:
        return _page(table, wrong=f"{refusal_text(error)}. Nothing came in."), 422
    except EntryIdTaken:
        return _page(table, wrong="An entry of this file is in another game here already. Nothing came in."), 422
    except ImportStopped as stopped:
        return _page(table, wrong=f"{stopped}."), 503
    let_go(table, name)
    games = "1 game came in" if len(imported.games) == 1 else f"{len(imported.games)} games came in"
    flash(f"{games}, {imported.left} were here already." if imported.left else f"{games}.", "success")
    for problem in imported.problems:
        flash(f"{problem}.", "error")
    return redirect(url_for("played.index", table=table), 303)


def _games(content: bytes) -> Iterator[ScoredGame | ExportedTable]:
    return cast("Iterator[ScoredGame | ExportedTable]", results("games", content))


def _page(table: str, wrong: str | None = None, text: str = "") -> str:
    return render_template("transfer/imports/new.html", table=current_table(), wrong=wrong, text=text)
