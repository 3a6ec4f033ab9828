"""A new game: its form with the seats, the dealer and the buttons that change them, and the sheet made from it.

The form is filled in from the table's last game.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Any, ClassVar

from flask import abort, request, session, url_for
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, SelectField, SelectMultipleField
from wtforms.validators import AnyOf, DataRequired, Length, Optional

from scorekeeper import hooks
from scorekeeper.access import current_table
from scorekeeper.core.examples.hands import can_be_bid
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.seats import confirm_view, spot_of, who_sits
from scorekeeper.core.rules.presets import Preset, changed_from, full, in_effect, is_like, presets_for
from scorekeeper.core.rules.ruleset import RuleSet, Topic
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, read_setup
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.sheet.model import MAX_LIMIT
from scorekeeper.core.words.bidding import no_bid
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import (
    limit_lines,
    preset_agreed,
    preset_changes,
    preset_name,
    preset_text,
    rules_idea,
    rules_name,
    rules_notice,
)
from scorekeeper.core.words.vocabulary import seat_name
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.house_rules import (
    agreed_with,
    first_options,
    preset_named,
    presets_at,
    save_preset,
)
from scorekeeper.services.names import check_new_names, nearly, side_name, wrong_names
from scorekeeper.services.starting import first_minutes
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import games_of
from scorekeeper.storage.players import most_active_players, roster_of
from scorekeeper.web.forms import StringField, WholeBetween, WholeField, choices, sentence, sentences, stripped
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.language import lazy
from scorekeeper.web.rulesets.menu import rules_page, shape_links, shape_of
from scorekeeper.web.rulesets.options_form import HouseRulesForm, option_data, with_option_fields
from scorekeeper.web.scripted.at_table import scripted_game_at

SERIES = {3: lazy("Best of three"), 5: lazy("Best of five"), 7: lazy("Best of seven")}
"""The games of a series with an end, with their words."""
WHO_DEALS = lazy("Choose the first dealer.")
WHO_DRAWS = lazy("Choose who draws first.")


class GameChoiceForm(Form):
    """What to play: a rule set, a number of players, a scripted game."""

    rules = StringField(default="")
    shape = StringField(default="")
    scripted = StringField(default="")
    swapped = StringField(default="")  # other partners than in the last game


class NewGameForm(HouseRulesForm, EntryForm, GameChoiceForm):
    """A new game with one rule set and shape (see `new_game_class`), including the buttons that change seats."""

    entry_id = StringField()
    dealer = StringField()
    new = SelectMultipleField(validate_choice=False)  # names of new players
    sit = StringField()
    stand = StringField()
    swap = StringField()
    same = StringField()
    at = StringField()  # the seat whose panel opens, empty: none
    panel = StringField()  # the seat whose panel was open
    name = StringField(filters=[stripped])  # the name typed for it
    add = StringField()
    fresh = StringField()  # a name near a known one that belongs to someone new
    deals = StringField()
    draw = StringField()
    preset = StringField()
    minutes = WholeField(validators=[WholeBetween(0, MAX_LIMIT)], default=0)
    update = StringField()
    save = StringField()
    best_of = SelectField(
        lazy("Series"),
        choices=choices([("", lazy("Counts itself")), *SERIES.items()]),
        description=lazy("Games of the same players in one night count as a series."),
        default="",
        validate_choice=False,
    )
    preset_name = StringField(
        lazy("Save these house rules as"),
        filters=[stripped],
        render_kw={"placeholder": lazy("for example: Thursday")},
    )

    ruleset: ClassVar[RuleSet]
    table: ClassVar[Shape]
    open_seat: int | None = None
    """The seat whose panel opens, once the tapped button has been applied."""

    @property
    def seats(self) -> list[Field]:
        """The name field of each seat."""
        return [self[seat_field(seat)] for seat in range(self.table.sides * self.table.players_per_side)]

    @property
    def names(self) -> list[str]:
        """The name at each seat; empty for one that has none."""
        return [seat.data or "" for seat in self.seats]

    @property
    def seated(self) -> list[str]:
        """What each seat is called in the game: the player's name, or the seat's own."""
        return [name or seat_name(seat, len(self.seats)) for seat, name in enumerate(self.names)]

    @property
    def unnamed(self) -> list[str]:
        """What the seats without a player's name are called."""
        return [called for called, name in zip(self.seated, self.names, strict=True) if not name]

    @property
    def series(self) -> int | None:
        """The games of a series that this is one of; None for one that counts itself."""
        return next((games for games in SERIES if str(games) == self.best_of.data), None)

    @property
    def is_drawn(self) -> bool:
        """Whether this game draws cards instead of dealing: then the form asks who draws first."""
        return self.table in self.ruleset.drawn

    def dealer_when_first(self, seat: int) -> str:
        """The dealer field's value if this seat deals, or draws first (then the seat on its right counts as dealer)."""
        return str((seat - self.is_drawn) % len(self.seats))

    @property
    def is_posted(self) -> bool:
        """Whether the form was sent, not just opened."""
        return bool(self.dealer.raw_data or self.seats[0].raw_data)

    @property
    def only_moves(self) -> bool:
        """Whether a button only changed the seats or house rules, so that the game does not start yet."""
        return self.is_about_rules or any(self[button].raw_data for button in MOVES if button != "same")

    @property
    def is_about_rules(self) -> bool:
        """Whether a button of the house rules was tapped, so that they stay open."""
        return any(self[button].raw_data for button in ("preset", "update", "save"))

    @property
    def own_rows(self) -> Mapping[Topic, list[View]]:
        """The limit in minutes and the series, beside the other ends of a game."""
        of_series = [] if current_table().without_club else [series_row(self)]
        return {Topic.END: [limit_row(self), *of_series]}

    def limit(self, minutes: int) -> None:
        """Fill in how long the game may take."""
        self.minutes.raw_data, self.minutes.data = None, minutes

    def rearrange(self) -> None:
        """Apply the name typed and the tapped button; ignore what does not fit."""
        seat = self.panel_seat
        self.open_seat = seat if self.is_about_rules else None
        if seat is not None and self.name.data:
            self.seats[seat].data = self.name.data
        for button, move in MOVES.items():
            if self[button].raw_data:
                move(self, str(self[button].data))

    @property
    def panel_seat(self) -> int | None:
        """The seat whose panel was open when the button was tapped."""
        return next(iter(_seats_in([str(self.panel.data or "")], self)), None)

    def next_free(self, after: int) -> int | None:
        """The next seat without a name, going round the table."""
        around = [(after + step) % len(self.seats) for step in range(1, len(self.seats))]
        return next((seat for seat in around if not self.names[seat]), None)


