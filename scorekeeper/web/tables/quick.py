"""Quick game: one tap from home to the first bid; and keeping its table by a name."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, TABLE_CREATOR, current_table
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, spend
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.quick_games import quick_table, start_quick_game
from scorekeeper.services.tables import rename_table
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.sharing.devices import device_name
from scorekeeper.web.tables.routes import TableForm

pages = Blueprint("quick", __name__)


@pages.post("/quick-game", role=TABLE_CREATOR)
def create() -> Response:
    secret = device_secret()
    own = quick_table(secret)
    if own is None:
        spend(RateLimit.TABLES)
    else:
        spend(RateLimit.GAMES, whose=own.table_id)
    quick = start_quick_game(secret, device_name(), EntryForm(request.form).new_id)
    answer = redirect(url_for("games.show", game=quick.started.game.id), 303)
    return keep_secret(answer, quick.secret) if quick.secret else answer


@pages.get("/tables/<table>/keep", endpoint="name", role=KEEPER)
def ask_name(table: str) -> str:
    return render_template("tables/keep.html", table=current_table(), form=TableForm())


@pages.post("/tables/<table>/keep", role=KEEPER)
def keep(table: str) -> Response | tuple[str, int]:
    form = TableForm(request.form)
    if not form.validate():
        return render_template("tables/keep.html", table=current_table(), form=form), 422
    name = str(form.name.data)
    rename_table(table, name)
    flash(_("{table} is kept. It’s on the first page.", table=name), "success")
    return redirect(url_for("tables.show", table=table), 303)
