"""Rulings on a recorded hand, reneges and agreed points: their forms, and what they change."""

from collections.abc import Mapping

from scorekeeper.core.game import GameState, rulings
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages.consequences import Consequences, consequences
from scorekeeper.core.pages.fields import field
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.refusals import refusal_words
from scorekeeper.core.words.vocabulary import TENTHS


class HandRuling:
    """A ruling on a recorded hand: its form, and what it changes."""

    def __init__(self, state: GameState, place: Place, query: Mapping[str, str], needed: str) -> None:
        self.state, self.place, self.query = state, place, query
        self.is_submitted = needed in query
        self.names = state.head.names
        self.number = rulings.ruled_hand(state, query)
        self.wrong: str | None = None

    def side(self, name: str, other: int = 0) -> Side:
        chosen = self.query.get(name, "")
        return Side(whole(chosen) if 0 <= whole(chosen) < len(self.names) else other)

    def hand_field(self) -> View:
        """The field to choose a hand, the last one first."""
        choices = [
            {"value": number, "label": _("Hand {number}", number=number)}
            for number in range(len(self.state.board.hands), 0, -1)
        ]
        return field("select", "hand", _("Which hand?"), self.number, choices=choices)

    def side_field(self, name: str, label: str, chosen: int) -> View:
        choices = [{"value": side, "label": words} for side, words in enumerate(self.names)]
        return field("radio", name, label, chosen, choices=choices)

    def changes(self, record: HandRecord | None) -> Consequences | None:
        """What the ruling changes; None if nothing was entered, or it is invalid (`wrong`)."""
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
    changes = ruling.changes(record if ruling.is_submitted else None)
    fields = [
        ruling.hand_field(),
        ruling.side_field("by", _("Who reneged?"), renege.by),
        ruling.side_field("to", _("Who noticed?"), renege.to),
        field("radio", "books", _("How many books?"), renege.books, choices=_books()),
        field("select", "of", _("New or more?"), query.get("of", rulings.NEW), choices=_parts(state)),
    ]
    return _hand_ruling(_("Renege"), _("Books move to the side that noticed"), ruling, fields, changes, _("renege"))


def _books() -> list[View]:
    return [{"value": n, "label": str(n), "help": None} for n in range(1, BOOKS_FOR_A_RENEGE + 1)]


def _parts(state: GameState) -> list[View]:
    names = state.head.names
    open_ones: list[View] = [
        {
            "value": label,
            "label": _(
                "More of “{renege}” ({side} gave {books} of {most})",
                renege=label,
                side=names[renege.by],
                books=renege.books,
                most=BOOKS_FOR_A_RENEGE,
            ),
        }
        for label, renege in rulings.open_reneges(state).items()
    ]
    return [
        {"value": rulings.NEW, "label": _("New renege")},
        {"value": rulings.IN_PARTS, "label": _("New renege, more books in other hands")},
        *open_ones,
    ]


def points_view(state: GameState, place: Place, query: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: agreed points."""
    ruling = HandRuling(state, place, query, "points")
    said, why = query.get("points", "").strip(), query.get("why", "").strip()
    record, words = None, ""
    errors: dict[str, list[str]] = {"points": [], "why": []}
    if ruling.is_submitted:
        try:
            record = rulings.agreed_points(state, query).record
            words = record.adjustments[-1].reason
        except InvalidInput as error:
            errors[error.path.words].append(sentence(refusal_words(error)))
    changes = ruling.changes(record)
    unit = state.board.rules.play.unit
    whose, how_many = _("Whose points?"), _("How many points?")
    if unit == "chips":
        whose, how_many = _("Whose chips?"), _("How many chips?")
    fields = [
        ruling.hand_field(),
        ruling.side_field("side", whose, ruling.side("side")),
        field(
            "text",
            "points",
            how_many,
            said,
            max_length=7,
            placeholder=_("-1.5 or 2") if unit == TENTHS else _("-30 or 50"),
        )
        | {"errors": errors["points"], "required": True},
        field("text", "why", _("What for?"), why, max_length=200, placeholder=_("for example: table talk"))
        | {"errors": errors["why"], "required": True},
    ]
    return _hand_ruling(
        _("Agreed points"), _("Added to the hand as a line of their own"), ruling, fields, changes, words
    )


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
        "reason": field("text", "reason", _("Reason"), words, max_length=200) | {"required": True},
    }
