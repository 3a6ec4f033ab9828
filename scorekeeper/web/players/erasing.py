"""Erasing a person from a table, or the whole table: shown first, and done once a keeper has confirmed it."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, current_table
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.erasure_plan import plan_erasure
from scorekeeper.storage.search import NoSuchPlayer
from scorekeeper.web.games.views.drawn import DRAWN
from scorekeeper.web.players.erasing_view import person_preview, table_preview
from scorekeeper.web.players.forms import DeleteTableForm, ErasePlayerForm
from scorekeeper.web.writer import this_writer

pages = Blueprint("erasing", __name__, url_prefix="/tables/<table>")

IN_USE = (
    "Another program is reading the database, so its file may still hold the erased text in its free space. "
    "Run “scorekeeper forget --clean” once that program has ended."
)


@pages.get("/people/<int:person>/erase", role=KEEPER)
def person(table: str, person: int) -> str:
    return _person_page(table, person, ErasePlayerForm())


@pages.post("/people/<int:person>/erase", role=KEEPER)
def create(table: str, person: int) -> Response | tuple[str, int]:
    form = ErasePlayerForm(request.form)
    if not form.validate():
        return _person_page(table, person, form), 422
    try:
        plan, clean = erase_player(table, person, this_writer())
    except NoSuchPlayer:
        abort(404)
    DRAWN.clear()
    games = "1 game" if len(plan.games) == 1 else f"{len(plan.games):,} games"
    flash(f"The name is erased: it now reads {next(iter(plan.instead.values()))} in {games}.", "success")
    if not clean:
        flash(IN_USE, "error")
    return redirect(url_for("people.index", table=table), 303)


@pages.get("/delete", role=KEEPER)
def table(table: str) -> str:
    return _table_page(DeleteTableForm())


@pages.post("/delete", role=KEEPER)
def remove(table: str) -> Response | tuple[str, int]:
    form = DeleteTableForm(request.form)
    if not form.validate():
        return _table_page(form), 422
    clean = erase_table(table)
    DRAWN.clear()
    flash("The table is deleted, with all its games.", "success")
    if not clean:
        flash(IN_USE, "error")
    return redirect(url_for("home.index"), 303)


def _person_page(table: str, person: int, form: ErasePlayerForm) -> str:
    try:
        plan = plan_erasure(table, person)
    except NoSuchPlayer:
        abort(404)
    return render_template("players/erase.html", **person_preview(current_table(), person, plan), form=form)


def _table_page(form: DeleteTableForm) -> str:
    return render_template("tables/delete.html", **table_preview(current_table()), form=form)
