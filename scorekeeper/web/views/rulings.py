"""Rulings: what can be ruled in this game, what was, and the forms with what they come to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import uuid4

from flask import url_for

from scorekeeper.log import CLOSE, MISDEAL, SUBSTITUTE, Course, Proposed, in_force
from scorekeeper.rules.record import Adjustment, HandRecord, Renege
from scorekeeper.rules.seating import Side
from scorekeeper.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.rules.wording import counted
from scorekeeper.sheet import BadSheet
from scorekeeper.sheet.board import outcome_text
from scorekeeper.sheet.model import LARGEST_ADJUSTMENT
from scorekeeper.web.views.consequences import Consequences, consequences
from scorekeeper.web.views.correction import field
from scorekeeper.web.views.hand_differences import adjusted_words, renege_words
from scorekeeper.web.views.history import entry_words

View = dict[str, object]

NEW, IN_PARTS = "new", "parts"


def rulings_view(course: Course, game_id: str) -> View:
    """Values for `rulings/index.html`."""
    playing, hands = course.board.outcome is None, bool(course.board.hands)
    offers = [
        ("renege", "Renege", "Up to three books move from the offender to the side that noticed.", hands),
        ("points", "Agreed points", "The table gives or takes points, with a reason.", hands),
        ("misdeal", "Misdeal", f"Hand {course.board.next_number} is dealt again by the same dealer.", playing),
        ("forfeit", "A side gives up", "The game ends; the leader of the others has won.", playing),
        ("substitute", "Somebody else sits down", "From a hand on another person plays at a seat.", True),
    ]
    return {
        "offers": [
            {"url": url_for(f"rulings.{key}", game=game_id), "title": title, "note": note}
            for key, title, note, now in offers
            if now
        ],
        "ruled": _ruled(course, game_id),
    }


def _ruled(course: Course, game_id: str) -> list[View]:
    """What was ruled so far, hand by hand."""
    page = url_for("games.show", game=game_id)
    rows: list[tuple[int, str]] = []
    for hand in course.board.hands:
        names = course.head.names_at(hand.number)
        rows += [(hand.number, renege_words(renege, names)) for renege in hand.record.reneges]
        rows += [(hand.number, adjusted_words(agreed, names)) for agreed in hand.record.adjustments]
    for entry in in_force(course.entries):
        if entry.kind in (MISDEAL, SUBSTITUTE) or (entry.kind == CLOSE and course.forfeit is not None):
            words = entry_words(entry, course.head) + (f": {entry.reason}" if entry.reason else "")
            rows.append((entry.payload.get("hand", len(course.board.hands)), words))
    return [
        {"hand": number, "text": words[:1].upper() + words[1:], "url": f"{page}#hand-{number}"}
        for number, words in sorted(rows, key=lambda row: row[0])
    ]


class HandRuling:
    """A ruling that is written into a recorded hand: asked in a form, shown with what it changes."""

    def __init__(self, course: Course, asked: Mapping[str, str], needed: str) -> None:
        self.course, self.asked = course, asked
        self.is_asked = needed in asked
        self.names = course.head.names
        last = len(course.board.hands)
        chosen = asked.get("hand", "")
        self.number = int(chosen) if chosen.isdecimal() and 1 <= int(chosen) <= last else last
        self.wrong: str | None = None

    @property
    def record(self) -> HandRecord:
        return self.course.board.hands[self.number - 1].record

    def side(self, name: str, other: int = 0) -> Side:
        chosen = self.asked.get(name, "")
        return Side(int(chosen) if chosen.isdecimal() and int(chosen) < len(self.names) else other)

    def hand_field(self) -> View:
        """Which hand: the last one first."""
        choices = [
            {"value": number, "label": f"Hand {number}"} for number in range(len(self.course.board.hands), 0, -1)
        ]
        return field("select", "hand", "In which hand?", self.number, choices=choices)

    def side_field(self, name: str, label: str, chosen: int) -> View:
        choices = [{"value": side, "label": words} for side, words in enumerate(self.names)]
        return field("radio", name, label, chosen, choices=choices)

    def changes(self, record: HandRecord | None) -> Consequences | None:
        """What the hand with the ruling comes to; None where nothing is asked, or it cannot be (`wrong`)."""
        if record is None:
            return None
        found = consequences(self.course, self.number, record)
        self.wrong = found.wrong
        return found if found.after is not None else None


def renege_view(course: Course, asked: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: a renege."""
    ruling = HandRuling(course, asked, "books")
    by, to = ruling.side("by"), ruling.side("to", 1)
    of = asked.get("of", NEW)
    known = {renege.of: renege for renege in course.board.reneges if renege.books < BOOKS_FOR_A_RENEGE}
    if of in known:
        by, to = known[of].by, known[of].to
    label = _label(course, ruling.number, by) if of == IN_PARTS else of if of in known else ""
    books = asked.get("books", "1")
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


