"""Players: everyone at a table, one player, two side by side, and merging names."""

from collections.abc import Iterable

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, SelectField, StringField
from wtforms.validators import DataRequired

from scorekeeper.access import SCORER, WATCHER, current_table
from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.merging import NotOnePerson, merge_players, part_players
from scorekeeper.storage.search import NoSuchPlayer, find_person
from scorekeeper.web.forms import choices
from scorekeeper.web.language import lazy
from scorekeeper.web.players.views import pair_page, player_page, players_page

CONFIRM = lazy("Check the box to confirm.")


class ErasePlayerForm(Form):
    """Erasing a player's name."""

    sure = BooleanField(lazy("Erase this name. This can’t be undone."), validators=[DataRequired(CONFIRM)])


class DeleteTableForm(Form):
    """Deleting a table with all its games."""

    sure = BooleanField(lazy("Delete this table. This can’t be undone."), validators=[DataRequired(CONFIRM)])


class MergeForm(Form):
    """Two names of one person. Which names can be merged is the storage's to say."""

    name = SelectField(lazy("This name"), validate_choice=False, default="")
    into = SelectField(lazy("is the same as"), validate_choice=False, default="")

    @classmethod
    def of(cls, names: Iterable[str]) -> "MergeForm":
        """The form that offers these names, so that the two it holds at first differ."""
        form = cls()
        ordered = choices((name, name) for name in sorted(names, key=str.casefold))
        form.name.choices, form.into.choices = ordered, ordered[::-1]
        return form


class PartForm(Form):
    """A name that becomes a person of its own again."""

    name = StringField(default="")


pages = Blueprint("players", __name__, url_prefix="/tables/<table>/players")


@pages.get("", role=WATCHER)
def index(table: str) -> str:
    page = players_page(current_table())
    return render_template("players/index.html", **page, merge=MergeForm.of(page["names"]))


@pages.get("/<int:player>", role=WATCHER)
def show(table: str, player: int) -> str:
    try:
        found = find_person(table, player)
    except NoSuchPlayer:
        abort(404)
    return render_template("players/show.html", **player_page(current_table(), found))


@pages.get("/<int:player>/with/<int:other>", role=WATCHER)
def pair(table: str, player: int, other: int) -> str:
    try:
        one, two = find_person(table, player), find_person(table, other)
    except NoSuchPlayer:
        abort(404)
    return render_template("players/pair.html", **pair_page(current_table(), one, two))


@pages.post("/merge", role=SCORER)
def merge(table: str) -> Response:
    form = MergeForm(request.form)
    name, into = str(form.name.data), str(form.into.data)
    try:
        merge_players(table, name, into)
    except NotOnePerson as error:
        flash(f"{error}.", "error")
    else:
        flash(_("{name} is now {into}. Old score sheets still say {name}.", name=name, into=into), "success")
    return redirect(url_for("players.index", table=table), 303)


@pages.post("/part", role=SCORER)
def part(table: str) -> Response:
    name = str(PartForm(request.form).name.data)
    try:
        part_players(table, name)
    except NotOnePerson as error:
        flash(f"{error}.", "error")
    else:
        flash(_("{name} is a separate player again.", name=name), "success")
    return redirect(url_for("players.index", table=table), 303)
