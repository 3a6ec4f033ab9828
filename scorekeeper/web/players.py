"""The players of a table: their names, one of them, renaming and merging. Rooms show more about them."""

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form, SelectField
from wtforms.validators import DataRequired

from scorekeeper import hooks
from scorekeeper.access import SCORER, WATCHER, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.merging import merge_players, unmerge_players
from scorekeeper.services.names import KnownNames
from scorekeeper.services.tables import NameOfAnother, rename_player
from scorekeeper.storage.merging import CannotMerge, NobodyCalled, PlayedTogether
from scorekeeper.storage.models import LEFT, STANDINGS, VISITOR, Player
from scorekeeper.storage.players import (
    MAX_OFFERED,
    MainPlayer,
    NoSuchPlayer,
    find_main_player,
    merged_players_of,
    most_active_players,
    names_by_id,
    newest_names_of,
    players_by_name,
    roster_of,
    set_standing,
    standings_of,
)
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.forms import StringField, ValidName, choices, sentence, stripped
from scorekeeper.web.games.recording import this_author
from scorekeeper.web.language import lazy
from scorekeeper.web.played.results import result_rows
from scorekeeper.web.posted import PostedFields

PAGE_SIZE = 50
SHOWN_GAMES = 10

MERGED = 10
"""Merged names on a page."""

MAX_COMPARED = 50
"""Names of a table that are compared with all its others: comparing takes its time."""


class MergeForm(Form):
    """Two names of one player. Storage checks whether they can be merged."""

    name = SelectField(lazy("This name"), validate_choice=False, default="")
    into = SelectField(lazy("is the same as"), validate_choice=False, default="")


class TypedMergeForm(Form):
    """Two names of one player, typed: the table has more than a page offers to choose from."""

    name = StringField(lazy("This name"), render_kw={"list": "names"})
    into = StringField(lazy("is the same as"), render_kw={"list": "names"})


def _merge_form(names: Sequence[str], refused: CannotMerge | None) -> MergeForm | TypedMergeForm:
    """The form as it was sent, with what is wrong; else two of these names that look alike, if there are such two."""
    kind = TypedMergeForm if len(names) >= MAX_OFFERED else MergeForm
    form = kind(data=MergeForm(request.form).data if refused else _alike(names))
    if isinstance(form, MergeForm):
        form.name.choices = form.into.choices = choices([("", _("Choose")), *((name, name) for name in names)])
    if refused:
        first = next((field for field in (form.name, form.into) if not field.data), form.into)
        if isinstance(refused, NobodyCalled) and str(form.name.data).strip() == refused.name:
            first = form.name
        first.errors = [sentence(refused)]
    return form


def _mended(form: MergeForm | TypedMergeForm, refused: CannotMerge | None) -> View:
    """What mends a merge that was refused: the two names to merge instead, and a game in which both played."""
    if isinstance(refused, NobodyCalled) and refused.near:
        sent = {field.name: str(field.data).strip() for field in (form.name, form.into)}
        return {"instead": {key: refused.near if name == refused.name else name for key, name in sent.items()}}
    if isinstance(refused, PlayedTogether):
        return {"game": {"url": url_for("games.show", game=refused.game_id), "number": refused.number}}
    return {}


def _alike(ordered: Sequence[str]) -> dict[str, str]:
    """Two names that look alike, if there are such two."""
    names = KnownNames(ordered)
    near = ((name, names.near(name)) for name in ordered[:MAX_COMPARED])
    name, into = next(((name, other) for name, other in near if other), ("", ""))
    return {"name": name, "into": into}


class RenameForm(Form):
    """Another name for a player; `sure` is a name that looks like another player's and is none."""

    name = StringField(
        lazy("Name"),
        description=lazy("Games in progress change too. Finished score sheets keep the name as written."),
        filters=[stripped],
        validators=[DataRequired(lazy("Type a name.")), ValidName()],
    )
    sure = StringField(default="")
    other: NameOfAnother | None = None
    """Why the name is another player’s, or may be."""


MEMBER = "member"
STANDING = {MEMBER: lazy("Member"), VISITOR: lazy("Visitor"), LEFT: lazy("Left")}
"""What a player can be at a table."""


SAID = {
    MEMBER: translatable("{name} is a member."),
    VISITOR: translatable("{name} is a visitor."),
    LEFT: translatable("{name} left."),
}
NOT_LISTED = translatable("No ranking has {name} now, and no list of names to choose from.")
"""What follows for who is no member, where the page itself says what they are."""


pages = Blueprint("players", __name__, url_prefix="/tables/<table>/players")


@pages.get("", role=WATCHER)
def index(table: str) -> str:
    return _list(current_table())


def _list(found: TableRow, refused: CannotMerge | None = None) -> str:
    merging = _merging(found, max(0, whole(request.args.get("merged"))), refused)
    shown = next(filter(None, (room.page_of_players(merging) for room in hooks.at_table(found))), None)
    number = max(0, whole(request.args.get("page")))
    return shown or render_template("players/index.html", **_names(found, number), **merging)


@pages.get("/<int:player>", role=WATCHER)
def show(table: str, player: int) -> str:
    try:
        found = find_main_player(table, player)
    except NoSuchPlayer:
        abort(404)
    return _player(found, RenameForm(data={"name": found.player.name}))


