"""The form of a new game: seats, names with near matches, dealer, and house rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import ClassVar

from wtforms import Field, Form, SelectMultipleField, StringField
from wtforms.validators import AnyOf, DataRequired, Length

from scorekeeper.core.inputs.fields import LONGEST_NAME, whole
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.names import looks_like
from scorekeeper.web.forms import stripped
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.language import lazy
from scorekeeper.web.rulesets.house_rules import HouseRulesForm, with_house_rules

NEARLY = 0.8
"""The similarity of two names, up to 1, from which to ask about them: `Mek` and `Mekk`, but not `Ben` and `Bea`."""


def side_name(players: Sequence[str]) -> str:
    """`Ann`, `Ann & Cal`; shortened to fit a side's name."""
    room = LONGEST_NAME - len(" & ") * (len(players) - 1)
    kept = {}
    for left, name in zip(range(len(players), 0, -1), sorted(players, key=len), strict=True):
        most = room // left
        kept[name] = name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
        room -= len(kept[name])
    return " & ".join(kept[name] for name in players)


def wrong_names(names: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with the players' names, by field."""
    wrong: dict[str, str] = {}
    seen: dict[str, str] = {}
    for field, name in names.items():
        looks = looks_like(name)
        if not looks:
            wrong[field] = _("Use a name with at least one letter.")
        elif seen.get(looks) == name:
            wrong[field] = _("{name} is already seated. Use another name.", name=name)
        elif looks in seen:
            wrong[field] = _("{name} is already seated. Use another name.", name=seen[looks])
        seen.setdefault(looks, name)
    return wrong


def nearly(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one may be a misspelling of."""
    looks = {looks_like(other): other for other in known if other != name}
    found = get_close_matches(looks_like(name), looks, n=1, cutoff=NEARLY)
    return looks[found[0]] if found else None


WHO_DEALS = lazy("Choose the first dealer.")
WHO_DRAWS = lazy("Choose who draws first.")


class GameChoiceForm(Form):
    """What to play: a rule set, a number of players, a scripted game."""

    rules = StringField(default="")
    shape = StringField(default="")
    night = StringField(default="")


class NewGameForm(HouseRulesForm, EntryForm, GameChoiceForm):
    """A new game with one rule set and shape (see `new_game_class`), including the buttons that change seats."""

    entry_id = StringField()
    dealer = StringField()
    new = SelectMultipleField(validate_choice=False)  # names of new players
    sit = StringField()
    stand = StringField()
    swap = StringField()
    same = StringField()
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

    @property
    def seats(self) -> list[Field]:
        """The name field of each seat."""
        return [self[seat_field(seat)] for seat in range(self.table.sides * self.table.people)]

    @property
    def names(self) -> list[str]:
        """The name at each seat."""
        return [seat.data or "" for seat in self.seats]

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
        return self.is_about_rules or any(self[button].raw_data for button in ("sit", "stand", "swap"))

    @property
    def is_about_rules(self) -> bool:
        """Whether a button of the house rules was tapped, so that they stay open."""
        return any(self[button].raw_data for button in ("preset", "update", "save"))

    def rearrange(self) -> None:
        """Apply the tapped button; ignore one that does not fit."""
        for button, move in MOVES.items():
            if self[button].raw_data:
                move(self, str(self[button].data))


def new_game_class(rules: RuleSet, shape: Shape) -> type[NewGameForm]:
    """The form for this rule set and shape: a name field per seat, a field per option."""
    seats = [str(seat) for seat in range(shape.sides * shape.people)]
    fields = {f"seat-{seat}": _name_field(int(seat)) for seat in seats}
    who = WHO_DRAWS if shape in rules.drawn else WHO_DEALS
    dealer = StringField(validators=[DataRequired(who), AnyOf(seats, who)])
    made = type("NewGameForm", (NewGameForm,), {**fields, "dealer": dealer, "ruleset": rules, "table": shape})
    return with_house_rules(made, rules.options(shape))


def seat_field(seat: int) -> str:
    """The name of a seat's field."""
    return f"seat-{seat}"


def _name_field(seat: int) -> StringField:
    return StringField(
        lazy("Seat {number}", number=seat + 1),
        filters=[stripped],
        validators=[
            DataRequired(lazy("Who sits here? Type a name.")),
            Length(1, LONGEST_NAME, lazy("Use 1 to {most} characters for the name.", most=LONGEST_NAME)),
        ],
    )


def _sit(form: NewGameForm, name: str) -> None:
    """Seat a player on the first free seat."""
    free = next((seat for seat in form.seats if not seat.data), None)
    if free is not None:
        free.data = name


def _stand(form: NewGameForm, seat: str) -> None:
    """Clear a seat."""
    for chosen in _seats_in([seat], form):
        form.seats[chosen].data = ""


def _swap(form: NewGameForm, two: str) -> None:
    """Swap the players of two seats (`0-3`); the deal or first draw moves with its player."""
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


def _seats_in(words: Sequence[str], form: NewGameForm) -> list[int]:
    return [number for word in words if 0 <= (number := whole(word)) < len(form.seats)]


MOVES: Mapping[str, Callable[[NewGameForm, str], None]] = {"sit": _sit, "stand": _stand, "swap": _swap, "same": _same}