def _label(course: Course, number: int, by: Side) -> str:
    """A name for a renege that comes in parts, which no other has."""
    name = f"hand {number}, {course.head.names[by]}"[:36]
    taken = [renege.of for renege in course.board.reneges]
    return next(label for label in (name, *(f"{name} {n}" for n in range(2, 1000))) if label not in taken)


def points_view(course: Course, asked: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: points that the table agrees on."""
    ruling = HandRuling(course, asked, "points")
    side, reason = ruling.side("side"), " ".join(asked.get("why", "").split())[:200]
    said = asked.get("points", "").strip().replace("−", "-")
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
    unit = "chips" if course.board.rules.play.unit == "chips" else "points"
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
        "changes": None if changes is None else changes.view(),
        "reason": field("text", "reason", "Why? (stands in the history)", words, max_length=200) | {"required": True},
    }


def misdeal_view(course: Course, reason: str = "", called_by: str = "", errors: Sequence[str] = ()) -> View:
    """Values for `rulings/entry.html`: a misdeal."""
    names = course.head.names
    dealer = course.head.player_at(course.board.dealer)
    callers: list[View] = [{"value": "", "label": "The table"}]
    callers += [{"value": str(side), "label": name} for side, name in enumerate(names)]
    bids = sum(1 for bid in course.draft if bid is not None)
    return _entry(
        course,
        "Misdeal",
        f"{dealer} deals hand {course.board.next_number} again",
        "Call the misdeal",
        [
            field("text", "reason", "What happened?", reason, max_length=200, placeholder="a card lay open")
            | {"errors": list(errors)},
            field("radio", "called_by", "Who called it?", called_by, choices=callers),
        ],
        [f"{counted(bids, 'bid')} of this hand will be dropped."] if bids else [],
    )


def forfeit_view(course: Course, chosen: str = "", reason: str = "", errors: Sequence[str] = ()) -> View:
    """Values for `rulings/entry.html`: a side gives up."""
    names = course.head.names
    choices = [{"value": side, "label": name, "help": _then(course, Side(side))} for side, name in enumerate(names)]
    return _entry(
        course,
        "A side gives up",
        "The leader of the others has won",
        "End the game",
        [
            field("radio", "forfeit", "Who gives up?", chosen, choices=choices) | {"errors": list(errors)},
            field("text", "reason", "Why? (may be left empty)", reason, max_length=200, placeholder="had to go home"),
        ],
        [],
    )


def _then(course: Course, side: Side) -> str:
    try:
        after = course.after(Proposed(course.seq + 1, CLOSE, {"forfeit": side}))
    except BadSheet as error:
        return str(error)
    return f"{outcome_text(after.board, course.head.names)}."


def substitute_view(
    course: Course, roster: Sequence[str], given: Mapping[str, str], errors: Mapping[str, Sequence[str]]
) -> View:
    """Values for `rulings/entry.html`: another person sits down."""
    head = course.head
    last = len(course.board.hands) + (1 if course.board.outcome is None else 0)
    seats = [{"value": seat, "label": head.player_at(seat)} for seat in head.rules.seating.bidders]
    hands = [{"value": number, "label": f"Hand {number}"} for number in range(last, 0, -1)]
    sitting = [head.player_at(seat) for seat in head.rules.seating.bidders]
    return _entry(
        course,
        "Somebody else sits down",
        "The side keeps its score",
        "Sit down",
        [
            field("radio", "seat", "Who gets up?", given.get("seat", ""), choices=seats)
            | {"errors": list(errors.get("seat", ()))},
            field("text", "player", "Who sits down?", given.get("player", ""), max_length=40, list="roster")
            | {"errors": list(errors.get("player", ())), "required": True},
            field("select", "hand", "From which hand on?", given.get("hand", last), choices=hands),
        ],
        [],
    ) | {"roster": [name for name in roster if name not in sitting]}


def _entry(course: Course, heading: str, subtitle: str, button: str, fields: list[View], notes: list[str]) -> View:
    return {
        "heading": heading,
        "subtitle": subtitle,
        "button": button,
        "fields": fields,
        "notes": notes,
        "hidden": {"seq": course.seq, "entry_id": str(uuid4())},
        "roster": [],
    }
