"""Erasing a player's name, and deleting a table: what that changes, and doing it."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form
from wtforms.validators import DataRequired

from scorekeeper import hooks
from scorekeeper.access import KEEPER, current_table
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n
from scorekeeper.services.erasing import ErasurePreview, erase_player, erase_table, preview_erasure
from scorekeeper.storage.games import count_games
from scorekeeper.storage.players import NoSuchPlayer, count_players
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.games.recording import this_author
from scorekeeper.web.language import lazy

CONFIRM = lazy("Check the box to confirm.")


class ErasePlayerForm(Form):
    """Erasing a player's name."""

    sure = BooleanField(lazy("Erase this name. This can’t be undone."), validators=[DataRequired(CONFIRM)])


class DeleteTableForm(Form):
    """Deleting a table with all its games."""

    sure = BooleanField(lazy("Delete this table. This can’t be undone."), validators=[DataRequired(CONFIRM)])


pages = Blueprint("erasing", __name__, url_prefix="/tables/<table>")
IN_USE = translatable(
    "Another program is using the database, so its file may still hold the erased text. "
    "Run “scorekeeper forget --clean” when that program has ended."
)


@pages.get("/players/<int:player>/erase", role=KEEPER)
def player(table: str, player: int) -> str:
    return _player_page(table, player, ErasePlayerForm())


@pages.post("/players/<int:player>/erase", role=KEEPER)
def create(table: str, player: int) -> Response | tuple[str, int]:
    form = ErasePlayerForm(request.form)
    if not form.validate():
        return _player_page(table, player, form), 422
    try:
        plan, clean = erase_player(table, player, this_author())
    except NoSuchPlayer:
        abort(404)
    new = next(iter(plan.table.instead.values()))
    flash(
        _n(
            len(plan.games),
            "Name erased. 1 game now says {name}.",
            "Name erased. {count} games now say {name}.",
            name=new,
        ),
        "success",
    )
    if not clean:
        flash(_(IN_USE), "error")
    return redirect(url_for("players.index", table=table), 303)


@pages.get("/delete", role=KEEPER)
def table(table: str) -> str:
    return _table_page(DeleteTableForm())


@pages.post("/delete", role=KEEPER)
def remove(table: str) -> Response | tuple[str, int]:
    form = DeleteTableForm(request.form)
    if not form.validate():
        return _table_page(form), 422
    clean = erase_table(table)
    flash(_("Table deleted, with all its games."), "success")
    if not clean:
        flash(_(IN_USE), "error")
    return redirect(url_for("home.index"), 303)


def _player_page(table: str, player: int, form: ErasePlayerForm) -> str:
    try:
        preview = preview_erasure(table, player, search=request.args.get("search") == "all")
    except NoSuchPlayer:
        abort(404)
    return render_template("players/erase.html", **_player_values(current_table(), player, preview), form=form)


def _table_page(form: DeleteTableForm) -> str:
    return render_template("tables/delete.html", **_table_values(current_table()), form=form)


MAX_SHOWN = 50


def _player_values(table: TableRow, player: int, preview: ErasurePreview) -> View:
    """Values for `players/erase.html`."""
    change, found, texts = preview.change, preview.found, preview.texts
    own: dict[str, Any] = {"table": table.id, "player": player}
    return {
        "table": table,
        "back": url_for("players.show", **own),
        "player": {"id": player, "name": next(iter(change.instead))},
        "names": [{"old": old, "new": new} for old, new in change.instead.items()],
        "games": change.played if found is None else found.games,
        "not_searched": count_games(table.id) if found is None else 0,
        "custom_games": len(change.custom_games),
        "texts": [{"old": old, "new": new} for old, new in texts[:MAX_SHOWN]],
        "more": max(0, len(texts) - MAX_SHOWN),
        "open": [sentence for room in hooks.rows_of(table.id) for sentence in room.open_with(player)],
        "unsalted": 0 if found is None else found.unsalted,
        "search": url_for("erasing.player", **own, search="all"),
        "erase": url_for("erasing.create", **own, search=request.args.get("search")),
        "export": url_for("exports.table", table=table.id),
    }


def _table_values(table: TableRow) -> View:
    """Values for `tables/delete.html`."""
    return {
        "table": table,
        "games": count_games(table.id),
        "players": count_players(table.id),
        "export": url_for("exports.table_file", table=table.id, form="zip"),
    }
