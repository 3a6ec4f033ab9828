"""Players: everyone at a table, one player, two side by side, and merging names."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form
from wtforms.validators import DataRequired

from scorekeeper.access import SCORER, WATCHER, current_table
from scorekeeper.storage.merging import NotOnePerson, merge_players, part_players
from scorekeeper.storage.search import NoSuchPlayer, find_person
from scorekeeper.web.players.views import pair_page, people_page, person_page

CONFIRM = "Tick this to confirm."


class ErasePlayerForm(Form):
    """Erasing a player's name."""

    sure = BooleanField("Erase this name. It cannot be undone.", validators=[DataRequired(CONFIRM)])


class DeleteTableForm(Form):
    """Deleting a table with all its games."""

    sure = BooleanField("Delete this table. It cannot be undone.", validators=[DataRequired(CONFIRM)])


pages = Blueprint("people", __name__, url_prefix="/tables/<table>/people")


@pages.get("", role=WATCHER)
def index(table: str) -> str:
    return render_template("players/index.html", **people_page(current_table()))


@pages.get("/<int:person>", role=WATCHER)
def show(table: str, person: int) -> str:
    try:
        found = find_person(table, person)
    except NoSuchPlayer:
        abort(404)
    return render_template("players/show.html", **person_page(current_table(), found))


@pages.get("/<int:person>/with/<int:other>", role=WATCHER)
def pair(table: str, person: int, other: int) -> str:
    try:
        one, two = find_person(table, person), find_person(table, other)
    except NoSuchPlayer:
        abort(404)
    return render_template("players/pair.html", **pair_page(current_table(), one, two))


@pages.post("/merge", role=SCORER)
def merge(table: str) -> Response:
    name, into = request.form.get("name", ""), request.form.get("into", "")
    try:
        merge_players(table, name, into)
    except NotOnePerson as error:
        flash(f"{error}.", "error")
    else:
        flash(f"{name} is {into} now. What was written under {name} stays as it was.", "success")
    return redirect(url_for("people.index", table=table), 303)


@pages.post("/part", role=SCORER)
def part(table: str) -> Response:
    name = request.form.get("name", "")
    try:
        part_players(table, name)
    except NotOnePerson as error:
        flash(f"{error}.", "error")
    else:
        flash(f"{name} is a person of its own again.", "success")
    return redirect(url_for("people.index", table=table), 303)
