"""Imports a plain list of hands: asks which column has what, then shows the same preview as for any file."""

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any, ClassVar

from flask import Blueprint, render_template, request
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, FileField, Form, SelectField
from wtforms.validators import InputRequired, Length

from scorekeeper.access import KEEPER, current_membership, current_table
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import slot, working_out
from scorekeeper.access.routes import A_FILE, MAX_FORM_TEXT
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import BIDS_OR_DATE, UNKNOWN_ROW
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.setting_up.shapes import shape_label, shape_of
from scorekeeper.core.rules.ruleset import RuleSet, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.formats.days import DAY_FIRST, MONTH_FIRST
from scorekeeper.formats.hand_list.columns import (
    Columns,
    Places,
    guessed_columns,
    letter_of,
    seats_in_heads,
    with_known_dealers,
    without,
)
from scorekeeper.formats.hand_list.doubts import Doubts, doubts_of
from scorekeeper.formats.hand_list.games import decided_by_points
from scorekeeper.formats.hand_list.reading import HandList, ListAnswers, read_hand_list
from scorekeeper.formats.spreadsheets import MAX_BYTES, Sheets, is_workbook, sheets_in
from scorekeeper.services.hand_lists import MANY_ROWS, columns_in_words, file_of_list
from scorekeeper.services.house_rules import first_options, presets_at
from scorekeeper.services.importing import games_in, preview_import
from scorekeeper.web.formatting import local, zone
from scorekeeper.web.forms import (
    MAX_SENT_BACK,
    DayField,
    HiddenField,
    StringField,
    TextAreaField,
    TextOrFileForm,
    ValidName,
    bytes_shown,
    choices,
    sentence,
    stripped,
)
from scorekeeper.web.language import lazy
from scorekeeper.web.transfer.imports import ImportPreview, import_view, store_file

MAX_TEXT = MAX_SENT_BACK
"""Bytes of a list, also as the page shows it again."""
TOO_LONG = lazy("The list is too long.")
EVENING = time(20)
"""When a game of a list began, as far as anybody knows."""
NO_COLUMN, THE_REST = "", "rest"
USUAL, LAST, PRESET = "usual", "last", "preset-"
SHOWN_ROWS = 3
SHOWN_DOUBTS = 20
SECOND = "2"


def games_to_choose() -> list[tuple[str, str]]:
    """Every game for every number of players, as `partnership 2x2`; custom games have no list of their own here."""
    return [
        (f"{rules.key} {shape_key(shape)}", f"{rules_name(rules)} · {shape_label(shape)}")
        for rules in rule_sets().values()
        for shape in rules.shapes
        if rules.custom_scoring is None
    ]


def orders() -> list[tuple[str, str]]:
    """In which order the numbers of dates may have been typed."""
    known = [(MONTH_FIRST, _("Month first: 3 April is 4/3")), (DAY_FIRST, _("Day first: 3 April is 3/4"))]
    return [(NO_COLUMN, _("How were they typed?")), *known]


class HandListForm(TextOrFileForm):
    """A list, and the game that it is of."""

    game = SelectField(lazy("Which game?"), choices=lambda: choices(games_to_choose()))
    text = TextAreaField(
        lazy("The list"),
        [Length(max=MAX_TEXT, message=TOO_LONG)],
        description=lazy(
            "A row for each hand, below a row of headings. Copy it from a spreadsheet, or paste a CSV. For the bids of "
            "two partners write 4 3: a spreadsheet makes a date of 4/3."
        ),
        render_kw={"rows": 8, "spellcheck": "false", "placeholder": "Hand, We bid, We took, They bid, They took"},
    )
    file = FileField(lazy("Or a file"), render_kw={"accept": ".xlsx,.csv,.tsv,.txt"})
    dates = SelectField(lazy("How were the dates typed?"), validate_choice=False, choices=lambda: choices(orders()))
    assigned = HiddenField(validators=[Length(max=MAX_FORM_TEXT)])

    def sheets(self) -> Sheets:
        """The list as pasted, or those of the file. Raises `InvalidInput`."""
        content = self.content(MAX_BYTES + 1)
        if not is_workbook(content):
            return sheets_in(content)
        hit(RateLimit.CHECKS)
        with slot():
            return sheets_in(content)

    def hand_list(self, text: str) -> HandList | None:
        """The list in this text, which is sent again with the columns; None if it is too long for that, which the field
        says. Raises `InvalidInput`.
        """
        if len(text.encode()) > MAX_TEXT or bytes_shown(text) > MAX_SENT_BACK:
            self.text.errors = [TOO_LONG]
            return None
        self.text.data = text.removeprefix("\ufeff")
        return read_hand_list(self.text.data, str(self.dates.data or ""))

    @property
    def rules(self) -> tuple[RuleSet, Shape]:
        """The rule set, and how many sit on how many sides."""
        key, _space, shape = str(self.game.data).partition(" ")
        rules = rule_set(key)
        return rules, shape_of(rules, shape)


