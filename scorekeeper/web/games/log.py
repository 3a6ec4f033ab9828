"""The game log: every event as a sentence, who recorded it and when; undo and redo."""

from datetime import datetime

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, WATCHER, current_game
from scorekeeper.core.game import moves
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages.looking_up.log import NEWEST, GameLog, Moment
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.recording import redo, undo
from scorekeeper.storage.events import events_of
from scorekeeper.web.formatting import day, moment_view, zone_words
from scorekeeper.web.games.page_context import context_of, render_game_page, to_game
from scorekeeper.web.games.recording import attempt_or_flash, flash_recorded, record_or_flash, this_author
from scorekeeper.web.posted import posted_id, posted_seq

pages = Blueprint("log", __name__, url_prefix="/games/<game>/history")
undo_pages = Blueprint("undo", __name__)
redo_pages = Blueprint("redo", __name__)

CLASH = translatable("Someone changed the game. Check the game log and try again.")


@pages.get("", role=WATCHER)
def show(game: str) -> str:
    loaded = current_game()
    context = context_of(loaded)
    times = {event.seq: event.at for event in events_of(game)}
    log = GameLog(loaded.state, context, lambda seq: _moment(times[seq]))
    view = log.view(whole(request.args.get("before"), NEWEST)) | {"zone": zone_words()}
    return render_game_page("games/log.html", context, view)


def _moment(at: datetime) -> Moment:
    return Moment(day(at), {**moment_view(at)})


@pages.post("/<int:entry>/take-back", role=SCORER)
def take_back(game: str, entry: int) -> Response:
    recorded = record_or_flash(game, lambda state: moves.undo_event(state, entry), _(CLASH))
    if recorded is not None:
        flash_recorded(recorded)
    return redirect(url_for("log.show", game=game), 303)


@undo_pages.post("/games/<game>/undo", endpoint="create", role=SCORER)
def create_undo(game: str) -> Response:
    return _undo_or_redo(game, back=True)


@redo_pages.post("/games/<game>/redo", endpoint="create", role=SCORER)
def create_redo(game: str) -> Response:
    return _undo_or_redo(game, back=False)


def _undo_or_redo(game: str, back: bool) -> Response:
    recorded = attempt_or_flash(lambda: (undo if back else redo)(game, this_author(), posted_seq(), posted_id()))
    if recorded is not None:
        flash_recorded(recorded)
    return to_game(game)
