"""Tables: a new table, a table with its games, its name, archiving it, and the ways to export, delete or leave it."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, current_app, flash, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import BooleanField, Field, Form
from wtforms.validators import DataRequired, Length, ValidationError

from scorekeeper import hooks
from scorekeeper.access import KEEPER, SCORER, TABLE_CREATOR, WATCHER, current_table
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.pages.board import board_view, game_subtitle
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.game_cache import OVER, LoadedGame, load_game
from scorekeeper.services.members import open_table
from scorekeeper.services.tables import archive_table, rename_table, set_zone, show_club
from scorekeeper.storage.games import count_games, games_of
from scorekeeper.storage.models import PLAYING
from scorekeeper.storage.players import roster_of
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.visits import GameRow, game_rows
from scorekeeper.web.formatting import known_zones, month_text, zone_name
from scorekeeper.web.forms import StringField, ValidName, stripped
from scorekeeper.web.games.page_context import mark_of
from scorekeeper.web.language import lazy
from scorekeeper.web.played.results import damaged_row, games_by_night, result_rows
from scorekeeper.web.played.running import tonight_begins
from scorekeeper.web.sharing.devices import device_name


def game_card(loaded: LoadedGame, title: str) -> View:
    """Values for `game_card` in `macros/cards.html`."""
    state = loaded.state
    return {
        "url": url_for("games.show", game=loaded.game.id),
        "title": title,
        "subtitle": game_subtitle(state.setup.rules),
        "board": board_view(state.board, state.setup.names),
        "hand": state.board.next_number,
    }


def sound_game(game_id: str) -> LoadedGame | None:
    """The game; None if it is damaged."""
    try:
        return load_game(game_id)
    except DamagedGame:
        return None


class TableForm(Form):
    """A new table."""

    name = StringField(
        lazy("Name of the table"),
        description=lazy("For example: Thursday night"),
        filters=[stripped],
        validators=[
            DataRequired(lazy("Give the table a name, for example Thursday night.")),
            Length(1, MAX_NAME_LENGTH, lazy("Use 1 to {most} characters for the name.", most=MAX_NAME_LENGTH)),
            ValidName(),
        ],
    )


pages = Blueprint("tables", __name__, url_prefix="/tables")

MAX_PLAYING = 30
MAX_GAMES_IN_A_NIGHT = 30
"""How many games the page lists; the history has the others."""


@pages.get("/new", role=TABLE_CREATOR)
def new() -> str:
    return render_template("tables/new.html", form=TableForm())


@pages.post("", role=TABLE_CREATOR)
def create() -> Response | tuple[str, int]:
    form = TableForm(request.form)
    if not form.validate():
        return render_template("tables/new.html", form=form), 422
    hit(RateLimit.TABLES)
    joined = open_table(str(form.name.data), device_secret(), device_name(), zone=zone_name())
    return keep_secret(redirect(url_for("tables.show", table=joined.table.id), 303), str(joined.secret))


@pages.get("/<table>", role=WATCHER)
def show(table: str) -> str:
    found = current_table()
    night = tonight_begins(found)
    playing = games_of(found.id, limit=MAX_PLAYING, status=PLAYING, of_matches=False, since=night)
    earlier = games_of(found.id, limit=MAX_PLAYING, status=PLAYING, of_matches=False, before=night)
    if not playing:  # one that was left unfinished goes on here, but no list that was imported
        playing = [game for game in earlier if not game.imported][:1]
        earlier = [game for game in earlier if game not in playing]
    finished = search_games(found.id, GameFilter(status=OVER), limit=MAX_GAMES_IN_A_NIGHT)
    running = sound_game(playing[0].id) if playing else None
    of_rooms = hooks.at_table(found)
    return render_template(
        "tables/show.html",
        table={"id": found.id, "name": found.name},
        subtitle=_played(found.id) if finished else _names(roster_of(found.id)),
        current=game_card(running, title=_("In progress")) if running else None,
        follow=_followed(running.game) if running else None,
        playing=[
            *(damaged_row(game) for game in playing[:1] if running is None),
            *result_rows(playing[1:], dated=True, running=True),
        ],
        earlier=_earlier(len(earlier)),
        nights=games_by_night(found, finished)[:1],
        cards=[card for room in of_rooms for card in room.cards()],
        rows=[row for room in of_rooms for row in room.rows()],
    )


def _earlier(games: int) -> str | None:
    """How many games of other nights are not over; None if all are."""
    if games >= MAX_PLAYING:
        return _("{count} or more games of other nights are not over", count=MAX_PLAYING)
    words = _n(games, "1 game of another night is not over", "{count} games of other nights are not over")
    return words if games else None


def _followed(game: GameRow) -> View:
    return {"game": game.id, "version": f"{game.last_seq}{mark_of(game)}"}


def _played(table: str) -> str:
    count, first = count_games(table), game_rows(table, limit=1)[0]
    return _n(count, "1 game since {month}", "{count} games since {month}", month=month_text(first.created))


MAX_NAMES = 4
"""The page's heading has room for so few names on a narrow phone."""


