"""Home: the tables, and the game in progress on the one that played last."""

from flask import Blueprint, render_template, url_for

from scorekeeper.play import game_on_table
from scorekeeper.storage import PLAYING, Table, games_of, tables
from scorekeeper.web.views.cards import game_card

pages = Blueprint("home", __name__)

MOST_TABLES = 50


@pages.get("/")
def index() -> str:
    found = tables(limit=MOST_TABLES)
    return render_template("home.html", current=_current(found), tables=[_row(table) for table in found])


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
