"""The paper audit: a form like a paper score sheet that shows where it differs from the rules. Stores nothing."""

from typing import ClassVar

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, StringField
from wtforms.validators import Length

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import slot
from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import BID_LEFT_OUT, MAX_NAME_LENGTH
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape, Side
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.sheet import Sheet, read_hand, read_setup
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import rules_in_short, rules_name
from scorekeeper.core.words.slips import mistake_text
from scorekeeper.core.words.vocabulary import TENTHS, format_points, points_in
from scorekeeper.formats.paper_audit import Audit, audit
from scorekeeper.formats.text_record.notation import read_bids, read_took
from scorekeeper.services.names import side_name
from scorekeeper.web.forms import WholeField, sentence
from scorekeeper.web.rulesets.menu import shape_links, shape_of
from scorekeeper.web.rulesets.options_form import HouseRulesForm, with_option_fields

USUAL_HANDS, MORE_HANDS, MAX_HANDS = 8, 4, 60
MAX_BOX_LENGTH = 30
CAST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


class PaperChoiceForm(Form):
    """Which paper sheet it is: the rule set, the shape of the table, the number of hands."""

    rules = StringField(default="")
    shape = StringField(default="")
    rows = WholeField(default=USUAL_HANDS)
    more = BooleanField()

    @property
    def hands(self) -> int:
        """How many hands the grid has room for."""
        rows = self.rows.data if self.rows.data is not None and self.rows.data >= 0 else USUAL_HANDS
        return int(min(rows + (MORE_HANDS if self.more.data else 0), MAX_HANDS))


class PaperForm(HouseRulesForm):
    """A paper sheet as typed. `p-0` is the name at seat 0; in hand 1, `b-1-0` is the bid of seat 0, `t-1-0` the
    tricks of side 0, and `s-1-0` its total.
    """

    ruleset: ClassVar[RuleSet]
    table: ClassVar[Shape]
    hands: ClassVar[int]

    def typed(self, name: str) -> str:
        """The text in a box."""
        return str(self[name].data or "").strip()


def paper_form(given: MultiDict[str, str]) -> PaperForm:
    """The form for these rules, with a box for each name, bid, count and total."""
    choice = PaperChoiceForm(given)
    try:
        rules = rule_set(str(choice.rules.data))
    except InvalidInput:
        abort(404)
    shape = shape_of(rules, str(choice.shape.data))
    players, sides = range(shape.sides * shape.players_per_side), range(shape.sides)
    boxes = {f"p-{seat}": _box(_("Name"), MAX_NAME_LENGTH, CAST[seat]) for seat in players}
    for row in range(1, choice.hands + 1):
        boxes |= {f"b-{row}-{seat}": _box(_("Bid")) for seat in players}
        boxes |= {f"t-{row}-{side}": _box(_("Took")) for side in sides}
        boxes |= {f"s-{row}-{side}": _box(_("Total")) for side in sides}
    parts = {**boxes, "ruleset": rules, "table": shape, "hands": choice.hands}
    made: type[PaperForm] = type("PaperForm", (PaperForm,), parts)
    return with_option_fields(made, rules.options(shape))(given if choice.rows.raw_data else None)


def _box(label: str, longest: int = MAX_BOX_LENGTH, placeholder: str = "") -> StringField:
    wrong = _("Use at most {most} characters for “{label}”.", most=longest, label=label)
    return StringField(label, [Length(max=longest, message=wrong)], render_kw={"placeholder": placeholder})