def _names(names: Sequence[str]) -> str:
    shown, more = ", ".join(names[:MAX_NAMES]), len(names) - MAX_NAMES
    return shown if more <= 0 else _n(more, "{names} and 1 more", "{names} and {count} more", names=shown)


MOVED = {"people": "players", "nights": "night"}
"""Old and new names of URL parts, for bookmarks, links and open pages from earlier versions."""


@pages.get("/<table>/<any(people, nights):old>", defaults={"rest": ""}, role=WATCHER)
@pages.get("/<table>/<any(people, nights):old>/<path:rest>", role=WATCHER)
def moved(table: str, old: str, rest: str) -> Response:
    """Redirect from an old URL to the page's new one."""
    return redirect(_new_address(table, old, rest), 301)


@pages.post("/<table>/<any(people, nights):old>", defaults={"rest": ""}, role=SCORER)
@pages.post("/<table>/<any(people, nights):old>/<path:rest>", role=SCORER)
def form_moved(table: str, old: str, rest: str) -> Response:
    """Send a form again, to its new URL."""
    return redirect(_new_address(table, old, rest), 308)


def _new_address(table: str, old: str, rest: str) -> str:
    address = "/".join(part for part in (url_for("tables.show", table=table), MOVED[old], rest) if part)
    query = request.query_string.decode()
    return f"{address}?{query}" if query else address


def _is_zone(_form: Form, field: Field) -> None:
    if field.data not in known_zones():
        raise ValidationError(_("Choose a time zone from the list, for example Europe/Berlin."))


class SettingsForm(TableForm):
    """A table's settings, each saved alone: its name, its time zone, whether it shows the club, and is archived."""

    zone = StringField(
        lazy("Time zone"),
        description=lazy("A night of this table ends at 5 in the morning there."),
        filters=[stripped],
        validators=[_is_zone],
        render_kw={"list": "zones", "autocomplete": "off"},
    )
    club = BooleanField(name="shown")
    archived = BooleanField()


settings_pages = Blueprint("settings", __name__, url_prefix="/tables/<table>/settings")


@settings_pages.get("", endpoint="show", role=KEEPER)
def show_settings(table: str) -> str:
    return _settings_page(settings_form())


@settings_pages.post("/<any(name, zone, club, archived):setting>", role=KEEPER)
def change(table: str, setting: str) -> Response | tuple[str, int]:
    form = settings_form(request.form, setting)
    field = getattr(form, setting)
    if not field.validate(form):
        return _settings_page(form), 422
    before = _stored()[setting]
    words, then = _save(table, setting, field.data)
    flash(words, "success")
    if before != field.data:
        session[CHANGED] = {"table": table, "setting": setting, "before": before}
    return redirect(then, 303)


def _save(table: str, setting: str, value: Any) -> tuple[str, str]:
    """Save a setting; what is said of it, and the page that follows."""
    here = url_for("settings.show", table=table)
    match setting:
        case "name":
            rename_table(table, value)
            return _("This table is now called {name}.", name=value), here
        case "zone":
            set_zone(table, value)
            return _("Nights end at 5 in the morning, {place} time.", place=value.replace("_", " ")), here
        case "club":
            show_club(table, value)
            if value:
                return _("Leaderboards, ratings, seasons and nights are shown again."), here
            return _("This table shows score sheets and games only."), here
    name = current_table().name
    archive_table(table, value)
    if value:
        return _("{table} is archived. It’s at the bottom of the home page.", table=name), url_for("home.index")
    return _("{table} is back.", table=name), url_for("tables.show", table=table)


def settings_form(given: MultiDict[str, str] | None = None, setting: str | None = None) -> SettingsForm:
    """The settings as they are, but for the one that is given."""
    return SettingsForm(given, data={key: value for key, value in _stored().items() if key != setting})


def _stored() -> dict[str, str | bool]:
    table = current_table()
    zone = table.zone or str(current_app.config["TIME_ZONE"])
    return {"name": table.name, "zone": zone, "club": not table.without_club, "archived": table.archived is not None}


CHANGED = "setting"
"""The part of the session with the setting that was just saved, and what it was before."""


def _undo() -> View | None:
    """The form that takes the last change back, on the page after it."""
    changed = session.pop(CHANGED, None)
    if changed is None or changed["table"] != current_table().id:
        return None
    setting, before = changed["setting"], changed["before"]
    field = SettingsForm()[setting].name
    hidden = {field: before if isinstance(before, str) else "yes"} if before else {}
    return {"action": url_for("settings.change", table=changed["table"], setting=setting), "hidden": hidden}


def _settings_page(form: SettingsForm) -> str:
    return render_template(
        "tables/settings.html", table=current_table(), form=form, zones=sorted(known_zones()), undo=_undo()
    )
