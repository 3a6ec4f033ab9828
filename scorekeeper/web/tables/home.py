"""Home: the tables that this device is in, and the game in progress on the one that played last."""

from flask import Blueprint, make_response, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.services import game_on_table
from scorekeeper.services.membership import tables_here
from scorekeeper.storage import PLAYING, Table, games_of
from scorekeeper.web.tables.cards import game_card

pages = Blueprint("home", __name__)


@pages.get("/", role=ANYONE)
def index() -> Response:
    secret = device_secret()
    found = [table for table, _membership in tables_here(secret)]
    page = make_response(render_template("home.html", current=_current(found), tables=[_row(t) for t in found]))
    return keep_secret(page, secret) if secret and found else page  # browsers forget a cookie after 400 days


def _current(found: list[Table]) -> dict[str, object] | None:
    playing = [game for table in found for game in games_of(table.id, limit=1, status=PLAYING)]
    if not playing:
        return None
    latest = max(playing, key=lambda game: game.last_activity)
    table = next(table for table in found if table.id == latest.table_id)
    return game_card(game_on_table(latest.id), title=table.name)


def _row(table: Table) -> dict[str, object]:
    latest = games_of(table.id, limit=1)
    note = "No game yet"
    if latest:
        names = ", ".join(side["name"] for side in latest[0].sides)
        note = f"{names} · {latest[0].number} {'game' if latest[0].number == 1 else 'games'}"
    return {"url": url_for("tables.show", table=table.id), "name": table.name, "note": note}
