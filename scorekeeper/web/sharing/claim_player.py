"""Who are you? Says whose phone this is, after joining or at any time later."""

from itertools import chain, zip_longest

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form
from wtforms.validators import DataRequired

from scorekeeper.access import WATCHER, current_membership, current_table, may
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.seats import confirm_view
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.called import games_for_desk, unnamed_at
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.members import set_player
from scorekeeper.services.names import nearly
from scorekeeper.storage.games import games_of
from scorekeeper.storage.members import Member, member_by_id
from scorekeeper.storage.models import PLAYING, Game
from scorekeeper.storage.players import known_names, names_of, roster_of
from scorekeeper.web.forms import StringField, ValidName, sentence, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing import keep_game
from scorekeeper.web.sharing.roles import roles_at

pages = Blueprint("who", __name__, url_prefix="/tables/<table>/who")
pages.url_defaults(keep_game)

JOINED = "joined"
"""In the query: the phone has just joined, and goes to the game from here."""
MAX_SHOWN = 40


class WhoForm(Form):
    """A player's name: tapped, or typed; `new` confirms a typed name that is near a known one."""

    player = StringField()
    name = StringField(lazy("Name"), filters=[stripped], validators=[DataRequired(lazy("Type a name.")), ValidName()])
    new = StringField()
    nobody = StringField()


@pages.get("", role=WATCHER, with_names=True)
def show(table: str) -> str:
    return _page(table, WhoForm())


@pages.post("", role=WATCHER)
def create(table: str) -> Response | tuple[str, int]:
    form, own = WhoForm(request.form), _own_member(table)
    known = known_names(table, [str(field.data) for field in (form.player, form.name) if field.data])
    name = form.player.data if form.player.data in known else form.name.data
    if form.nobody.data or name in known:
        set_player(own, None if form.nobody.data else name)
    elif not form.validate():
        return _page(table, form), 422
    else:
        name = str(name)
        near = nearly(name, names_of(table))
        if near is not None and form.new.data != name:
            return _page(table, form, near), 200
        try:
            set_player(own, name)
        except InvalidInput as error:
            form.name.errors = [sentence(error)]
            return _page(table, form), 422
    return redirect(after_joining(table) if JOINED in request.args else url_for("share.show", table=table), 303)


def after_joining(table_id: str) -> str:
    """Where a phone that joined goes: the game in progress, else the table."""
    game = _running(table_id)
    return url_for("games.show", game=game.id) if game else url_for("tables.show", table=table_id)


def asks_who(member: Member) -> bool:
    """Whether to ask a device that joins: it is nobody's yet, and the table has names."""
    return member.player_id is None and bool(roster_of(member.table_id, limit=1))


def _running(table_id: str) -> Game | None:
    playing = games_of(table_id, limit=1, status=PLAYING)
    found = playing[0] if playing else None
    return None if found is not None and not may("scorer") and found.id in games_for_desk(table_id) else found


def _own_member(table_id: str) -> Member:
    member = member_by_id(table_id, current_membership().member_id or 0)
    assert member is not None  # pages are for devices only
    return member


def _page(table_id: str, form: WhoForm, near: str | None = None) -> str:
    own = _own_member(table_id)
    name = own.shown_name if own.player_id is not None else None
    game = _running(table_id)
    seated = _seated(game, name) if game else []
    here = [player["name"] for player in seated]
    unnamed = frozenset() if may("scorer") else unnamed_at(table_id)
    roster = [player for player in roster_of(table_id) if player not in here and player not in unnamed]
    return render_template(
        "sharing/who.html",
        table=current_table(),
        joined=JOINED in request.args,
        role=roles_at(current_table())[own.as_role],
        hand=_hand(game),
        seated=seated,
        others=[{"name": other, "chosen": other == name} for other in roster[:MAX_SHOWN]],
        own=name,
        form=form,
        confirm=confirm_view(near, ("player", near), ("new", str(form.name.data))) if near else None,
        to_game=game is not None,
    )


def _seated(game: Game, own: str | None) -> list[dict[str, object]]:
    """The players of a game as they sit now, clockwise, with the index of their side."""
    sides = [[(name, side) for name in names] for side, (_name, names) in enumerate(sides_now(game))]
    clockwise = [found for found in chain.from_iterable(zip_longest(*sides)) if found is not None]
    return [{"name": name, "side": side, "chosen": name == own} for name, side in clockwise if name not in game.unnamed]


def _hand(game: Game | None) -> str | None:
    """`hand 7`: what is played now."""
    return _("hand {number}", number=int(game.summary["hands"]) + 1) if game and "hands" in game.summary else None
