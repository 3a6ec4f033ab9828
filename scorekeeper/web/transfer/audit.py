"""The paper audit: types one hand of a paper sheet after the other, and shows where it differs from the rules.

Stores nothing: the form has every hand.
"""

from collections.abc import Mapping

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import timed_slot
from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.setting_up.house_rules import HouseRulesForm
from scorekeeper.core.pages.setting_up.shapes import shape_links, shape_of
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet
from scorekeeper.core.rules.seating import Shape, Side
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.sheet import Sheet, read_setup
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import rules_in_short, rules_name
from scorekeeper.core.words.slips import mistake_text
from scorekeeper.core.words.vocabulary import format_points
from scorekeeper.formats.paper_audit import Audit, audited
from scorekeeper.services.house_rules import first_options
from scorekeeper.web.forms import StringField, bytes_shown, sentence
from scorekeeper.web.transfer.paper_hands import (
    MAX_KEPT,
    MAX_TEXT_LENGTH,
    PaperHand,
    TypedTexts,
    most_hands,
    typed_hands,
)

CAST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
NEXT = "next"


class PaperChoiceForm(Form):
    """Which paper sheet it is, the hand whose boxes are shown, and the button tapped."""

    rules = StringField(default="")
    shape = StringField(default="")
    open = StringField(default="1")
    to = StringField(default="")  # the hand to show, or `next`
    remove = StringField(default="")

    @property
    def only_moves(self) -> bool:
        """Whether the button shows or removes a hand, and the paper is not compared yet."""
        return bool(self.to.data or self.remove.data)


class PaperForm:
    """The head of a paper sheet as typed: `p-0` is the name at seat 0, and the house rules."""

    def __init__(self, rules: RuleSet, shape: Shape, given: Mapping[str, str] | None) -> None:
        self.rules, self.shape = rules, shape
        seats = range(shape.sides * shape.players_per_side)
        self.boxes = [(given or {}).get(f"p-{seat}", "")[: MAX_NAME_LENGTH + 1] for seat in seats]
        self.rules_form = HouseRulesForm(rules.options(shape), given)
        if given is None:
            self.rules_form.choose(first_options(None, rules, shape))

    @property
    def players(self) -> list[str]:
        """The names, seat by seat; an empty box has its example."""
        return [name.strip() or CAST[seat] for seat, name in enumerate(self.boxes)]

    @property
    def house(self) -> HouseRules:
        """The house rules as chosen, or the usual ones while those cannot be played."""
        try:
            return self.rules.with_options(self.rules_form.chosen, self.shape)
        except InvalidInput:
            return self.rules.with_options({}, self.shape)

    def check(self) -> str | None:
        """A sentence on what is wrong; None if nothing is."""
        are_rules_good = self.rules_form.check()
        if any(len(name) > MAX_NAME_LENGTH for name in self.boxes):
            return _too_long(_("Name"), MAX_NAME_LENGTH)
        return None if are_rules_good else _("A house rule is out of range.")


def paper_form(choice: PaperChoiceForm, given: MultiDict[str, str]) -> PaperForm:
    """The form for these rules, with a box for each name."""
    try:
        rules = rule_set(str(choice.rules.data))
    except InvalidInput:
        abort(404)
    shape = shape_of(rules, str(choice.shape.data))
    return PaperForm(rules, shape, given.to_dict() if choice.open.raw_data else None)


def _page(rules: str, shape: str) -> str:
    return url_for("audit.show", shape=shape, rules=rules)


def _too_long(label: str, most: int) -> str:
    return _("Use at most {most} characters for “{label}”.", most=most, label=label)


