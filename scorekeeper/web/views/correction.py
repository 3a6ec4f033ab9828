"""A correction before it is saved: the hand as it would be, and everything that changes with it."""

from collections.abc import Mapping

from scorekeeper.log import Course
from scorekeeper.rules import wording
from scorekeeper.rules.change_words import change_sentences
from scorekeeper.rules.changes import changes
from scorekeeper.rules.lines import Objection
from scorekeeper.rules.record import HandRecord
from scorekeeper.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.rules.seating import Seat, Side
from scorekeeper.sheet import BadSheet, Sheet, hand_json, parse_json, read_hand
from scorekeeper.sheet.bids import bid_text
from scorekeeper.sheet.board import outcome_text
from scorekeeper.web.views.lines import objection_views
from scorekeeper.web.views.sheet import side_bid_words
from scorekeeper.web.views.tricks import fact_question

View = dict[str, object]


class Correction:
    """Hand `number` as it would be, from fields: `b0` a bid, `t0` a side's tricks, `s0` a seat's, `f0-…` a fact."""

    def __init__(self, course: Course, number: int, fields: Mapping[str, str]) -> None:
        self.course = course
        self.hand: ScoredHand = course.board.hands[number - 1]
        self.fields = fields
        self.wrong: str | None = None
        self._record: HandRecord | None = None

    @classmethod
    def asked(cls, course: Course, number: int, given: Mapping[str, str]) -> "Correction":
        """From the address: nothing yet, or the fields of the form."""
        return cls(course, number, dict(given))

    @classmethod
    def written(cls, course: Course, number: int, record: str | None) -> "Correction":
        """From a hand that was about to be saved."""
        hand = course.board.hands[number - 1]
        try:
            written = parse_json(record or "")
            return cls(course, number, fields_of(read_hand(written, number, course.head), course.head, hand))
        except BadSheet:
            return cls(course, number, {})

    def after(self) -> Scoreboard | None:
        """The scoreboard with the hand corrected; None where nothing was asked, or the hand cannot be (see `wrong`)."""
        if not any(name.startswith(("b", "t", "s")) for name in self.fields):
            return None
        try:
            self._record = read_hand(self._written(), self.hand.number, self.course.head)
            return self._corrected(self._record)
        except BadSheet as error:
            self.wrong = f"{error}."
            return None

    def _corrected(self, record: HandRecord) -> Scoreboard:
        sheet = self.course.sheet
        hands = list(sheet.hands)
        hands[self.hand.number - 1] = record
        return Sheet(sheet.rules, sheet.sides, sheet.dealer, tuple(hands), sheet.closed).scoreboard()

    def _written(self) -> dict[str, object]:
        """The hand in the form of the record, from the fields; what they do not touch stays."""
        seating = self.course.head.rules.seating
        old = hand_json(self.hand.record, seating)
        bids: list[object] = []
        took: list[object] = []
        for side in seating.sides:
            own = [self.fields.get(f"b{seat}", "").strip() for seat in seating.bidders_of(side)]
            bids.append(own[0] if len(own) == 1 else own)
            took.append(self._took(side))
        return {**old, "bids": bids, "took": took}

    def _took(self, side: Side) -> object:
        seats = self.course.head.rules.seating.seats_of[side]
        counts = [self.fields.get(f"s{seat}", "").strip() for seat in seats]
        tricks: object = _number(self.fields.get(f"t{side}", ""))
        if len(seats) > 1 and any(counts):
            tricks = [_number(count) for count in counts]
        made = [code for (owner, code) in self._facts() if owner == side and f"f{side}-{code}" in self.fields]
        return {"tricks": tricks, "made": made} if made else tricks

    def _facts(self) -> list[tuple[Side, str]]:
        return [
            (side, call.code)
            for side in self.course.head.rules.seating.sides
            for call in self.hand.deal.calls
            if call.slot and not call.is_zero
        ]

    def record_json(self) -> View:
        """The corrected hand in the form of the record."""
        assert self._record is not None
        return hand_json(self._record, self.course.head.rules.seating)

    def objections(self, after: Scoreboard) -> tuple[Objection, ...]:
        """What the rules object to in the corrected hand."""
        return after.hands[self.hand.number - 1].objections

    def view(self, after: Scoreboard | None) -> View:
        """Values for `games/correct.html`."""
        head = self.course.head
        fields = self.fields if self.fields else fields_of(self.hand.record, head, self.hand)
        return {
            "hand": {"number": self.hand.number, "written": self._words()},
            "sides": [
                {"index": side, "name": head.names[side], "fields": self._side_fields(side, fields)}
                for side in head.rules.seating.sides
            ],
            "wrong": self.wrong,
            "changes": None if after is None else self._changes(after),
            "objections": [] if after is None else objection_views(self.objections(after), head.names),
        }

    def _changes(self, after: Scoreboard) -> View:
        names = self.course.head.names
        found = changes(self.course.board, after)
        return {
            "text": change_sentences(found, self.hand.number, names),
            "totals": [
                {"index": side, "name": names[side], "before": before, "after": now}
                for side, (before, now) in enumerate(found.totals)
            ],
            "ending": self._ending(after) if found.outcome_changed else None,
        }

    def _ending(self, after: Scoreboard) -> str:
        if after.outcome is None:
            return "The game is not over any more: it goes on."
        return f"The end changes: {outcome_text(after, self.course.head.names)}."

    def _words(self) -> str:
        names = self.course.head.names
        return "; ".join(
            f"{names[side]} bid {side_bid_words(self.course, self.hand, side)}, took {scored.tricks}"
            for side, scored in zip(self.course.head.rules.seating.sides, self.hand.sides, strict=True)
        )

    def _side_fields(self, side: Side, fields: Mapping[str, str]) -> list[View]:
        head = self.course.head
        seating = head.rules.seating
        shown = [self._bid_field(seat, fields) for seat in seating.bidders_of(side)]
        seats = seating.seats_of[side]
        if len(seats) > 1 and (any(fields.get(f"s{seat}") for seat in seats) or self._needs_seats(side, fields)):
            shown += [self._count_field(f"s{seat}", self._seat_label(side, i), fields) for i, seat in enumerate(seats)]
        else:
            shown.append(self._count_field(f"t{side}", "Took", fields))
        for owner, code in self._facts():
            if owner == side and any(code in fields.get(f"b{seat}", "") for seat in seating.bidders_of(side)):
                label = fact_question(self.course, side, code)
                shown.append(_field("check", f"f{side}-{code}", label, value=f"f{side}-{code}" in fields))
        return shown

    def _needs_seats(self, side: Side, fields: Mapping[str, str]) -> bool:
        calls = self.hand.deal.by_code
        said = [
            fields.get(f"b{seat}", "").split(">")[-1].split("+")
            for seat in self.course.head.rules.seating.bidders_of(side)
        ]
        return any(code in calls and calls[code].is_zero for codes in said for code in codes)

    def _seat_label(self, side: Side, place: int) -> str:
        seating = self.course.head.rules.seating
        if seating.hand_names:
            return f"Took, {seating.hand_names[place]} hand"
        return f"{self.course.head.player_at(seating.seats_of[side][place])} took"

    def _bid_field(self, seat: Seat, fields: Mapping[str, str]) -> View:
        label = f"{self.course.head.player_at(seat)} bid"
        value = fields.get(f"b{seat}", "")
        plain = [call for call in self.hand.deal.calls if not call.slot]
        if self.hand.deal.slots or "+" in value or ">" in value:
            return _field("text", f"b{seat}", label, value=value, max_length=80)
        choices = [{"value": call.code, "label": wording.call_word(call.code)} for call in plain]
        return _field("select", f"b{seat}", label, value=value, choices=choices)

    def _count_field(self, name: str, label: str, fields: Mapping[str, str]) -> View:
        tricks = self.course.head.rules.seating.tricks
        return _field("number", name, label, value=fields.get(name, ""), min=0, max=tricks)


def fields_of(record: HandRecord, head: Sheet, hand: ScoredHand) -> dict[str, str]:
    """The fields that stand for a hand as it is written."""
    seating = head.rules.seating
    fields = {f"b{seat}": bid_text(record.bids[seat]) for seat in seating.bidders}
    for side, took in enumerate(record.took):
        fields[f"t{side}"] = str(took.tricks)
        if len(took.seats) > 1:
            fields |= {f"s{seat}": str(count) for seat, count in zip(seating.seats_of[side], took.seats, strict=True)}
        fields |= {f"f{side}-{code}": "yes" for code in took.made}
    return fields


def _number(text: str) -> object:
    stripped = text.strip()
    return int(stripped) if stripped.isdecimal() and len(stripped) < 6 else stripped or None


def _field(kind: str, name: str, label: str, **more: object) -> View:
    return {"kind": kind, "name": name, "label": label, "help": None, "errors": [], **more}