def new_game_class(rules: RuleSet, shape: Shape) -> type[NewGameForm]:
    """The form for this rule set and shape: a name field per seat, a field per option."""
    seats = [str(seat) for seat in range(shape.sides * shape.players_per_side)]
    fields = {f"seat-{seat}": _name_field(int(seat)) for seat in seats}
    who = WHO_DRAWS if shape in rules.drawn else WHO_DEALS
    dealer = StringField(validators=[DataRequired(who), AnyOf(seats, who)])
    made = type("NewGameForm", (NewGameForm,), {**fields, "dealer": dealer, "ruleset": rules, "table": shape})
    return with_option_fields(made, rules.options(shape))


def seat_field(seat: int) -> str:
    """The name of a seat's field."""
    return f"seat-{seat}"


def _name_field(seat: int) -> StringField:
    return StringField(
        lazy("Seat {number}", number=seat + 1),
        filters=[stripped],
        validators=[
            Optional(),
            Length(1, MAX_NAME_LENGTH, lazy("Use 1 to {most} characters for the name.", most=MAX_NAME_LENGTH)),
        ],
    )


def _ask(form: NewGameForm, seat: str) -> None:
    """Open the panel of a seat; an empty value closes it."""
    form.open_seat = next(iter(_seats_in([seat], form)), None)


def _sit(form: NewGameForm, name: str) -> None:
    """Sit down at the open seat, or at the first free one; then open the next free one."""
    free = next((number for number, seat in enumerate(form.seats) if not seat.data), None)
    seat = free if form.panel_seat is None else form.panel_seat
    if seat is not None:
        form.seats[seat].data = name
        form.open_seat = form.next_free(seat)


def _add(form: NewGameForm, _seat: str) -> None:
    """The name typed is at its seat already: open the next free one."""
    if form.panel_seat is not None:
        form.open_seat = form.next_free(form.panel_seat) if form.name.data else form.panel_seat


