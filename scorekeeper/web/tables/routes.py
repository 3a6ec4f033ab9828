"""Tables: a new table, and a table with its games."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form, StringField
from wtforms.validators import DataRequired, Length

from scorekeeper.access import TABLE_CREATOR, WATCHER, current_table
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import Limit, spend
from scorekeeper.core.inputs.fields import LONGEST_NAME, whole_number
from scorekeeper.core.pages.board import board_view, game_subtitle
from scorekeeper.core.words.language import minus
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.vocabulary import POINTS, total_text
from scorekeeper.services import GameOnTable, game_on_table
from scorekeeper.services.game_cache import ending_text, sides_now
from scorekeeper.services.joining import open_table
from scorekeeper.storage import PLAYING, Game, games_of, roster_of
from scorekeeper.web.formatting import short_day
from scorekeeper.web.forms import AName, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing.devices import device_name

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
    """Values for `row_card`: a game in a list, from its row only."""
    names = [name for name, _players in sides_now(game)]
    totals = game.summary.get("totals", [0] * len(names))
    hands, unit = game.summary.get("hands", 0), str(game.summary.get("unit", POINTS))
    title = ending_text(game) or " – ".join(names)
    when = short_day(game.created)
    length = _n(hands, "1 hand", "{count} hands")
    return {
        "url": url_for("games.show", game=game.id),
        "title": title,
        "note": " · ".join([when, *([_("in progress")] if game.status == PLAYING else []), length]),
        "figures": [{"index": side, "text": minus(total_text(total, unit))} for side, total in enumerate(totals)],
    }


class TableForm(Form):
    """A new table."""

    name = StringField(
        lazy("Name of the table"),
        description=lazy("For example: Thursday night"),
        filters=[stripped],
        validators=[
            DataRequired(lazy("Give the table a name, for example Thursday night.")),
            Length(1, LONGEST_NAME, lazy("Use 1 to {most} characters for the name.", most=LONGEST_NAME)),
            AName(),
        ],
    )


pages = Blueprint("tables", __name__, url_prefix="/tables")

GAMES_A_PAGE = 30


@pages.get("/new", role=TABLE_CREATOR)
def new() -> str:
    return render_template("tables/new.html", form=TableForm())


@pages.post("", role=TABLE_CREATOR)
def create() -> Response | tuple[str, int]:
    form = TableForm(request.form)
    if not form.validate():
        return render_template("tables/new.html", form=form), 422
    spend(Limit.TABLES)
    joined = open_table(str(form.name.data), device_secret(), device_name())
    return keep_secret(redirect(url_for("tables.show", table=joined.table.id), 303), str(joined.secret))


@pages.get("/<table>", role=WATCHER)
def show(table: str) -> str:
    found = current_table()
    games = games_of(found.id, limit=GAMES_A_PAGE, after=request.args.get("after", type=whole_number))
    playing = [game for game in games if game.status == PLAYING]
    current = game_card(game_on_table(playing[0].id), title=_("In progress")) if playing else None
    others = [game for game in games if not playing or game.id != playing[0].id]
    seated = {"id": found.id, "name": found.name, "players": roster_of(found.id)}
    return render_template(
        "tables/show.html",
        table=seated,
        current=current,
        games=[finished_row(game) for game in others],
        older=_older(found.id, games),
    )


MOVED = {"people": "players", "nights": "scripted-games"}
"""Old and new names of URL parts, for bookmarks and links from earlier versions."""


@pages.get("/<table>/<any(people, nights):old>", defaults={"rest": ""}, role=WATCHER)
@pages.get("/<table>/<any(people, nights):old>/<path:rest>", role=WATCHER)
def moved(table: str, old: str, rest: str) -> Response:
    """Redirect from an old URL to the page's new one."""
    address = "/".join(part for part in (url_for("tables.show", table=table), MOVED[old], rest) if part)
    query = request.query_string.decode()
    return redirect(f"{address}?{query}" if query else address, 301)


def _older(table_id: str, games: list[Game]) -> str | None:
    """The URL of the page of older games, if there are any."""
    if len(games) < GAMES_A_PAGE or games[-1].number == 1:
        return None
    return url_for("tables.show", table=table_id, after=games[-1].number)
