"""Why? A score, a total, the bags: each number with all that stands behind it."""

from flask import Blueprint, abort, render_template

from scorekeeper.access import WATCHER, current_game, current_table
from scorekeeper.core.rules.seating import Side
from scorekeeper.services import GameOnTable
from scorekeeper.web.games.views.why import why_hand, why_total

pages = Blueprint("why", __name__, url_prefix="/games/<game>/why")


@pages.get("/hands/<int:hand>/<int:side>", role=WATCHER)
def hand(game: str, hand: int, side: int) -> str:
    """How the points of a side's hand came about."""
    on_table = _game_with(game, side)
    if not 1 <= hand <= len(on_table.state.board.hands):
        abort(404)
    return _page("games/why/hand.html", on_table, why_hand(on_table.state, game, hand, Side(side)))


@pages.get("/totals/<int:side>", role=WATCHER)
def total(game: str, side: int) -> str:
    """How a side's total came about, and the bags that it carries."""
    on_table = _game_with(game, side)
    return _page("games/why/total.html", on_table, why_total(on_table.state, game, Side(side)))


def _game_with(game: str, side: int) -> GameOnTable:
    on_table = current_game()
    if not 0 <= side < len(on_table.state.head.sides):
        abort(404)
    return on_table


def _page(template: str, on_table: GameOnTable, view: dict[str, object]) -> str:
    return render_template(template, game=on_table.game, table=current_table(), **view)