def _fresh(form: NewGameForm, name: str) -> None:
    """A new player, despite a similar known name."""
    form.new.data = [*(form.new.data or []), name]
    _sit(form, name)


def _stand(form: NewGameForm, seat: str) -> None:
    """Leave a seat."""
    for chosen in _seats_in([seat], form):
        form.seats[chosen].data = ""
        form.open_seat = chosen


def _swap(form: NewGameForm, two: str) -> None:
    """Swap two players (`0-3`); the dealer or first to draw moves along."""
    chosen = _seats_in(two.split("-"), form)
    if len(chosen) != 2:
        return
    one, other = chosen
    form.seats[one].data, form.seats[other].data = form.seats[other].data, form.seats[one].data
    deals = form.dealer_when_first
    moved = {deals(one): deals(other), deals(other): deals(one)}
    form.dealer.data = moved.get(str(form.dealer.data), form.dealer.data)


def _same(form: NewGameForm, who: str) -> None:
    """Replace the misspelled name at a seat by the known one (`2:Mek`)."""
    seat, _, name = who.partition(":")
    for chosen in _seats_in([seat], form):
        form.seats[chosen].data = name


def _deals(form: NewGameForm, seat: str) -> None:
    """Deal first, or draw first."""
    for chosen in _seats_in([seat], form):
        form.dealer.data = form.dealer_when_first(chosen)


def _draw(form: NewGameForm, what: str) -> None:
    """Draw for seats, or for the first deal."""
    if what == DEAL:
        form.dealer.data = form.dealer_when_first(CHANCE.randrange(len(form.seats)))
    elif what == SEATS:
        names = form.names
        CHANCE.shuffle(names)
        for seat, name in zip(form.seats, names, strict=True):
            seat.data = name


def _seats_in(words: Sequence[str], form: NewGameForm) -> list[int]:
    return [number for word in words if 0 <= (number := whole(word)) < len(form.seats)]


SEATS, DEAL = "seats", "deal"
CHANCE = SystemRandom()
MOVES: Mapping[str, Callable[[NewGameForm, str], None]] = {
    "at": _ask,
    "sit": _sit,
    "add": _add,
    "fresh": _fresh,
    "stand": _stand,
    "swap": _swap,
    "same": _same,
    "deals": _deals,
    "draw": _draw,
}


MAX_CHIPS = 24
"""How many known players can be seated with a tap; others are typed, with the browser's suggestions."""


def new_game_form(table_id: str, given: MultiDict[str, str]) -> NewGameForm:
    """The form as posted, after applying the button tapped; otherwise filled in from the table's last game.

    An unknown rule set is a 404.
    """
    choice = GameChoiceForm(given)
    try:
        rules = rule_set(str(choice.rules.data))
    except InvalidInput:
        abort(404)
    shape = shape_of(rules, str(choice.shape.data))
    new_game = new_game_class(rules, shape)
    form = new_game(given)
    if form.is_posted:
        form.rearrange()
        if form.preset.raw_data:
            with suppress(InvalidInput):  # ignore a preset removed in the meantime
                preset = preset_named(table_id, rules, shape, str(form.preset.data))
                form.choose(preset.options)
                form.limit(preset.minutes)
        return form
    offered = (room.names_of_next(shape) for room in hooks.at_table(current_table()))
    last = list(next(filter(None, offered), ())) or _last_names(table_id, shape)
    seated = with_other_partners(last) if choice.swapped.data else last
    names = {seat_field(seat): name for seat, name in enumerate(seated)}
    left = {} if choice.swapped.data else _seats_left(table_id, shape)
    options = option_data(first_options(table_id, rules, shape))
    minutes = first_minutes(table_id, rules, shape)
    return new_game(data={**choice.data, "dealer": "0", "minutes": minutes, **names, **left, **options})


SEATS_LEFT = "seats"
"""The part of the session with the seats of a game that was not dealt."""


def leave_seats(table_id: str, form: NewGameForm) -> None:
    """Keep the seats for the next visit of the form: it may be left before the game is dealt."""
    names = {field.name: field.data or "" for field in form.seats}
    fields = {**names, "dealer": form.dealer.data, "new": form.new.data or []}
    session[SEATS_LEFT] = {"table": table_id, "shape": shape_key(form.table), "fields": fields}


