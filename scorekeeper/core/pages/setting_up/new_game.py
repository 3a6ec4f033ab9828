"""The form of a new game: who sits where, who deals, and the house rules; and the buttons that change them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.fields import whole, whole_number
from scorekeeper.core.inputs.nearness import nearest
from scorekeeper.core.pages import Address, View, shape_key
from scorekeeper.core.pages.setting_up.house_rules import HouseRulesForm, agreed_with_preset
from scorekeeper.core.pages.setting_up.shapes import shape_of
from scorekeeper.core.rules.presets import Preset, in_effect, options_to_begin, presets_for
from scorekeeper.core.rules.ruleset import Options, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.model import MAX_LIMIT
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import NAMES
from scorekeeper.core.words.vocabulary import seat_name

SERIES = {
    "3": translatable("Best of three"),
    "5": translatable("Best of five"),
    "7": translatable("Best of seven"),
}
"""The games of a series with an end, with their words."""

SEATS, DEAL = "seats", "deal"

SEAT_BUTTONS = ("at", "sit", "add", "fresh", "stand", "swap", "deals", "draw")
RULE_BUTTONS = ("preset", "update", "save", "customize", "done")


@dataclass(frozen=True, slots=True)
class NameChecks:
    """What is known of names: those of the table, what is `wrong` with some, by field, and which known one is near.

    `refused` has a sentence on names that disguise themselves, empty without one.
    """

    known: Sequence[str]
    wrong: Callable[[Mapping[str, str]], dict[str, str]]
    nearly: Callable[[str, Sequence[str]], str | None]
    refused: Callable[[Sequence[str]], str] = lambda _names: ""


class NewGameForm:
    """A new game with one rule set and shape, as given in fields: those of the page, or none when it opens.

    `new` are names near known ones that belong to new players.
    """

    def __init__(
        self, rules: RuleSet, shape: Shape, given: Mapping[str, str] | None = None, new: Sequence[str] = ()
    ) -> None:
        given = given or {}
        self.rules, self.shape, self.given = rules, shape, given
        self.players = shape.sides * shape.players_per_side
        self.names = [given.get(seat_field(seat), "").strip() for seat in range(self.players)]
        self.new = list(new)
        self.is_posted = "dealer" in given or seat_field(0) in given
        self.dealer = given.get("dealer", "")
        self.house = HouseRulesForm(rules.options(shape), given if self.is_posted else None)
        self.typed_minutes = given.get("minutes", "0")
        self.best_of = given.get("best_of", "")
        self.preset_name = given.get("preset_name", "").strip()
        self.typed_name = given.get("name", "").strip()
        self.open_seat: int | None = None  # the seat whose panel opens, once the tapped button has been applied
        self.slips: dict[int, str] = {}  # the known name that a typed one nearly matches, by seat
        self.wrong: dict[str, str] = {}  # sentences by field
        self.saved: str | None = None
        self.problem: str | None = None  # a sentence if the form as a whole is invalid

    @property
    def seated(self) -> list[str]:
        """What each seat is called in the game: the player's name, or the seat's own."""
        return [name or seat_name(seat, self.players) for seat, name in enumerate(self.names)]

    @property
    def unnamed(self) -> list[str]:
        """What the seats without a player's name are called."""
        return [called for called, name in zip(self.seated, self.names, strict=True) if not name]

    @property
    def minutes(self) -> int | None:
        """How long the game may take, 0: no limit; None if it is no such number."""
        try:
            minutes = whole_number(self.typed_minutes)
        except ValueError:
            return None
        return minutes if 0 <= minutes <= MAX_LIMIT else None

    @property
    def series(self) -> int | None:
        """The games of a series that this is one of; None for one that counts itself."""
        return whole(self.best_of) if self.best_of in SERIES else None

    @property
    def is_drawn(self) -> bool:
        """Whether this game draws cards instead of dealing: then the form asks who draws first."""
        return self.shape in self.rules.drawn

    @property
    def is_about_rules(self) -> bool:
        """Whether a button of the house rules was tapped."""
        return any(button in self.given for button in RULE_BUTTONS)

    @property
    def is_customizing(self) -> bool:
        """Whether each house rule is shown alone, on a page of their own: until that is done, and nothing is wrong."""
        is_wrong = self.house.wrong or "minutes" in self.wrong or "preset_name" in self.wrong
        return ("customize" in self.given and "done" not in self.given) or bool(is_wrong)

    @property
    def only_moves(self) -> bool:
        """Whether a button only changed the seats or house rules, so that the game does not start yet."""
        return self.is_about_rules or any(button in self.given for button in SEAT_BUTTONS)

    @property
    def panel_seat(self) -> int | None:
        """The seat whose panel was open when the button was tapped."""
        return self._seat(self.given.get("panel", ""))

    def dealer_when_first(self, seat: int) -> str:
        """The dealer if this seat deals, or draws first (then the seat on its right counts as dealer)."""
        return str((seat - (1 if self.is_drawn else 0)) % self.players)

    def deals_first(self, seat: int) -> bool:
        """Whether this seat deals the first hand, or draws first."""
        return self.dealer == self.dealer_when_first(seat)

    def sides(self) -> list[list[str]]:
        """The names at each side, in seat order."""
        return [
            [self.seated[seat] for seat in range(self.players) if seat % self.shape.sides == side]
            for side in range(self.shape.sides)
        ]

    def next_free(self, after: int) -> int | None:
        """The next seat without a name, going round the table."""
        around = [(after + step) % self.players for step in range(1, self.players)]
        return next((seat for seat in around if not self.names[seat]), None)

    def _seat(self, word: str) -> int | None:
        number = whole(word)
        return number if 0 <= number < self.players else None

    def _first_free(self) -> int | None:
        return next((seat for seat, name in enumerate(self.names) if not name), None)

    # Buttons

    def rearrange(self, below: Callable[[int], int]) -> None:
        """Apply the name typed and the tapped button; ignore what does not fit.

        `below` is a random number from 0 that is less than its argument.
        """
        seat = self.panel_seat
        self.open_seat = seat if self.is_about_rules else None
        if seat is not None and self.typed_name:
            self.names[seat] = self.typed_name
        given = self.given
        if "at" in given:
            self.open_seat = self._seat(given["at"])
        self._change_names(seat)
        if "swap" in given:
            self._swap(given["swap"])
        if "deals" in given:
            self._deal(given["deals"])
        if "draw" in given:
            self._draw(given["draw"], below)
        if "done" in given:
            self.check_rules()

    def _change_names(self, seat: int | None) -> None:
        """Apply a button of the panel of this seat."""
        given = self.given
        if "add" in given and seat is not None:  # the name typed is at its seat already
            self.open_seat = self.next_free(seat) if self.typed_name else seat
        if "fresh" in given:
            self.new.append(given["fresh"])
        if "sit" in given or "fresh" in given:
            self._sit(given.get("sit", given.get("fresh", "")))
        if "stand" in given:
            self._stand(given["stand"])
        if "same" in given:
            self._rename(given["same"])

    def _sit(self, name: str) -> None:
        """Sit down at the open seat, or at the first free one; then open the next free one."""
        open_seat = self.panel_seat
        seat = self._first_free() if open_seat is None else open_seat
        if seat is not None:
            self.names[seat] = name.strip()
            self.open_seat = self.next_free(seat)

    def _stand(self, word: str) -> None:
        """Leave a seat."""
        seat = self._seat(word)
        if seat is not None:
            self.names[seat] = ""
            self.open_seat = seat

    def _swap(self, two: str) -> None:
        """Swap two players (`0-3`); the dealer or first to draw moves along."""
        words = two.split("-")
        seats = [self._seat(word) for word in words]
        if len(seats) != 2:
            return
        one, other = seats[0], seats[1]
        if one is None or other is None:
            return
        self.names[one], self.names[other] = self.names[other], self.names[one]
        first, second = self.dealer_when_first(one), self.dealer_when_first(other)
        self.dealer = second if self.dealer == first else first if self.dealer == second else self.dealer

    def _rename(self, who: str) -> None:
        """Replace the misspelled name at a seat by the known one (`2:Mek`)."""
        word, _colon, name = who.partition(":")
        seat = self._seat(word)
        if seat is not None:
            self.names[seat] = name.strip()

    def _deal(self, word: str) -> None:
        """Deal first, or draw first."""
        seat = self._seat(word)
        if seat is not None:
            self.dealer = self.dealer_when_first(seat)

    def _draw(self, what: str, below: Callable[[int], int]) -> None:
        """Draw for seats, or for the first deal."""
        if what == DEAL:
            self.dealer = self.dealer_when_first(below(self.players))
        if what == SEATS:
            for last in range(self.players - 1, 0, -1):
                seat = below(last + 1)
                self.names[last], self.names[seat] = self.names[seat], self.names[last]

    # Checks

    def check(self, names: NameChecks) -> bool:
        """Whether a game can start with these seats, house rules and limit; the first seat that is wrong opens."""
        self._check_fields()
        who = _("Choose who draws first.") if self.is_drawn else _("Choose the first dealer.")
        self.problem = None if self.dealer in [str(seat) for seat in range(self.players)] else who
        if self.wrong or self.house.wrong or self.problem:
            self.open_seat = self._first_wrong()
            return False
        self.wrong = self._wrong_names(names, None)
        self.slips = {} if self.wrong else self._slips(names)
        if self.wrong or self.slips:
            self.open_seat = self._first_wrong()
            return False
        return True

    def check_added(self, names: NameChecks) -> None:
        """Ask about a name that was typed and is near a known one, or say what is wrong with it."""
        seat = self.panel_seat
        if seat is None or "add" not in self.given:
            return
        self._check_fields()
        wrong = self._wrong_names(names, seat)
        self.wrong = self.wrong | wrong
        near = {} if wrong else self._slips(names)
        self.slips = {seat: near[seat]} if seat in near else {}
        if seat_field(seat) in self.wrong or self.slips:
            self.open_seat = seat

    def check_rules(self) -> bool:
        """Whether the house rules and the limit can be kept as a preset."""
        self._check_fields()
        return not self.house.wrong and "minutes" not in self.wrong

    def _check_fields(self) -> None:
        too_long = _("Use 1 to {most} characters for the name.", most=MAX_NAME_LENGTH)
        self.wrong = {seat_field(seat): too_long for seat, name in enumerate(self.names) if len(name) > MAX_NAME_LENGTH}
        if self.minutes is None:
            self.wrong["minutes"] = _("Type a whole number from {low} to {high}.", low=0, high=MAX_LIMIT)
        self.house.check()

    def _wrong_names(self, names: NameChecks, added: int | None) -> dict[str, str]:
        """Names that cannot be, by field. Of two alike, the one at the seat that was `added` is wrong."""
        seats = [seat for seat in range(self.players) if seat != added]
        in_order = seats if added is None else [*seats, added]
        return names.wrong({seat_field(seat): self.seated[seat] for seat in in_order})

    def _slips(self, names: NameChecks) -> dict[int, str]:
        """By seat, the known name that a typed name nearly matches, unless it was confirmed as someone new."""
        seated = self.seated
        free = [name for name in names.known if name not in seated]
        sure = [*names.known, *self.unnamed, *self.new]
        nearest = {seat: names.nearly(name, free) for seat, name in enumerate(seated) if name not in sure}
        return {seat: name for seat, name in nearest.items() if name}

    def _first_wrong(self) -> int | None:
        """The first seat with an error or a question."""
        return next(
            (seat for seat in range(self.players) if seat_field(seat) in self.wrong or seat in self.slips), None
        )


