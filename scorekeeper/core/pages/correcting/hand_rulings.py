"""Rulings on a recorded hand, against a side or on points: chips to tap, and live what they change."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import GameState, rulings
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.bidding.pad import across
from scorekeeper.core.pages.correcting.consequences import Consequences, consequences_of
from scorekeeper.core.pages.fields import renege_fields
from scorekeeper.core.pages.hand_words import offense_words, sentence
from scorekeeper.core.rules.deal import BOOKS, COSTS, GAME, OFFENSES, RENEGE, SET, WARNING, HandRecord
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import minus, translatable, translate as _
from scorekeeper.core.words.vocabulary import POINTS, points_in, sentence_case, total_text

HANDS_SHOWN = 14
"""How many hands have a key; an older one can be corrected on the sheet."""


class HandRuling:
    """A ruling on a recorded hand: its questions, and what it changes. `kept` are the answers so far."""

    def __init__(self, state: GameState, context: PageContext, query: Mapping[str, str], names: Sequence[str]) -> None:
        self.state, self.context, self.query = state, context, query
        self.names = state.setup.names
        self.number = rulings.ruled_hand(state, query)
        self.in_play = False
        self.kept = {name: query[name] for name in ("hand", *names) if name in query}
        self.rows: list[View] = []
        self.folded: list[View] = []
        self.wrong: str | None = None

    def ask(
        self, name: str, label: str, choices: Sequence[tuple[object, str]], chosen: object, folded: bool = False
    ) -> None:
        """Add a question with a key for each answer; folded away if few ask it."""
        keys = [
            {"value": value, "label": words, "chosen": str(value) == str(chosen), "disabled": False}
            for value, words in choices
        ]
        kept = {other: value for other, value in self.kept.items() if other != name}
        is_slim = all(len(words) <= 2 for _value, words in choices)
        (self.folded if folded else self.rows).append(
            {"name": name, "label": label, "keys": keys, "kept": kept, "across": across(len(keys)) if is_slim else 0}
        )

    def ask_hand(self, may_be_in_play: bool = False) -> None:
        """Ask which hand, the one in play first if it can be ruled on, then the last one."""
        last, given = len(self.state.board.hands), whole(self.query.get("hand"))
        numbers = list(range(last, max(0, last - HANDS_SHOWN), -1))
        if may_be_in_play and rulings.is_in_play(self.state):
            numbers = [last + 1, *numbers]
            self.in_play = not 1 <= given <= last
            self.number = last + 1 if self.in_play else given
        if len(numbers) > 1:
            self.ask("hand", _("Which hand?"), [(number, str(number)) for number in numbers], self.number)

    def changes(self, record: HandRecord | None) -> Consequences | None:
        """What the ruling changes; None if an answer is missing, or it is invalid (`wrong`)."""
        if record is None:
            return None
        after_it = consequences_of(self.state, self.number, record)
        self.wrong = after_it.wrong
        return after_it if after_it.after is not None else None

    def view(self, heading: str, subtitle: str, record: HandRecord | None, reason: str, waits: str) -> View:
        """Values for `rulings/hand.html`; `waits` says what to tap first."""
        changes = self.changes(record)
        return {
            "heading": heading,
            "subtitle": subtitle,
            "number": self.number,
            "rows": self.rows,
            "folded": self.folded,
            "is_open": False,
            "wrong": self.wrong,
            "changes": None if changes is None else changes.view(self.context),
            "reason": reason,
            "waits": waits,
            "count": None,
        }


def renege_view(state: GameState, context: PageContext, query: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: a renege, in a recorded hand or the hand in play."""
    ruling = HandRuling(state, context, query, ("by", "for", "costs", "to", "books", "of"))
    is_known = "by" in query or query.get("of") in rulings.open_reneges(state)
    sides = list(enumerate(ruling.names))
    ruling.ask_hand(may_be_in_play=True)
    renege = rulings.renege_in(state, query, ruling.number)
    ruling.ask("by", _("Who reneged?"), sides, renege.by if is_known else "")
    ruling.ask("for", _("Which offense?"), _offenses(), renege.offense, folded=True)
    ruling.ask("costs", _("What does it cost?"), _choices_of_costs(state), renege.costs)
    if renege.costs == BOOKS:
        others = [(side, name) for side, name in sides if not is_known or side != renege.by]
        whose: list[tuple[object, str]] = [*others, (rulings.NOBODY, _("Nobody"))]
        to = rulings.NOBODY if renege.to is None else renege.to
        ruling.ask("to", _("Who gets the books?"), whose, to if is_known else "")
        ruling.ask("books", _("How many books?"), [(n, str(n)) for n in range(1, BOOKS_FOR_A_RENEGE + 1)], renege.books)
        of, has_parts = query.get("of", rulings.NEW), bool(rulings.open_reneges(state))
        ruling.ask("of", _("Same renege, another hand?"), _parts(state), of, folded=not has_parts)
    record = rulings.renege(state, query).record if is_known and not ruling.in_play else None
    subtitle, waits = _("Against a side, in one hand"), _("Tap who reneged")
    view = ruling.view(_("Renege"), subtitle, record, offense_words(renege.offense), waits)
    view["is_open"] = renege.offense != RENEGE or query.get("of") == rulings.IN_PARTS
    if not is_known or not ruling.in_play:
        return view
    return view | {"count": {"action": context.link("games.show"), "hidden": renege_fields(0, renege)}}


