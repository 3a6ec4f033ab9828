"""The players of a table: the list, one of them, two side by side, renaming and merging."""

from collections.abc import Iterable, Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, SelectField
from wtforms.validators import DataRequired

from scorekeeper.access import SCORER, WATCHER, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.pages.players.figures import FIGURE_HANDS, hands_page, pair_page, player_page, players_page
from scorekeeper.rooms.club.pages.players.leaderboard import leaderboard_view, names_view
from scorekeeper.rooms.club.pages.players.seasons import seasons_on_page_of_players
from scorekeeper.services.names import nearly
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.merging import CannotMerge, merge_players, unmerge_players
from scorekeeper.storage.players import MAX_OFFERED, MainPlayer, NoSuchPlayer, find_main_player, set_unranked
from scorekeeper.web.forms import StringField, ValidName, choices, sentence, stripped
from scorekeeper.web.games.recording import this_author
from scorekeeper.web.language import lazy

MAX_COMPARED = 50
"""Names of a table that are compared with all its others: comparing takes its time."""


class MergeForm(Form):
    """Two names of one player. Storage checks whether they can be merged."""

    name = SelectField(lazy("This name"), validate_choice=False, default="")
    into = SelectField(lazy("is the same as"), validate_choice=False, default="")

    @classmethod
    def of(cls, names: Iterable[str]) -> "MergeForm":
        """The form with these names as choices; two that look alike are selected, if there are such two."""
        ordered = sorted(names, key=str.casefold)
        form = cls(data=_alike(ordered))
        form.name.choices = form.into.choices = choices([("", _("Choose")), *((name, name) for name in ordered)])
        return form


class TypedMergeForm(Form):
    """Two names of one player, typed: the table has more than a page offers to choose from."""

    name = StringField(lazy("This name"), render_kw={"list": "names"})
    into = StringField(lazy("is the same as"), render_kw={"list": "names"})


def _alike(ordered: Sequence[str]) -> dict[str, str]:
    """Two names that look alike, if there are such two."""
    near = ((name, nearly(name, ordered)) for name in ordered[:MAX_COMPARED])
    name, into = next(((name, other) for name, other in near if other), ("", ""))
    return {"name": name, "into": into}


class RenameForm(Form):
    """Another name for a player."""

    name = StringField(
        lazy("Name"),
        description=lazy("Games in progress change too. Finished score sheets keep the name as written."),
        filters=[stripped],
        validators=[DataRequired(lazy("Type a name.")), ValidName()],
    )


class UnrankedForm(Form):
    """Leaving a player out of rankings, or ranking them again."""

    unranked = BooleanField()


class UnmergeForm(Form):
    """Undoing a merge."""

    name = StringField(default="")


pages = Blueprint("players", __name__, url_prefix="/tables/<table>/players")


@pages.get("", role=WATCHER)
def index(table: str) -> str:
    found = current_table()
    page = players_page(found, max(0, whole(request.args.get("merged"))))
    number = max(0, whole(request.args.get("page")))
    typed = len(page["names"]) >= MAX_OFFERED
    form = TypedMergeForm(data=_alike(page["names"])) if typed else MergeForm.of(page["names"])
    if found.without_club:
        return render_template(
            "rooms/club/players/names.html", **page, **names_view(found, number), merge=form, typed=typed
        )
    leaders = leaderboard_view(found, request.args, number) | seasons_on_page_of_players(found)
    return render_template("rooms/club/players/index.html", **page, **leaders, merge=form, typed=typed)


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
            old = rename_player(table, player, str(form.name.data), this_author())
            flash(_("{old} is now {name}.", old=old, name=str(form.name.data)), "success")
            return redirect(url_for("players.show", table=table, player=player), 303)
        found = find_main_player(table, player)
    except NoSuchPlayer:
        abort(404)
    except (CannotMerge, InvalidInput) as error:
        form.name.errors = [sentence(error)]
        found = find_main_player(table, player)
    return _player(found, form), 422


@pages.post("/<int:player>/ranked", role=SCORER)
@with_club
def ranked(table: str, player: int) -> Response:
    unranked = bool(UnrankedForm(request.form).unranked.data)
    try:
        found = set_unranked(table, player, unranked)
    except NoSuchPlayer:
        abort(404)
    if unranked:
        flash(_("{name} is left out of rankings.", name=found.name), "success")
    else:
        flash(_("{name} is ranked again.", name=found.name), "success")
    return redirect(url_for("players.show", table=table, player=found.id), 303)


def _player(found: MainPlayer, form: RenameForm) -> str:
    page = max(0, whole(request.args.get("page")))
    return render_template("rooms/club/players/show.html", **player_page(current_table(), found, page), rename=form)


@pages.get("/<int:player>/with/<int:other>", role=WATCHER)
@with_club
def pair(table: str, player: int, other: int) -> str:
    try:
        one, two = find_main_player(table, player), find_main_player(table, other)
    except NoSuchPlayer:
        abort(404)
    return render_template("rooms/club/players/pair.html", **pair_page(current_table(), one, two))


@pages.get("/<int:player>/hands", role=WATCHER)
@with_club
def hands(table: str, player: int) -> str:
    """The hands that a figure of the player, or of the player with a partner, comes from."""
    figure, other = request.args.get("figure", ""), whole(request.args.get("partner"))
    if figure not in FIGURE_HANDS:
        abort(404)
    try:
        found = find_main_player(table, player)
        partner = find_main_player(table, other) if other > 0 else None
    except NoSuchPlayer:
        abort(404)
    page = max(0, whole(request.args.get("page")))
    return render_template("rooms/club/players/hands.html", **hands_page(current_table(), found, figure, partner, page))


@pages.post("/merge", role=SCORER)
def merge(table: str) -> Response:
    form = MergeForm(request.form)
    name, into = str(form.name.data).strip(), str(form.into.data).strip()
    try:
        if not (name and into):
            raise CannotMerge(_("Choose two names"))
        merge_players(table, name, into)
    except CannotMerge as error:
        flash(f"{error}.", "error")
    else:
        flash(_("{name} is now {into}. Old score sheets still say {name}.", name=name, into=into), "success")
    return redirect(url_for("players.index", table=table), 303)


@pages.post("/part", role=SCORER)
def unmerge(table: str) -> Response:
    name = str(UnmergeForm(request.form).name.data)
    try:
        unmerge_players(table, name)
    except CannotMerge as error:
        flash(f"{error}.", "error")
    else:
        flash(_("{name} is a separate player again.", name=name), "success")
    return redirect(url_for("players.index", table=table), 303)