def seat_field(seat: int) -> str:
    """The name of a seat's field."""
    return f"seat-{seat}"


def wrong_names(names: Mapping[str, str], seen_as: Callable[[str], str]) -> dict[str, str]:
    """What is wrong with the players' names, by field; `seen_as` is a name as it looks at a glance."""
    wrong: dict[str, str] = {}
    seen: dict[str, str] = {}
    for name_field, name in names.items():
        look = seen_as(name)
        if not look:
            wrong[name_field] = _("Use a name with at least one letter.")
        elif look in seen:
            wrong[name_field] = _("{name} is already seated. Use another name.", name=seen[look])
        seen[look] = seen.get(look, name)
    return wrong


def name_checks(
    known: Sequence[str],
    seen_as: Callable[[str], str],
    plainly: Callable[[str], str],
    refused: Callable[[Sequence[str]], str] = lambda _names: "",
) -> NameChecks:
    """The checks of a table that knows these names."""
    return NameChecks(
        known,
        lambda names: wrong_names(names, seen_as),
        lambda name, others: nearest(name, others, seen_as, plainly),
        refused,
    )


@dataclass(frozen=True, slots=True)
class GameToBegin:
    """What a game's form begins with: the house rules of the table's last such game (None: there was none), its limit
    in minutes, and who sits there, seat by seat.
    """

    options: Options | None = None
    minutes: int = 0
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class GamesTable:
    """What a table knows for its next game. What takes a query are functions, which only the pages that need them call.

    `agreed` lines are its own; `counts`: its games can be ones of a series. `last` is what it played last, if that can
    be dealt at once; `played` are the rule sets of its latest games. `presets` are its own for a game, `chips` its
    players, most active first, and `custom_games` entries for `game_list` of its custom games.
    """

    id: str
    address: Address
    agreed: Sequence[str]
    counts: bool
    last: tuple[str, Shape] | None
    played: Sequence[str]
    to_begin: Callable[[RuleSet, Shape], GameToBegin]
    presets: Callable[[RuleSet, Shape], Sequence[Preset]]
    names: Callable[[], NameChecks]
    chips: Callable[[], Sequence[str]]
    custom_games: Callable[[], Sequence[View]]


