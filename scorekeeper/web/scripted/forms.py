"""Forms of scripted games, and saving a change: the public form is changed, read again, then stored."""

from collections.abc import Callable
from typing import Any

from flask import abort, flash, redirect, request
from werkzeug.wrappers import Response
from wtforms import Form, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import LONGEST_NAME, whole_number
from scorekeeper.core.sheet.deals import LONGEST_RULE
from scorekeeper.formats.scripted_game import night_json, read_night
from scorekeeper.storage import ScriptedGameChanged, change_night
from scorekeeper.web.forms import sentence, stripped
from scorekeeper.web.scripted.views import AtTable


class ScriptedGameForm(Form):
    """What a night is called, and what it is like."""

    name = StringField(
        "Name of the night",
        filters=[stripped],
        validators=[
            InputRequired("Give the night a name, such as “Short fuse”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )
    words = TextAreaField(
        "What it is like (may be left empty)",
        filters=[stripped],
        validators=[Length(max=LONGEST_RULE, message=f"This has at most {LONGEST_RULE} characters.")],
    )


class DealForm(Form):
    """A deal of a night: its name, and its rule in words."""

    name = StringField(
        "Name of the deal",
        filters=[stripped],
        validators=[
            InputRequired("Give the deal a name, such as “thin ice”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )
    rule = TextAreaField(
        "Its rule",
        filters=[stripped],
        validators=[
            InputRequired("Say the rule in words, such as “Everyone bids 2 or 3.”"),
            Length(1, LONGEST_RULE, f"A rule has 1 to {LONGEST_RULE} characters."),
        ],
    )


class ScriptedGameFile(Form):
    """A night as a file, or what is in it."""

    text = StringField(validators=[Optional()])


Json = dict[str, Any]


def changed(night: AtTable, change: Callable[[Json], None]) -> str | None:
    """Change the night as the form saw it; what is wrong with it then, or None where it was kept."""
    if night.version is None:
        abort(404)
    parts: Json = night_json(night.night)
    change(parts)
    seen = request.form.get("version", night.version, type=whole_number)
    try:
        kept = night_json(read_night(parts, begun=True))
        change_night(night.table_id, int(night.key), seen, kept)
    except (InvalidInput, ScriptedGameChanged) as error:
        return sentence(error)
    return None


def change_and_go(night: AtTable, change: Callable[[Json], None], address: str) -> Response:
    """The same for a button: on to a page, with what is wrong said there."""
    wrong = changed(night, change)
    if wrong is not None:
        flash(wrong, "error")
    return redirect(address, 303)
