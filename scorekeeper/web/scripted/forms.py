"""Forms of scripted games and their limits. A change edits the JSON, reads it back to check it, and stores it."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, ClassVar

from flask import abort, flash, redirect
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import Field, FileField, Form, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.rules.scripted_deals import LARGEST_SUM
from scorekeeper.core.rules.scripted_limits import KINDS
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.deals import LONGEST_RULE
from scorekeeper.core.words import vocabulary
from scorekeeper.core.words.bidding import KINDS_OF_LIMITS
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.formats.scripted_game import RULES, read_scripted_game, scripted_game_json
from scorekeeper.storage.scripted_games import ScriptedGameChanged, change_scripted_game
from scorekeeper.web.forms import TextOrFileForm, WholeBetween, WholeField, choices, sentence, stripped
from scorekeeper.web.language import lazy, translate_markup
from scorekeeper.web.scripted.at_table import PLACES, AtTable

Json = dict[str, Any]

LARGEST_FILE = 200_000
TOO_LONG = lazy("This is longer than {size} kB. Choose a custom game’s file.", size=LARGEST_FILE // 1000)
LONG_NAME = lazy("Use 1 to {most} characters for the name.", most=LONGEST_NAME)


def places_choices(nobody: str) -> list[tuple[str, str]]:
    """Places in the bidding to choose from, as `1,3`; `nobody` is the word for none of them."""
    some = [chosen for count in range(1, len(PLACES)) for chosen in combinations(PLACES, count)]
    named = [(",".join(map(str, chosen)), _("the {places}", places=vocabulary.places(chosen))) for chosen in some]
    everyone = [] if nobody == _("everyone") else [(",".join(map(str, PLACES)), _("everyone"))]
    return [("", nobody), *named, *everyone]


def chosen_places(chosen: str | None) -> list[int]:
    """The places of a choice."""
    return [int(place) for place in (chosen or "").split(",") if place]


class VersionForm(Form):
    """The hidden field of every change: the version that its author saw."""

    version = WholeField(validators=[Optional()])


class MoveForm(VersionForm):
    """To which place of the list a deal goes: one `up` or `down`, or a number."""

    to = StringField(default="")

    def place(self, now: int) -> int:
        """The new place of the deal that has place `now`."""
        text = str(self.to.data)
        return int(text) if text.isdecimal() and len(text) < 4 else now + {"up": -1, "down": 1}.get(text, 0)


class KnownForm(VersionForm):
    """A known hand to add, by its number, and its place in the list; without one, it comes last."""

    known = WholeField(validators=[InputRequired()])
    at = WholeField(validators=[Optional()])


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
    """A deal of a scripted game: its name and its rule."""

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
    double_nil = SelectField(
        lazy("Who may call double nil"), choices=lambda: choices(places_choices(_("nobody"))), default=""
    )


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


COUNTS = {
    "number": (lazy("Number"), LARGEST_SUM),
    "low": (lazy("At least"), len(PLACES)),
    "high": (lazy("At most"), len(PLACES)),
}

EXAMPLES: dict[str, Json] = {
    "sum-is": {"number": 13},
    "sum-at-most": {"number": 12},
    "at-least": {"number": 2},
    "one-of": {"bids": "2, 3"},
    "how-many": {"low": 1, "high": 1, "bids": "nil"},
    "in-each-pair": {"low": 1, "high": 1, "bids": "nil"},
    "rising": {"number": 1},
    "only-by": {"by": "1", "bids": "double nil"},
}
"""What the blanks hold at first."""


class LimitForm(VersionForm):
    """A bidding limit of a deal, with a field per part of its kind (see `limit_form`)."""

    kind = StringField(default="")
    parts: ClassVar[tuple[str, ...]] = ()

    def limit(self) -> Json:
        """The limit as JSON."""
        return {"kind": self.kind.data, **{part: _public(part, self[part].data) for part in self.parts}}

    def sentence(self) -> Markup:
        """The sentence, its blanks being the form's fields."""
        kind = str(self.kind.data)
        blanks = {part: self[part](id=f"{kind}-{part}", aria_label=self[part].label.text) for part in self.parts}
        return Markup(translate_markup(KINDS_OF_LIMITS[kind], **blanks))


def limit_form(given: MultiDict[str, str]) -> LimitForm:
    """The form for this kind of limit; 404 for an unknown kind."""
    kind = str(LimitForm(given).kind.data)
    if kind not in KINDS:
        abort(404)
    return _form_of(kind)(given, data=EXAMPLES.get(kind))


def limit_forms() -> list[LimitForm]:
    """A form of each kind, with an example in its blanks."""
    return [_form_of(kind)(data={**EXAMPLES.get(kind, {}), "kind": kind}) for kind in KINDS]


def bids_help() -> str:
    """What can be written where a sentence lists bids."""
    calls = rule_set(RULES).with_options({}).deal_of(1).by_code
    words = Markup("<code>{}</code>").format(", ".join(code for code in calls if not code.isdecimal()))
    return translate_markup("Bids are numbers, or {calls}, separated by commas.", calls=words)


def _form_of(kind: str) -> type[LimitForm]:
    parts = (*KINDS[kind].needs, *KINDS[kind].may)
    return type("LimitForm", (LimitForm,), {part: _part(kind, part) for part in parts} | {"parts": parts})


def _part(kind: str, name: str) -> Field:
    """The field of one part of a limit."""
    if name == "by":
        everyone = _("nobody") if kind == "only-by" else _("everyone")
        offered = places_choices(everyone)
        starts = KINDS_OF_LIMITS[kind].startswith("{by}")
        named = [(value, sentence_case(label) if starts else label) for value, label in offered]
        return SelectField(_("Whose bids"), choices=choices(named), default="")
    if name == "bids":
        return StringField(_("Bids, separated by commas"), [Length(max=200)])
    label, most = COUNTS[name]
    return WholeField(label, [WholeBetween(0, most)])


def _public(part: str, data: Any) -> Any:
    if part == "by":
        return chosen_places(data)
    return [_bid(bid) for bid in data.split(",") if bid.strip()] if part == "bids" else data


def _bid(text: str) -> int | str:
    bid = "-".join(text.lower().split())
    return int(bid) if bid.isdecimal() and len(bid) < 6 else bid