class Paper:
    """A paper sheet: its players and hands from its forms, compared with the rules."""

    def __init__(self, given: MultiDict[str, str]) -> None:
        self.choice = PaperChoiceForm(given)
        self.form = paper_form(self.choice, given)
        self.house, self.players = self.form.house, self.form.players
        self.most = most_hands(self.form.shape.sides)
        self.open = max(1, min(whole(str(self.choice.open.data)), self.most))
        names = sum(bytes_shown(name) for name, _players in self._sides())
        typed = typed_hands(given, self.most, MAX_KEPT - 2 * self.most * names)  # in rows, and in mistakes
        self.hands = [self._hand(number, typed.get(number, {})) for number in range(1, max(typed, default=0) + 1)]
        self.wrong: str | None = None
        self.found: Audit | None = None

    def _hand(self, number: int, texts: TypedTexts) -> PaperHand:
        return PaperHand(number, texts, self.house, self.players)

    def move(self) -> None:
        """Show the hand that the button names, or remove one. The next one comes once the shown one can be read."""
        removed = whole(str(self.choice.remove.data))
        if self.choice.remove.data:
            left = [hand.texts for hand in self.hands if hand.number != removed]
            self.hands = [self._hand(number, texts) for number, texts in enumerate(left, start=1)]
            self.open = min(len(self.hands) + 1, self.most)
        elif self.choice.to.data != NEXT:
            self.open = max(1, min(whole(str(self.choice.to.data)), self.most))
        elif self._read(self.hands[self.open - 1 : self.open]):
            self.open = min(len(self.hands) + 1, self.most)

    def compare(self) -> None:
        """Compare the sheet with the rules; sets `found`, or `wrong` if something cannot be read."""
        sheet = self._read(self.hands)
        if sheet is None:
            return
        set_nils = {(hand.number, seat) for hand in self.hands for seat in hand.uncounted_nils()}
        self.found = audited(sheet, [hand.totals() for hand in self.hands], set_nils)
        self.open = next(iter(self.found.hands), self.open)

    def _read(self, hands: list[PaperHand]) -> Sheet | None:
        """A sheet with these hands; None if something cannot be read: `wrong` says what, and its hand is shown."""
        self.wrong = self.form.check()
        if self.wrong is not None:
            return None
        try:
            if not hands:
                raise InvalidInput(faults.NO_HANDS.at(NOWHERE, {}))
            named = [{"name": name, "players": own} for name, own in self._sides()]
            setup = read_setup(
                {"rules": self.house.ruleset.key, "options": self.form.rules_form.chosen, "sides": named}
            )
            records = []
            for hand in hands:
                self.open = hand.number
                if hand.is_too_long:
                    self.wrong = _too_long(_("Bid"), MAX_TEXT_LENGTH)
                    return None
                records.append(hand.record(setup))
                hand.totals()
        except InvalidInput as error:
            self.wrong = sentence(error)
            return None
        return Sheet(setup.rules, setup.sides, setup.dealer, tuple(records))

    def _sides(self) -> list[tuple[str, list[str]]]:
        sides = self.form.shape.sides
        return [(side_name(own), own) for own in (self.players[side::sides] for side in range(sides))]

    def view(self) -> View:
        """Values for `transfer/audit/show.html`."""
        rules, shape, seating = self.house.ruleset, self.form.shape, self.house.seating
        names = [name for name, _players in self._sides()]
        hand = next((hand for hand in self.hands if hand.number == self.open), self._hand(self.open, {}))
        return {
            "rules": {"key": rules.key, "name": rules_name(rules), "shape": shape_key(shape)},
            "shapes": [] if self.hands else shape_links(rules, shape, lambda own: _page(rules.key, own)),
            "players": [
                {"name": f"p-{seat}", "value": name, "example": CAST[seat], "side": seat % shape.sides}
                for seat, name in enumerate(self.form.boxes)
            ],
            "hand": {
                "number": hand.number,
                "is_empty": hand.is_empty,
                "sides": [{"index": side, "name": names[side], **hand.view(side)} for side in seating.sides],
            },
            "kept": [field for other in self.hands if other is not hand for field in other.fields()],
            "hands": [self._row(other, names) for other in reversed(self.hands)],
            "name_length": MAX_NAME_LENGTH,
            "full": len(self.hands) >= self.most,
            "max_length": MAX_TEXT_LENGTH,
            "options": self.form.rules_form.groups(),
            "options_summary": self.form.rules_form.summary,
            "tricks": seating.tricks,
            "hand_names": seating.hand_names,
            "wrong": self.wrong,
            "found": self._found(),
        }

    def _row(self, hand: PaperHand, names: list[str]) -> View:
        """A hand that was typed, in the list of hands."""
        named = self.found.hands if self.found is not None else ()
        return {
            "number": hand.number,
            "wrong": hand.number in named,
            "right": self.found is not None and hand.number not in named,
            "sides": [
                {"index": side, "name": names[side], **hand.words(side), "due": self._due(hand, side)}
                for side in self.house.seating.sides
            ],
        }

    def _due(self, hand: PaperHand, side: Side) -> int | str | None:
        """The total by the rules, None if the paper has the same, or nothing was compared."""
        totals = self.found.totals if self.found is not None else ()
        if hand.number > len(totals) or totals[hand.number - 1][side] == hand.total(side):
            return None
        return format_points(totals[hand.number - 1][side], self.house.scoring.unit)

    def _found(self) -> View | None:
        if self.found is None:
            return None
        written = [total for hand in self.hands for total in hand.totals()]
        return {
            "mistakes": [mistake_text(mistake) for mistake in self.found.mistakes],
            "hands": len(self.hands),
            "first": self.found.hands[:1],
            "searched": self.found.searched,
            "all": None not in written,
            "none": set(written) == {None},
        }


def paper_from_form(given: MultiDict[str, str]) -> Paper:
    """The paper sheet as typed."""
    return Paper(given)


pages = Blueprint("audit", __name__, url_prefix="/audit")


@pages.get("", role=ANYONE)
def show() -> str:
    if "rules" not in request.args:
        listed = [(rules.key, rules_name(rules), rules_in_short(rules)) for rules in rule_sets().values()]
        return render_template("transfer/audit/choose.html", rule_sets=listed)
    return render_template("transfer/audit/show.html", **Paper(request.args).view())


@pages.post("", role=ANYONE)
def create() -> str | tuple[str, int]:
    paper = paper_from_form(request.form)
    if paper.choice.only_moves:
        paper.move()
    else:
        hit(RateLimit.CHECKS)
        with timed_slot(RateLimit.CHECKS):
            paper.compare()
    return render_template("transfer/audit/show.html", **paper.view()), 422 if paper.wrong else 200
