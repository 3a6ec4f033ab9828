"""Imports a plain list of hands: asks which column has what, then shows the same preview as for any file."""

from datetime import UTC, datetime, time
from typing import Any, ClassVar

from flask import Blueprint, render_template, request
from werkzeug.datastructures import MultiDict
from wtforms import DateField, FileField, SelectField
from wtforms.validators import InputRequired, Length

from scorekeeper.access import KEEPER, current_table
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import slot
from scorekeeper.access.routes import A_FILE, MAX_FORM_TEXT
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import NOT_UTF8_SAVE
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import shape_key
from scorekeeper.core.rules.ruleset import RuleSet, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.formats.hand_list import Columns, HandList, guessed_columns, read_hand_list
from scorekeeper.services.hand_lists import file_of_hand_list
from scorekeeper.services.house_rules import first_options, presets_at
from scorekeeper.services.importing import games_in, preview_import
from scorekeeper.services.names import side_name
from scorekeeper.web.formatting import local, zone
from scorekeeper.web.forms import (
    HiddenField,
    StringField,
    TextAreaField,
    TextOrFileForm,
    ValidName,
    choices,
    sentence,
    stripped,
)
from scorekeeper.web.language import lazy
from scorekeeper.web.rulesets.menu import shape_label, shape_of
from scorekeeper.web.transfer.imports import ImportPreview, import_view, store_file

MAX_TEXT = 100_000
EVENING = time(20)
"""When a game of a list began, as far as anybody knows."""
NO_COLUMN, THE_REST = "", "rest"
USUAL, LAST, PRESET = "usual", "last", "preset-"
SHOWN_ROWS = 3


def games_to_choose() -> list[tuple[str, str]]:
    """Every game for every number of players, as `partnership 2x2`; custom games have no list of their own here."""
    return [
        (f"{rules.key} {shape_key(shape)}", f"{rules_name(rules)} · {shape_label(shape)}")
        for rules in rule_sets().values()
        for shape in rules.shapes
        if rules.scripted is None
    ]


class HandListForm(TextOrFileForm):
    """A list, and the game that it is of."""

    game = SelectField(lazy("Which game?"), choices=lambda: choices(games_to_choose()))
    text = TextAreaField(
        lazy("The list"),
        [Length(max=MAX_TEXT, message=lazy("The list is too long."))],
        description=lazy("A row for each hand, below a row of headings. Copy it from a spreadsheet, or paste a CSV."),
        render_kw={"rows": 8, "spellcheck": "false", "placeholder": "Hand, We bid, We took, They bid, They took"},
    )
    file = FileField(lazy("Or a file"), render_kw={"accept": ".csv,.tsv,.txt"})
    assigned = HiddenField(validators=[Length(max=MAX_FORM_TEXT)])

    def hand_list(self) -> HandList:
        """The list as pasted, or of the file, whose text is sent again with the columns. Raises `InvalidInput`."""
        try:
            self.text.data = self.content(MAX_TEXT).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InvalidInput(NOT_UTF8_SAVE.at(NOWHERE, {})) from None
        return read_hand_list(self.text.data)

    @property
    def rules(self) -> tuple[RuleSet, Shape]:
        """The rule set, and how many sit on how many sides."""
        key, _space, shape = str(self.game.data).partition(" ")
        rules = rule_set(key)
        return rules, shape_of(rules, shape)


class ColumnsForm(HandListForm):
    """Which column has what, who played, and by which house rules: `bid-0` and `took-0` of side 0, `p-0` at seat 0."""

    sides: ClassVar[int]
    seats_of: ClassVar[tuple[tuple[int, ...], ...]]
    hand = SelectField(lazy("Number of the hand"))
    dealer = SelectField(lazy("First dealer"))
    options = SelectField(lazy("House rules"))
    played = DateField(lazy("Played on"), [InputRequired(lazy("Say when the game was played."))])

    @property
    def columns(self) -> Columns:
        """The columns as chosen."""
        sides = range(self.sides)
        return Columns(
            tuple(_place(self[f"bid-{side}"].data) for side in sides),
            tuple(_place(self[f"took-{side}"].data) for side in sides),
            _place(self.hand.data),
        )

    def head(self, table: str) -> dict[str, object]:
        """The sheet without its hands."""
        rules, shape = self.rules
        names = [[str(self[f"p-{seat}"].data) for seat in seats] for seats in self.seats_of]
        return {
            "rules": rules.key,
            "options": _options(str(self.options.data), table, rules, shape),
            "sides": [{"name": side_name(players), "players": players} for players in names],
            "dealer": whole(str(self.dealer.data), 0),
        }


def _place(chosen: object) -> int | None:
    place = whole(str(chosen))
    return place if place >= 0 else None


def _options(chosen: str, table: str, rules: RuleSet, shape: Shape) -> dict[str, Value]:
    """The options of this choice that are not at their defaults."""
    options = dict(first_options(table, rules, shape)) if chosen == LAST else {}
    for preset in presets_at(table, rules, shape):
        if chosen == f"{PRESET}{preset.id}":
            options = dict(preset.options)
    return rules.with_options(options, shape).changed_options()


