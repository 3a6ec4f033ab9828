"""The recap card: the end of a game as a picture to send, drawn here as SVG and, from the same drawing, as PNG."""

from functools import lru_cache
from pathlib import Path

import resvg_py
import ziafont
from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.access import WATCHER, current_game, current_table
from scorekeeper.core.words.language import current_language
from scorekeeper.services import GameOnTable
from scorekeeper.web.games.views.result_card import HEIGHT, WIDTH, card_view

pages = Blueprint("card", __name__, url_prefix="/games/<game>")

FONT = Path(ziafont.__file__).parent / "fonts" / "DejaVuSans.ttf"
"""It comes with the package, so that the letters are there on a machine without fonts."""

DRAWING = 1
"""Counts up when the drawing changes, so that no browser keeps an old one."""

MOST_KEPT = 32


@pages.get("/card", role=WATCHER)
def show(game: str) -> str:
    on_table = _over(game)
    table = current_table()
    view = card_view(on_table, table.name)
    return render_template(
        "games/result_card/show.html",
        game=on_table.game,
        table=table,
        alt=view["alt"],
        seq=on_table.state.seq,
        size=(WIDTH, HEIGHT),
    )


@pages.get("/card.svg", role=WATCHER)
def svg(game: str) -> Response:
    return _picture(_over(game), "image/svg+xml")


@pages.get("/card.png", role=WATCHER)
def png(game: str) -> Response:
    return _picture(_over(game), "image/png")


def _over(game: str) -> GameOnTable:
    """The game, once it is over: before there is nothing to tell."""
    on_table = current_game()
    if on_table.state.board.outcome is None:
        abort(404)
    return on_table


def _picture(on_table: GameOnTable, mimetype: str) -> Response:
    """The card, kept by the browser and asked about anew; drawn only where the game has gone on since."""
    answer = make_response()
    answer.set_etag(f"{on_table.state.seq}-{DRAWING}-{mimetype[6:9]}-{current_language()}")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.mimetype = mimetype
    if request.if_none_match.contains_weak(answer.get_etag()[0] or ""):
        answer.make_conditional(request)
        return answer
    drawn = render_template("games/result_card/recap.svg", **card_view(on_table, current_table().name))
    answer.set_data(png_of(drawn) if mimetype == "image/png" else drawn)
    kind = mimetype[6:9]
    answer.headers["Content-Disposition"] = f'inline; filename="spades-{on_table.game.number}.{kind}"'
    return answer


@lru_cache(maxsize=MOST_KEPT)
def png_of(drawn: str) -> bytes:
    """The drawing as PNG, with the letters of the font that we bring; others only where the machine has them."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn, font_files=[str(FONT)], font_family="DejaVu Sans", skip_system_fonts=False
        )
    )
