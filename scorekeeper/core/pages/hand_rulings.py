"""Rulings that are written into a recorded hand, reneges and agreed points: their forms, and what they change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages.consequences import Consequences, consequences
from scorekeeper.core.pages.descriptions import adjusted_words, renege_words
from scorekeeper.core.pages.fields import field
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.rules.deal import Adjustment, HandRecord, Renege
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.sheet.model import LARGEST_ADJUSTMENT

NEW, IN_PARTS = "new", "parts"


class HandRuling:
    """A ruling that is written into a recorded hand: asked in a form, shown with what it changes."""

    def __init__(self, state: GameState, place: Place, query: Mapping[str, str], needed: str) -> None:
        self.state, self.place, self.query = state, place, query
        self.is_asked = needed in query
        self.names = state.head.names
        last = len(state.board.hands)
        chosen = query.get("hand", "")
        self.number = whole(chosen) if 1 <= whole(chosen) <= last else last
        self.wrong: str | None = None

    @property
    def record(self) -> HandRecord:
        return self.state.board.hands[self.number - 1].record

    def side(self, name: str, other: int = 0) -> Side:
        chosen = self.query.get(name, "")
        return Side(whole(chosen) if 0 <= whole(chosen) < len(self.names) else other)

    def hand_field(self) -> View:
        """Which hand: the last one first."""
        choices = [{"value": number, "label": f"Hand {number}"} for number in range(len(self.state.board.hands), 0, -1)]
        return field("select", "hand", "In which hand?", self.number, choices=choices)

    def side_field(self, name: str, label: str, chosen: int) -> View:
        choices = [{"value": side, "label": words} for side, words in enumerate(self.names)]
        return field("radio", name, label, chosen, choices=choices)

    def changes(self, record: HandRecord | None) -> Consequences | None:
        """What the hand with the ruling comes to; None where nothing is asked, or it cannot be (`wrong`)."""
        if record is None:
            return None
        found = consequences(self.state, self.number, record)
        self.wrong = found.wrong
        return found if found.after is not None else None


def renege_view(state: GameState, place: Place, query: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: a renege."""
    ruling = HandRuling(state, place, query, "books")
    by, to = ruling.side("by"), ruling.side("to", 1)
    of = query.get("of", NEW)
    known = {renege.of: renege for renege in state.board.reneges if renege.books < BOOKS_FOR_A_RENEGE}
    if of in known:
        by, to = known[of].by, known[of].to
    label = _label(state, ruling.number, by) if of == IN_PARTS else of if of in known else ""
    books = query.get("books", "1")
    renege = Renege(by, to, int(books) if books in ("1", "2", "3") else 1, label)
    record = replace(ruling.record, reneges=(*ruling.record.reneges, renege)) if ruling.is_asked else None
    changes = ruling.changes(record)
    words = renege_words(replace(renege, of=""), ruling.names)
    fields = [
        ruling.hand_field(),
        ruling.side_field("by", "Who reneged?", by),
        ruling.side_field("to", "Who noticed it?", to),
        field("radio", "books", "How many books move?", renege.books, choices=_books()),
        field("select", "of", "All at once?", of, choices=_parts(known, ruling.names)),
    ]
    return _hand_ruling("Renege", "Books move to the side that noticed", ruling, fields, changes, words)


def _books() -> list[View]:
    return [{"value": n, "label": str(n), "help": None} for n in range(1, BOOKS_FOR_A_RENEGE + 1)]


def _parts(known: Mapping[str, Renege], names: Sequence[str]) -> list[View]:
    open_ones: list[View] = [
        {
            "value": label,
            "label": f"More of “{label}”: {names[renege.by]} has given {renege.books} of {BOOKS_FOR_A_RENEGE}",
        }
        for label, renege in known.items()
    ]
    return [
        {"value": NEW, "label": "A renege, all at once"},
        {"value": IN_PARTS, "label": "A renege in parts: more in other hands"},
        *open_ones,
    ]


def _label(state: GameState, number: int, by: Side) -> str:
    """A name for a renege that comes in parts, which no other has."""
    name = f"hand {number}, {state.head.names[by]}"[:36]
    taken = [renege.of for renege in state.board.reneges]
    return next(label for label in (name, *(f"{name} {n}" for n in range(2, 1000))) if label not in taken)


def points_view(state: GameState, place: Place, query: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: points that the table agrees on."""
    ruling = HandRuling(state, place, query, "points")
    side, reason = ruling.side("side"), " ".join(query.get("why", "").split())[:200]
    said = query.get("points", "").strip().replace("−", "-")
    digits = said.removeprefix("-").removeprefix("+")
    points = int(said) if digits.isdecimal() and len(digits) < 7 else 0
    record, words = None, ""
    errors: dict[str, list[str]] = {"points": [], "why": []}
    if ruling.is_asked:
        if not points or abs(points) > LARGEST_ADJUSTMENT:
            errors["points"] = ["Give a whole number that is not 0, such as -30."]
        if not reason:
            errors["why"] = ["Say what for, such as “talking across the table”."]
        if not any(errors.values()):
            agreed = Adjustment(side, points, reason)
            record = replace(ruling.record, adjustments=(*ruling.record.adjustments, agreed))
            words = adjusted_words(agreed, ruling.names)
    changes = ruling.changes(record)
    unit = "chips" if state.board.rules.play.unit == "chips" else "points"
    fields = [
        ruling.hand_field(),
        ruling.side_field("side", f"Whose {unit}?", side),
        field("text", "points", f"How many {unit}?", said, max_length=7, placeholder="-30 or 50")
        | {"errors": errors["points"], "required": True},
        field("text", "why", "What for?", reason, max_length=200, placeholder="talking across the table")
        | {"errors": errors["why"], "required": True},
    ]
    return _hand_ruling("Agreed points", "A line of their own in the hand", ruling, fields, changes, words)


def _hand_ruling(
    heading: str, subtitle: str, ruling: HandRuling, fields: list[View], changes: Consequences | None, words: str
) -> View:
    return {
        "heading": heading,
        "subtitle": subtitle,
        "number": ruling.number,
        "fields": fields,
        "wrong": ruling.wrong,
        "changes": None if changes is None else changes.view(ruling.place),
        "reason": field("text", "reason", "Why? (stands in the history)", words, max_length=200) | {"required": True},
    }
