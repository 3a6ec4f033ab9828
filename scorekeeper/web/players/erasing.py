"""Erases a person from a table, or a whole table: shown first, done once a keeper confirms."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, current_table
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.erasure_plan import ErasurePlan, plan_erasure
from scorekeeper.storage import Table, players_of
from scorekeeper.storage.search import NoSuchPlayer, how_many_games
from scorekeeper.web.games.rendered_hands import RENDERED_HANDS
from scorekeeper.web.players.routes import DeleteTableForm, ErasePlayerForm
from scorekeeper.web.recording import this_writer

View = dict[str, object]

MOST_SHOWN = 50


def player_preview(table: Table, player: int, plan: ErasurePlan) -> View:
    """Values for `players/erase.html`."""
    texts = [*plan.texts, *plan.devices.values(), *([plan.table_name] if plan.table_name else [])]
    return {
        "table": table,
        "player": {"id": player, "name": next(iter(plan.instead))},
        "names": [{"old": old, "new": new} for old, new in plan.instead.items()],
        "games": len(plan.games),
        "nights": len(plan.nights),
        "texts": [{"old": old, "new": new} for old, new in texts[:MOST_SHOWN]],
        "more": max(0, len(texts) - MOST_SHOWN),
        "unsalted": plan.unsalted,
        "export": url_for("exports.table", table=table.id),
    }


def table_preview(table: Table) -> View:
    """Values for `tables/delete.html`."""
    return {
        "table": table,
        "games": how_many_games(table.id),
        "players": len(players_of(table.id)),
        "export": url_for("exports.table_file", table=table.id, form="zip"),
    }


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
        plan, clean = erase_player(table, player, this_writer())
    except NoSuchPlayer:
        abort(404)
    RENDERED_HANDS.clear()
    new = next(iter(plan.instead.values()))
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
    RENDERED_HANDS.clear()
    flash(_("Table deleted, with all its games."), "success")
    if not clean:
        flash(_(IN_USE), "error")
    return redirect(url_for("home.index"), 303)


def _player_page(table: str, player: int, form: ErasePlayerForm) -> str:
    try:
        plan = plan_erasure(table, player)
    except NoSuchPlayer:
        abort(404)
    return render_template("players/erase.html", **player_preview(current_table(), player, plan), form=form)


def _table_page(form: DeleteTableForm) -> str:
    return render_template("tables/delete.html", **table_preview(current_table()), form=form)
