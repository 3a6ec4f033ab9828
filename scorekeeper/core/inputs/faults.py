"""What is wrong with an input, or doubtful in a game: `Fault`, its path, and all codes with their params.

A code says what is wrong, its params how much of what; `core.words.faults` has the sentence of each.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypedDict, TypeVar

from scorekeeper.core.inputs.fields import quote

P = TypeVar("P", bound=Mapping[str, object])

MAX_NAME_LENGTH = 40
MAX_TEXT_LENGTH = 1000
MAX_LINE_LENGTH = 200
"""Of a text that has to fit on one line of a page: a message of the desk, a prize."""
UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
"""Control characters, lone surrogates, and line breaks."""


class Kind(Enum):
    """The required kind of a value."""

    OBJECT = "object"
    TEXTS = "object of text"
    OPTIONS = "object of options"
    LIST = "list"
    TEXT = "text"
    SWITCH = "true or false"
    WHOLE = "whole number"
    RULE_SET = "key of a rule set"
    OPTION = "value of an option"
    NINE_DIGITS = "number of nine digits"
    UUID = "UUID"
    INSTANT = "instant"
    ZONED = "instant in a time zone"
    MINUTE = "minute"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Step:
    """One step to a field: a part's name, or one of several by its number from 1: `hand` 3."""

    name: str
    number: int = 0

    @property
    def words(self) -> str:
        """The step as text: `hand 3`."""
        return f"{self.name} {self.number}" if self.number else self.name


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The location of a field: `hand 3, Ann`. `outside` is the path of what contains it, such as a file or an event."""

    steps: tuple[Step, ...] = ()
    outside: tuple[Step, ...] = ()

    @classmethod
    def to(cls, name: str, number: int = 0) -> "FieldPath":
        """A path of one step."""
        return cls((Step(name, number),))

    def at(self, name: str, number: int = 0) -> "FieldPath":
        """A location inside this one."""
        return FieldPath((*self.steps, Step(name, number)), self.outside)

    def within(self, name: str, number: int = 0) -> "FieldPath":
        """The same location inside something larger."""
        return FieldPath(self.steps, (Step(name, number), *self.outside))

    def with_names(self, names: Sequence[str]) -> "FieldPath":
        """The same location with the sides’ names instead of their numbers."""
        steps = [
            Step(names[step.number - 1]) if step.name == "side" and step.number <= len(names) else step
            for step in self.steps
        ]
        return FieldPath(tuple(steps), self.outside)

    @property
    def parts(self) -> tuple[str, ...]:
        """The text of each part, from the largest to the smallest."""
        inside = ", ".join([step.words for step in self.steps])
        return (*[step.words for step in self.outside], *([inside] if inside else []))

    @property
    def words(self) -> str:
        """The whole path as text; empty for an empty path."""
        return ": ".join(self.parts)

    def number_of(self, name: str) -> int:
        """The number of the first step of this name, or 0 without one."""
        return next((step.number for step in self.steps if step.name == name), 0)

    def not_a(self, kind: Kind, value: object, what: str = "it") -> "InvalidInput":
        """The error for a value of the wrong kind at this location."""
        return InvalidInput(WRONG_KIND.at(self, {"what": what, "value": quote(value), "kind": kind}))

    def mapping(
        self, value: object, what: str, keys: Sequence[str], required: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """An object with no other keys than these."""
        if not isinstance(value, dict):
            named = tuple(keys or required)
            if not named:
                raise self.not_a(Kind.OBJECT, value, what)
            raise InvalidInput(NOT_AN_OBJECT.at(self, {"what": what, "value": quote(value), "parts": named}))
        for key in value:
            if key not in keys:
                raise InvalidInput(UNKNOWN_PART.at(self, {"what": what, "value": quote(key), "parts": tuple(keys)}))
        for key in required:
            if key not in value:
                raise InvalidInput(MISSING_PART.at(self, {"what": what, "value": quote(key), "parts": tuple(required)}))
        return value

    def listing(self, value: object, what: str, length: int | None = None) -> Sequence[object]:
        """A list, of this length if one is given."""
        if not isinstance(value, list):
            raise self.not_a(Kind.LIST, value, what)
        if length is not None and len(value) != length:
            raise InvalidInput(WRONG_LENGTH.at(self, {"what": what, "found": len(value), "most": length}))
        return value

    def whole(self, value: object, what: str, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidInput(NOT_WHOLE.at(self, {"what": what, "value": quote(value), "low": low, "high": high}))
        if not low <= value <= high:
            raise InvalidInput(OUT_OF_RANGE.at(self, {"what": what, "value": quote(value), "low": low, "high": high}))
        return value

    def text(self, value: object, what: str, longest: int = MAX_TEXT_LENGTH, empty: bool = False) -> str:
        """Text without control characters, not blank unless it may be empty."""
        if not isinstance(value, str):
            raise self.not_a(Kind.TEXT, value, what)
        if not value.strip() and not empty:
            raise InvalidInput(BLANK_TEXT.at(self, {"what": what, "found": 0, "most": longest}))
        if len(value) > longest:
            raise InvalidInput(TEXT_TOO_LONG.at(self, {"what": what, "found": len(value), "most": longest}))
        # Nearly every text is printable, which is a fast check; only the others are checked letter by letter.
        if not value.isprintable() and any(unicodedata.category(letter) in UNPRINTABLE for letter in value):
            raise InvalidInput(UNPRINTABLE_TEXT.at(self, {"what": what, "value": quote(value)}))
        return value

    def name(self, value: object, what: str) -> str:
        """A name: 1 to 40 characters, at least one visible, without space around it."""
        name = self.text(value, what, MAX_NAME_LENGTH).strip()
        if not any(letter.isprintable() for letter in name):
            raise InvalidInput(UNSEEN_NAME.at(self, {"what": what, "value": quote(name)}))
        return name

    def one_of(self, value: object, what: str, choices: Sequence[str]) -> str:
        """One of these words."""
        if not isinstance(value, str) or value not in choices:
            raise InvalidInput(NOT_ONE_OF.at(self, {"what": what, "value": quote(value), "parts": tuple(choices)}))
        return value

    def switch(self, value: object, what: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.not_a(Kind.SWITCH, value, what)
        return value


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong or doubtful: a code of this module, the params that belong to it, and the location.

    `rule` is the anchor of the rule that objects to a bidding, which is doubtful but can be scored.
    """

    code: str
    params: Mapping[str, Any]
    path: FieldPath
    rule: str = ""

    @property
    def side(self) -> int | None:
        """The side at fault, counted from 0, before names are in the path."""
        number = self.path.number_of("side")
        return number - 1 if number else None

    def within(self, name: str, number: int = 0) -> "Fault":
        """The same fault inside something larger, such as a file of a ZIP."""
        return replace(self, path=self.path.within(name, number))

    def with_names(self, names: Sequence[str]) -> "Fault":
        """The same fault with the sides’ names in its path."""
        return replace(self, path=self.path.with_names(names))


