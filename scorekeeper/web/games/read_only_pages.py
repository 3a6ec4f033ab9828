"""Read-only pages of a game: what wins, explanations of scores, and the face-to-face and TV views."""

import pickle
from typing import cast

from flask import Blueprint, abort, make_response, request
from werkzeug.wrappers import Response

from scorekeeper.access import WATCHER, current_game, current_game_row, current_membership
from scorekeeper.access.live import page_stream
from scorekeeper.access.quotas import working_out
from scorekeeper.core.analysis.what_wins import Rows
from scorekeeper.core.game import GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.looking_up.distance import live_view
from scorekeeper.core.pages.looking_up.explanations import why_hand, why_total
from scorekeeper.core.pages.looking_up.what_wins import settled_draft, what_wins_view
from scorekeeper.core.rules.seating import Side
from scorekeeper.formats.apart import what_wins_apart
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.services.game_cache import LoadedGame
from scorekeeper.web.games.page_context import context_of, mark_of, render_game_page, render_kept_page
from scorekeeper.web.games.recording import redirect_if_unavailable

live_pages = Blueprint("live", __name__, url_prefix="/games/<game>")
what_wins_pages = Blueprint("what_wins", __name__, url_prefix="/games/<game>/what-wins")
why_pages = Blueprint("why", __name__, url_prefix="/games/<game>/why")

MANY_SIDES, MANY_SIDES_FOR_A_POT = 7, 5
"""This number of sides has too many ways to take the tricks: a pot needs each of them scored, other games do not."""


@live_pages.get("/version", role=WATCHER)
def version(game: str) -> Response:
    """The version of this phone's game pages as an ETag: 304 if the client has seen it."""
    row = current_game_row()
    response = make_response("", 200)
    response.set_etag(f"{row.last_seq}{mark_of(row)}")
    response.headers["Cache-Control"] = "no-cache, private"
    return response.make_conditional(request)


@live_pages.get("/live", role=WATCHER)
def live(game: str) -> Response:
    """A stream of the version of this phone's game pages; 204 where there can be none, and the page asks instead."""
    row, member = current_game_row(), current_membership().member_id
    assert member is not None  # a program has no page
    return page_stream(game, member, f"{row.last_seq}{mark_of(row)}")


@live_pages.get("/across", role=WATCHER)
def across(game: str) -> str:
    """The face-to-face view, for a phone in the middle of the table: the upper half is upside down."""
    return _from_afar("games/live/across.html")


@live_pages.get("/screen", role=WATCHER)
def screen(game: str) -> str:
    """The TV view: the board and the last hands."""
    return _from_afar("games/live/screen.html")


def _from_afar(template: str) -> str:
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page(template, context, live_view(loaded.state, context))


@what_wins_pages.get("", role=WATCHER)
def show(game: str) -> Response | bytes:
    """What each side needs in this hand, and what each number of tricks would score."""
    loaded = current_game()
    absent = redirect_if_unavailable(loaded)
    if absent is not None:
        return absent
    if not is_dear(loaded.state):
        return render_kept_page("games/what_wins.html", loaded, lambda: what_wins_view(loaded.state))
    turn = working_out(current_membership())
    return render_kept_page("games/what_wins.html", loaded, lambda: _worked_out_apart(loaded.state), turn)


def is_dear(state: GameState) -> bool:
    """Whether what wins takes a processor 20 ms and more: all have bid, and tricks can fall in very many ways."""
    scoring = state.board.rules.scoring
    many = MANY_SIDES_FOR_A_POT if scoring.pooled else MANY_SIDES
    return len(state.setup.sides) >= many and None not in state.draft


def _worked_out_apart(state: GameState) -> View:
    (rows,) = run_sandboxed(what_wins_apart, pickle.dumps((state.board, settled_draft(state))))
    return what_wins_view(state, cast("tuple[Rows, ...]", rows))


@why_pages.get("/hands/<int:hand>/<int:side>", role=WATCHER)
def hand(game: str, hand: int, side: int) -> str:
    """How a side scored a hand."""
    loaded = _game_with(side)
    if not 1 <= hand <= len(loaded.state.board.hands):
        abort(404)
    context = context_of(loaded)
    return render_game_page("games/why/hand.html", context, why_hand(loaded.state, context, hand, Side(side)))


@why_pages.get("/totals/<int:side>", role=WATCHER)
def total(game: str, side: int) -> str:
    """How a side got its total and its bags."""
    loaded = _game_with(side)
    context = context_of(loaded)
    return render_game_page("games/why/total.html", context, why_total(loaded.state, context, Side(side)))


def _game_with(side: int) -> LoadedGame:
    loaded = current_game()
    if not 0 <= side < len(loaded.state.setup.sides):
        abort(404)
    return loaded
