"""A table's custom games: lists, shows, adds, copies, exports and imports them."""

import json

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer
from wtforms import FileField, Form
from wtforms.validators import InputRequired, Length

from scorekeeper.access import SCORER, current_table
from scorekeeper.access.routes import A_FILE
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.sheet.deals import MAX_RULE_LENGTH
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.custom_game import CustomGame, custom_game_json, read_custom_game
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.services.house_rules import checked_custom_game
from scorekeeper.storage.custom_games import TooManyCustomGames, add_custom_game, remove_custom_game
from scorekeeper.web.custom_games.at_table import LONG_NAME, changed, custom_game_at, custom_game_rows
from scorekeeper.web.forms import StringField, TextAreaField, TextOrFileForm, sentence, stripped
from scorekeeper.web.language import lazy

MAX_FILE_BYTES = 200_000
TOO_LONG = lazy("This is longer than {size} kB. Choose a custom game’s file.", size=MAX_FILE_BYTES // 1000)


class CustomGameForm(Form):
    """A custom game's name and description."""

    name = StringField(
        lazy("Name of the game"),
        filters=[stripped],
        validators=[
            InputRequired(lazy("Give the game a name, for example: Short fuse")),
            Length(1, MAX_NAME_LENGTH, LONG_NAME),
        ],
    )
    words = TextAreaField(
        lazy("Description (optional)"),
        filters=[stripped],
        validators=[Length(max=MAX_RULE_LENGTH, message=lazy("Use at most {most} characters.", most=MAX_RULE_LENGTH))],
    )


class CustomGameFileForm(TextOrFileForm):
    """A custom game as a file, or pasted."""

    text = TextAreaField(lazy("Or paste it here"), [Length(max=MAX_FILE_BYTES, message=TOO_LONG)])
    file = FileField(lazy("File"), render_kw={"accept": ".json,application/json"})


pages = Blueprint("custom_games", __name__, url_prefix="/tables/<table>/scripted-games")

Page = str | tuple[str, int]


@pages.get("", role=SCORER)
def index(table: str) -> str:
    return render_template("custom_games/index.html", table=current_table(), custom_games=custom_game_rows(table))


@pages.get("/new", role=SCORER)
def new(table: str) -> str:
    return _form(table, CustomGameForm(), None)


@pages.post("", role=SCORER)
def create(table: str) -> Answer | Page:
    form = CustomGameForm(request.form)
    if not form.validate():
        return _form(table, form, None), 422
    return _add(table, CustomGame(str(form.name.data), form.words.data or "", ()), form)


@pages.get("/<custom_game>", role=SCORER)
def show(table: str, custom_game: str) -> str:
    find = request.args.get("find", "").strip()
    found = custom_game_at(table, custom_game).view(find)
    return render_template("custom_games/show.html", table=current_table(), custom_game=found, find=find)


@pages.get("/<custom_game>/name", role=SCORER)
def edit(table: str, custom_game: str) -> str:
    found = custom_game_at(table, custom_game)
    return _form(table, CustomGameForm(data={"name": found.game.name, "words": found.game.words}), custom_game)


@pages.post("/<custom_game>/name", role=SCORER)
def update(table: str, custom_game: str) -> Answer | Page:
    form, found = CustomGameForm(request.form), custom_game_at(table, custom_game)
    if not form.validate():
        return _form(table, form, custom_game), 422
    wrong = changed(found, lambda parts: parts.update(name=form.name.data, words=form.words.data or ""))
    if wrong is not None:
        form.name.errors = [wrong]
        return _form(table, form, custom_game), 422
    return redirect(found.url("custom_games.show"), 303)


@pages.post("/<custom_game>/remove", role=SCORER)
def remove(table: str, custom_game: str) -> Answer:
    found = custom_game_at(table, custom_game)
    if found.version is not None:
        remove_custom_game(table, int(custom_game))
        flash(_("“{game}” removed. Games already played keep their hands.", game=found.game.name), "success")
    return redirect(url_for("custom_games.index", table=table), 303)


@pages.post("/<custom_game>/copy", role=SCORER)
def copy(table: str, custom_game: str) -> Answer | Page:
    """Copy a custom game that ships with the app to the table's own."""
    return _add(table, custom_game_at(table, custom_game).game, CustomGameForm())


@pages.get("/<custom_game>/game.json", role=SCORER)
def export(table: str, custom_game: str) -> Response:
    found = custom_game_at(table, custom_game)
    words = "".join(letter if letter.isalnum() else "-" for letter in found.game.name.lower()).strip("-")
    name = words if words.isascii() and words else "game"
    text = json.dumps(custom_game_json(found.game), indent=2, ensure_ascii=False) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(text, mimetype="application/json", headers=headers)


@pages.get("/<custom_game>/night.json", role=SCORER)
def moved(table: str, custom_game: str) -> Answer:
    """Redirect from the URL of earlier versions."""
    return redirect(url_for("custom_games.export", table=table, custom_game=custom_game), 301)


@pages.get("/import", role=SCORER)
def from_file(table: str) -> str:
    return _file_page(table, CustomGameFileForm(), None)


@pages.post("/import", role=SCORER, longest=A_FILE)
def create_from_file(table: str) -> Answer | Page:
    form = CustomGameFileForm(request.form, request.files)
    if not form.validate():
        return _file_page(table, form, None), 422
    content = form.content(MAX_FILE_BYTES + 1)
    if not content:
        return _file_page(table, form, _("Choose a file or paste its text.")), 422
    if len(content) > MAX_FILE_BYTES:
        return _file_page(table, form, TOO_LONG), 422
    try:
        return _add(table, read_custom_game(parse_json(content)), CustomGameForm())
    except InvalidInput as error:
        return _file_page(table, form, sentence(error)), 422


def _add(table: str, custom_game: CustomGame, form: CustomGameForm) -> Answer | Page:
    try:
        added = add_custom_game(table, checked_custom_game(custom_game_json(custom_game), begun=True))
    except (InvalidInput, TooManyCustomGames) as error:
        form.name.errors = [sentence(error)]
        return _form(table, form, None), 422
    return redirect(url_for("custom_games.show", table=table, custom_game=added.id), 303)


def _file_page(table: str, form: CustomGameFileForm, wrong: str | None) -> str:
    return render_template("custom_games/import.html", table=current_table(), wrong=wrong, form=form)


def _form(table: str, form: CustomGameForm, custom_game: str | None) -> str:
    found = custom_game_at(table, custom_game) if custom_game else None
    return render_template(
        "custom_games/new.html",
        table=current_table(),
        form=form,
        action=found.url("custom_games.update") if found else url_for("custom_games.create", table=table),
        back=found.url("custom_games.show") if found else url_for("custom_games.index", table=table),
        version=found.version if found else None,
    )