@pages.post("/<int:player>/name", role=SCORER)
def rename(table: str, player: int) -> Response | tuple[str, int]:
    form = RenameForm(request.form)
    try:
        if form.validate():
            name = str(form.name.data)
            old = rename_player(table, player, name, this_author(), sure=form.sure.data == name)
            flash(_("{old} is now {name}.", old=old, name=name), "success")
            return redirect(url_for("players.show", table=table, player=player), 303)
        found = find_main_player(table, player)
    except NoSuchPlayer:
        abort(404)
    except (CannotMerge, InvalidInput) as error:
        form.name.errors = [sentence(error)]
        form.other = error if isinstance(error, NameOfAnother) else None
        found = find_main_player(table, player)
    return _player(found, form), 422


@pages.post("/<int:player>/standing", role=SCORER)
def standing(table: str, player: int) -> Response:
    fields = PostedFields()
    chosen = fields.get("standing", MEMBER)
    try:
        found = set_standing(table, player, chosen if chosen in STANDINGS else None)
    except NoSuchPlayer:
        abort(404)
    words = SAID.get(chosen, SAID[MEMBER]) if "listed" in fields or chosen not in STANDINGS else NOT_LISTED
    flash(_(words, name=found.name), "success")
    if "listed" in fields:  # from the list of players
        return redirect(f"{url_for('players.index', table=table)}#standings", 303)
    return redirect(url_for("players.show", table=table, player=found.id), 303)


@pages.post("/merge", role=SCORER)
def merge(table: str) -> Response | tuple[str, int]:
    form = MergeForm(request.form)
    name, into = str(form.name.data).strip(), str(form.into.data).strip()
    try:
        if not (name and into):
            raise CannotMerge(_("Choose two names"))
        merge_players(table, name, into)
    except CannotMerge as error:
        return _list(current_table(), error), 422
    flash(_("{name} is now {into}. Old score sheets still say {name}.", name=name, into=into), "success")
    return redirect(url_for("players.index", table=table), 303)


@pages.post("/part", role=SCORER)
def unmerge(table: str) -> Response:
    name = PostedFields().get("name", "")
    try:
        unmerge_players(table, name)
    except CannotMerge as error:
        flash(sentence(error), "error")
    else:
        flash(_("{name} is a separate player again.", name=name), "success")
    return redirect(url_for("players.index", table=table), 303)


def _player(found: MainPlayer, form: RenameForm) -> str:
    shown = next(filter(None, (room.page_of_player(found, form) for room in hooks.at_table(current_table()))), None)
    return shown or render_template("players/show.html", **_games(current_table(), found), rename=form)


def _merging(table: TableRow, page: int, refused: CannotMerge | None) -> View:
    """Values for `same_person` in `macros/merging.html`, with this page of merged names."""
    found = merged_players_of(table.id, MERGED + 1, page * MERGED)
    names = sorted({*roster_of(table.id, everyone=True), *newest_names_of(table.id)}, key=str.casefold)
    form = _merge_form(names, refused)
    return {
        "names": names,
        "merged": _merged(found[:MERGED]),
        "next_merged": url_for("players.index", table=table.id, merged=page + 1) if len(found) > MERGED else None,
        "merge": form,
        "mended": _mended(form, refused),
        "typed": isinstance(form, TypedMergeForm),
        "standings": _standings(table),
    }


def _standings(table: TableRow) -> list[View]:
    """Everybody with what they are at the table: visitors and those who left first, then members by their games."""
    others = standings_of(table.id)
    found = most_active_players(table.id, MAX_OFFERED, everyone=True)
    rows = [
        {
            "id": player.id,
            "name": player.name,
            "url": url_for("players.show", table=table.id, player=player.id),
            "choices": standing_choices(others.get(player.name)),
            "is_member": player.name not in others,
        }
        for player in found
    ]
    return sorted(rows, key=lambda row: bool(row["is_member"]))


def standing_choices(standing: str | None) -> list[View]:
    """What a player can be, for `macros/merging.html`: each value, label, chosen."""
    return [
        {"value": value, "label": str(label), "chosen": value == (standing or MEMBER)}
        for value, label in STANDING.items()
    ]


def _merged(found: list[Player]) -> list[View]:
    names = names_by_id([player.merged_into for player in found if player.merged_into is not None])
    return [{"name": player.name, "into": names.get(player.merged_into or 0, "")} for player in found]


def _names(table: TableRow, page: int) -> View:
    """Values for `players/index.html`, without those of merged names: the players by name."""
    found = players_by_name(table.id, PAGE_SIZE + 1, page * PAGE_SIZE)
    first = url_for("players.index", table=table.id)
    return {
        "table": table,
        "players": [
            {"url": url_for("players.show", table=table.id, player=player.id), "name": player.name}
            for player in found[:PAGE_SIZE]
        ],
        "next_page": f"{first}?page={page + 1}" if len(found) > PAGE_SIZE else None,
        "first_page": first if page else None,
    }


def _games(table: TableRow, player: MainPlayer) -> View:
    """Values for `players/show.html`: the player's names and latest games."""
    return {
        "table": table,
        "player": {"id": player.player.id, "name": player.player.name, "others": player.other_names},
        "standing": standing_choices(player.player.standing),
        "games": result_rows(search_games(table.id, GameFilter((player.player.id,)), limit=SHOWN_GAMES), dated=True),
        "all_games": url_for("game_history.index", table=table.id, who=player.player.id),
    }