class PaperGrid:
    """A paper sheet: its players, hands and totals from the form, compared with the rules."""

    def __init__(self, form: PaperForm) -> None:
        self.form = form
        self.rules, self.shape, self.rows = form.ruleset, form.table, form.hands
        self.unit = self.rules.with_options({}, self.shape).scoring.unit
        self.wrong: str | None = None
        self.found: Audit | None = None
        self.hands = 0

    def compare(self) -> None:
        """Compare the sheet with the rules; sets `found`, or `wrong` if something cannot be read."""
        if not self.form.validate():
            faults_of = [field for field in self.form if field.errors and field not in self.form.option_fields]
            self.wrong = str(faults_of[0].errors[0]) if faults_of else _("A house rule is out of range.")
            return
        try:
            setup = self._setup()
            last = max((row for row in range(1, self.rows + 1) if self._has(row)), default=0)
            if not last:
                raise InvalidInput(faults.NO_HANDS.at(NOWHERE, {}))
            hands, totals = [], []
            for row in range(1, last + 1):
                hands.append(self._hand(setup, row))
                totals.append([self._total(row, side) for side in setup.rules.seating.sides])
        except InvalidInput as error:
            self.wrong = sentence(error)
            return
        self.hands = last
        self.found = audit(Sheet(setup.rules, setup.sides, setup.dealer, tuple(hands)), totals)

    def _sides(self, players: list[str]) -> list[tuple[str, list[str]]]:
        own = [players[side :: self.shape.sides] for side in range(self.shape.sides)]
        return [(side_name(names), names) for names in own]

    def _setup(self) -> Sheet:
        named = [{"name": name, "players": own} for name, own in self._sides(self._players())]
        return read_setup({"rules": self.rules.key, "options": self.form.chosen, "sides": named})

    def _players(self) -> list[str]:
        count = self.shape.sides * self.shape.players_per_side
        return [self.form.typed(f"p-{seat}") or CAST[seat] for seat in range(count)]

    def _has(self, row: int) -> bool:
        return any(self.form.typed(name) for name in self._fields(row))

    def _fields(self, row: int) -> list[str]:
        players = range(self.shape.sides * self.shape.players_per_side)
        own = [f"{kind}-{row}-{side}" for side in range(self.shape.sides) for kind in ("t", "s")]
        return [*(f"b-{row}-{seat}" for seat in players), *own]

    def _hand(self, setup: Sheet, row: int) -> HandRecord:
        where, seating = FieldPath.to("hand", row), setup.rules.seating
        bids: list[object] = []
        took: list[object] = []
        for side in seating.sides:
            own = [self.form.typed(f"b-{row}-{seat}") for seat in seating.bidders_of(side)]
            if not all(own):
                raise InvalidInput(BID_LEFT_OUT.at(where.at(setup.names[side]), {}))
            read = read_bids(own) or own
            bids.append(read[0] if len(read) == 1 else read)
            count = self.form.typed(f"t-{row}-{side}").replace("/", " ").replace("+", " ").strip()
            took.append(read_took(where.at(setup.names[side]), count))
        return read_hand({"bids": bids, "took": took}, row, setup)

    def _total(self, row: int, side: Side) -> int | None:
        text = self.form.typed(f"s-{row}-{side}")
        total = points_in(text, self.unit)
        if text and total is None:
            wrong = faults.TOTAL_NOT_TENTHS if self.unit == TENTHS else faults.TOTAL_NOT_WHOLE
            raise InvalidInput(wrong.at(FieldPath.to("hand", row), {"column": "total", "value": quote(text)}))
        return total

    def view(self) -> View:
        """Values for `transfer/audit/show.html`."""
        players, house = self._players(), self.rules.with_options({}, self.shape)
        return {
            "rules": {"key": self.rules.key, "name": rules_name(self.rules), "shape": shape_key(self.shape)},
            "shapes": shape_links(self.rules, self.shape, "audit.show", rules=self.rules.key),
            "players": [{"box": self.form[f"p-{i}"], "side": i % self.shape.sides} for i in range(len(players))],
            "sides": [{"index": side, "name": name} for side, (name, _own) in enumerate(self._sides(players))],
            "hands": [self._row(row, players) for row in range(1, self.rows + 1)],
            "rows": self.rows,
            "can_grow": self.rows < MAX_HANDS,
            "options": self.form.option_rows,
            "options_summary": self.form.summary,
            "tricks": house.seating.tricks,
            "example": _example([call.code for call in house.hand_rules_of(1).calls]),
            "wrong": self.wrong,
            "found": self._found(),
        }

    def _row(self, row: int, players: list[str]) -> View:
        named = self.found.hands if self.found is not None else ()
        sides = []
        for side in range(self.shape.sides):
            seats = range(side, len(players), self.shape.sides)
            sides.append(
                {
                    "index": side,
                    "bids": [
                        {"box": self.form[f"b-{row}-{s}"], "label": _("{name} bid", name=players[s])} for s in seats
                    ],
                    "took": self.form[f"t-{row}-{side}"],
                    "total": self.form[f"s-{row}-{side}"],
                    "due": self._due(row, side),
                }
            )
        return {"number": row, "sides": sides, "wrong": row in named, "right": row <= self.hands and row not in named}

    def _due(self, row: int, side: int) -> int | str | None:
        """The total by the rules, None if the paper has the same."""
        totals = self.found.totals if self.found is not None else ()
        if row > len(totals) or totals[row - 1][side] == points_in(self.form.typed(f"s-{row}-{side}"), self.unit):
            return None
        return format_points(totals[row - 1][side], self.unit)

    def _found(self) -> View | None:
        if self.found is None:
            return None
        return {
            "mistakes": [mistake_text(mistake) for mistake in self.found.mistakes],
            "hands": self.hands,
            "first": self.found.hands[:1],
            "searched": self.found.searched,
        }


def _example(codes: list[str]) -> Markup:
    """Examples of calls as they are typed, mostly unusual ones."""
    words = [code for code in codes if not code.isdecimal()]
    few = dict.fromkeys([next((c for c in codes if c.isdecimal()), codes[0]), *words[:5]])
    return Markup("<code>{}</code>").format(", ".join(few))


pages = Blueprint("audit", __name__, url_prefix="/audit")


@pages.get("", role=ANYONE)
def show() -> str:
    if "rules" not in request.args:
        listed = [(rules.key, rules_name(rules), rules_in_short(rules)) for rules in rule_sets().values()]
        return render_template("transfer/audit/choose.html", rule_sets=listed)
    return render_template("transfer/audit/show.html", **PaperGrid(paper_form(request.args)).view())


@pages.post("", role=ANYONE)
def create() -> str | tuple[str, int]:
    grid = PaperGrid(paper_form(request.form))
    if not PaperChoiceForm(request.form).more.data:
        hit(RateLimit.CHECKS)
        with slot():
            grid.compare()
    return render_template("transfer/audit/show.html", **grid.view()), 422 if grid.wrong else 200
