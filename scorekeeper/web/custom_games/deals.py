"""The deals of a custom game: their order, names, rules and bidding limits."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, ClassVar

from flask import Blueprint, abort, flash, redirect, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms import Field, Form, SelectField
from wtforms.validators import InputRequired, Length

from scorekeeper.access import SCORER, current_table
from scorekeeper.core.inputs import Json
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.rules.scripted_deals import MAX_SUM
from scorekeeper.core.rules.scripted_limits import KINDS
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.deals import MAX_RULE_LENGTH
from scorekeeper.core.words import vocabulary
from scorekeeper.core.words.bidding import KINDS_OF_LIMITS, limit_words
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.formats.custom_game import RULES
from scorekeeper.web.custom_games.at_table import (
    KNOWN_HANDS,
    LONG_NAME,
    PLACES,
    AtTable,
    changed,
    custom_game_at,
    known_hand,
    room_for_limits,
)
from scorekeeper.web.forms import StringField, TextAreaField, WholeBetween, WholeField, choices, moved_to, stripped
from scorekeeper.web.language import lazy, translate_markup
from scorekeeper.web.posted import PostedFields


def places_choices(none_is_everyone: bool = False) -> list[tuple[str, str]]:
    """Places in the bidding to choose from, as `1,3`; none of them is everyone, or nobody."""
    some = [chosen for count in range(1, len(PLACES)) for chosen in combinations(PLACES, count)]
    named = [(",".join(map(str, chosen)), _("the {places}", places=vocabulary.places(chosen))) for chosen in some]
    if none_is_everyone:
        return [("", _("everyone")), *named]
    return [("", _("nobody")), *named, (",".join(map(str, PLACES)), _("everyone"))]


def chosen_places(chosen: str | None) -> list[int]:
    """The places of a choice."""
    return [int(position) for position in (chosen or "").split(",") if position]


class DealForm(Form):
    """A deal of a custom game: its name and its rule."""

    name = StringField(
        lazy("Name of the hand"),
        filters=[stripped],
        validators=[
            InputRequired(lazy("Give the hand a name, for example: thin ice")),
            Length(1, MAX_NAME_LENGTH, LONG_NAME),
        ],
    )
    rule = TextAreaField(
        lazy("Rule"),
        filters=[stripped],
        validators=[
            InputRequired(lazy("Write the rule, for example: Everyone bids 2 or 3.")),
            Length(1, MAX_RULE_LENGTH, lazy("Use 1 to {most} characters for the rule.", most=MAX_RULE_LENGTH)),
        ],
    )
    double_nil = SelectField(lazy("Who may call double nil"), choices=lambda: choices(places_choices()), default="")


def change_and_go(custom_game: AtTable, change: Callable[[Json], None], address: str) -> Response:
    """Like `changed`, for a button: redirects, and flashes what is wrong."""
    wrong = changed(custom_game, change)
    if wrong is not None:
        flash(wrong, "error")
    return redirect(address, 303)


COUNTS = {
    "number": (lazy("Number"), MAX_SUM),
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


class LimitForm(Form):
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
    calls = rule_set(RULES).with_options({}).hand_rules_of(1).by_code
    words = Markup("<code>{}</code>").format(", ".join(code for code in calls if not code.isdecimal()))
    return translate_markup("Bids are numbers, or {calls}, separated by commas.", calls=words)


def _form_of(kind: str) -> type[LimitForm]:
    parts = (*KINDS[kind].needs, *KINDS[kind].may)
    return type("LimitForm", (LimitForm,), {part: _part(kind, part) for part in parts} | {"parts": parts})


def _part(kind: str, name: str) -> Field:
    """The field of one part of a limit."""
    if name == "by":
        offered = places_choices(none_is_everyone=kind != "only-by")
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


AT = "/tables/<table>/scripted-games/<custom_game>/deals"
pages = Blueprint("custom_deals", __name__, url_prefix=AT)
limit_pages = Blueprint("custom_limits", __name__, url_prefix=f"{AT}/<int:deal>/limits")

Page = str | tuple[str, int]


@pages.get("/new", role=SCORER)
def new(table: str, custom_game: str) -> str:
    return _form(_own(table, custom_game), 0, DealForm(), None)


@pages.post("", role=SCORER)
def create(table: str, custom_game: str) -> Response | Page:
    return _write(_own(table, custom_game), 0)


@pages.get("/<int:deal>", role=SCORER)
def edit(table: str, custom_game: str, deal: int) -> str:
    found = _own(table, custom_game, deal)
    own = found.game.script[deal - 1]
    form = DealForm(data={"name": own.name, "rule": own.text, "double_nil": ",".join(map(str, own.double_nil))})
    return _form(found, deal, form, None)


@pages.post("/<int:deal>", role=SCORER)
def update(table: str, custom_game: str, deal: int) -> Response | Page:
    return _write(_own(table, custom_game, deal), deal)


@pages.post("/<int:deal>/move", role=SCORER)
def move(table: str, custom_game: str, deal: int) -> Response:
    """Move a deal one place up or down, or to a place."""
    found = _own(table, custom_game, deal)
    position = moved_to(PostedFields().get("to"), deal, len(found.game.script))

    def change(parts: Json) -> None:
        parts["deals"].insert(position - 1, parts["deals"].pop(deal - 1))

    return change_and_go(found, change, found.url("custom_games.show", _anchor=f"deal-{position}"))


@pages.post("/known", role=SCORER)
def add_known(table: str, custom_game: str) -> Response:
    """Add a copy of a known hand to the end of the list."""
    found, fields = _own(table, custom_game), PostedFields()
    number = whole(fields.get("known"))
    if not 1 <= number <= len(KNOWN_HANDS):
        abort(404)
    address = found.url("custom_games.show", find=fields.get("find"), _anchor=f"known-{number}")
    return change_and_go(found, lambda parts: parts["deals"].append(known_hand(number)), address)


@pages.post("/<int:deal>/remove", role=SCORER)
def remove(table: str, custom_game: str, deal: int) -> Response:
    found = _own(table, custom_game, deal)
    address = found.url("custom_games.show")
    return change_and_go(found, lambda parts: parts["deals"].pop(deal - 1), address)


@limit_pages.get("/new", role=SCORER)
def new_limit(table: str, custom_game: str, deal: int) -> str:
    return _limit_page(_own(table, custom_game, deal), deal, limit_form(request.args), None)


@limit_pages.post("", role=SCORER)
def create_limit(table: str, custom_game: str, deal: int) -> Response | Page:
    found = _own(table, custom_game, deal)
    form = limit_form(request.form)
    if not form.validate():
        return _limit_page(found, deal, form, None), 422
    limit = form.limit()
    wrong = changed(found, lambda parts: parts["deals"][deal - 1].setdefault("limits", []).append(limit))
    if wrong is not None:
        return _limit_page(found, deal, form, wrong), 422
    return redirect(found.url("custom_deals.edit", deal=deal), 303)


@limit_pages.post("/<int:limit>/remove", role=SCORER)
def remove_limit(table: str, custom_game: str, deal: int, limit: int) -> Response:
    found = _own(table, custom_game, deal)
    if not 1 <= limit <= len(found.game.script[deal - 1].limits):
        abort(404)
    address = found.url("custom_deals.edit", deal=deal)
    return change_and_go(found, lambda parts: parts["deals"][deal - 1]["limits"].pop(limit - 1), address)


def _own(table: str, custom_game: str, deal: int | None = None) -> AtTable:
    """One of the table's own custom games; 404 if there is none, or it has no such deal."""
    found = custom_game_at(table, custom_game)
    if found.version is None or (deal is not None and not 1 <= deal <= len(found.game.script)):
        abort(404)
    return found