def new_game_form(
    table: GamesTable,
    given: Mapping[str, str],
    new: Sequence[str] = (),
    below: Callable[[int], int] = lambda most: most - 1,
) -> NewGameForm:
    """The form as posted, after applying the button tapped; otherwise filled in from the table's last game.

    Raises `InvalidInput` for an unknown rule set.
    """
    rules = rule_set(given.get("rules", ""))
    shape = shape_of(rules, given.get("shape", ""))
    form = NewGameForm(rules, shape, given, new)
    if form.is_posted:
        form.rearrange(below)
        if "preset" in given:
            _choose_preset(form, given["preset"], table.presets(rules, shape))
        return form
    first = table.to_begin(rules, shape)
    form.house.choose(options_to_begin(rules, shape, first.options))
    form.typed_minutes = str(first.minutes)
    form.dealer = "0"
    names = with_other_partners(first.names) if given.get("swapped", "") else first.names
    form.names = [names[seat] if seat < len(names) else "" for seat in range(form.players)]
    return form


def _choose_preset(form: NewGameForm, key: str, own: Sequence[Preset]) -> None:
    """Fill in a preset; one that was removed in the meantime changes nothing."""
    for preset in [*own, *presets_for(form.house.options)]:
        if preset.key == key:
            form.house.choose(preset.options)
            form.typed_minutes = str(preset.minutes)
            return


