"""Following a game from afar: whether it has gone on, the view across the table, and the one for a large screen."""

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.access import WATCHER, current_game, current_game_row, current_table
from scorekeeper.web.games.views.live import live_view

pages = Blueprint("live", __name__)


@pages.get("/games/<game>/version", role=WATCHER)
def version(game: str) -> Response:
    """The number of the game's last entry, as a tag: 304 while it is the one that the asker has seen."""
    response = make_response("", 200)
    response.set_etag(str(current_game_row().last_seq))
    response.headers["Cache-Control"] = "no-cache, private"
    return response.make_conditional(request)


@pages.get("/games/<game>/across", role=WATCHER)
def across(game: str) -> str:
    """For a phone that lies in the middle: the upper half is turned to the other side of the table."""
    return _show(game, "games/live/across.html")


@pages.get("/games/<game>/screen", role=WATCHER)
def screen(game: str) -> str:
    """For a large screen: the board, and the last hands."""
    return _show(game, "games/live/screen.html")


def _show(game: str, template: str) -> str:
    on_table = current_game()
    table = current_table()
    return render_template(template, table=table, **live_view(on_table))
