"""A table's nights: the list, a new one, each with its deals, as a file and from a file."""

import json

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.access import SCORER, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.scripted_game import ScriptedGame, night_json, read_night
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.storage import TooManyScriptedGames, add_night, remove_night
from scorekeeper.web.forms import sentence
from scorekeeper.web.scripted.forms import LARGEST_FILE, TOO_LONG, ScriptedGameFileForm, ScriptedGameForm, changed
from scorekeeper.web.scripted.views import night_at, night_rows

pages = Blueprint("nights", __name__, url_prefix="/tables/<table>/nights")

Page = str | tuple[str, int]


@pages.get("", role=SCORER)
def index(table: str) -> str:
    return render_template("scripted/index.html", table=current_table(), nights=night_rows(table))


@pages.get("/new", role=SCORER)
def new(table: str) -> str:
    return _form(table, ScriptedGameForm(), None)


@pages.post("", role=SCORER)
def create(table: str) -> Answer | Page:
    form = ScriptedGameForm(request.form)
    if not form.validate():
        return _form(table, form, None), 422
    return _add(table, ScriptedGame(str(form.name.data), form.words.data or "", ()), form)


@pages.get("/<night>", role=SCORER)
def show(table: str, night: str) -> str:
    return render_template("scripted/show.html", table=current_table(), night=night_at(table, night).view())


@pages.get("/<night>/name", role=SCORER)
def edit(table: str, night: str) -> str:
    found = night_at(table, night)
    return _form(table, ScriptedGameForm(data={"name": found.night.name, "words": found.night.words}), night)


@pages.post("/<night>/name", role=SCORER)
def update(table: str, night: str) -> Answer | Page:
    form, found = ScriptedGameForm(request.form), night_at(table, night)
    if not form.validate():
        return _form(table, form, night), 422
    wrong = changed(found, form, lambda parts: parts.update(name=form.name.data, words=form.words.data or ""))
    if wrong is not None:
        form.name.errors = [wrong]
        return _form(table, form, night), 422
    return redirect(found.url("nights.show"), 303)


@pages.post("/<night>/remove", role=SCORER)
def remove(table: str, night: str) -> Answer:
    found = night_at(table, night)
    if found.version is not None:
        remove_night(table, int(night))
        flash(f"“{found.night.name}” is removed. Games that were played by it keep their deals.", "success")
    return redirect(url_for("nights.index", table=table), 303)


@pages.post("/<night>/copy", role=SCORER)
def copy(table: str, night: str) -> Answer | Page:
    """Make a night that comes with the program the table's own."""
    return _add(table, night_at(table, night).night, ScriptedGameForm())


@pages.get("/<night>/night.json", role=SCORER)
def export(table: str, night: str) -> Response:
    found = night_at(table, night)
    words = "".join(letter if letter.isalnum() else "-" for letter in found.night.name.lower()).strip("-")
    name = words if words.isascii() and words else "night"
    text = json.dumps(night_json(found.night), indent=2, ensure_ascii=False) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(text, mimetype="application/json", headers=headers)


@pages.get("/import", role=SCORER)
def from_file(table: str) -> str:
    return _file_page(table, ScriptedGameFileForm(), None)


@pages.post("/import", role=SCORER)
def create_from_file(table: str) -> Answer | Page:
    form = ScriptedGameFileForm(request.form, request.files)
    if not form.validate():
        return _file_page(table, form, None), 422
    content = form.content(LARGEST_FILE + 1)
    if not content:
        return _file_page(table, form, "Choose a file, or paste what is in it."), 422
    if len(content) > LARGEST_FILE:
        return _file_page(table, form, TOO_LONG), 422
    try:
        return _add(table, read_night(parse_json(content)), ScriptedGameForm())
    except InvalidInput as error:
        return _file_page(table, form, sentence(error)), 422


def _add(table: str, night: ScriptedGame, form: ScriptedGameForm) -> Answer | Page:
    try:
        added = add_night(table, night_json(read_night(night_json(night), begun=True)))
    except (InvalidInput, TooManyScriptedGames) as error:
        form.name.errors = [sentence(error)]
        return _form(table, form, None), 422
    return redirect(url_for("nights.show", table=table, night=added.id), 303)


def _file_page(table: str, form: ScriptedGameFileForm, wrong: str | None) -> str:
    return render_template("scripted/import.html", table=current_table(), wrong=wrong, form=form)


def _form(table: str, form: ScriptedGameForm, night: str | None) -> str:
    found = night_at(table, night) if night else None
    return render_template(
        "scripted/new.html",
        table=current_table(),
        form=form,
        action=found.url("nights.update") if found else url_for("nights.create", table=table),
        back=found.url("nights.show") if found else url_for("nights.index", table=table),
        version=found.version if found else None,
    )
