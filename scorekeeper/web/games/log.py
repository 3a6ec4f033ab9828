"""The history of a game: every entry in words, with who wrote it and when; most can be taken back here."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import may
from scorekeeper.core.game import TAKE_BACK
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.services import game_on_table, record
from scorekeeper.storage import AnotherEntryCameFirst, EntryIdTaken, NotThatFar, entries_of, find_table
from scorekeeper.web.forms import posted_id, sentence
from scorekeeper.web.games.views.log import History
from scorekeeper.web.numbers import whole_number
from scorekeeper.web.times import zone_words
from scorekeeper.web.writer import this_writer

pages = Blueprint("history", __name__, url_prefix="/games/<game>/history")

CLASH = "Another phone wrote something in between: look at the history, then try again."


@pages.get("")
def show(game: str) -> str:
    on_table = game_on_table(game)
    history = History(on_table.course, entries_of(game), game, may("scorer"))
    days = history.days(request.args.get("before", type=whole_number))
    first = days[-1]["rows"][-1]["seq"] if days else 1
    table = find_table(on_table.game.table_id)
    return render_template(
        "games/history.html",
        game=on_table.game,
        table=table,
        days=days,
        older=url_for("history.show", game=game, before=first) if first > 1 else None,
        seq=on_table.course.seq,
        zone=zone_words(),
    )


@pages.post("/<int:entry>/take-back")
def take_back(game: str, entry: int) -> Response:
    body = {"entry": entry}
    seq = request.form.get("seq", type=whole_number)
    try:
        record(game, TAKE_BACK, body, writer=this_writer(), entry_id=posted_id(request.form), seq=seq)
    except (AnotherEntryCameFirst, NotThatFar, EntryIdTaken):
        flash(CLASH, "error")
    except InvalidInput as error:
        flash(sentence(error), "error")
    else:
        flash("Done. It can be turned round here as well.", "success")
    return redirect(url_for("history.show", game=game), 303)