def _write(custom_game: AtTable, deal: int) -> Response | Page:
    """Save a deal's name and rule; deal 0 is a new one."""
    form = DealForm(request.form)
    if not form.validate():
        return _form(custom_game, deal, form, None), 422

    def change(parts: Json) -> None:
        values = {"name": form.name.data, "rule": form.rule.data, "double_nil": chosen_places(form.double_nil.data)}
        if deal:
            parts["deals"][deal - 1].update(values)
        else:
            parts["deals"].append(values)

    wrong = changed(custom_game, change)
    if wrong is not None:
        return _form(custom_game, deal, form, wrong), 422
    if deal:
        return redirect(custom_game.url("custom_games.show"), 303)
    return redirect(custom_game.url("custom_deals.edit", deal=len(custom_game.game.script) + 1), 303)


def _form(custom_game: AtTable, deal: int, form: DealForm, wrong: str | None) -> str:
    own = custom_game.game.script[deal - 1] if deal else None
    return render_template(
        "custom_games/deal.html",
        table=current_table(),
        custom_game=custom_game.view(),
        number=deal or len(custom_game.game.script) + 1,
        action=custom_game.url("custom_deals.update", deal=deal) if deal else custom_game.url("custom_deals.create"),
        form=form,
        limits=[
            {
                "text": limit_words(limit),
                "remove": custom_game.url("custom_limits.remove_limit", deal=deal, limit=position),
            }
            for position, limit in enumerate(own.limits if own else (), start=1)
        ],
        bids_help=bids_help(),
        sentences=limit_forms() if own and room_for_limits(own) else [],
        add_limit=custom_game.url("custom_limits.create_limit", deal=deal) if deal else None,
        move=custom_game.url("custom_deals.move", deal=deal) if deal else None,
        remove=custom_game.url("custom_deals.remove", deal=deal) if deal else None,
        last=deal == len(custom_game.game.script),
        wrong=wrong,
    )


def _limit_page(custom_game: AtTable, deal: int, form: LimitForm, wrong: str | None) -> str:
    return render_template(
        "custom_games/limit.html",
        table=current_table(),
        custom_game=custom_game.view(),
        deal=custom_game.game.script[deal - 1],
        form=form,
        action=custom_game.url("custom_limits.create_limit", deal=deal),
        back=custom_game.url("custom_deals.edit", deal=deal),
        wrong=wrong,
    )