class SheetForm(Form):
    """Which sheet of a workbook has the list; the answer is its text, as if it had been pasted."""

    game = HiddenField()
    text = SelectField(lazy("Which sheet?"))


class ColumnsForm(HandListForm):
    """Which column has what, who played, and by which house rules.

    `bid-0` and `took-0` are of side 0, `bid-0-2` of its second seat if that has a column of its own; `p-0` is at
    seat 0.
    """

    sides: ClassVar[int]
    seats_of: ClassVar[tuple[tuple[int, ...], ...]]
    day: ClassVar[int | None]
    dealer_column: ClassVar[int | None]
    guessed: ClassVar[Columns]
    found: ClassVar[HandList]
    hand = SelectField(lazy("Number of the hand"))
    new_game = SelectField(lazy("Number of the game"))
    dealer = SelectField(lazy("First dealer"))
    options = SelectField(lazy("House rules"))
    unused = BooleanField(lazy("Leave these columns out"))
    no_hands = BooleanField(lazy("Leave these rows out"))
    played = DayField(lazy("Played on"), [InputRequired(lazy("Say when the game was played."))])

    @property
    def columns(self) -> Columns:
        """The columns as chosen."""
        sides = range(self.sides)
        bids, took = (tuple(self._of_side(part, side) for side in sides) for part in ("bid", "took"))
        chosen = Columns(
            bids,
            took,
            _place(self.hand.data),
            _place(self.new_game.data),
            day=self.day,
            dealer=self.dealer_column,
            points=self.guessed.points if (bids, took) == (self.guessed.bids, self.guessed.took) else (),
        )
        return with_known_dealers(self.found, chosen, self.names) if all(map(all, self.names)) else chosen

    @property
    def names(self) -> list[list[str]]:
        """The players of each side, as far as they are typed."""
        return [[str(self[f"p-{seat}"].data or "") for seat in seats] for seats in self.seats_of]

    @property
    def called(self) -> list[str]:
        """The sides by their players’ names, as far as they are typed."""
        _rules, shape = self.rules
        return [side_name(own) if all(own) else _side_label(side, shape) for side, own in enumerate(self.names)]

    def _of_side(self, part: str, side: int) -> Places:
        fields = [self[name].data for name in (f"{part}-{side}", f"{part}-{side}-{SECOND}") if name in self]
        return tuple(place for place in map(_place, fields) if place is not None)

    def answers(self, found: HandList) -> ListAnswers:
        """What was said about rows and dates."""
        doubts = doubts_of(found, self.columns)
        rows = (*doubts.rows, *doubts.sums) if self.no_hands.data else ()
        return ListAnswers(frozenset(map(found.number_of, rows)), str(self.dates.data or ""), self.played.data)

    def head(self, table: str) -> dict[str, object]:
        """The sheet without its hands."""
        rules, shape = self.rules
        return {
            "rules": rules.key,
            "options": _options(str(self.options.data), table, rules, shape),
            "sides": [{"name": side_name(players), "players": players} for players in self.names],
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
    heads = [(str(place), f"{letter_of(place)}: {head}") for place, head in enumerate(found.heads)]
    names = [[str(given.get(f"p-{seat}", "")) for seat in seats] if given else [] for seats in _players_of(shape)]
    guessed = guessed_columns(found.heads, [own or [""] * shape.players_per_side for own in names])
    in_heads = dict(enumerate(seats_in_heads(found.heads, guessed, shape.players_per_side)))
    seats = [[f"{side + 1}{seat + 1}" for seat in range(shape.players_per_side)] for side in range(shape.sides)]
    unnamed = {"rules": rules.key, "sides": [{"name": side_name(own), "players": own} for own in seats]}
    dealer = guessed.dealer
    guessed = decided_by_points(found, guessed, unnamed, ListAnswers(dates=str(form.dates.data or "")))
    parts: dict[str, Any] = {"sides": shape.sides, "seats_of": _players_of(shape), "guessed": guessed}
    parts |= {"day": guessed.day, "dealer_column": dealer, "found": found}
    data: dict[str, object] = {"text": form.text.data, "game": form.game.data, "assigned": "yes"}
    data |= {
        "dates": form.dates.data,
        "hand": _one(guessed.hand),
        "new_game": _one(guessed.game),
        "dealer": "0",
        "options": USUAL,
        "played": local(utc_now()).date(),
    }
    for seat in range(shape.sides * shape.players_per_side):
        parts[f"p-{seat}"] = StringField(_seat_label(seat, shape), [ValidName()], filters=[stripped])
        players = in_heads[seat % shape.sides]
        data[f"p-{seat}"] = players[seat // shape.sides] if players else ""
    is_open = guessed.other == guessed.bids[::-1]  # then the columns of the bids are to be chosen
    shown = replace(guessed, bids=((),) * shape.sides) if is_open else guessed
    for side in range(shape.sides):
        fields, chosen = _side_fields(side, shape, heads, shown)
        parts |= fields
        data |= chosen
    made: type[ColumnsForm] = type("ColumnsForm", (ColumnsForm,), parts)
    made_form = made(given) if given is not None else made(data=data)
    made_form.hand.choices = choices([(NO_COLUMN, _("in the order of the rows")), *heads])
    made_form.new_game.choices = choices([(NO_COLUMN, _("a game begins at hand 1")), *heads])
    made_form.dealer.choices = choices(
        [
            (str(seat), str(made_form[f"p-{seat}"].data or "") or _seat_label(seat, shape))
            for seat in range(len(seating.bidders))
        ]
    )
    own = [(f"{PRESET}{preset.id}", preset.name) for preset in presets_at(table, rules, shape)]
    made_form.options.choices = choices([(USUAL, _("The usual ones")), (LAST, _("As in the last game here")), *own])
    return made_form


def _side_fields(
    side: int, shape: Shape, heads: list[tuple[str, str]], guessed: Columns
) -> tuple[dict[str, SelectField], dict[str, object]]:
    """The questions about a side's columns, and what is guessed; partners may have columns of their own."""
    name, none = _side_label(side, shape), [(NO_COLUMN, _("Choose a column"))]
    rest = [(THE_REST, _("the rest of the tricks"))]
    fields = {
        f"bid-{side}": SelectField(_("{side}: bid", side=name), choices=choices([*none, *heads])),
        f"took-{side}": SelectField(_("{side}: tricks", side=name), choices=choices([*heads, *rest])),
    }
    bids, took = guessed.bids[side], guessed.took[side]
    data: dict[str, object] = {f"bid-{side}": _shown(bids), f"took-{side}": _shown(took) or THE_REST}
    if shape.players_per_side > 1 and len(heads) > 1 + 2 * shape.sides:
        both = choices([(NO_COLUMN, _("in the same column")), *heads])
        fields[f"bid-{side}-{SECOND}"] = SelectField(_("{side}: bid of player 2", side=name), choices=both)
        fields[f"took-{side}-{SECOND}"] = SelectField(_("{side}: tricks of player 2", side=name), choices=both)
        data |= {f"bid-{side}-{SECOND}": _shown(bids[1:]), f"took-{side}-{SECOND}": _shown(took[1:])}
    return fields, data


def _players_of(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """The seats of each side, round the table."""
    return tuple(tuple(side + shape.sides * n for n in range(shape.players_per_side)) for side in range(shape.sides))


def _shown(places: Places) -> str:
    return str(places[0]) if places else ""


def _one(place: int | None) -> str:
    return "" if place is None else str(place)


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
        sheets = form.sheets()
        if len(sheets) > 1:
            return _sheet_page(form, sheets)
        found = form.hand_list("".join(text for _name, text in sheets))
    except InvalidInput as error:
        return _list_page(form, sentence(error), asks_dates=error.fault.code == BIDS_OR_DATE.key), 422
    if found is None:
        return _list_page(form), 422
    if not form.assigned.data:
        with working_out(current_membership()) if len(found.rows) >= MANY_ROWS else nullcontext():
            return _columns_page(columns_form(form, found, table, None), found)
    return _preview(table, columns_form(form, found, table, request.form), found)


def _preview(table: str, form: ColumnsForm, found: HandList) -> str | tuple[str, int]:
    if not form.validate():
        return _columns_page(form, found), 422
    assert form.played.data is not None
    hit(RateLimit.CHECKS)
    started = datetime.combine(form.played.data, EVENING, zone()).astimezone(UTC)
    columns, answers = form.columns, form.answers(found)
    if form.unused.data:
        columns = without(columns, doubts_of(found, columns).columns)
    try:
        with slot():
            content = file_of_list(found, columns, form.head(table), answers, started)
            preview = ImportPreview.of(preview_import(games_in(content), table), table)
    except InvalidInput as error:
        return _columns_page(form, found, sentence(error), asks_sums=error.fault.code == UNKNOWN_ROW.key), 422
    head = form.head(table)["sides"]
    sides = [str(side["name"]) for side in head] if isinstance(head, list) else []
    values = import_view(current_table(), preview, store_file(table, content))
    values["read_as"] = columns_in_words(found, columns, sides)
    return render_template("transfer/imports/preview.html", **values)


def _column_fields(form: ColumnsForm) -> list[Field]:
    """The questions about columns."""
    names = [
        f"{part}-{side}{end}" for side in range(form.sides) for part in ("bid", "took") for end in ("", f"-{SECOND}")
    ]
    fields = [form[name] for name in names if name in form]
    return [form.hand, form.new_game, *fields]


def _asked(form: ColumnsForm, found: HandList, doubts: Doubts, *, asks_sums: bool = False) -> list[View]:
    """What is not understood, with the field that answers it; `asks_sums`: totals that are none, too."""
    asked: list[View] = []
    if doubts.columns:
        heads = [f"{letter_of(place)}: {found.heads[place]}" for place in doubts.columns]
        asked.append({"text": _("Not understood as bids or tricks:"), "parts": heads, "field": form.unused})
    no_hands = sorted((*doubts.rows, *(doubts.sums if asks_sums else ())))
    if no_hands:
        rows = [
            f"{found.number_of(row)}: {', '.join(filter(None, found.rows[row]))}" for row in no_hands[:SHOWN_DOUBTS]
        ]
        asked.append({"text": _("These rows are no hands:"), "parts": rows, "field": form.no_hands})
    if doubts.dates:
        asked.append(
            {"text": _("Dates, where bids belong:"), "parts": doubts.dates[:SHOWN_DOUBTS], "field": form.dates}
        )
    if doubts.days:
        text = _("Dates that may be two days:")
        asked.append({"text": text, "parts": doubts.days[:SHOWN_DOUBTS], "field": None if doubts.dates else form.dates})
    return asked


def _sheet_page(form: HandListForm, sheets: Sheets) -> str:
    asked = SheetForm(data={"game": form.game.data})
    asked.text.choices = choices([(text, name) for name, text in sheets])
    return _list_page(asked)


def _list_page(form: HandListForm | SheetForm, wrong: str | None = None, *, asks_dates: bool = False) -> str:
    values = {"table": current_table(), "form": form, "wrong": wrong, "asks_dates": asks_dates}
    return render_template("transfer/imports/hand_list.html", **values)


def _columns_page(form: ColumnsForm, found: HandList, wrong: str | None = None, *, asks_sums: bool = False) -> str:
    rows = [[row[place] if place < len(row) else "" for place in range(len(found.heads))] for row in found.rows]
    columns, asked, fields = form.columns, doubts_of(found, form.columns), _column_fields(form)
    is_of_columns = wrong and not (asked.rows or asked.dates or asked.days)
    is_open = is_of_columns or asked.columns or not all(columns.bids) or any(field.errors for field in fields)
    return render_template(
        "transfer/imports/columns.html",
        table=current_table(),
        form=form,
        wrong=wrong,
        read_as=columns_in_words(found, columns, form.called),
        open=bool(is_open),
        heads=found.heads,
        letters=[letter_of(place) for place in range(len(found.heads))],
        rows=rows[:SHOWN_ROWS],
        players=[form[f"p-{seat}"] for seats in form.seats_of for seat in seats],
        columns=fields,
        doubts=_asked(form, found, asked, asks_sums=asks_sums or bool(form.no_hands.data)),
        asks_dates=bool(asked.dates or asked.days),
    )
