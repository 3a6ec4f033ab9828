"""Bidding limits of an own hand: sentences with blanks, one of each kind, and the form behind each."""

from typing import Any, ClassVar

from flask import abort
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectField, StringField
from wtforms.validators import Length

from scorekeeper.core.rules.scripted_deals import LARGEST_SUM
from scorekeeper.core.rules.scripted_limits import KINDS
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.bidding import KINDS_OF_LIMITS
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.formats.scripted_game import RULES
from scorekeeper.web.forms import WholeBetween, WholeField, choices
from scorekeeper.web.language import lazy, translate_markup
from scorekeeper.web.scripted.forms import Json, VersionForm, chosen_places, places_choices
from scorekeeper.web.scripted.views import PLACES

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
