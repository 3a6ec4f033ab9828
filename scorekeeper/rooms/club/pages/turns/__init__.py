"""Who plays with whom next where more are here than can play, or at several tables, and who sits out."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import Form, RadioField
from wtforms.validators import Optional

from scorekeeper.access import SCORER, WATCHER, current_table, may
from scorekeeper.chance import new_id
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.setting_up.choose import PAIRS, RULES
from scorekeeper.core.pages.setting_up.new_game import first_fields
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.words.language import in_sentences, listed, translate as _, translate_plural as _n
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.you import You, this_player
from scorekeeper.rooms.club.services.turns import (
    GONE,
    HERE,
    MAX_STAY,
    MAX_TABLES,
    ROTATION,
    SKIPS,
    WAYS,
    WINNERS_STAY,
    Here,
    ProposedGames,
    Turns,
    arrive,
    fitting_shape,
    seat_by_seat,
    settle_turns,
    tap_player,
    turns_tonight,
)
from scorekeeper.services.names import check_names_at
from scorekeeper.storage.games import games_of
from scorekeeper.storage.players import add_player, most_active_players
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.forms import StringField, ValidName, WholeBetween, WholeField, choices, sentence, stripped
from scorekeeper.web.games.new_game import seats_form, shape_played, table_of_games
from scorekeeper.web.language import lazy

pages = Blueprint("turns", __name__, url_prefix="/tables/<table>/next")

MAX_OFFERED = 16
"""Players who are offered beside those who are here; others are typed."""
LOOKED_AT = 20
"""Games of the table that say what it plays."""
USUAL = ((RULES, PAIRS), ("cutthroat", Shape(3)), ("two-player", Shape(2)))
"""What this number of people play who have played nothing yet."""
WORDS = {
    ROTATION: lazy("New partners each game"),
    WINNERS_STAY: lazy("Winners stay"),
}


class TapForm(Form):
    """A tap on somebody who is here, or on one who comes; or somebody else who comes, by name."""

    tap = StringField(default="")
    come = StringField(default="")
    name = StringField(
        lazy("Somebody else"),
        filters=[stripped],
        validators=[Optional(), ValidName()],
        render_kw={"placeholder": lazy("Name")},
    )


class TurnsForm(Form):
    """How turns are taken."""

    way = RadioField(lazy("Taking turns"), choices=choices((key, WORDS[key]) for key in WAYS), default=ROTATION)
    longest = WholeField(
        lazy("Winners get up after this many wins"),
        description=lazy("0: they stay as long as they win."),
        validators=[WholeBetween(0, MAX_STAY)],
        default=0,
    )
    tables = WholeField(
        lazy("Tables at most"),
        description=lazy("0: as many as there are people for."),
        validators=[WholeBetween(0, MAX_TABLES)],
        default=0,
    )

    @classmethod
    def of(cls, turns: Turns) -> "TurnsForm":
        """The form as things are."""
        return cls(data={"way": turns.way, "longest": turns.longest, "tables": turns.tables})


@pages.get("", role=WATCHER)
@with_club
def show(table: str) -> str:
    return _page(turns_tonight(current_table()))


@pages.post("", role=SCORER)
@with_club
def change(table: str) -> Response | tuple[str, int]:
    """Who is here, by a tap or a name."""
    found, form = current_table(), TapForm(request.form)
    if form.tap.data:
        if whole(form.tap.data) in {one.player for one in turns_tonight(found).everybody}:
            tap_player(found, whole(form.tap.data))
    elif form.come.data:
        if whole(form.come.data) in {player.id for player in most_active_players(table)}:
            arrive(found, [whole(form.come.data)])
    elif not form.validate():
        return _page(turns_tonight(found), form), 422
    elif form.name.data:
        name = str(form.name.data)
        try:
            check_names_at(table, [name])
        except InvalidInput as error:
            form.name.errors = [sentence(error)]
            return _page(turns_tonight(found), form), 422
        arrive(found, [add_player(table, name).main.id])
    if form.tap.data:
        return redirect(url_for("turns.show", table=table), 303)
    return redirect(url_for("turns.show", table=table, coming="yes", _anchor="come"), 303)  # more may come


@pages.post("/way", role=SCORER)
@with_club
def way(table: str) -> Response | tuple[str, int]:
    """How turns are taken."""
    found, form = current_table(), TurnsForm(request.form)
    if not form.validate():
        return _page(turns_tonight(found), way=form), 422
    settle_turns(found, str(form.way.data), int(form.longest.data or 0), int(form.tables.data or 0))
    return redirect(url_for("turns.show", table=table), 303)


def _proposed(table_id: str, turns: Turns) -> tuple[str, Shape, ProposedGames | None]:
    """What is played next: the rules, the shape of a table, and who plays."""
    free = sum(turns.state_of(one) == HERE for one in turns.free)
    played = [game for game in map(shape_played, games_of(table_id, limit=LOOKED_AT)) if game is not None]
    rules, shape = fitting_shape([*played, *USUAL], free) or (RULES, PAIRS)
    return rules, shape, turns.next_games(shape)


def your_turn(table: TableRow, you: You) -> str | None:
    """Whether the player of this phone plays next; None for one who is not here, or plays."""
    turns = turns_tonight(table)
    _rules, _shape, games = _proposed(table.id, turns)
    return _your_turn(turns, games, you)


def _your_turn(turns: Turns, games: ProposedGames | None, you: You) -> str | None:
    if games is None or you.id not in {one.player for one in turns.free}:
        return None
    for number, sides in enumerate(games.games, start=1):
        if any(you.id in side for side in sides):
            return _("You play next, at table {number}", number=number) if len(games.games) > 1 else _("You play next")
    return _("You sit out")


def _page(turns: Turns, form: TapForm | None = None, way: TurnsForm | None = None) -> str:
    table = current_table()
    rules, shape, games = _proposed(table.id, turns)
    more = shape.sides * shape.players_per_side - sum(turns.state_of(one) == HERE for one in turns.free)
    you = this_player(table.id)
    return render_template(
        "rooms/club/turns/show.html",
        table=table,
        form=form or TapForm(),
        ways=way or TurnsForm.of(turns),
        way=WORDS[turns.way],
        missing=None if games else _n(more, "1 more player is needed.", "{count} more players are needed."),
        games=[] if games is None else _games(turns, games, rules, shape),
        out=None if games is None else _out(turns, games),
        your_turn=None if you is None else _your_turn(turns, games, you),
        you=None if you is None else you.id,
        running=[_running(turns, game, number) for game, number in turns.running],
        everybody=[_person(turns, one, games) for one in turns.everybody],
        others=_others(table.id, turns) if may("scorer") else [],
        coming="coming" in request.args,
    )


def _games(turns: Turns, games: ProposedGames, rules: str, shape: Shape) -> list[View]:
    """The next games, each with its sides, why these, and what deals it."""
    table = current_table()
    found = []
    for sides in games.games:
        view: View = {"sides": _names(turns, sides), "why": _why(turns, sides, games.begun), "entry_id": new_id()}
        if may("scorer"):
            new_game = seats_form(table_of_games(table.id), MultiDict({"rules": rules, "shape": shape_key(shape)}))
            new_game.names = list(seat_by_seat(sides, turns.names))
            view |= {"rules": rules_name(new_game.rules), "fields": first_fields(new_game)}
        found.append(view)
    return found


def _names(turns: Turns, sides: Sequence[Sequence[int]]) -> list[str]:
    """The players of each side with their whole names, for which a side of a game may have no room."""
    return [" & ".join(turns.names[player] for player in side) for side in sides]


def _why(turns: Turns, sides: Sequence[Sequence[int]], begun: int) -> str:
    """Why these play, and so: a sentence or two; empty in the first round, which is drawn."""
    if len(turns.played) == begun:
        return ""
    if turns.way == WINNERS_STAY:
        stay = [side for side in sides if turns.stays(side)]
        why = [
            _n(len(side), "{names} won and stays", "{names} won and stay", names=_side(turns, side)) for side in stay
        ]
        rest = [turns.names[player] for side in sides if side not in stay for player in side]
        return in_sentences([*why, *([_("{names} waited longest", names=listed(rest))] if rest else [])])
    again = [_side(turns, side) for side in sides if len(side) > 1 and turns.partnered(side)]
    if again:
        return in_sentences([_("Partners again, so that turns stay even: {sides}", sides=listed(again))])
    return in_sentences([_("New partners on each side")]) if len(sides[0]) > 1 else ""


def _side(turns: Turns, side: Sequence[int]) -> str:
    return side_name([turns.names[player] for player in side])


def _out(turns: Turns, games: ProposedGames) -> View:
    """Who sits out, and why."""
    skipping = {one.player for one in turns.free if turns.state_of(one) == SKIPS}
    out = [player for player in games.sitting_out if player not in skipping]
    times = {one.player: turns.sat_out(one, games.begun) for one in turns.free}
    playing = [times[player] for sides in games.games for side in sides for player in side]
    if len(turns.played) == games.begun:
        why = ""  # drawn
    elif turns.way == WINNERS_STAY:
        why = _("Others waited longer, or won")
    elif out and max(times[player] for player in out) < min(playing):
        why = _("The others have sat out more often")
    else:
        is_least = out and max(times[player] for player in out) <= min(times.values())
        why = _("Nobody has sat out less often") if is_least else ""
    return {"names": [turns.names[player] for player in out], "why": in_sentences([why]) if why else ""}


def _running(turns: Turns, game: str, number: int) -> View:
    return {"url": url_for("games.show", game=game), "sides": _names(turns, turns.played[number].sides)}


def _person(turns: Turns, one: Here, games: ProposedGames | None) -> View:
    """Somebody who is here or was, and how that stands."""
    state = turns.state_of(one)
    if state == GONE:
        note = _("gone")
    elif one.player in turns.playing:
        note = _("playing")
    elif state == SKIPS:
        note = _("skips")
    else:
        times = turns.sat_out(one, games.begun if games is not None else 0)
        just_came = _("just came") if 0 < one.since == len(turns.played) else ""
        note = _n(times, "sat out once", "sat out {count} times") if times else just_came
    return {"id": one.player, "name": turns.names[one.player], "state": state, "note": note}


def _others(table_id: str, turns: Turns) -> list[View]:
    """Players of the table who are not here, the most active first."""
    known = {one.player for one in turns.everybody}
    found = most_active_players(table_id, limit=MAX_OFFERED + len(known))
    return [{"id": player.id, "name": player.name} for player in found if player.id not in known][:MAX_OFFERED]
