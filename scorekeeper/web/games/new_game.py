"""The page of a new game: its form, filled in from the table's last game, and the sheet made from it."""

from collections.abc import Collection
from contextlib import suppress

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import shape_key
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.presets import changed_from, full, in_effect, is_like, presets_for
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, read_head
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import preset_name, preset_words, rules_idea, rules_name, rules_notice
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.house_rules import agreed_at, first_options, preset_options, presets_at, save_preset
from scorekeeper.services.names import check_new_names, nearly, side_name, wrong_names
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import games_of
from scorekeeper.storage.players import most_active_players, roster_of
from scorekeeper.web.forms import sentence, sentences
from scorekeeper.web.games.seating_form import GameChoiceForm, NewGameForm, new_game_class, seat_field
from scorekeeper.web.games.seats import drawn_words, panel_view, places_view, seats_view
from scorekeeper.web.rulesets.menu import shape_links, shape_of
from scorekeeper.web.rulesets.options_form import option_data
from scorekeeper.web.scripted.at_table import scripted_game_at

View = dict[str, object]

MOST_CHIPS = 24
"""How many known players can be seated with a tap; others are typed, with the browser's suggestions."""


def new_game_form(table_id: str, given: MultiDict[str, str]) -> NewGameForm:
    """The form as posted, after applying the button tapped; otherwise filled in from the table's last game.

    An unknown rule set is a 404.
    """
    choice = GameChoiceForm(given)
    try:
        rules = rule_set(str(choice.rules.data))
    except BadRules:
        abort(404)
    shape = shape_of(rules, str(choice.shape.data))
    new_game = new_game_class(rules, shape)
    form = new_game(given)
    if form.is_posted:
        form.rearrange()
        if form.preset.raw_data:
            with suppress(InvalidInput):  # ignore a preset removed in the meantime
                form.choose(preset_options(table_id, rules, shape, str(form.preset.data)))
        return form
    last = _last_names(table_id, shape)
    seated = with_other_partners(last) if choice.swapped.data else last
    names = {seat_field(seat): name for seat, name in enumerate(seated)}
    options = option_data(first_options(table_id, rules, shape))
    return new_game(data={**choice.data, "dealer": "0", **names, **options})


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
        """The head of the sheet, or None if the form shows errors."""
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
        head: View = {"rules": self.rules.key, "options": options, "sides": sides, "dealer": dealer}
        head["agreed"] = list(agreed_at(self.table_id))
        if self.scripted is not None and self.scripted.game.script:
            head["deals"] = deals_json(self.scripted.game.script)
        try:
            check_new_names(self.form.seated, self._roster())
            return read_head(head)
        except InvalidInput as error:
            self.wrong = sentence(error)
            return None

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
        if any(field.errors for field in self.form.option_fields):
            return
        try:
            saved = save_preset(self.table_id, self.rules.key, self.shape, str(name.data or ""), self.form.chosen)
        except (InvalidInput, TakenByAnother) as error:
            name.errors = [sentence(error)]
            return
        name.raw_data, name.data = None, ""
        self.saved = _("“{name}” saved for this table’s next games.", name=saved.name)

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
        names = [player.name for player in most_active_players(self.table_id, limit=MOST_CHIPS + len(seated))]
        return panel_view(self.form, seat, [name for name in names if name not in seated][:MOST_CHIPS], self.slips)

    def view(self) -> View:
        """Values for `games/new.html`."""
        return {
            "rules": {
                "key": self.rules.key,
                "name": self.scripted.name if self.scripted else rules_name(self.rules),
                "idea": self.scripted.words if self.scripted else rules_idea(self.rules),
                "scripted": self.scripted.key if self.scripted else None,
                "notice": rules_notice(self.rules),
                "url": url_for("rules.show", key=self.rules.key),
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
            "options": self.form.option_rows,
            "options_open": self.form.is_about_rules or "house-rules" in request.args,
            "customizing": bool(self.form.update.raw_data or self.form.save.raw_data),
            **preset_rows(self.table_id, self.form),
            "preset_name": self.form.preset_name,
            "saved": self.saved,
            "agreed": agreed_at(self.table_id),
            "wrong": self.wrong,
        }


def preset_rows(table_id: str, form: NewGameForm) -> View:
    """The presets of this game, then the table's own; and the current choice in short, `Classic` or `2 changes`."""
    options, chosen = form.options, form.chosen
    own = presets_at(table_id, form.ruleset, form.table)
    offered = [(preset.key, preset_name(preset.key), preset.options) for preset in presets_for(options)]
    offered += [(preset.name, preset.name, changed_from(options, preset.options)) for preset in own]
    rows = [
        {
            "key": key,
            "name": name,
            "text": preset_words(options, values),
            "chosen": is_like(options, full(options, values), chosen),
        }
        for key, name, values in offered
    ]
    named = [row["name"] for row in rows if row["chosen"]]
    return {"presets": rows, "options_summary": named[0] if named else form.summary}