def with_other_partners(names: Sequence[str]) -> list[str]:
    """The first player stays and the others move up a seat, so that in turn everyone partners everyone."""
    return [*names[:1], *names[2:], *names[1:2]]


def first_fields(form: NewGameForm) -> dict[str, str]:
    """The form as it is first shown, by field: who deals it without a look at the seats sends these."""
    seats = {seat_field(seat): name for seat, name in enumerate(form.names)}
    choice = {"rules": form.rules.key, "shape": form.given.get("shape", ""), "dealer": form.dealer}
    return {**choice, **seats, **form.house.fields}


def posted_fields(form: NewGameForm) -> dict[str, str]:
    """The form as it starts its game, by field: a phone sends these later."""
    chosen = {"shape": shape_key(form.shape), "minutes": str(form.minutes or 0), "best_of": form.best_of}
    return {**first_fields(form), **chosen}


def can_save(form: NewGameForm, table: GamesTable, has_room: bool) -> bool:
    """Whether a phone can keep these house rules under the name typed; else the form says what is wrong."""
    if not form.check_rules():
        return False
    named = [*table.presets(form.rules, form.shape), *presets_for(form.house.options)]
    if not has_room:
        form.wrong["preset_name"] = _("This phone has no room for another preset.")
    elif not 0 < len(form.preset_name) <= MAX_NAME_LENGTH:
        form.wrong["preset_name"] = _("Use 1 to {most} characters for the name.", most=MAX_NAME_LENGTH)
    elif any(form.preset_name in (preset.key, NAMES.get(preset.key)) for preset in named):
        form.wrong["preset_name"] = _("There is a preset by this name. Use another name.")
    return "preset_name" not in form.wrong


def saved(form: NewGameForm) -> None:
    """Confirm that a phone kept the preset."""
    form.saved = _("“{name}” is on this phone for its next games.", name=form.preset_name)
    form.preset_name = ""


def agreed_lines(form: NewGameForm, table: GamesTable) -> tuple[str, ...]:
    """The lines that the game will have: the table's own, and the preset's."""
    return agreed_with_preset(table.agreed, form.house.options, form.house.chosen)


def setup_of(form: NewGameForm, table: GamesTable) -> View | None:
    """The setup of the game's sheet; None if the form shows errors. `why_not` says whether it can be played."""
    names = table.names()
    if not form.check(names):
        return None
    form.problem = names.refused(form.seated) or None
    return None if form.problem else setup_json(form, table)


def setup_json(form: NewGameForm, table: GamesTable) -> View:
    """The setup of the game's sheet as JSON, whatever is wrong with it."""
    return {
        "rules": form.rules.key,
        "options": in_effect(form.rules.options(form.shape), form.house.chosen),
        "sides": [{"name": side_name(players), "players": players} for players in form.sides()],
        "dealer": whole(form.dealer, 0),
        "agreed": [*agreed_lines(form, table)],
        "minutes": form.minutes or 0,
    }