def columns_form(form: HandListForm, found: HandList, table: str, given: MultiDict[str, str] | None) -> ColumnsForm:
    """The form for this list and game: as sent, or as the headings suggest."""
    rules, shape = form.rules
    seating = rules.with_options({}, shape).seating
    heads = [(str(place), f"{_letter(place)}: {head}") for place, head in enumerate(found.heads)]
    guessed = guessed_columns(found.heads, shape.sides)
    parts: dict[str, Any] = {"sides": shape.sides, "seats_of": _players_of(shape)}
    data: dict[str, object] = {"text": form.text.data, "game": form.game.data, "assigned": "yes"}
    data |= {"hand": _shown(guessed.hand), "dealer": "0", "options": USUAL, "played": local(datetime.now(UTC)).date()}
    for seat in range(shape.sides * shape.players_per_side):
        parts[f"p-{seat}"] = StringField(_seat_label(seat, shape), [ValidName()], filters=[stripped])
    for side in range(shape.sides):
        name = _side_label(side, shape)
        parts[f"bid-{side}"] = SelectField(_("{side}: bid", side=name), choices=choices(heads))
        rest = [(THE_REST, _("the rest of the tricks"))]
        parts[f"took-{side}"] = SelectField(_("{side}: tricks", side=name), choices=choices([*heads, *rest]))
        data |= {f"bid-{side}": _shown(guessed.bids[side]), f"took-{side}": _shown(guessed.took[side]) or THE_REST}
    made: type[ColumnsForm] = type("ColumnsForm", (ColumnsForm,), parts)
    made_form = made(given) if given is not None else made(data=data)
    made_form.hand.choices = choices([(NO_COLUMN, _("in the order of the rows")), *heads])
    made_form.dealer.choices = choices([(str(seat), _seat_label(seat, shape)) for seat in range(len(seating.bidders))])
    own = [(f"{PRESET}{preset.id}", preset.name) for preset in presets_at(table, rules, shape)]
    made_form.options.choices = choices([(USUAL, _("The usual ones")), (LAST, _("As in the last game here")), *own])
    return made_form


def _players_of(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """The seats of each side, round the table."""
    return tuple(tuple(side + shape.sides * n for n in range(shape.players_per_side)) for side in range(shape.sides))


def _shown(place: int | None) -> str:
    return "" if place is None else str(place)


def _letter(place: int) -> str:
    """The column as spreadsheets name it."""
    return chr(ord("A") + place) if place < 26 else f"A{chr(ord('A') + place - 26)}"


def _seat_label(seat: int, shape: Shape) -> str:
    if shape.players_per_side == 1:
        return _("Player {number}", number=seat + 1)
    return _("Player {number} of side {side}", number=seat // shape.sides + 1, side=seat % shape.sides + 1)


def _side_label(side: int, shape: Shape) -> str:
    return _("Player {number}", number=side + 1) if shape.players_per_side == 1 else _("Side {number}", number=side + 1)


pages = Blueprint("hand_lists", __name__, url_prefix="/tables/<table>/import/hands")


@pages.get("", role=KEEPER)
def new(table: str) -> str:
    return _list_page(HandListForm())


@pages.post("", role=KEEPER, longest=A_FILE)
def create(table: str) -> str | tuple[str, int]:
    """Ask what the columns of a list are; once that is said, preview its games."""
    form = HandListForm(request.form, request.files)
    if not form.validate():
        return _list_page(form), 422
    try:
        found = form.hand_list()
    except InvalidInput as error:
        return _list_page(form, sentence(error)), 422
    if not form.assigned.data:
        return _columns_page(columns_form(form, found, table, None), found)
    return _preview(table, columns_form(form, found, table, request.form), found)


def _preview(table: str, form: ColumnsForm, found: HandList) -> str | tuple[str, int]:
    if not form.validate():
        return _columns_page(form, found), 422
    assert form.played.data is not None
    hit(RateLimit.CHECKS)
    started = datetime.combine(form.played.data, EVENING, zone()).astimezone(UTC)
    try:
        with slot():
            content = file_of_hand_list(found, form.columns, form.head(table), started)
            preview = ImportPreview.of(preview_import(games_in(content), table), table)
    except InvalidInput as error:
        return _columns_page(form, found, sentence(error)), 422
    values = import_view(current_table(), preview, store_file(table, content))
    return render_template("transfer/imports/preview.html", **values)


def _list_page(form: HandListForm, wrong: str | None = None) -> str:
    return render_template("transfer/imports/hand_list.html", table=current_table(), form=form, wrong=wrong)


def _columns_page(form: ColumnsForm, found: HandList, wrong: str | None = None) -> str:
    rows = [[row[place] if place < len(row) else "" for place in range(len(found.heads))] for row in found.rows]
    return render_template(
        "transfer/imports/columns.html",
        table=current_table(),
        form=form,
        wrong=wrong,
        heads=found.heads,
        letters=[_letter(place) for place in range(len(found.heads))],
        rows=rows[:SHOWN_ROWS],
        players=[form[f"p-{seat}"] for seats in form.seats_of for seat in seats],
        columns=[form.hand, *(form[f"{part}-{side}"] for side in range(form.sides) for part in ("bid", "took"))],
    )
