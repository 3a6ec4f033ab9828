"""Game history: a table's finished games by rules, players and time, a game's charts, what counts."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, StringField
from wtforms.validators import DataRequired, Length

from scorekeeper.access import SCORER, WATCHER, current_game, current_table
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.statistics import set_counted
from scorekeeper.storage.search import NoSuchPlayer
from scorekeeper.web.forms import one_line, stripped
from scorekeeper.web.history.charts import bids_chart, totals_chart
from scorekeeper.web.history.views import Search, history_page
from scorekeeper.web.language import lazy


class NotCountedForm(Form):
    """Why statistics exclude a game, or include it again."""

    again = BooleanField()
    reason = StringField(
        lazy("Reason"),
        render_kw={"placeholder": lazy("for example: practice")},
        filters=[stripped],
        validators=[
            DataRequired(lazy("Say why, for example: practice.")),
            Length(1, 200, lazy("Use at most 200 characters for the reason.")),
            one_line,
        ],
    )


pages = Blueprint("game_history", __name__)


@pages.get("/tables/<table>/history", role=WATCHER)
def index(table: str) -> str:
    found = current_table()
    try:
        search = Search.of(found.id, request.args)
    except NoSuchPlayer:
        abort(404)
    return render_template("history/index.html", **history_page(found, search))


@pages.get("/games/<game>/picture", role=WATCHER)
def picture(game: str) -> str:
    on_table = current_game()
    board, names = on_table.state.board, on_table.state.sheet.names
    return render_template(
        "history/picture.html",
        game=on_table.game,
        title=" – ".join(names),
        totals=totals_chart(board, names),
        bids=bids_chart(board, names),
    )


@pages.get("/games/<game>/counted", role=SCORER)
def counted(game: str) -> str:
    return _counted(game, NotCountedForm())


@pages.post("/games/<game>/counted", role=SCORER)
def set_whether_counted(game: str) -> Response | tuple[str, int]:
    on_table = current_game()
    form = NotCountedForm(request.form)
    if form.again.data:
        set_counted(on_table, None)
        flash(_("This game counts in statistics again."), "success")
        return redirect(url_for("games.show", game=game), 303)
    if not form.validate():
        return _counted(game, form), 422
    set_counted(on_table, str(form.reason.data))
    flash(_("This game doesn’t count in statistics."), "success")
    return redirect(url_for("games.show", game=game), 303)


def _counted(game: str, form: NotCountedForm) -> str:
    on_table = current_game()
    names = on_table.state.sheet.names
    return render_template("history/counted.html", game=on_table.game, title=" – ".join(names), form=form)
