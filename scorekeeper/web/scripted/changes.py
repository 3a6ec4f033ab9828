"""Changing a night: its public form is changed, read again by the one reader there is, and only then kept."""

from collections.abc import Callable
from typing import Any

from flask import abort, flash, redirect, request
from werkzeug.wrappers import Response

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.scripted_game import night_json, read_night
from scorekeeper.storage import NightChanged, change_night
from scorekeeper.web.forms import sentence
from scorekeeper.web.numbers import whole_number
from scorekeeper.web.scripted.views import AtTable

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
    except (InvalidInput, NightChanged) as error:
        return sentence(error)
    return None


def change_and_go(night: AtTable, change: Callable[[Json], None], address: str) -> Response:
    """The same for a button: on to a page, with what is wrong said there."""
    wrong = changed(night, change)
    if wrong is not None:
        flash(wrong, "error")
    return redirect(address, 303)
