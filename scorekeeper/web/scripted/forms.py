"""Forms of scripted games. A change edits the game's JSON, reads it back to check it, and stores it."""

from collections.abc import Callable
from typing import Any, ClassVar

from flask import abort, flash, redirect
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import Field, FileField, Form, SelectMultipleField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.rules.bidding_checks import KINDS
from scorekeeper.core.rules.scripted_deals import LARGEST_SUM
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.deals import LONGEST_RULE
from scorekeeper.core.words import vocabulary
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.scripted_game import RULES, read_scripted_game, scripted_game_json
from scorekeeper.storage import ScriptedGameChanged, change_scripted_game
from scorekeeper.web.forms import TextOrFileForm, WholeBetween, WholeField, choices, sentence, stripped
from scorekeeper.web.language import lazy, translate_markup
from scorekeeper.web.scripted.views import PLACES, AtTable

Json = dict[str, Any]

LARGEST_FILE = 200_000
TOO_LONG = lazy("This is longer than {size} kB. Choose a custom game’s file.", size=LARGEST_FILE // 1000)
LONG_NAME = lazy("Use 1 to {most} characters for the name.", most=LONGEST_NAME)
COUNTS = {
    "number": (lazy("Number"), LARGEST_SUM),
    "low": (lazy("At least"), len(PLACES)),
    "high": (lazy("At most"), len(PLACES)),
}


def places_field(label: str, words: str) -> SelectMultipleField:
    """Checkboxes for places in the bidding order."""
    return SelectMultipleField(label, coerce=int, choices=_places, description=words)


def _places() -> list[Any]:
    return choices((place, vocabulary.ordinal(place)) for place in PLACES)


class VersionForm(Form):
    """The hidden field of every change: the version that its author saw."""

    version = WholeField(validators=[Optional()])


class MoveForm(VersionForm):
    """One place earlier or later in the list."""

    to = StringField(default="")


class ScriptedGameForm(VersionForm):
    """A scripted game's name and description."""

    name = StringField(
        lazy("Name of the game"),
        filters=[stripped],
        validators=[
            InputRequired(lazy("Give the game a name, for example: Short fuse")),
            Length(1, LONGEST_NAME, LONG_NAME),
        ],
    )
    words = TextAreaField(
        lazy("Description (optional)"),
        filters=[stripped],
        validators=[Length(max=LONGEST_RULE, message=lazy("Use at most {most} characters.", most=LONGEST_RULE))],
    )


class DealForm(VersionForm):
    """A deal of a scripted game: its name, and its rule in words."""

    name = StringField(
        lazy("Name of the hand"),
        filters=[stripped],
        validators=[
            InputRequired(lazy("Give the hand a name, for example: thin ice")),
            Length(1, LONGEST_NAME, LONG_NAME),
        ],
    )
    rule = TextAreaField(
        lazy("Rule"),
        filters=[stripped],
        validators=[
            InputRequired(lazy("Write the rule, for example: Everyone bids 2 or 3.")),
            Length(1, LONGEST_RULE, lazy("Use 1 to {most} characters for the rule.", most=LONGEST_RULE)),
        ],
    )
    double_nil = places_field(
        lazy("Who may call double nil"), lazy("Places in the bidding. The 1st is left of the dealer.")
    )


class LimitForm(VersionForm):
    """A bidding limit of a deal, with a field per part of its kind (see `limit_form`)."""

    kind = StringField(default="")
    parts: ClassVar[tuple[str, ...]] = ()

    def limit(self) -> Json:
        """The limit as JSON."""
        return {"kind": self.kind.data, **{part: _public(part, self[part].data) for part in self.parts}}


def limit_form(given: MultiDict[str, str]) -> LimitForm:
    """The form for this kind of limit; 404 for an unknown kind."""
    kind = KINDS.get(str(LimitForm(given).kind.data))
    if kind is None:
        abort(404)
    parts = (*kind.needs, *kind.may)
    made: type[LimitForm] = type("LimitForm", (LimitForm,), {part: _part(part) for part in parts} | {"parts": parts})
    return made(given)


def _part(name: str) -> Field:
    """The field of one part of a limit."""
    if name == "by":
        return places_field(_("Whose bids"), _("Leave empty for everyone."))
    if name == "bids":
        calls = rule_set(RULES).with_options({}).deal_of(1).by_code
        words = Markup("<code>{}</code>").format(", ".join(code for code in calls if not code.isdecimal()))
        help_text = translate_markup("Separated by commas, for example 2, 3, {calls}", calls=words)
        return StringField(_("Bids"), [Length(max=200)], description=help_text)
    label, most = COUNTS[name]
    return WholeField(label, [WholeBetween(0, most)], description=_("0 to {most}", most=most))


def _public(part: str, data: Any) -> Any:
    if part == "by":
        return sorted(set(data or ()))
    return [_bid(bid) for bid in data.split(",") if bid.strip()] if part == "bids" else data


def _bid(text: str) -> int | str:
    bid = "-".join(text.lower().split())
    return int(bid) if bid.isdecimal() and len(bid) < 6 else bid


class ScriptedGameFileForm(TextOrFileForm):
    """A scripted game as a file, or pasted."""

    text = TextAreaField(lazy("Or paste it here"), [Length(max=LARGEST_FILE, message=TOO_LONG)])
    file = FileField(lazy("File"), render_kw={"accept": ".json,application/json"})


def changed(scripted: AtTable, form: VersionForm, change: Callable[[Json], None]) -> str | None:
    """Change the JSON of a scripted game that the form saw; returns what is wrong, or None if it was saved."""
    if scripted.version is None:
        abort(404)
    parts: Json = scripted_game_json(scripted.game)
    change(parts)
    seen = form.version.data or scripted.version
    try:
        content = scripted_game_json(read_scripted_game(parts, begun=True))
        change_scripted_game(scripted.table_id, int(scripted.key), seen, content)
    except (InvalidInput, ScriptedGameChanged) as error:
        return sentence(error)
    return None


def change_and_go(scripted: AtTable, form: VersionForm, change: Callable[[Json], None], address: str) -> Response:
    """Like `changed`, for a button: redirects, and flashes what is wrong."""
    wrong = changed(scripted, form, change)
    if wrong is not None:
        flash(wrong, "error")
    return redirect(address, 303)
