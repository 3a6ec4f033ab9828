"""Rulings that are written into a recorded hand, reneges and agreed points: their forms, and what they change."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.core.game import GameState, rulings
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages.consequences import Consequences, consequences
from scorekeeper.core.pages.descriptions import adjusted_words, renege_words
from scorekeeper.core.pages.fields import field
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.words.refusals import refusal_words


class HandRuling:
    """A ruling that is written into a recorded hand: asked in a form, shown with what it changes."""

    def __init__(self, state: GameState, place: Place, query: Mapping[str, str], needed: str) -> None:
        self.state, self.place, self.query = state, place, query
        self.is_asked = needed in query
        self.names = state.head.names
        self.number = rulings.ruled_hand(state, query)
        self.wrong: str | None = None

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
    record = rulings.renege(state, query).record
    renege = record.reneges[-1]
    changes = ruling.changes(record if ruling.is_asked else None)
    words = renege_words(replace(renege, of=""), ruling.names)
    fields = [
        ruling.hand_field(),
        ruling.side_field("by", "Who reneged?", renege.by),
        ruling.side_field("to", "Who noticed it?", renege.to),
        field("radio", "books", "How many books move?", renege.books, choices=_books()),
        field("select", "of", "All at once?", query.get("of", rulings.NEW), choices=_parts(state)),
    ]
    return _hand_ruling("Renege", "Books move to the side that noticed", ruling, fields, changes, words)


def _books() -> list[View]:
    return [{"value": n, "label": str(n), "help": None} for n in range(1, BOOKS_FOR_A_RENEGE + 1)]


def _parts(state: GameState) -> list[View]:
    names = state.head.names
    open_ones: list[View] = [
        {
            "value": label,
            "label": f"More of “{label}”: {names[renege.by]} has given {renege.books} of {BOOKS_FOR_A_RENEGE}",
        }
        for label, renege in rulings.open_reneges(state).items()
    ]
    return [
        {"value": rulings.NEW, "label": "A renege, all at once"},
        {"value": rulings.IN_PARTS, "label": "A renege in parts: more in other hands"},
        *open_ones,
    ]


def points_view(state: GameState, place: Place, query: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: points that the table agrees on."""
    ruling = HandRuling(state, place, query, "points")
    said, why = query.get("points", "").strip(), query.get("why", "").strip()
    record, words = None, ""
    errors: dict[str, list[str]] = {"points": [], "why": []}
    if ruling.is_asked:
        try:
            record = rulings.agreed_points(state, query).record
            words = adjusted_words(record.adjustments[-1], ruling.names)
        except InvalidInput as error:
            errors[error.path.words].append(f"{refusal_words(error)}.")
    changes = ruling.changes(record)
    unit = "chips" if state.board.rules.play.unit == "chips" else "points"
    fields = [
        ruling.hand_field(),
        ruling.side_field("side", f"Whose {unit}?", ruling.side("side")),
        field("text", "points", f"How many {unit}?", said, max_length=7, placeholder="-30 or 50")
        | {"errors": errors["points"], "required": True},
        field("text", "why", "What for?", why, max_length=200, placeholder="talking across the table")
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