def _seats_left(table_id: str, shape: Shape) -> View:
    """The fields of the seats, as this phone left them at this table."""
    left: dict[str, Any] = session.get(SEATS_LEFT, {})
    is_it = (left.get("table"), left.get("shape")) == (table_id, shape_key(shape))
    return dict(left["fields"]) if is_it else {}


def _last_names(table_id: str, shape: Shape) -> list[str]:
    """Who sat where in the table's last game of this shape, seat by seat; empty for a seat without a name."""
    for game in games_of(table_id, limit=20):
        sides = [players for _name, players in sides_now(game)]
        if len(sides) == shape.sides and len(sides[0]) == shape.players_per_side:
            names = [sides[seat % shape.sides][seat // shape.sides] for seat in range(sum(map(len, sides)))]
            return ["" if name in game.unnamed else name for name in names]
    return []


def with_other_partners(names: list[str]) -> list[str]:
    """The first player stays and the others move up a seat, so that in turn everyone partners everyone."""
    return [*names[:1], *names[2:], *names[1:2]]


class NewGame:
    """A new game as its form describes it."""

    def __init__(self, table_id: str, form: NewGameForm) -> None:
        self.table_id = table_id
        self.form = form
        self.rules, self.shape = form.ruleset, form.table
        self.slips: dict[str, str] = {}
        self.open_seat = form.open_seat
        self.wrong: str | None = None
        self.saved: str | None = None
        self.scripted = (
            scripted_game_at(table_id, form.scripted.data) if self.rules.scripted and form.scripted.data else None
        )

    def sheet(self) -> Sheet | None:
        """The setup of the sheet, or None if the form shows errors."""
        if not self.form.validate():
            self.wrong = " ".join(sentences(self.form.dealer.errors)) or None
            self.open_seat = self._first_of(self.form.errors)
            return None
        wrong = self._mark_wrong()
        self.slips = {} if wrong else self._slips()
        if wrong or self.slips:
            self.open_seat = self._first_of(wrong or self.slips)
            return None
        sides = [{"name": name, "players": players} for name, players in self._sides()]
        dealer = int(str(self.form.dealer.data))
        options = in_effect(self.rules.options(self.shape), self.form.chosen)
        setup: View = {"rules": self.rules.key, "options": options, "sides": sides, "dealer": dealer}
        setup["agreed"] = list(self._agreed())
        setup["minutes"] = self.form.minutes.data or 0
        if self.scripted is not None and self.scripted.game.script:
            setup["deals"] = deals_json(self.scripted.game.script)
        try:
            check_new_names(self.form.seated, self._roster())
            sheet = read_setup(setup)
        except InvalidInput as error:
            self.wrong = sentence(error)
            return None
        self.wrong = None if can_be_bid(sheet.rules) else _("{why} Change a house rule.", why=no_bid())
        return None if self.wrong else sheet

    def _first_of(self, fields: Collection[str]) -> int | None:
        """The first seat that one of these fields is about."""
        return next((seat for seat, field in enumerate(self.form.seats) if field.name in fields), None)

    def check_added(self) -> None:
        """Ask about a name that was typed and is near a known one, or say what is wrong with it."""
        seat = self.form.panel_seat
        if seat is None or not self.form.add.raw_data:
            return
        self.form.validate()
        field = self.form.seats[seat]
        wrong = self._mark_wrong(field.name)
        self.slips = {} if wrong else {name: known for name, known in self._slips().items() if name == field.name}
        if field.errors or self.slips:
            self.open_seat = seat

    def _mark_wrong(self, added: str = "") -> dict[str, str]:
        """Names that cannot be, by field; each field says so. Of two alike, the one in the `added` field is wrong."""
        names = self._names()
        if added:
            names[added] = names.pop(added)
        wrong = wrong_names(names)
        for field, text in wrong.items():
            self.form[field].errors = [text]
        return wrong

    def save_preset(self) -> None:
        """Save the house rules under the name typed; the page confirms it, or says what is wrong."""
        name = self.form.preset_name
        self.form.validate()
        if any(field.errors for field in (*self.form.option_fields, self.form.minutes)):
            return
        called, minutes = str(name.data or ""), self.form.minutes.data or 0
        try:
            saved = save_preset(self.table_id, self.rules.key, self.shape, called, self.form.chosen, minutes)
        except (InvalidInput, TakenByAnother) as error:
            name.errors = [sentence(error)]
            return
        name.raw_data, name.data = None, ""
        self.saved = _("“{name}” saved for this table’s next games.", name=saved.name)

    def _agreed(self) -> tuple[str, ...]:
        """The lines that the game will have: the table's own, and the preset's."""
        return agreed_with(self.table_id, self.form.options, self.form.chosen)

    def _rules_url(self) -> str:
        """The rules page with the house rules of the form, as far as they can be played."""
        with suppress(InvalidInput):
            return rules_page(self.rules.with_options(self.form.chosen, self.shape))
        return url_for("rules.show", key=self.rules.key)

    def _roster(self) -> list[str]:
        return roster_of(self.table_id)

    def _names(self) -> dict[str, str]:
        """The names as given, and what the other seats are called, by field."""
        return {field.name: name for field, name in zip(self.form.seats, self.form.seated, strict=True)}

    def _slips(self) -> dict[str, str]:
        """By field, the known name that a typed name nearly matches, unless it was confirmed as someone new."""
        names, known = self._names(), self._roster()
        free = [name for name in known if name not in names.values()]
        nearest = {
            field: nearly(name, free)
            for field, name in names.items()
            if name not in known and name not in self.form.unnamed and name not in (self.form.new.data or [])
        }
        return {field: name for field, name in nearest.items() if name}

    def _sides(self) -> list[tuple[str, list[str]]]:
        players = [self.form.seated[side :: self.shape.sides] for side in range(self.shape.sides)]
        return [(side_name(own), own) for own in players]

    def _panel(self, seat: int) -> View:
        seated = self.form.names
        names = [player.name for player in most_active_players(self.table_id, limit=MAX_CHIPS + len(seated))]
        return panel_view(self.form, seat, [name for name in names if name not in seated][:MAX_CHIPS], self.slips)

    def view(self) -> View:
        """Values for `games/new.html`."""
        return {
            "rules": {
                "key": self.rules.key,
                "name": self.scripted.name if self.scripted else rules_name(self.rules),
                "idea": self.scripted.words if self.scripted else rules_idea(self.rules),
                "scripted": self.scripted.key if self.scripted else None,
                "notice": rules_notice(self.rules),
                "url": self._rules_url(),
                "shape": shape_key(self.shape),
            },
            "shapes": shape_links(self.rules, self.shape, "games.new", table=self.table_id, rules=self.rules.key),
            "seats": seats_view(self.form),
            "places": places_view(self.form, self.open_seat),
            "panel": None if self.open_seat is None else self._panel(self.open_seat),
            "pairs": self.shape.players_per_side > 1,
            "drawn": self.form.is_drawn,
            "dealer": self.form.dealer.data,
            "drawn_card": drawn_words(self.form),
            "new": self.form.new.data or [],
            "options": self.form.option_groups,
            "options_open": self.form.is_about_rules or "house-rules" in request.args,
            "customizing": bool(self.form.update.raw_data or self.form.save.raw_data),
            **preset_rows(self.table_id, self.form),
            "preset_name": self.form.preset_name,
            "saved": self.saved,
            "agreed": self._agreed(),
            "wrong": self.wrong,
        }


def limit_row(form: NewGameForm) -> View:
    """The limit in minutes, among the house rules."""
    field = form.minutes
    return {
        "key": "minutes",
        "name": field.name,
        "kind": "number",
        "before": _("Time is called after"),
        "after": _("minutes"),
        "value": str(field.raw_data[0]) if field.raw_data else str(field.data or 0),
        "low": 0,
        "high": MAX_LIMIT,
        "step": 5,
        "help": _("0: no limit. The clock only tells; someone at the table calls time."),
        "errors": sentences(field.errors),
        "idle": False,
        "idle_when": "[]",
    }


def series_row(form: NewGameForm) -> View:
    """The series that the game is one of, among the house rules."""
    field = form.best_of
    return {
        "key": field.name,
        "name": field.name,
        "kind": "list",
        "before": field.label.text,
        "after": "",
        "choices": [
            {"value": value, "label": label, "on": selected} for value, label, selected, _render in field.iter_choices()
        ],
        "help": field.description,
        "errors": sentences(field.errors),
        "idle": False,
        "idle_when": "[]",
    }


def preset_rows(table_id: str, form: NewGameForm) -> View:
    """The presets of this game, then the table's own; and the current choice in short, `Classic` or `2 changes`.

    The first preset lists its rules, the others what they change about it.
    """
    options, chosen = form.options, form.chosen
    own = presets_at(table_id, form.ruleset, form.table)
    first, *others = presets_for(options)
    offered = [(first, preset_name(first.key), preset_text(options, first))]
    named = [(preset, preset_name(preset.key), preset_agreed(preset.key)) for preset in others]
    for kept in own:
        preset = Preset(kept.name, changed_from(options, kept.options), kept.minutes or 0)
        named.append((preset, kept.name, []))
    for preset, name, lines in named:
        changes = [preset_changes(options, preset.options, first.options), *limit_lines(preset.minutes), *lines]
        text = " ".join(filter(None, changes)) or _("Like {preset}.", preset=preset_name(first.key))
        offered.append((preset, name, text))
    alike = [preset for preset, *_text in offered if is_like(options, full(options, preset.options), chosen)]
    with_limit = [preset for preset in alike if preset.minutes == form.minutes.data]
    rows = [
        {"key": preset.key, "name": name, "text": text, "chosen": preset in (with_limit or alike)}
        for preset, name, text in offered
    ]
    chosen_names = [row["name"] for row in rows if row["chosen"]]
    return {"presets": rows, "options_summary": chosen_names[0] if chosen_names else form.summary}


def seats_view(form: NewGameForm) -> list[View]:
    """The hidden fields of the seats: typed names are kept when any button is tapped."""
    return [{"name": field.name, "value": field.data or "", "errors": sentences(field.errors)} for field in form.seats]


def places_view(form: NewGameForm, current: int | None) -> list[View]:
    """Values for `table_top` in `macros/table.html`."""
    players = len(form.seats)
    first = [form.dealer.data == form.dealer_when_first(seat) for seat in range(players)]
    bids = None if form.is_drawn or True not in first else _first_bidder(form, first.index(True))
    return [
        {
            "index": seat,
            "side": seat % form.table.sides,
            "name": name,
            "spot": spot_of(seat, players),
            "unnamed": not form.names[seat],
            "current": seat == current,
            "deals": first[seat],
            "drawn": form.is_drawn,
            "first": seat == bids,
            "url": None,
            "wrong": bool(form.seats[seat].errors),
        }
        for seat, name in enumerate(form.seated)
    ]


def _first_bidder(form: NewGameForm, dealer: int) -> int:
    return form.ruleset.with_options({}, form.table).seating.after(Seat(dealer))


def panel_view(form: NewGameForm, seat: int, chips: Sequence[str], slips: Mapping[str, str]) -> View:
    """Values for the panel of a seat: its player, the dealer, swaps."""
    field, seated = form.seats[seat], form.seated
    named, known = form.names[seat], slips.get(field.name)
    deals = form.dealer.data == form.dealer_when_first(seat)
    adding = bool(form.add.raw_data)
    yes, new = (("sit", str(known)), ("fresh", named)) if adding else (("same", f"{seat}:{known}"), ("new", named))
    return {
        "seat": seat,
        "side": seat % form.table.sides,
        "heading": _("Rename {name}", name=named) if named and not known else who_sits(seat, len(seated)),
        "chips": chips,
        "value": named,
        "max_length": MAX_NAME_LENGTH,
        "errors": sentences(field.errors),
        "focus": not (chips and form.sit.raw_data),  # who taps names goes on tapping
        "confirm": confirm_view(known, yes, new) if known else None,
        "sitting": named or None,
        "deals": None if deals else (_("Draws first") if form.is_drawn else _("Deals first")),
        "swaps": [
            {"value": f"{seat}-{other}", "label": _("Swap with {name}", name=name)}
            for other, name in enumerate(seated)
            if other != seat and (named or form.names[other])
        ],
    }


def drawn_words(form: NewGameForm) -> str | None:
    """What was drawn, for everyone to hear."""
    if not form.draw.raw_data:
        return None
    if form.draw.data == SEATS:
        return _("Seats drawn")
    first = next(
        (name for seat, name in enumerate(form.seated) if form.dealer.data == form.dealer_when_first(seat)), ""
    )
    if form.draw.data != DEAL or not first:
        return None
    return _("{name} draws first", name=first) if form.is_drawn else _("{name} deals first", name=first)
