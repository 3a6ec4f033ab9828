"""Forms of scripted games, and saving a change: the public form is changed, read again, then stored."""

from collections.abc import Callable
from typing import Any, ClassVar

from flask import abort, flash, redirect
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
from scorekeeper.core.words import plain
from scorekeeper.formats.scripted_game import RULES, read_scripted_game, scripted_game_json
from scorekeeper.storage import ScriptedGameChanged, change_scripted_game
from scorekeeper.web.forms import TextOrFileForm, WholeBetween, WholeField, choices, sentence, stripped
from scorekeeper.web.scripted.views import PLACES, AtTable

Json = dict[str, Any]

LARGEST_FILE = 200_000
TOO_LONG = f"This is longer than {LARGEST_FILE // 1000} kB: it is no night."
COUNTS = {
    "number": ("Number", LARGEST_SUM),
    "low": ("At least so many", len(PLACES)),
    "high": ("At most so many", len(PLACES)),
}


def places_field(label: str, words: str) -> SelectMultipleField:
    """Boxes for places in the bidding."""
    listed = choices((place, plain.ordinal(place)) for place in PLACES)
    return SelectMultipleField(label, coerce=int, choices=listed, description=words)


class VersionForm(Form):
    """What every change carries: the version of the game as its writer saw it."""

    version = WholeField(validators=[Optional()])


class MoveForm(VersionForm):
    """One place earlier or later in the list."""

    to = StringField(default="")


class ScriptedGameForm(VersionForm):
    """What a scripted game is called, and what it is like."""

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


class DealForm(VersionForm):
    """A deal of a scripted game: its name, and its rule in words."""

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
    double_nil = places_field("Who may call double nil", "Places in the bidding, the 1st being left of the dealer.")


class LimitForm(VersionForm):
    """A limit of a deal, with a field for each part of its kind (see `limit_form`)."""

    kind = StringField(default="")
    parts: ClassVar[tuple[str, ...]] = ()

    def limit(self) -> Json:
        """The limit in the public form."""
        return {"kind": self.kind.data, **{part: _public(part, self[part].data) for part in self.parts}}


def limit_form(given: MultiDict[str, str]) -> LimitForm:
    """The form for the kind that was asked for; a kind that is not there is a page that is not there."""
    kind = KINDS.get(str(LimitForm(given).kind.data))
    if kind is None:
        abort(404)
    parts = (*kind.needs, *kind.may)
    made: type[LimitForm] = type("LimitForm", (LimitForm,), {part: _part(part) for part in parts} | {"parts": parts})
    return made(given)


def _part(name: str) -> Field:
    """The field of one part of a limit."""
    if name == "by":
        return places_field("Whose bids", "None chosen: everyone.")
    if name == "bids":
        calls = rule_set(RULES).with_options({}).deal_of(1).by_code
        words = ", ".join(code for code in calls if not code.isdecimal())
        return StringField("Bids", [Length(max=200)], description=f"With commas between: 2, 3, {words}")
    label, most = COUNTS[name]
    return WholeField(label, [WholeBetween(0, most)], description=f"0 to {most}")


def _public(part: str, data: Any) -> Any:
    if part == "by":
        return sorted(set(data or ()))
    return [_bid(bid) for bid in data.split(",") if bid.strip()] if part == "bids" else data


def _bid(text: str) -> int | str:
    said = "-".join(text.lower().split())
    return int(said) if said.isdecimal() and len(said) < 6 else said


class ScriptedGameFileForm(TextOrFileForm):
    """A scripted game as a file, or what is in it."""

    text = TextAreaField("Or paste it here", [Length(max=LARGEST_FILE, message=TOO_LONG)])
    file = FileField("The file", render_kw={"accept": ".json,application/json"})


def changed(scripted: AtTable, form: VersionForm, change: Callable[[Json], None]) -> str | None:
    """Change the scripted game as the form saw it; what is wrong with it then, or None where it was kept."""
    if scripted.version is None:
        abort(404)
    parts: Json = scripted_game_json(scripted.game)
    change(parts)
    seen = form.version.data or scripted.version
    try:
        kept = scripted_game_json(read_scripted_game(parts, begun=True))
        change_scripted_game(scripted.table_id, int(scripted.key), seen, kept)
    except (InvalidInput, ScriptedGameChanged) as error:
        return sentence(error)
    return None


def change_and_go(scripted: AtTable, form: VersionForm, change: Callable[[Json], None], address: str) -> Response:
    """The same for a button: on to a page, with what is wrong said there."""
    wrong = changed(scripted, form, change)
    if wrong is not None:
        flash(wrong, "error")
    return redirect(address, 303)