def _offenses() -> list[tuple[object, str]]:
    named: list[tuple[object, str]] = [(offense, sentence_case(offense_words(offense))) for offense in OFFENSES[:-1]]
    return [*named, (OFFENSES[-1], _("Other"))]


COST_WORDS = {
    BOOKS: translatable("Books"),
    SET: translatable("A set"),
    GAME: translatable("The game"),
    WARNING: translatable("A warning"),
}


def _choices_of_costs(state: GameState) -> list[tuple[object, str]]:
    """What a ruling can cost; what a renege costs at this table comes first."""
    first = state.board.rules.scoring.renege_costs
    return [(costs, _(COST_WORDS[costs])) for costs in sorted(COSTS, key=lambda costs: costs != first)]


def _parts(state: GameState) -> list[tuple[object, str]]:
    names = state.setup.names
    open_ones: list[tuple[object, str]] = [
        (
            label,
            _(
                "Yes: “{renege}” ({side} gave {books} of {most})",
                renege=label,
                side=names[renege.by],
                books=renege.books,
                most=BOOKS_FOR_A_RENEGE,
            ),
        )
        for label, renege in rulings.open_reneges(state).items()
    ]
    return [(rulings.NEW, _("No, a new one")), (rulings.IN_PARTS, _("More books later")), *open_ones]


REASONS = (translatable("Agreed"), translatable("Table talk"), translatable("Exposed card"), translatable("Phone"))
"""What most agreed points are for."""

FINES = (-30, -50, -100)
"""The points that most tables take for an offense."""

STEPS = (-50, -10, -1, 1, 10, 50)


def points_view(state: GameState, context: PageContext, query: Mapping[str, str]) -> View:
    """Values for `rulings/hand.html`: agreed points."""
    ruling = HandRuling(state, context, query, ("side", "points", "why"))
    unit = state.board.rules.scoring.unit
    reasons = [_(reason) for reason in REASONS]
    why = query.get("why", "").strip() or reasons[0]
    points = points_in(query.get("points", ""), unit)
    record, wrong = None, None
    if "side" in query and query.get("points"):
        try:
            record = rulings.agreed_points(state, {**query, "why": why}).record
        except InvalidInput as error:
            wrong = sentence(fault_words(error.fault))
    whose, how_many, waits = _("Whose points?"), _("How many points?"), _("Tap a side and points")
    if unit == "chips":
        whose, how_many, waits = _("Whose chips?"), _("How many chips?"), _("Tap a side and chips")
    ruling.ask_hand()
    ruling.ask("side", whose, list(enumerate(ruling.names)), query.get("side", ""))
    steps = [(total_text((points or 0) + step, unit), _signed(step, unit)) for step in STEPS]
    ruling.ask("points", how_many, steps, "none")
    ruling.rows[-1]["now"] = minus(total_text(points or 0, unit))
    if unit == POINTS:
        ruling.ask("points", _("Or a fine?"), [(fine, _signed(fine, unit)) for fine in FINES], points or "")
    ruling.ask("why", _("What for?"), [(reason, reason) for reason in reasons], why)
    ruling.rows[-1]["other"] = {
        "value": "" if why in reasons else why,
        "label": _("Other reason"),
        "max_length": rulings.MAX_WHY_LENGTH,
    }
    view = ruling.view(_("Agreed points"), _("Added to the hand as a line of their own"), record, why, waits)
    return view | {"wrong": wrong or view["wrong"]}


def _signed(step: int, unit: str) -> str:
    text = minus(total_text(step, unit))
    return f"+{text}" if step > 0 else text
