"""How this browser shows the pages, such as language, theme, text size, hand and vibration, stored in cookies."""

from dataclasses import dataclass

from flask import Blueprint, Flask, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE
from scorekeeper.access.cookie import drop_cookie, keep_cookie, own_cookie, own_name
from scorekeeper.core.words.language import ENGLISH, current_language, translatable
from scorekeeper.formats.card_words import RULES
from scorekeeper.web.formatting import ZONE_COOKIE
from scorekeeper.web.posted import PostedFields

pages = Blueprint("preferences", __name__)


@dataclass(frozen=True, slots=True)
class Preference:
    """A choice: its label, and the label of each value; the first value is the default, which needs no cookie."""

    label: str
    values: dict[str, str]

    @property
    def default(self) -> str:
        return next(iter(self.values))


PREFERENCES = {
    "theme": Preference(
        translatable("Theme"),
        {"device": translatable("Auto"), "light": translatable("Light"), "dark": translatable("Dark")},
    ),
    "text": Preference(translatable("Text size"), {"normal": translatable("Normal"), "large": translatable("Large")}),
    "hand": Preference(
        translatable("Keys in landscape"),
        {"right": translatable("Right-handed"), "left": translatable("Left-handed")},
    ),
    "aloud": Preference(
        translatable("The score after each hand"), {"off": translatable("Silent"), "on": translatable("Aloud")}
    ),
    "touch": Preference(translatable("Vibrate on a tap"), {"on": translatable("On"), "off": translatable("Off")}),
    "keys": Preference(translatable("Keyboard shortcuts"), {"on": translatable("On"), "off": translatable("Off")}),
}
"""By the name of the form field, of the cookie after its prefix, and of the `data-` attribute of every page."""

LANGUAGE, CARDS = "language", "cards"
CARD_WORDS = Preference(
    translatable("Bid, bag and nil"),
    {"own": translatable("In this language"), ENGLISH.language: translatable("In English")},
)


def preferences_asked() -> dict[str, Preference]:
    """All preferences: the language first, if there are several, so that whoever cannot read this one finds it.

    In a language that can have English card words, those come next.
    """
    names = current_app.extensions["catalogues"].names
    if len(names) == 1:
        return PREFERENCES
    asked = {LANGUAGE: Preference(translatable("Language"), {"device": translatable("Auto"), **names})}
    if current_language().partition("-")[0] in RULES:
        asked[CARDS] = CARD_WORDS
    return asked | PREFERENCES


@pages.get("/settings", role=ANYONE)
def show() -> str:
    asked = preferences_asked()
    chosen = {name: own_cookie(_cookie(name)) for name in asked}
    return render_template("preferences.html", preferences_asked=asked, chosen=chosen, game=request.args.get("game"))


@pages.post("/settings", role=ANYONE)
def create() -> Response:
    """Store the tapped value of one preference, and show the page again."""
    fields = PostedFields()
    answer = redirect(url_for("preferences.show", game=fields.get("game")), 303)
    for name, preference in preferences_asked().items():
        chosen = fields.get(name)
        if chosen == preference.default:
            drop_cookie(answer, _cookie(name))
        elif chosen in preference.values:
            keep_cookie(answer, _cookie(name), chosen)
    return answer


@pages.post("/theme", role=ANYONE)
def moved() -> Response:
    """Send the form of an earlier version again, to its new URL."""
    return redirect(url_for("preferences.create"), 308)


def forget(answer: Response) -> Response:
    """Delete this browser's choices, and its time zone."""
    for name in (LANGUAGE, CARDS, *PREFERENCES):
        drop_cookie(answer, _cookie(name))
    drop_cookie(answer, ZONE_COOKIE)
    return answer


def _cookie(name: str) -> str:
    return f"scorekeeper_{name}"


def add_preferences(app: Flask) -> None:
    """Give every template this browser's unusual `preferences`, and the page's own address: `root` and `this_page`."""

    others = {name: (_cookie(name), list(preference.values)[1:]) for name, preference in PREFERENCES.items()}

    @app.context_processor
    def _preferences() -> dict[str, object]:
        kept, root = request.cookies, request.script_root
        # `kept.get` raises and catches an error for each cookie that is missing, as they nearly always are.
        chosen = {
            name: kept[own]
            for name, (cookie, values) in others.items()
            if (own := own_name(cookie, root)) in kept and kept[own] in values
        }
        return {"preferences": chosen, "root": root, "this_page": f"{root}{request.path}"}
