"""Malformed hands: the codes of what is wrong, with their figures, and the errors that carry them."""

from dataclasses import dataclass

from scorekeeper.core.rules.lines import Code, F
from scorekeeper.core.rules.seating import Shape, Side


@dataclass(frozen=True, slots=True)
class InScript:
    """A place in a table's own list of deals: the deal, counted from 1, its name, and the kind of limit."""

    deal: int
    name: str
    limit: str = ""


@dataclass(frozen=True, slots=True)
class UnknownRules:
    """An unknown rule set, and the known ones."""

    key: str
    known: tuple[str, ...]


UNKNOWN_RULES = Code("unknown-rules", UnknownRules)


@dataclass(frozen=True, slots=True)
class NotSeated:
    """The tables that a rule set seats, and the one that it does not."""

    rules: str
    shapes: tuple[Shape, ...]
    shape: Shape


NOT_SEATED = Code("not-seated", NotSeated)


class BadRules(ValueError):
    """The rule set, its options or the number of players do not fit together.

    `option` is the key of the option at fault, `place` a place in a list of deals; each if there is one.
    """

    def __init__(self, code: Code[F], figures: F, *, option: str = "", place: InScript | None = None) -> None:
        super().__init__(code.key, figures, option, place)
        self.code = code.key
        self.figures: object = figures
        self.option = option
        self.place = place


class MalformedHand(ValueError):
    """A hand that cannot be scored: `hand` counts from 1 (0: before the first), `side` is the one at fault."""

    def __init__(self, hand: int, side: Side | None, code: Code[F], figures: F) -> None:
        super().__init__(hand, side, code.key, figures)
        self.hand = hand
        self.side = side
        self.code = code.key
        self.figures: object = figures


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are, and how many there must be."""

    found: int
    needed: int


@dataclass(frozen=True, slots=True)
class MissingBid:
    """The possible calls of a bidder."""

    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnknownCall:
    """What was bid, and the calls of the hand."""

    bid: str
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallsTogether:
    """Calls that cannot be bid together."""

    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OneCall:
    """The call in question."""

    call: str


@dataclass(frozen=True, slots=True)
class TooMany:
    """How many there are, and how many are allowed."""

    found: int
    most: int


@dataclass(frozen=True, slots=True)
class MadeTwice:
    """The sides recorded as taking the same first tricks."""

    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class TooFewForFirst:
    """A call of first tricks, how many it needs, and how many the side took."""

    call: str
    needed: int
    took: int


@dataclass(frozen=True, slots=True)
class RenegeSides:
    """The sides that give and get books, in a game of this many sides."""

    by: int
    to: int
    sides: int


@dataclass(frozen=True, slots=True)
class RenegeParts:
    """A renege taken over several hands: its label, its books so far, and its maximum."""

    label: str
    books: int
    most: int


@dataclass(frozen=True, slots=True)
class BooksToMove:
    """The books that a renege takes, and the tricks available."""

    books: int
    took: int


@dataclass(frozen=True, slots=True)
class NoSuchPlace:
    """A side or a seat that this table does not have, and how many it has."""

    place: int
    places: int


BIDS_MISCOUNTED = Code("bids-miscounted", Count)
SIDES_MISCOUNTED = Code("sides-miscounted", Count)
SEATS_MISCOUNTED = Code("seats-miscounted", Count)
MISSING_BID = Code("missing-bid", MissingBid)
UNKNOWN_CALL = Code("unknown-call", UnknownCall)
ONE_CALL_ONLY = Code("one-call-only", CallsTogether)
CALLS_APART = Code("calls-apart", CallsTogether)
PAIR_NUMBERS = Code("pair-numbers", Count)
NOT_BLIND = Code("not-blind", OneCall)
NOT_PLAYED = Code("not-played", Count)
IS_PLAYED = Code("is-played", Count)
SEAT_NOT_COUNTED = Code("seat-not-counted", OneCall)
TRICKS_OUT_OF_RANGE = Code("tricks-out-of-range", TooMany)
TRICKS_DO_NOT_ADD_UP = Code("tricks-do-not-add-up", Count)
SEATS_DO_NOT_ADD_UP = Code("seats-do-not-add-up", Count)
FIRST_TRICKS_TWICE = Code("first-tricks-twice", MadeTwice)
FACT_NOT_CALLED = Code("fact-not-called", OneCall)
TOO_FEW_FOR_FIRST = Code("too-few-for-first", TooFewForFirst)
FIRST_TRICKS_DENIED = Code("first-tricks-denied", OneCall)
RENEGE_SIDES = Code("renege-sides", RenegeSides)
RENEGE_OF_OTHERS = Code("renege-of-others", RenegeParts)
RENEGE_IN_PARTS = Code("renege-in-parts", RenegeParts)
RENEGE_BOOKS = Code("renege-books", TooMany)
TOO_FEW_TO_MOVE = Code("too-few-to-move", BooksToMove)
ADJUSTMENT_SIDE = Code("adjustment-side", NoSuchPlace)
NO_SUCH_DEALER = Code("no-such-dealer", NoSuchPlace)
