"""Games in progress of other nights: a page that lists them, and ends many of them at once."""

from datetime import datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, SelectMultipleField

from scorekeeper.access import SCORER, WATCHER, current_table
from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import listed, translate as _, translate_plural as _n
from scorekeeper.services.series import night_of, night_period, zone_of
from scorekeeper.services.stopping import Stopped, stop_games
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import PLAYING, Game
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.games.recording import this_author
from scorekeeper.web.played.results import result_rows

MAX_SHOWN = 100
"""Games on the page, the latest ones; ending these shows the next."""


class EndForm(Form):
    """The games to end as they stand: those that are ticked, or all that the page shows."""

    games = SelectMultipleField(validate_choice=False)
    all = BooleanField()


pages = Blueprint("running", __name__, url_prefix="/tables/<table>/running")


def tonight_begins(table: TableRow) -> datetime:
    """When this night of the table began."""
    zone = zone_of(table.zone)
    return night_period(night_of(utc_now(), zone), zone)[0]


@pages.get("", role=WATCHER)
def show(table: str) -> str:
    found = _earlier(current_table())
    rows = zip(found, result_rows(found, dated=True, running=True), strict=True)
    games = [row | {"id": game.id} for game, row in rows]
    return render_template("played/running.html", table=current_table(), games=games)


@pages.post("", role=SCORER)
def end(table: str) -> Response:
    form = EndForm(request.form)
    shown = {game.id for game in _earlier(current_table())}
    chosen = shown if form.all.data else shown.intersection(form.games.data or ())
    flash_stopped(stop_games(table, chosen, this_author()))
    return redirect(url_for("running.show" if shown - chosen else "tables.show", table=table), 303)


def flash_stopped(stopped: Stopped) -> None:
    """Say how many games ended, and which could not."""
    if stopped.games:
        flash(_n(stopped.games, "1 game ended as it stands.", "{count} games ended as they stand."), "success")
    if stopped.left:
        numbers = listed([str(number) for number in stopped.left])
        words = _n(
            len(stopped.left),
            "Game {numbers} has no hand, so it can’t end; open it to delete it.",
            "Games {numbers} have no hand, so they can’t end; open them to delete them.",
            numbers=numbers,
        )
        flash(words, "error")
    if not stopped.games and not stopped.left:
        flash(_("Tick the games that nobody plays on."), "error")


def _earlier(table: TableRow) -> list[Game]:
    return games_of(table.id, limit=MAX_SHOWN, status=PLAYING, of_matches=False, before=tonight_begins(table))
