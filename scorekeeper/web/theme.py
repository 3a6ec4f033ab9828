"""The theme (light, dark, or the device's), stored in a cookie of this browser."""

from flask import Blueprint, Flask, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form, SelectField

from scorekeeper.access import ANYONE
from scorekeeper.core.words.language import translatable
from scorekeeper.web.forms import choices

pages = Blueprint("theme", __name__)

NAME = "scorekeeper_theme"
DEVICE = "device"
THEMES = {DEVICE: translatable("Auto"), "light": translatable("Light"), "dark": translatable("Dark")}
LASTS = 400 * 24 * 3600  # seconds; the most that browsers allow


class ThemeForm(Form):
    """Which theme this browser shows."""

    theme = SelectField(choices=choices(THEMES.items()), default=DEVICE)


@pages.post("/theme", role=ANYONE)
def create() -> Response:
    form = ThemeForm(request.form)
    answer = redirect(url_for("home.index"), 303)
    if form.validate() and form.theme.data != DEVICE:
        chosen = str(form.theme.data)
        answer.set_cookie(NAME, chosen, max_age=LASTS, httponly=True, samesite="Lax", secure=request.is_secure)
        return answer
    return forget(answer)


def forget(answer: Response) -> Response:
    """Delete this browser's choice."""
    answer.delete_cookie(NAME, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def add_theme(app: Flask) -> None:
    """Give every template this browser's `theme` (None: the device's) and the possible `themes`."""

    @app.context_processor
    def _theme() -> dict[str, object]:
        chosen = request.cookies.get(NAME, "")
        return {"theme": chosen if chosen in THEMES and chosen != DEVICE else None, "themes": THEMES}
