"""The new-game form: names and house rules drawn from the rule set, and the sheet that comes of it."""

from collections.abc import Mapping

from flask import abort, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.addresses import shape_key
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.options import Option, Value
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, read_head
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.services.names import check_new_names
from scorekeeper.storage import games_of, players_of
from scorekeeper.storage.search import people_of
from scorekeeper.web.forms import sentence, sentences
from scorekeeper.web.games.forms import new_game_form, posted_id
from scorekeeper.web.games.names import nearly, side_name, wrong_names
from scorekeeper.web.games.seating_form import is_move, rearranged, seat_field
from scorekeeper.web.rulesets.house_rules import chosen_options, chosen_words, option_field, option_value
from scorekeeper.web.rulesets.menu import shape_links, shape_of
from scorekeeper.web.scripted.views import night_at

View = dict[str, object]

MOST_CHIPS = 24
"""So many of those who play here can be seated by a tap; all others are typed, with the browser's help."""


class NewGame:
    """What was asked for: the rule set, the shape of the table, and the form as it was filled in."""

    def __init__(self, table_id: str, rules: RuleSet, shape: Shape, given: MultiDict[str, str]) -> None:
        self.table_id = table_id
        self.rules = rules
        self.shape = shape
        self.options = rules.options(shape)
        self.given = rearranged(given, shape.sides * shape.people)
        self.only_moves = is_move(given)
        self.slips: dict[str, str] = {}
        self.wrong: str | None = None
        self.wrong_options: dict[str, str] = {}
        self.night = night_at(table_id, given["night"]) if rules.scripted and given.get("night") else None
        self.wrong_names: dict[str, str] = {}
        self.posted = "dealer" in given
        self.form = new_game_form(shape.sides * shape.people)(self.given)

    @classmethod
    def asked(cls, table_id: str, given: MultiDict[str, str]) -> "NewGame":
        """From the address or the form; a rule set or a shape that is not there is a page that is not there."""
        try:
            rules = rule_set(given.get("rules", ""))
        except BadRules:
            abort(404)
        return cls(table_id, rules, shape_of(rules, given.get("shape", "")), given)

    @property
    def entry_id(self) -> str | None:
        return posted_id(self.given)

    def sheet(self) -> Sheet | None:
        """The head of the sheet, or None where the form says what is wrong."""
        options = self._chosen()
        if not self.form.validate():
            self.wrong = " ".join(sentences(self.form.dealer.errors)) or None
            return None
        self.wrong_names = wrong_names(self._names())
        if self.wrong_names or self.wrong_options:
            return None
        self.slips = self._slips()
        if self.slips:
            return None
        sides = [{"name": name, "players": players} for name, players in self._sides()]
        dealer = int(str(self.form.dealer.data))
        head: View = {"rules": self.rules.key, "options": options, "sides": sides, "dealer": dealer}
        if self.night is not None and self.night.night.script:
            head["deals"] = deals_json(self.night.night.script)
        try:
            check_new_names(self._names().values(), [player.name for player in players_of(self.table_id)])
            return read_head(head)
        except InvalidInput as error:
            self.wrong = sentence(error)
            return None

    def _names(self) -> dict[str, str]:
        """The names as they were given, by field."""
        fields = [seat_field(seat) for seat in range(self.shape.sides * self.shape.people)]
        return {field: str(self.form[field].data) for field in fields}

    def _slips(self) -> dict[str, str]:
        """By field: whom the table knows by nearly this name, where nobody said that it is someone new."""
        names = self._names()
        known = [player.name for player in players_of(self.table_id)]
        free = [name for name in known if name not in names.values()]
        asked = {
            field: nearly(name, free)
            for field, name in names.items()
            if name not in known and name not in self.given.getlist("new")
        }
        return {field: name for field, name in asked.items() if name}

    def _chosen(self) -> dict[str, Value]:
        chosen, self.wrong_options = chosen_options(self.options, self.given)
        return chosen

    def _sides(self) -> list[tuple[str, list[str]]]:
        names = list(self._names().values())
        players = [names[side :: self.shape.sides] for side in range(self.shape.sides)]
        return [(side_name(own), own) for own in players]

    def view(self) -> View:
        """Values for `games/new.html`."""
        return {
            "rules": {
                "key": self.rules.key,
                "name": self.night.night.name if self.night else self.rules.name,
                "idea": self.night.night.words if self.night else self.rules.idea,
                "night": self.night.key if self.night else None,
                "notice": self.rules.notice,
                "url": url_for("rules.show", key=self.rules.key),
                "shape": shape_key(self.shape),
            },
            "shapes": self._shapes(),
            "seats": self._seats(),
            "pairs": self.shape.people > 1,
            "roster": [player.name for player in players_of(self.table_id)],
            "chips": self._chips(),
            "new": self.given.getlist("new"),
            "options": [
                option_field(option, self._shown(option), self.wrong_options.get(option.key)) for option in self.options
            ],
            "options_summary": chosen_words(self.options, {option.key: self._shown(option) for option in self.options}),
            "wrong": self.wrong,
        }

    def _shown(self, option: Option) -> Value:
        """What the field holds: what was typed, what the table played last, or the default."""
        field = f"option-{option.key}"
        if self.posted:
            return field in self.given if option.is_switch else option_value(option, self.given.get(field, ""))
        return self._last_options().get(option.key, option.default)

    def _last_options(self) -> Mapping[str, Value]:
        """The table's own choice: what it played this rule set by last time, at a table of this shape."""
        for game in games_of(self.table_id, limit=20):
            if game.rules == self.rules.key and len(game.sides) == self.shape.sides:
                return {o.key: game.options[o.key] for o in self.options if o.allows(game.options.get(o.key))}
        return {}

    def _shapes(self) -> list[View]:
        return shape_links(self.rules, self.shape, "games.new", table=self.table_id, rules=self.rules.key)

    def _seats(self) -> list[View]:
        dealer = self.given.get("dealer", "0")
        seated = self._seated()
        return [
            {
                "name": seat_field(seat),
                "label": f"Seat {seat + 1}",
                "side": seat % self.shape.sides,
                "index": seat,
                "next": (seat + 1) % len(seated),
                "value": name,
                "slip": self.slips.get(seat_field(seat)),
                "errors": [] if self.only_moves else self._name_errors(seat_field(seat)),
                "list": "roster",
                "deals": str(seat) == dealer,
            }
            for seat, name in enumerate(seated)
        ]

    def _seated(self) -> list[str]:
        """The names in the seats: as they were given, else as the table sat last."""
        last = [] if self.posted else self._last_names()
        return [
            self.form[seat_field(seat)].data or (last[seat] if seat < len(last) else "")
            for seat in range(self.shape.sides * self.shape.people)
        ]

    def _chips(self) -> list[str]:
        """Who can be seated by a tap: those who play here most first, while there is a free seat."""
        seated = self._seated()
        names = [person.player.name for person in people_of(self.table_id, limit=MOST_CHIPS + len(seated))]
        return [name for name in names if name not in seated][:MOST_CHIPS] if "" in seated else []

    def _name_errors(self, field: str) -> list[str]:
        return [*sentences(self.form[field].errors), *([self.wrong_names[field]] if field in self.wrong_names else [])]

    def _last_names(self) -> list[str]:
        """Who sat where at the table's last game of this shape, seat by seat."""
        for game in games_of(self.table_id, limit=20):
            if len(game.sides) == self.shape.sides and len(game.sides[0]["players"]) == self.shape.people:
                names = [[player["name"] for player in side["players"]] for side in game.sides]
                return [
                    names[seat % self.shape.sides][seat // self.shape.sides] for seat in range(sum(map(len, names)))
                ]
        return []
