"""The page that corrects a hand: its fields, and what the correction changes."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.consequences import Consequences, consequences
from scorekeeper.core.pages.fields import facts_of, field, fields_of, hand_from, needs_seats, rows_of
from scorekeeper.core.pages.hand_words import hand_name, hand_words, sentence
from scorekeeper.core.pages.place import Place, View, hand_url
from scorekeeper.core.pages.questions import fact_question
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.sheet import read_hand
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.core.words.vocabulary import call_word


class Correction:
    """Hand `number` as in the fields; without fields, as recorded."""

    def __init__(self, state: GameState, number: int, fields: Mapping[str, str]) -> None:
        self.state = state
        self.hand: ScoredHand = state.board.hands[number - 1]
        self.deal, self.seating = self.hand.deal, state.head.rules.seating
        self.is_submitted = any(name.startswith("b") for name in fields)
        self.fields = dict(fields) if self.is_submitted else fields_of(self.hand.record, self.deal, self.seating)
        self.wrong: str | None = None

    @classmethod
    def of_record(cls, state: GameState, number: int, record: HandRecord) -> "Correction":
        """From a hand that was about to be saved."""
        hand = state.board.hands[number - 1]
        return cls(state, number, fields_of(record, hand.deal, state.head.rules.seating))

    def consequences(self) -> Consequences | None:
        """What it changes; None if nothing was entered, or the hand is invalid (`wrong` says why)."""
        if not self.is_submitted:
            return None
        written = hand_from(self.fields, self.hand.record, self.deal, self.seating)
        try:
            record = read_hand(written, self.hand.number, self.state.head)
        except InvalidInput as error:
            self.wrong = sentence(refusal_text(error))
            return None
        found = consequences(self.state, self.hand.number, record)
        self.wrong = found.wrong
        return found if found.after is not None else None

    def view(self, place: Place, reason: View) -> View:
        """Values for `games/correct.html`; `reason` is the field that asks why."""
        changes = self.consequences()
        names = self.state.head.names_at(self.hand.number)
        return {
            "hand": {"number": self.hand.number, "written": hand_words(self.state, self.hand)},
            "sides": [
                {"index": side, "name": names[side], "bids": self._bids(side), "took": self._took(side)}
                for side in self.seating.sides
            ],
            "reneges": [self._renege(i, names) for i in range(self._rows("r", "books"))],
            "adjusted": [self._adjusted(i, names) for i in range(self._rows("a", "points"))],
            "rulings_open": rows_of(self.fields, "r", "books") + rows_of(self.fields, "a", "points") > 0,
            "note": field("text", "note", _("Note"), self.fields.get("note", ""), max_length=400),
            "wrong": self.wrong,
            "changes": None if changes is None else changes.view(place),
            "reason": reason,
            "sheet_url": hand_url(place, self.hand.number, len(self.state.board.hands)),
        }

    def _rows(self, letter: str, part: str) -> int:
        """How many rows to show: the filled-in ones and an empty one."""
        count = rows_of(self.fields, letter, part)
        return count if count and not self.fields[f"{letter}{count - 1}-{part}"].strip() else count + 1

    def _bids(self, side: Side) -> list[View]:
        return [part for seat in self.seating.bidders_of(side) for part in self._bid(seat)]

    def _bid(self, seat: Seat) -> list[View]:
        who = self.state.head.player_at(seat, self.hand.number)
        plain = [call for call in self.deal.calls if not call.slot]
        shown = [
            self._choice(f"b{seat}", _("{name} bid", name=who), [(call.code, call_word(call.code)) for call in plain])
        ]
        for slot in self.deal.slots:
            added = [(call.code, call_word(call.code)) for call in self.deal.calls if call.slot == slot]
            shown.append(self._choice(f"b{seat}-{slot}", _("{name} also bid", name=who), [("", "–"), *added]))
        if self.deal.rebid is not None or self.fields.get(f"e{seat}"):
            value = self.fields.get(f"e{seat}", "")
            label, example = _("{name} bid first", name=who), _("4, or 4>5")
            shown.append(field("text", f"e{seat}", label, value, max_length=80, placeholder=example))
        return shown

    def _choice(self, name: str, label: str, choices: list[tuple[str, str]]) -> View:
        options = [{"value": value, "label": words} for value, words in choices]
        return field("select", name, label, self.fields.get(name, ""), choices=options)

    def _took(self, side: Side) -> list[View]:
        seats = self.seating.seats_of[side]
        if needs_seats(self.fields, self.deal, self.seating, side):
            shown = [self._count(f"s{seat}", self._seat_label(side, place)) for place, seat in enumerate(seats)]
        else:
            shown = [self._count(f"t{side}", _("Took"))]
        for code in facts_of(self.fields, self.deal, self.seating, side):
            name = f"f{side}-{code}"
            shown.append(field("check", name, fact_question(self.state, side, code), name in self.fields))
        return shown

    def _seat_label(self, side: Side, place: int) -> str:
        if self.seating.hand_names:
            return _("Took, {hand} hand", hand=hand_name(self.seating.hand_names[place]))
        player = self.state.head.player_at(self.seating.seats_of[side][place], self.hand.number)
        return _("{name} took", name=player)

    def _count(self, name: str, label: str) -> View:
        return field("number", name, label, self.fields.get(name, ""), min=0, max=self.seating.tricks)

    def _renege(self, i: int, names: tuple[str, ...]) -> list[View]:
        sides = [(str(side), name) for side, name in enumerate(names)]
        books = [("", "–"), *((str(n), str(n)) for n in range(1, BOOKS_FOR_A_RENEGE + 1))]
        of = self.fields.get(f"r{i}-of", "")
        return [
            self._choice(f"r{i}-by", _("Renege by"), sides),
            self._choice(f"r{i}-to", _("Noticed by"), sides[1:] + sides[:1]),
            self._choice(f"r{i}-books", _("Books moved"), books),
            field("text", f"r{i}-of", _("More of"), of, max_length=40, placeholder=_("a renege in another hand")),
        ]

    def _adjusted(self, i: int, names: tuple[str, ...]) -> list[View]:
        reason, points = self.fields.get(f"a{i}-reason", ""), self.fields.get(f"a{i}-points", "")
        return [
            self._choice(f"a{i}-side", _("Agreed points for"), [(str(side), name) for side, name in enumerate(names)]),
            field("text", f"a{i}-points", _("Points"), points, max_length=7, placeholder="-30"),
            field("text", f"a{i}-reason", _("Reason"), reason, max_length=200),
        ]


def reason_field(value: str = "", errors: Sequence[str] = ()) -> View:
    """The field that asks why."""
    more = {"errors": list(errors), "placeholder": _("for example: miscounted"), "max_length": 200, "required": True}
    return field("text", "reason", _("Reason"), value) | more
