"""The form of a new game: the seats, the dealer, and the buttons that change them."""

from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom
from typing import ClassVar

from wtforms import Field, Form, SelectMultipleField, StringField
from wtforms.validators import AnyOf, DataRequired, Length, Optional

from scorekeeper.core.inputs.fields import LONGEST_NAME, whole
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.words.vocabulary import seat_name
from scorekeeper.web.forms import stripped
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.language import lazy
from scorekeeper.web.rulesets.options_form import HouseRulesForm, with_option_fields

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
    update = StringField()
    save = StringField()
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
            Length(1, LONGEST_NAME, lazy("Use 1 to {most} characters for the name.", most=LONGEST_NAME)),
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
