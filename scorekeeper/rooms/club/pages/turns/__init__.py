"""Who plays with whom next at a table where more are here than can play, and who sits out."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import Form, RadioField, SelectMultipleField
from wtforms.validators import Optional

from scorekeeper.access import SCORER, current_table
from scorekeeper.chance import new_id
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.setting_up.choose import PAIRS, RULES
from scorekeeper.core.pages.setting_up.new_game import first_fields
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.services.turns import (
    MAX_STAY,
    ROTATION,
    WAYS,
    WINNERS_STAY,
    Turns,
    seat_by_seat,
    take_turns,
    turns_tonight,
)
from scorekeeper.services.names import check_names_at
from scorekeeper.storage.games import games_of
from scorekeeper.storage.players import add_player, most_active_players
from scorekeeper.web.forms import StringField, ValidName, WholeBetween, WholeField, choices, sentence, stripped
from scorekeeper.web.games.new_game import seats_form, shape_played, table_of_games
from scorekeeper.web.language import lazy

pages = Blueprint("turns", __name__, url_prefix="/tables/<table>/next")

MAX_OFFERED = 16
"""Players who are offered beside those who are here; others are typed."""
WORDS = {
    ROTATION: lazy("New partners each game"),
    WINNERS_STAY: lazy("Winners stay"),
}


class TurnsForm(Form):
    """Who is here, who skips the next game, and how turns are taken."""

    here = SelectMultipleField(lazy("Here tonight"), validate_choice=False)
    skip = SelectMultipleField(lazy("Skips the next game"), validate_choice=False)
    name = StringField(
        lazy("Somebody else"),
        filters=[stripped],
        validators=[Optional(), ValidName()],
        render_kw={"placeholder": lazy("Name")},
    )
    way = RadioField(lazy("Taking turns"), choices=choices((key, WORDS[key]) for key in WAYS), default=ROTATION)
    longest = WholeField(
        lazy("Winners get up after this many wins"),
        description=lazy("0: they stay as long as they win."),
        validators=[WholeBetween(0, MAX_STAY)],
        default=0,
    )

    def offer(self, table_id: str, turns: Turns) -> None:
        """List those who are here, then others of the table."""
        here = {one.player: turns.names[one.player] for one in turns.here}
        others = {
            player.id: player.name
            for player in most_active_players(table_id, limit=MAX_OFFERED + len(here))
            if player.id not in here
        }
        offered = [*here.items(), *list(others.items())[:MAX_OFFERED]]
        self.here.choices = choices(offered)
        self.skip.choices = choices(here.items())

    @classmethod
    def of(cls, turns: Turns) -> "TurnsForm":
        """The form as things are."""
        return cls(
            data={
                "here": [str(one.player) for one in turns.here],
                "skip": [str(one.player) for one in turns.here if one.skips],
                "way": turns.way,
                "longest": turns.longest,
            }
        )


@pages.get("", role=SCORER)
@with_club
def show(table: str) -> str:
    turns = turns_tonight(current_table())
    return _page(turns, TurnsForm.of(turns))


@pages.post("", role=SCORER)
@with_club
def change(table: str) -> Response | tuple[str, int]:
    found = current_table()
    form = TurnsForm(request.form)
    turns = turns_tonight(found)
    known = {player.id for player in most_active_players(table)} | set(turns.names)
    here = [player for player in map(whole, form.here.data or []) if player in known]
    wrong = not form.validate()
    if form.name.data and not wrong:
        name = str(form.name.data)
        try:
            check_names_at(table, [name])
            here.append(add_player(table, name).main.id)
        except InvalidInput as error:
            form.name.errors = [sentence(error)]
            wrong = True
    if wrong:
        return _page(turns, form), 422
    take_turns(found, here, list(map(whole, form.skip.data or [])), str(form.way.data), int(form.longest.data or 0))
    return redirect(url_for("turns.show", table=table), 303)


def _page(turns: Turns, form: TurnsForm) -> str:
    table = current_table()
    form.offer(table.id, turns)
    latest = games_of(table.id, limit=1)
    rules, shape = (shape_played(latest[0]) if latest else None) or (RULES, PAIRS)
    game = turns.next_game(shape)
    view: View = {"table": table, "form": form, "entry_id": new_id()}
    needed = shape.sides * shape.players_per_side
    if game is None:
        missing = needed - sum(not one.skips for one in turns.here)
        view |= {"missing": _n(missing, "1 more player is needed.", "{count} more players are needed."), "sides": []}
        return render_template("rooms/club/turns/show.html", **view)
    chosen = {"rules": rules, "shape": shape_key(shape)}
    new_game = seats_form(table_of_games(table.id), MultiDict(chosen))
    new_game.names = list(seat_by_seat(game, turns.names))
    view |= {
        "missing": None,
        "rules": rules_name(new_game.rules),
        "sides": [side_name([turns.names[player] for player in side]) for side in game.sides],
        "out": [_out(turns.names[player], game.turns[player]) for player in game.sitting_out],
        "turns": [_out(turns.names[one.player], game.turns[one.player]) for one in turns.here],
        "fields": first_fields(new_game),
        "seats": url_for("games.new", table=table.id, rules=rules, shape=shape_key(shape)) if turns.chosen else None,
    }
    return render_template("rooms/club/turns/show.html", **view)


def _out(name: str, times: int) -> View:
    note = _n(times, "sat out once", "sat out {count} times") if times else _("has not sat out yet")
    return {"name": name, "note": note}
