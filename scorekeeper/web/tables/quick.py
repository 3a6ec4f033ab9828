"""Quick game: one tap from home to the first bid; and keeping its table by a name."""

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, TABLE_CREATOR, current_table
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, spend
from scorekeeper.core.game import START
from scorekeeper.core.sheet import HEAD, sheet_json
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.starting import quick_sheet, quick_table, start_quick_game
from scorekeeper.services.tables import rename_table
from scorekeeper.web.games.events import around_any
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.offline import OF_GAME
from scorekeeper.web.sharing.devices import device_name
from scorekeeper.web.tables.routes import TableForm

pages = Blueprint("quick", __name__)


@pages.get("/quick-game", role=TABLE_CREATOR)
def blank() -> Response:
    """A quick game with only its start, for a phone that starts one while it cannot reach the server.

    The phone replaces `OF_GAME` by an id of its own, and later posts that id: the game then gets its real one.
    """
    own = quick_table(device_secret())
    sheet = quick_sheet(own.table_id if own else None)
    start = {name: part for name, part in sheet_json(sheet).items() if name in HEAD}
    unnamed = [name for side in sheet.sides for name in side.players]
    return jsonify(
        {
            "events": [{"seq": 1, "id": OF_GAME, "kind": START, "payload": start, "who": None, "reason": None}],
            "table": {"id": own.table_id if own else OF_GAME, "name": _("Quick game"), "may_keep": False},
            "game": {"id": OF_GAME, "number": 0, "unnamed": unnamed, "names_later": True},
            "start": url_for("quick.create"),
            "who": own.name if own else None,
            "own_side": None,
            "roster": [],
            "rules_code": rules_code(sheet.rules),
            "pen": None,
            "own_seat": None,
            "own_bid": [],
            "waiting": [],
            "may_write": True,
            "mark": "",
            **around_any(OF_GAME),
        }
    )


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
