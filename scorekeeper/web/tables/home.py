"""Home: this device's tables, and cards that lead to their games."""

from flask import Blueprint, make_response, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.core.pages.board import board_view, game_subtitle
from scorekeeper.core.words.language import minus, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.services import GameOnTable, game_on_table
from scorekeeper.services.game_cache import who_won
from scorekeeper.services.members import tables_here
from scorekeeper.storage import PLAYING, Game, Table, games_of
from scorekeeper.web.formatting import short_day

View = dict[str, object]


def game_card(on_table: GameOnTable, title: str) -> View:
    """Values for `game_card` in `macros/cards.html`."""
    state = on_table.state
    return {
        "url": url_for("games.show", game=on_table.game.id),
        "title": title,
        "subtitle": game_subtitle(state.head.rules),
        "board": board_view(state.board, state.head.names),
        "hand": state.board.next_number,
    }


def finished_row(game: Game) -> View:
    """Values for `row_card`: a game in a list, from its row alone."""
    names = [side["name"] for side in game.sides]
    totals = game.summary.get("totals", [0] * len(names))
    hands = game.summary.get("hands", 0)
    title = who_won(game) or " – ".join(names)
    when = short_day(game.created)
    length = _n(hands, "1 hand", "{count} hands")
    return {
        "url": url_for("games.show", game=game.id),
        "title": title,
        "note": " · ".join([when, *([_("in progress")] if game.status == PLAYING else []), length]),
        "figures": [{"index": side, "text": minus(str(total))} for side, total in enumerate(totals)],
    }


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
    note = _("No game yet")
    if latest:
        names = with_commas([side["name"] for side in latest[0].sides])
        note = f"{names} · {_n(latest[0].number, '1 game', '{count} games')}"
    return {"url": url_for("tables.show", table=table.id), "name": table.name, "note": note}