class InvalidInput(ValueError):
    """Input that cannot be used, and its fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return f"{self.fault.path.words or 'input'}: {self.fault.code} {self.fault.params}"

    def within(self, name: str, number: int = 0) -> "InvalidInput":
        """The same error inside something larger."""
        return InvalidInput(self.fault.within(name, number))

    def with_names(self, names: Sequence[str]) -> "InvalidInput":
        """The same error with the sides’ names in its path."""
        return InvalidInput(self.fault.with_names(names))


@dataclass(frozen=True, slots=True)
class FaultCode(Generic[P]):
    """A code, with the type of its params: mypy checks both the code that finds the fault and its sentence."""

    key: str
    params: type[P]

    def at(self, path: FieldPath, params: P, rule: str = "") -> Fault:
        """A fault at this location."""
        return Fault(self.key, params, path, rule)


NOWHERE = FieldPath()
"""For faults whose location is obvious."""

FIRST_DEALER = "first dealer"
"""The location of a fault before the first hand."""


class Named(Enum):
    """What has a name of its own."""

    PLAYERS = "players"
    SIDES = "sides"
    PRESETS = "presets"
    SEASONS = "seasons"
    TEAMS = "teams"
    TOURNAMENTS = "tournaments"


class Expected(Enum):
    """The required form of a piece of text."""

    WORDS = "words in quotes"
    WHOLE = "a whole number"
    TAG = "a tag"
    RULING = "a ruling"
    NEXT_RULING = "the next ruling"
    TRICKS = "tricks"
    SUBSTITUTE = "a substitute"
    ONE_TEXT = "one text in quotes"


class Part(Enum):
    """A part of an export."""

    CHECKSUMS = "checksums"
    LINE = "line"
    TAG = "tag"
    HAND = "hand"
    HEAD = "head"
    SHEET = "sheet"
    SHEET_HAND = "sheet hand"
    SCOREBOARD = "scoreboard"
    SCOREBOARD_HAND = "scoreboard hand"
    ENTRIES = "entries"
    ENTRY = "entry"
    SIGNATURE = "signature"


# Values. `what` is the field’s key, or "it" for the field in the path; a `value` is quoted.
Nothing = TypedDict("Nothing", {})
Value = TypedDict("Value", {"what": str, "value": str})
WrongKind = TypedDict("WrongKind", {"what": str, "value": str, "kind": Kind})
Parts = TypedDict("Parts", {"what": str, "value": str, "parts": tuple[str, ...]})
Bounds = TypedDict("Bounds", {"what": str, "value": str, "low": int, "high": int})
Length = TypedDict("Length", {"what": str, "found": int, "most": int})

WRONG_KIND = FaultCode("wrong-kind", WrongKind)
NOT_AN_OBJECT = FaultCode("not-an-object", Parts)
UNKNOWN_PART = FaultCode("unknown-part", Parts)
MISSING_PART = FaultCode("missing-part", Parts)
NOT_ONE_OF = FaultCode("not-one-of", Parts)
NOT_EITHER = FaultCode("not-either", Parts)
UNKNOWN_FORMAT = FaultCode("unknown-format", Parts)
WRONG_LENGTH = FaultCode("wrong-length", Length)
LIST_TOO_LONG = FaultCode("list-too-long", Length)
TEXT_TOO_LONG = FaultCode("text-too-long", Length)
BLANK_TEXT = FaultCode("blank-text", Length)
UNPRINTABLE_TEXT = FaultCode("unprintable-text", Value)
UNSEEN_NAME = FaultCode("unseen-name", Value)
NOT_WHOLE = FaultCode("not-whole", Bounds)
OUT_OF_RANGE = FaultCode("out-of-range", Bounds)

# Sheets and names. A name is quoted; a hidden letter is written as U+200B, its name empty if there is only one.
OneName = TypedDict("OneName", {"name": str})
Number = TypedDict("Number", {"found": int, "most": int})
Example = TypedDict("Example", {"found": str, "example": str})
BidsGiven = TypedDict("BidsGiven", {"found": int, "example": str})
SameName = TypedDict("SameName", {"of": Named, "name": str})
TwoNames = TypedDict("TwoNames", {"name": str, "other": str})
HiddenLetter = TypedDict("HiddenLetter", {"name": str, "letter": str})
TooLate = TypedDict("TooLate", {"hand": int, "next": int})

NUMBER_OF_HANDS = FaultCode("number-of-hands", Number)
NUMBER_OF_SIDES = FaultCode("number-of-sides", Number)
NUMBER_OF_PLAYERS = FaultCode("number-of-players", Number)
NUMBER_OF_DEALS = FaultCode("number-of-deals", Number)
NUMBER_OF_LIMITS = FaultCode("number-of-limits", Number)
NUMBER_OF_SUBSTITUTES = FaultCode("number-of-substitutes", Number)
NUMBER_OF_AGREED_LINES = FaultCode("number-of-agreed-lines", Number)
NUMBER_OF_BIDS = FaultCode("number-of-bids", BidsGiven)
NOBODY_BIDS = FaultCode("nobody-bids", Nothing)
UNEVEN_SIDES = FaultCode("uneven-sides", Nothing)
SAME_NAME = FaultCode("same-name", SameName)
SAME_NAME_NOW = FaultCode("same-name-now", SameName)
NOT_A_BID = FaultCode("not-a-bid", Example)
CALL_MISSING = FaultCode("call-missing", Value)
BID_LEFT_OUT = FaultCode("bid-left-out", Nothing)
TRICKS_LEFT_OUT = FaultCode("tricks-left-out", Nothing)
ENDS_BEFORE_IT_BEGINS = FaultCode("ends-before-it-begins", Nothing)
HIDDEN_LETTER = FaultCode("hidden-letter", HiddenLetter)
LOOKS_LIKE = FaultCode("looks-like-another-name", TwoNames)

# Files: what is found in them is quoted.
Formats = TypedDict("Formats", {"kinds": tuple[str, ...]})
Letter = TypedDict("Letter", {"found": str})
Bytes = TypedDict("Bytes", {"bytes": int})
AtLine = TypedDict("AtLine", {"line": int, "column": int})
Found = TypedDict("Found", {"value": str})
Most = TypedDict("Most", {"most": int})
Problem = TypedDict("Problem", {"problem": str})
Notation = TypedDict("Notation", {"found": str, "due": Expected})
Tag = TypedDict("Tag", {"tag": str})
HandLine = TypedDict("HandLine", {"found": str, "hand": int})
Scores = TypedDict("Scores", {"points": int, "totals": int})
Columns = TypedDict("Columns", {"column": str, "columns": tuple[str, ...]})
ColumnNames = TypedDict("ColumnNames", {"columns": tuple[str, ...]})
RowText = TypedDict("RowText", {"value": str})
BidsOrDate = TypedDict("BidsOrDate", {"value": str, "one": str, "other": str})
ListSize = TypedDict("ListSize", {"rows": int, "columns": int})
NextNumber = TypedDict("NextNumber", {"column": str, "found": str, "due": int})
ColumnValue = TypedDict("ColumnValue", {"column": str, "value": str})
Files = TypedDict("Files", {"files": int})
Entries = TypedDict("Entries", {"entries": int, "most_entries": int})

NOT_UTF8 = FaultCode("not-utf8", Nothing)
CURLY_QUOTE = FaultCode("curly-quote", Letter)
NOT_UTF8_SAVE = FaultCode("not-utf8-file", Nothing)
NOT_UTF8_JSON = FaultCode("not-utf8-json", Nothing)
EMPTY_FILE = FaultCode("empty-file", Formats)
UNKNOWN_FILE = FaultCode("unknown-file", Formats)
WORKBOOK = FaultCode("workbook", Nothing)
TOO_MANY_BYTES = FaultCode("too-many-bytes", Bytes)
JSON_TOO_LARGE = FaultCode("json-too-large", Bytes)
JSON_EMPTY = FaultCode("json-empty", Nothing)
JSON_TOO_DEEP = FaultCode("json-too-deep", Nothing)
JSON_MALFORMED = FaultCode("json-malformed", AtLine)
JSON_NUMBER_TOO_LONG = FaultCode("json-number-too-long", Nothing)
JSON_KEY_TWICE = FaultCode("json-said-twice", OneName)
JSON_NO_NUMBER = FaultCode("json-no-number", Found)
NOT_A_GAME = FaultCode("not-a-game", Found)
NO_START = FaultCode("no-start", Nothing)
TAKES_BACK_LATER = FaultCode("takes-back-later", Nothing)
NOT_CANONICAL = FaultCode("not-canonical", Nothing)
BAD_ERASURE = FaultCode("bad-erasure", Nothing)
NO_TABLE = FaultCode("no-table", Nothing)
TABLE_PARTS = FaultCode("table-parts", Most)
NOT_A_RECORD = FaultCode("not-a-record", Found)
NOTATION = FaultCode("notation", Notation)
LINE_TOO_LONG = FaultCode("line-too-long", Number)
TAG_TOO_LATE = FaultCode("tag-too-late", Tag)
TAG_TWICE = FaultCode("tag-twice", Tag)
TAG_NOT_ENDED = FaultCode("tag-not-ended", Tag)
TAGS_MISSING = FaultCode("tags-missing", Nothing)
AFTER_SEAL = FaultCode("after-seal", Nothing)
HAND_OUT_OF_TURN = FaultCode("hand-out-of-turn", HandLine)
HAND_PARTS = FaultCode("hand-parts", Nothing)
SCORES_MISCOUNTED = FaultCode("scores-miscounted", Scores)
NO_COLUMN = FaultCode("no-column", Columns)
UNKNOWN_COLUMNS = FaultCode("unknown-columns", ColumnNames)
UNKNOWN_ROW = FaultCode("unknown-row", RowText)
BIDS_OR_DATE = FaultCode("bids-or-date", BidsOrDate)
NO_HAND_LIST = FaultCode("no-hand-list", ListSize)
NOT_CSV = FaultCode("not-csv", Problem)
NEXT_NUMBER = FaultCode("next-number", NextNumber)
TOTAL_NOT_WHOLE = FaultCode("total-not-whole", ColumnValue)
TOTAL_NOT_TENTHS = FaultCode("total-not-tenths", ColumnValue)
NO_HANDS = FaultCode("no-hands", Nothing)
ZIP_UNREADABLE = FaultCode("zip-unreadable", Problem)
ZIP_DAMAGED = FaultCode("zip-damaged", Nothing)
TWICE_IN_ZIP = FaultCode("twice-in-zip", Nothing)
ZIP_IN_ZIP = FaultCode("zip-in-zip", Nothing)
ZIP_LOCKED = FaultCode("zip-locked", Nothing)
ZIP_OVERLAPS = FaultCode("zip-overlaps", Nothing)
ZIP_BOMB = FaultCode("zip-bomb", Most)
ZIP_TOO_LARGE = FaultCode("zip-too-large", Nothing)
ZIP_TOO_MANY = FaultCode("zip-too-many", Files)
TOO_MANY_LINES = FaultCode("too-many-lines", Nothing)
TOO_MANY_ENTRIES = FaultCode("too-many-entries", Entries)
TOO_MUCH_WORK = FaultCode("too-much-work", Nothing)

# Events that do not fit their game. `outcome` is an `Outcome`, `objections` are faults.
GameOver = TypedDict(
    "GameOver",
    {"outcome": Any, "names": tuple[str, ...], "totals": tuple[int, ...], "overtricks": tuple[int, ...], "unit": str},
)
OneHand = TypedDict("OneHand", {"hand": int})
LastHand = TypedDict("LastHand", {"hand": int, "last": int})
HandAfter = TypedDict("HandAfter", {"hand": int, "other": int})
EntryNumber = TypedDict("EntryNumber", {"entry": int, "last": int})
MostEntries = TypedDict("MostEntries", {"entries": int})
Objected = TypedDict("Objected", {"objections": tuple[Fault, ...], "names": tuple[str, ...]})
ConflictingBid = TypedDict("ConflictingBid", {"name": str, "calls": tuple[str, ...]})

RECORDED_ALREADY = FaultCode("recorded-already", Nothing)
RECORDED_SINCE = FaultCode("recorded-since", Nothing)
NOT_RECORDED_YET = FaultCode("not-recorded-yet", Nothing)
GAME_IS_OVER = FaultCode("game-is-over", GameOver)
STOPPED_TOO_LATE = FaultCode("stopped-too-late", GameOver)
TIME_IS_CALLED = FaultCode("time-is-called", OneHand)
NOT_THE_LAST_HAND = FaultCode("not-the-last-hand", TooLate)
NOTHING_TO_REOPEN = FaultCode("nothing-to-reopen", Nothing)
ANOTHER_HAND_IS_NEXT = FaultCode("another-hand-is-next", OneHand)
HAND_BEFORE_IT = FaultCode("hand-before-it", OneHand)
NOT_TO_SIGN_YET = FaultCode("not-to-sign-yet", LastHand)
NOT_TO_SIT_YET = FaultCode("not-to-sit-yet", LastHand)
NO_SUCH_ENTRY = FaultCode("no-such-entry", EntryNumber)
TAKEN_BACK_ALREADY = FaultCode("taken-back-already", EntryNumber)
NAME_IS_ERASED = FaultCode("name-is-erased", EntryNumber)
ENTRY_STARTS_GAME = FaultCode("entry-starts-game", Nothing)
HAND_PLAYED_AFTER = FaultCode("hand-played-after", HandAfter)
HAS_HANDS = FaultCode("has-hands", Nothing)
NOT_IMPORTED = FaultCode("not-imported", Nothing)
NO_REASON = FaultCode("no-reason", Nothing)
NOTHING_TO_UNDO = FaultCode("nothing-to-undo", Nothing)
NOTHING_TO_REDO = FaultCode("nothing-to-redo", Nothing)
NOT_OVER_YET = FaultCode("not-over-yet", Nothing)
TOO_MANY_EVENTS = FaultCode("too-many-events", MostEntries)
TOO_MANY_PHONES = FaultCode("too-many-phones", Nothing)
TOURNAMENT_FULL = FaultCode("tournament-full", Nothing)
OBJECTED = FaultCode("objected", Objected)
NO_SUCH_KEY = FaultCode("no-such-key", Nothing)
BIDDING_IS_OVER = FaultCode("bidding-is-over", Nothing)
BID_SINCE = FaultCode("bid-since", ConflictingBid)
WHO_GIVES_UP = FaultCode("who-gives-up", Nothing)
WHICH_IS_LAST = FaultCode("which-is-last", Nothing)
WHO_GETS_UP = FaultCode("who-gets-up", Nothing)
WHO_SITS_DOWN = FaultCode("who-sits-down", Nothing)
NOT_AGREED_POINTS = FaultCode("not-agreed-points", Nothing)
NOT_AGREED_TENTHS = FaultCode("not-agreed-tenths", Nothing)
POINTS_FOR_WHAT = FaultCode("points-for-what", Nothing)
SET_BY_SERVER = FaultCode("set-by-server", OneName)
NOT_YOUR_MATCH = FaultCode("not-your-match", Nothing)
NOT_ACCEPTED_YET = FaultCode("not-accepted-yet", Nothing)
MATCH_IS_CLOSED = FaultCode("match-is-closed", Nothing)
MATCH_HAS_ONE_GAME = FaultCode("match-has-one-game", Nothing)
RULES_OWN_MATCH = FaultCode("rules-own-match", Nothing)
PROTESTS_CLOSED = FaultCode("protests-closed", Nothing)
NO_CLOCK = FaultCode("no-clock", Nothing)
SIDE_CODE_NEEDED = FaultCode("side-code-needed", Nothing)
SIGNED_ELSEWHERE = FaultCode("signed-for-another-side", TwoNames)
JUST_SIGNED_ELSEWHERE = FaultCode("just-signed-for-another-side", Nothing)

# Hands that cannot be scored. A `call` is a code; `spelled` are the codes of a bid.
Count = TypedDict("Count", {"found": int, "needed": int})
MissingBid = TypedDict("MissingBid", {"calls": tuple[str, ...]})
UnknownCall = TypedDict("UnknownCall", {"bid": str, "calls": tuple[str, ...]})
Spelled = TypedDict("Spelled", {"spelled": str})
OneCall = TypedDict("OneCall", {"call": str})
TooFewForFirst = TypedDict("TooFewForFirst", {"call": str, "needed": int, "took": int})
RenegeSides = TypedDict("RenegeSides", {"by": int, "to": int | None, "last": int})
RenegeParts = TypedDict("RenegeParts", {"label": str, "books": int, "most": int})
BooksToMove = TypedDict("BooksToMove", {"books": int, "took": int})
NoSuchSide = TypedDict("NoSuchSide", {"side": int, "last": int})
NoSuchSeat = TypedDict("NoSuchSeat", {"seat": int, "last": int})

BIDS_MISCOUNTED = FaultCode("bids-miscounted", Count)
SIDES_MISCOUNTED = FaultCode("sides-miscounted", Count)
SEATS_MISCOUNTED = FaultCode("seats-miscounted", Count)
MISSING_BID = FaultCode("missing-bid", MissingBid)
UNKNOWN_CALL = FaultCode("unknown-call", UnknownCall)
ONE_CALL_ONLY = FaultCode("one-call-only", Spelled)
CALLS_APART = FaultCode("calls-apart", Spelled)
PAIR_NUMBERS = FaultCode("pair-numbers", Count)
NOT_BLIND = FaultCode("not-blind", OneCall)
NOT_PLAYED = FaultCode("not-played", Count)
IS_PLAYED = FaultCode("is-played", Count)
SEAT_NOT_COUNTED = FaultCode("seat-not-counted", OneCall)
TRICKS_OUT_OF_RANGE = FaultCode("tricks-out-of-range", Number)
TRICKS_DO_NOT_ADD_UP = FaultCode("tricks-do-not-add-up", Count)
SEATS_DO_NOT_ADD_UP = FaultCode("seats-do-not-add-up", Count)
FIRST_TRICKS_TWICE = FaultCode("first-tricks-twice", Nothing)
FACT_NOT_CALLED = FaultCode("fact-not-called", OneCall)
TOO_FEW_FOR_FIRST = FaultCode("too-few-for-first", TooFewForFirst)
FIRST_TRICKS_DENIED = FaultCode("first-tricks-denied", OneCall)
RENEGE_SIDES = FaultCode("renege-sides", RenegeSides)
RENEGE_OF_OTHERS = FaultCode("renege-of-others", RenegeParts)
RENEGE_IN_PARTS = FaultCode("renege-in-parts", RenegeParts)
RENEGE_BOOKS = FaultCode("renege-books", Number)
RULED_TWICE = FaultCode("ruled-twice", Nothing)
NO_NUMBER_TO_SET = FaultCode("no-number-to-set", Nothing)
TOO_FEW_TO_MOVE = FaultCode("too-few-to-move", BooksToMove)
ADJUSTMENT_SIDE = FaultCode("adjustment-side", NoSuchSide)
NO_SUCH_DEALER = FaultCode("no-such-dealer", NoSuchSeat)

# Biddings that rules object to. Bids and calls are codes, positions in the bidding count from 1, and `limits`
# are those of `HandRules`.
NotBehind = TypedDict("NotBehind", {"call": str, "needed": int, "behind": int})
Replaced = TypedDict("Replaced", {"before": tuple[str, ...], "after": tuple[str, ...]})
TooManyChanges = TypedDict("TooManyChanges", {"changes": int, "allowed": int})
Contradiction = TypedDict("Contradiction", {"first": str, "needed": int, "bid": str, "most": int})
SumIsTricks = TypedDict("SumIsTricks", {"tricks": int})
BelowMinimum = TypedDict("BelowMinimum", {"total": int, "least": int})
AboveHighest = TypedDict("AboveHighest", {"total": int, "most": int})
Impossible = TypedDict("Impossible", {"total": int, "tricks": int})
TotalTooHigh = TypedDict("TotalTooHigh", {"total": int, "most": int})
WrongSum = TypedDict("WrongSum", {"total": int, "needed": int})
SumTooHigh = TypedDict("SumTooHigh", {"total": int, "most": int, "by": tuple[int, ...]})
TooLow = TypedDict("TooLow", {"place": int, "bid": str, "least": int})
NotAmong = TypedDict("NotAmong", {"place": int, "bid": str, "choices": tuple[str, ...]})
Miscounted = TypedDict("Miscounted", {"count": int, "bids": tuple[str, ...], "low": int, "high": int, "to_come": int})
PartnersDiffer = TypedDict("PartnersDiffer", {"first": str, "second": str})
NotAsTheFirst = TypedDict("NotAsTheFirst", {"place": int, "bid": str, "first": str})
NotRising = TypedDict("NotRising", {"place": int, "bid": str, "due": int})
NotAllowed = TypedDict("NotAllowed", {"place": int, "bid": str, "by": tuple[int, ...]})
CannotFit = TypedDict("CannotFit", {"limits": Any})

NOT_BEHIND = FaultCode("not-behind", NotBehind)
LOWERED = FaultCode("lowered", Replaced)
RAISED = FaultCode("raised", Replaced)
CHANGED = FaultCode("changed", Replaced)
BLIND_AFTER_LOOKING = FaultCode("blind-after-looking", Replaced)
TOO_MANY_ROUNDS = FaultCode("too-many-rounds", TooManyChanges)
CONTRADICTS = FaultCode("contradicts", Contradiction)
SUM_IS_TRICKS = FaultCode("sum-is-tricks", SumIsTricks)
BELOW_MINIMUM = FaultCode("below-minimum", BelowMinimum)
ABOVE_HIGHEST = FaultCode("above-highest", AboveHighest)
IMPOSSIBLE = FaultCode("impossible-contract", Impossible)
TOTAL_TOO_HIGH = FaultCode("total-too-high", TotalTooHigh)
SUM_IS = FaultCode("sum-is", WrongSum)
SUM_AT_MOST = FaultCode("sum-at-most", SumTooHigh)
AT_LEAST = FaultCode("at-least", TooLow)
ONE_OF = FaultCode("one-of", NotAmong)
HOW_MANY = FaultCode("how-many", Miscounted)
IN_EACH_PAIR = FaultCode("in-each-pair", Miscounted)
PARTNERS_ALIKE = FaultCode("partners-alike", PartnersDiffer)
ALL_ALIKE = FaultCode("all-alike", NotAsTheFirst)
RISING = FaultCode("rising", NotRising)
ONLY_BY = FaultCode("only-by", NotAllowed)
CANNOT_FIT = FaultCode("cannot-fit", CannotFit)

# Rules that do not fit together. `shapes` are the `Shape`s that a rule set seats; an option takes one of `values`, or a
# whole number from `low` to `high` if these differ.
UnknownRules = TypedDict("UnknownRules", {"key": str, "known": tuple[str, ...]})
NotSeated = TypedDict("NotSeated", {"rules": str, "shapes": Any, "shape": Any})
UnknownOption = TypedDict("UnknownOption", {"rules": str, "option": str, "known": tuple[str, ...]})
OptionValue = int | bool | str | None
ValueRefused = TypedDict(
    "ValueRefused",
    {"option": str, "value": OptionValue, "values": tuple[OptionValue, ...], "low": int, "high": int},
)
OptionsApart = TypedDict(
    "OptionsApart", {"option": str, "value": OptionValue, "other": str, "others_value": OptionValue}
)
UnknownPreset = TypedDict("UnknownPreset", {"rules": str, "preset": str, "known": tuple[str, ...]})
OneRuleSet = TypedDict("OneRuleSet", {"rules": str})
UnknownLimit = TypedDict("UnknownLimit", {"known": tuple[str, ...]})
BadNumber = TypedDict("BadNumber", {"number": int, "most": int})
UnknownBid = TypedDict("UnknownBid", {"spelled": str, "bids": tuple[str, ...]})
BadCounts = TypedDict("BadCounts", {"low": int, "high": int, "bidders": int})
BadPlace = TypedDict("BadPlace", {"number": int, "bidders": int})

UNKNOWN_RULES = FaultCode("unknown-rules", UnknownRules)
NOT_SEATED = FaultCode("not-seated", NotSeated)
UNKNOWN_OPTION = FaultCode("unknown-option", UnknownOption)
VALUE_REFUSED = FaultCode("value-refused", ValueRefused)
OPTIONS_APART = FaultCode("options-apart", OptionsApart)
UNKNOWN_PRESET = FaultCode("unknown-preset", UnknownPreset)
TAKES_NO_SCRIPT = FaultCode("takes-no-script", OneRuleSet)
TOO_MANY_DEALS = FaultCode("too-many-deals", Number)
NO_WORDS = FaultCode("no-words", Nothing)
TOO_MANY_LIMITS = FaultCode("too-many-limits", Number)
UNKNOWN_LIMIT = FaultCode("unknown-limit", UnknownLimit)
BAD_NUMBER = FaultCode("bad-number", BadNumber)
NO_BID = FaultCode("no-bid", Nothing)
UNKNOWN_BID = FaultCode("unknown-bid", UnknownBid)
BAD_COUNTS = FaultCode("bad-counts", BadCounts)
BAD_PLACE = FaultCode("bad-place", BadPlace)

# Tournaments. Teams, tables and players are given by their names or numbers, rounds by their number in the stage.
OneTeam = TypedDict("OneTeam", {"team": str})
TeamNumber = TypedDict("TeamNumber", {"number": int, "last": int})
OneRound = TypedDict("OneRound", {"round": int})
TwoRounds = TypedDict("TwoRounds", {"round": int, "other": int})
OneMatch = TypedDict("OneMatch", {"number": int})
PlayerOfTeam = TypedDict("PlayerOfTeam", {"name": str, "team": str})
TeamOfRound = TypedDict("TeamOfRound", {"team": str, "round": int})
Still = TypedDict("Still", {"count": int})
TooFew = TypedDict("TooFew", {"found": int, "needed": int})
ManyMatches = TypedDict("ManyMatches", {"found": int, "most": int})
Tied = TypedDict("Tied", {"teams": tuple[str, ...], "places": int})
MaxCount = TypedDict("MaxCount", {"most": int})
PoolSize = TypedDict("PoolSize", {"found": int, "least": int, "most": int})

TOO_MANY_PARTS = FaultCode("too-many-parts", Length)
FIGURES_MISCOUNTED = FaultCode("figures-miscounted", Length)
NUMBER_OF_STAGES = FaultCode("number-of-stages", Number)
TOO_MANY_TEAMS = FaultCode("too-many-teams", MaxCount)
NO_SUCH_TEAM = FaultCode("no-such-team", TeamNumber)
NO_SUCH_MATCH = FaultCode("no-such-match", OneMatch)
NO_SUCH_ROUND = FaultCode("no-such-round", OneRound)
NO_SUCH_STAGE = FaultCode("no-such-stage", MaxCount)
TOURNAMENT_OVER = FaultCode("tournament-over", Nothing)
ENTRY_STARTS_TOURNAMENT = FaultCode("entry-starts-tournament", Nothing)
NOT_THE_NEXT_TEAM = FaultCode("not-the-next-team", TeamNumber)
PLAYER_IN_TEAM = FaultCode("player-in-team", PlayerOfTeam)
NOT_OF_TEAM = FaultCode("not-of-team", PlayerOfTeam)
TEAM_IS_PAIRED = FaultCode("team-is-paired", TeamOfRound)
TEAM_NOT_IN_ROUND = FaultCode("team-not-in-round", TeamOfRound)
TEAM_IN_ROUND_TWICE = FaultCode("team-in-round-twice", TeamOfRound)
TEAM_NOT_OUT = FaultCode("team-not-out", OneTeam)
NO_BUY_BACKS = FaultCode("no-buy-backs", Nothing)
BUY_BACKS_USED = FaultCode("buy-backs-used", MaxCount)
BUY_BACK_TOO_LATE = FaultCode("buy-back-too-late", OneRound)
TOO_LATE_TO_ENTER = FaultCode("too-late-to-enter", OneRound)
NO_PLACE_LEFT = FaultCode("no-place-left", Nothing)
ROUND_PAIRED_ALREADY = FaultCode("round-paired-already", OneRound)
NOT_A_DRAW = FaultCode("not-a-draw", OneRound)
WRONG_SIDES = FaultCode("wrong-sides", OneMatch)
UNKNOWN_REASON = FaultCode("unknown-reason", OneMatch)
ColumnDamaged = TypedDict("ColumnDamaged", {"table": str, "column": str, "count": int})
COLUMN_DAMAGED = FaultCode("column-damaged", ColumnDamaged)
NOT_DAMAGED = FaultCode("not-damaged", Nothing)
DOES_NOT_FIT = FaultCode("does-not-fit", Nothing)
ROUND_OUT_OF_TURN = FaultCode("round-out-of-turn", TwoRounds)
ROUND_NOT_PUBLISHED = FaultCode("round-not-published", OneRound)
ROUND_HAS_HANDS = FaultCode("round-has-hands", OneRound)
LATER_ROUND_PAIRED = FaultCode("later-round-paired", TwoRounds)
MATCH_NUMBER_USED = FaultCode("match-number-used", OneMatch)
MATCH_HAS_HANDS = FaultCode("match-has-hands", OneMatch)
MATCH_NOT_OVER = FaultCode("match-not-over", OneMatch)
MATCH_IS_BYE = FaultCode("match-is-bye", OneMatch)
CALLED_ALREADY = FaultCode("called-already", Nothing)
ONLY_WHO_LEAVES = FaultCode("only-who-leaves", Nothing)
APART_FROM_ITSELF = FaultCode("apart-from-itself", Nothing)
NOT_KEPT_APART = FaultCode("not-kept-apart", Nothing)
NO_PARTNERS_TO_KEEP_APART = FaultCode("no-partners-to-keep-apart", Nothing)
TOO_MANY_APART = FaultCode("too-many-apart", MaxCount)
NO_OPEN_CALL = FaultCode("no-open-call", OneMatch)
TOO_MANY_CALLS = FaultCode("too-many-calls", MaxCount)
GAME_IN_MATCH = FaultCode("game-in-match", OneMatch)
SCORES_ARE_LEVEL = FaultCode("scores-are-level", Nothing)
ADJUSTS_NOTHING = FaultCode("adjusts-nothing", Nothing)
ADJUSTMENT_FOR_WHAT = FaultCode("adjustment-for-what", Nothing)
MATCHES_STILL_PLAYED = FaultCode("matches-still-played", Still)
TOO_FEW_TEAMS = FaultCode("too-few-teams", TooFew)
TOO_MANY_MATCHES = FaultCode("too-many-matches", ManyMatches)
ALL_ROUNDS_PLAYED = FaultCode("all-rounds-played", Nothing)
TIE_AT_THE_CUT = FaultCode("tie-at-the-cut", Tied)
NOBODY_TO_PAIR = FaultCode("nobody-to-pair", Nothing)
TOO_LATE_TO_BEGIN = FaultCode("too-late-to-begin", Nothing)
SIZE_OF_POOLS = FaultCode("size-of-pools", PoolSize)
STAGE_BEGUN = FaultCode("stage-begun", Nothing)
NO_FIXTURES = FaultCode("no-fixtures", Nothing)
FIXTURES_ELSEWHERE = FaultCode("fixtures-elsewhere", Nothing)
NOT_TWO_TEAMS = FaultCode("not-two-teams", Nothing)
ROUND_WITHOUT_FIXTURE = FaultCode("round-without-fixture", OneRound)
TEAM_IN_TWO_DIVISIONS = FaultCode("team-in-two-divisions", OneMatch)
STAGES_APART = FaultCode("stages-apart", Nothing)
SHAPE_OF_FORMAT = FaultCode("shape-of-format", TooFew)

# What verification finds. A part has a number or a name if there are several; `difference` is a `Difference`.
PartOfExport = TypedDict("PartOfExport", {"part": Part, "number": int, "name": str})
Different = TypedDict("Different", {"difference": Any})
RulesCodes = TypedDict("RulesCodes", {"code": str, "here": str})
LastEntries = TypedDict("LastEntries", {"stored": int, "written": int})
StoredTotal = TypedDict("StoredTotal", {"side": str, "stored": str, "due": str})
OtherRevision = TypedDict("OtherRevision", {"played": int, "now": int, "change": Fault})

NO_EXPORT = FaultCode("no-export", Nothing)
NO_GAME = FaultCode("no-game", Nothing)
CHECKSUMS_CHANGED = FaultCode("checksums-changed", Nothing)
BEFORE_GAME = FaultCode("before-game", Nothing)
COMMA_MISSING = FaultCode("comma-missing", Nothing)
COMMA_TOO_MANY = FaultCode("comma-too-many", Nothing)
END_CHANGED = FaultCode("end-changed", Nothing)
PART_CHANGED = FaultCode("part-changed", PartOfExport)
LINES_MISSING = FaultCode("lines-missing", Nothing)
UNPROTECTED = FaultCode("unprotected", Nothing)
CHECKSUMS_MISSING = FaultCode("checksums-missing", Nothing)
MISFIT = FaultCode("signature-misfit", Nothing)
START_DIFFERS = FaultCode("start-differs", Nothing)
HAND_DIFFERS = FaultCode("hand-differs", OneHand)
HEAD_DIFFERS = FaultCode("head-differs", Nothing)
UNWRITABLE = FaultCode("unwritable", Nothing)
DIFFERS = FaultCode("differs", Different)
UNKNOWN_RULES_CODE = FaultCode("unknown-rules-code", RulesCodes)
FILE_MISSING = FaultCode("file-missing", Nothing)
FILE_ADDED = FaultCode("file-added", Nothing)
FILE_CHANGED = FaultCode("file-changed", Nothing)
NO_LIST = FaultCode("no-list", Nothing)
ANOTHER_RECORD = FaultCode("another-record", Nothing)
NOT_ONE_GAME = FaultCode("not-one-game", Nothing)
ENTRIES_LOST = FaultCode("entries-lost", LastEntries)
TOTAL_DIFFERS = FaultCode("total-differs", StoredTotal)
SUMMARY_DIFFERS = FaultCode("summary-differs", Nothing)
STATISTICS_DIFFER = FaultCode("statistics-differ", Nothing)
REVISION = FaultCode("other-revision", OtherRevision)
