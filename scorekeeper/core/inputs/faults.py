"""What is wrong with an input, or doubtful in a game: `Fault`, its path, and all codes with their params.

A code says what is wrong, its params how much of what. Its sentence stands beside it, for `core.words.faults` to say.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
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


class ValueKind(Enum):
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
class PathStep:
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

    steps: tuple[PathStep, ...] = ()
    outside: tuple[PathStep, ...] = ()

    @classmethod
    def to(cls, name: str, number: int = 0) -> "FieldPath":
        """A path of one step."""
        return cls((PathStep(name, number),))

    def at(self, name: str, number: int = 0) -> "FieldPath":
        """A location inside this one."""
        return FieldPath((*self.steps, PathStep(name, number)), self.outside)

    def within(self, name: str, number: int = 0) -> "FieldPath":
        """The same location inside something larger."""
        return FieldPath(self.steps, (PathStep(name, number), *self.outside))

    def with_names(self, names: Sequence[str]) -> "FieldPath":
        """The same location with the sides’ names instead of their numbers."""
        steps = [
            PathStep(names[step.number - 1]) if step.name == "side" and step.number <= len(names) else step
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

    def not_a(self, kind: ValueKind, value: object, what: str = "it") -> "InvalidInput":
        """The error for a value of the wrong kind at this location."""
        return InvalidInput(WRONG_KIND.at(self, {"what": what, "value": quote(value), "kind": kind}))

    def mapping(
        self, value: object, what: str, keys: Sequence[str], required: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """An object with no other keys than these."""
        if not isinstance(value, dict):
            named = tuple(keys or required)
            if not named:
                raise self.not_a(ValueKind.OBJECT, value, what)
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
            raise self.not_a(ValueKind.LIST, value, what)
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
            raise self.not_a(ValueKind.TEXT, value, what)
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
            raise self.not_a(ValueKind.SWITCH, value, what)
        return value


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong or doubtful: a code of this module or of a room, the params that belong to it, and the location.

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
    """A code, with the type of its params: mypy checks both the code that finds the fault and its sentence.

    `sentence` is a template, filled by `core.words.faults`; if it takes some grammar, a function there has it, and
    stands here in a room.
    """

    key: str
    params: type[P]
    sentence: str | Callable[[P], str] = ""

    def at(self, path: FieldPath, params: P, rule: str = "") -> Fault:
        """A fault at this location."""
        return Fault(self.key, params, path, rule)


NOWHERE = FieldPath()
"""For faults whose location is obvious."""

FIRST_DEALER = "first dealer"
"""The location of a fault before the first hand."""


class Named(Enum):
    """What has a name of its own; rooms name more in enumerations of theirs."""

    PLAYERS = "players"
    SIDES = "sides"
    PRESETS = "presets"


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


class ExportPart(Enum):
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
WrongKind = TypedDict("WrongKind", {"what": str, "value": str, "kind": ValueKind})
NamedParts = TypedDict("NamedParts", {"what": str, "value": str, "parts": tuple[str, ...]})
Bounds = TypedDict("Bounds", {"what": str, "value": str, "low": int, "high": int})
Length = TypedDict("Length", {"what": str, "found": int, "most": int})

WRONG_KIND = FaultCode("wrong-kind", WrongKind)
NOT_AN_OBJECT = FaultCode("not-an-object", NamedParts, "{what} must be an object with {parts}, not {value}")
UNKNOWN_PART = FaultCode("unknown-part", NamedParts, "{what} has {value}; it can have {parts}")
MISSING_PART = FaultCode("missing-part", NamedParts, "{what} has no {value}; it must have {parts}")
NOT_ONE_OF = FaultCode("not-one-of", NamedParts, "{what} is {value}; it must be one of {parts}")
NOT_EITHER = FaultCode("not-either", NamedParts)
UNKNOWN_FORMAT = FaultCode("unknown-format", NamedParts)
WRONG_LENGTH = FaultCode("wrong-length", Length)
LIST_TOO_LONG = FaultCode("list-too-long", Length)
TOO_MANY_PARTS = FaultCode("too-many-parts", Length, "{what} can have at most {most} parts, not {found}")
TEXT_TOO_LONG = FaultCode("text-too-long", Length, "{what} has {found} characters; it can have at most {most}")
BLANK_TEXT = FaultCode("blank-text", Length, "{what} is blank; give it 1 to {most} characters")
UNPRINTABLE_TEXT = FaultCode(
    "unprintable-text", Value, "{what} is {value}; it must be one line of text without control characters"
)
UNSEEN_NAME = FaultCode("unseen-name", Value, "{what} is {value}; it needs a character that shows")
NOT_WHOLE = FaultCode("not-whole", Bounds, "{what} is {value}; it must be a whole number from {low} to {high}")
OUT_OF_RANGE = FaultCode("out-of-range", Bounds, "{what} is {value}; it must be {low} to {high}")

# Sheets and names. A name is quoted; a hidden letter is written as U+200B, its name empty if there is only one.
OneName = TypedDict("OneName", {"name": str})
Number = TypedDict("Number", {"found": int, "most": int})
Example = TypedDict("Example", {"found": str, "example": str})
BidsGiven = TypedDict("BidsGiven", {"found": int, "example": str})
SameName = TypedDict("SameName", {"of": Enum, "name": str})
TwoNames = TypedDict("TwoNames", {"name": str, "other": str})
HiddenLetter = TypedDict("HiddenLetter", {"name": str, "letter": str})
TooLate = TypedDict("TooLate", {"hand": int, "next": int})

NUMBER_OF_HANDS = FaultCode("number-of-hands", Number, "The sheet has {found} hands; it can have at most {most}")
NUMBER_OF_SIDES = FaultCode("number-of-sides", Number, "A game has 2 to {most} sides, not {found}")
NUMBER_OF_PLAYERS = FaultCode("number-of-players", Number)
NUMBER_OF_DEALS = FaultCode("number-of-deals", Number, "A list has 1 to {most} deals, not {found}")
NUMBER_OF_LIMITS = FaultCode("number-of-limits", Number, "It has {found} limits; a deal has at most {most}")
NUMBER_OF_SUBSTITUTES = FaultCode("number-of-substitutes", Number, "A game has at most {most} substitutes, not {found}")
NUMBER_OF_AGREED_LINES = FaultCode(
    "number-of-agreed-lines", Number, "There are {found} lines; a table has at most {most}"
)
NUMBER_OF_BIDS = FaultCode("number-of-bids", BidsGiven)
NOBODY_BIDS = FaultCode("nobody-bids", Nothing, "This hand bids itself; its bids must be null")
UNEVEN_SIDES = FaultCode("uneven-sides", Nothing, "The sides have different numbers of players; give each the same")
SAME_NAME = FaultCode("same-name", SameName)
SAME_NAME_NOW = FaultCode("same-name-now", SameName)
NOT_A_BID = FaultCode("not-a-bid", Example, 'The bid is {found}; it must be text such as "{example}"')
CALL_MISSING = FaultCode("call-missing", Value, '{what} is {value}; a call is missing beside "+" or ">"')
BID_LEFT_OUT = FaultCode("bid-left-out", Nothing, "A bid is missing; each seat has one")
TRICKS_LEFT_OUT = FaultCode("tricks-left-out", Nothing, "Tricks are missing; leave at most one side empty")
HIDDEN_LETTER = FaultCode("hidden-letter", HiddenLetter)
LOOKS_LIKE = FaultCode(
    "looks-like-another-name", TwoNames, "{name} looks like {other} in other letters; type it as {other}"
)

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
TwoDays = TypedDict("TwoDays", {"value": str, "one": str, "other": str})
SameHeading = TypedDict("SameHeading", {"column": str, "letters": tuple[str, ...]})
TwoWays = TypedDict("TwoWays", {"side": str, "one": str, "other": str})
SheetNames = TypedDict("SheetNames", {"sheets": tuple[str, ...]})
ListSize = TypedDict("ListSize", {"rows": int, "columns": int})
NextNumber = TypedDict("NextNumber", {"column": str, "found": str, "due": int})
ColumnValue = TypedDict("ColumnValue", {"column": str, "value": str})
Files = TypedDict("Files", {"files": int})
Entries = TypedDict("Entries", {"entries": int, "most_entries": int})

NOT_UTF8 = FaultCode("not-utf8", Nothing, "This is not text in UTF-8; save it as UTF-8")
CURLY_QUOTE = FaultCode(
    "curly-quote", Letter, 'A curly quote ({found}) stands where a straight one (") belongs; replace it'
)
NOT_UTF8_SAVE = FaultCode("not-utf8-file", Nothing, "This is not text in UTF-8; save it as UTF-8 and try again")
NOT_UTF8_JSON = FaultCode("not-utf8-json", Nothing, "This is not text in UTF-8; a sheet is JSON in UTF-8")
EMPTY_FILE = FaultCode("empty-file", Formats)
UNKNOWN_FILE = FaultCode("unknown-file", Formats)
WORKBOOK = FaultCode(
    "workbook",
    Nothing,
    "Excel and other workbooks can’t be read back; use the ZIP of a table, or JSON, text or the hands CSV",
)
TOO_MANY_BYTES = FaultCode("too-many-bytes", Bytes, "The file has more than {bytes} bytes, the limit for one file")
JSON_TOO_LARGE = FaultCode("json-too-large", Bytes, "This has more than {bytes} bytes, the limit for a sheet")
JSON_EMPTY = FaultCode("json-empty", Nothing, "This is empty; a sheet is a JSON object")
JSON_TOO_DEEP = FaultCode("json-too-deep", Nothing, "This JSON is nested too deeply; a sheet has at most six levels")
JSON_MALFORMED = FaultCode("json-malformed", AtLine, "This is not JSON (line {line}, column {column})")
JSON_NUMBER_TOO_LONG = FaultCode(
    "json-number-too-long", Nothing, "A number in this JSON is too long; scores are small whole numbers"
)
JSON_KEY_TWICE = FaultCode("json-said-twice", OneName, "{name} is twice in one object; use each name once")
JSON_NO_NUMBER = FaultCode("json-no-number", Found, "{value} is not a JSON number; scores are whole numbers")
NOT_A_GAME = FaultCode("not-a-game", Found, "This is {value}; an exported game is a JSON object")
NO_START = FaultCode("no-start", Nothing, "The game does not begin with its start")
TAKES_BACK_LATER = FaultCode("takes-back-later", Nothing, "It undoes an entry that comes later")
NOT_CANONICAL = FaultCode("not-canonical", Nothing, "It is not written the way the log writes it")
BAD_ERASURE = FaultCode(
    "bad-erasure", Nothing, "An erasure lists earlier entries with the hash of each, and nothing else"
)
CARRIED_DAMAGED = FaultCode(
    "carried-damaged", Nothing, "This text of a game is cut off or changed; copy it again, from SPADES to its end"
)
CARRIED_NEWER = FaultCode(
    "carried-newer", Nothing, "A newer version of Scorekeeper wrote this text; update this one to read it"
)
NO_TABLE = FaultCode("no-table", Nothing, "It belongs to no table; choose the table to import it to")
TABLE_PARTS = FaultCode(
    "table-parts", Most, "There can be at most {most} players, and merged must be an object of names"
)
NOT_A_RECORD = FaultCode("not-a-record", Found, "This is not a text record; one begins with {value}")
NOTATION = FaultCode("notation", Notation)
LINE_TOO_LONG = FaultCode("line-too-long", Number, "The line has {found} characters; it can have at most {most}")
TAG_TOO_LATE = FaultCode("tag-too-late", Tag, "The tag {tag} comes after the hands; tags come before them")
TAG_TWICE = FaultCode("tag-twice", Tag, "The tag {tag} is there twice")
TAG_NOT_ENDED = FaultCode("tag-not-ended", Tag, 'The tag {tag} does not end with "]"')
TAGS_MISSING = FaultCode("tags-missing", Nothing, "A record needs a tag Rules, and a tag Side for each side")
AFTER_SEAL = FaultCode("after-seal", Nothing, "There is text after the checksum, which is the last line of a record")
HAND_OUT_OF_TURN = FaultCode(
    "hand-out-of-turn", HandLine, '{found} does not begin with "{hand}. ", the number of the next hand'
)
HAND_PARTS = FaultCode("hand-parts", Nothing, "A hand has four parts between bars, bids | tricks | points | totals")
SCORES_MISCOUNTED = FaultCode(
    "scores-miscounted", Scores, "The hand has {points} points and {totals} totals; each side has one of both"
)
NO_COLUMN = FaultCode("no-column", Columns, "There is no column {column}; the columns are {columns}")
SAME_HEADING = FaultCode(
    "same-heading", SameHeading, "{column} is the heading of several columns; name one by its letter: {letters}"
)
TWO_WAYS = FaultCode(
    "two-ways",
    TwoWays,
    "The bids of {side} may be in columns {one}, or in {other}; name the columns",
)
WHICH_SHEET = FaultCode(
    "which-sheet", SheetNames, "Several sheets have something in them: {sheets}. Say which one is meant"
)
NO_SPREADSHEET = FaultCode(
    "no-spreadsheet",
    Nothing,
    "This spreadsheet cannot be read; save it as .xlsx, without a password, or as CSV",
)
NOT_BASE64 = FaultCode("not-base64", Nothing, "This is no file in base64")
NO_DAY = FaultCode("no-day", RowText, "{value} is no day like 2026-11-19")
UNKNOWN_COLUMNS = FaultCode(
    "unknown-columns", ColumnNames, "Not understood: {columns}. Say which bids or tricks are in it, or leave it out"
)
UNKNOWN_ROW = FaultCode("unknown-row", RowText, "This row is no hand: {value}. Correct it, or leave it out")
BIDS_OR_DATE = FaultCode(
    "bids-or-date",
    BidsOrDate,
    "A spreadsheet made a date of two bids: {value} is {one} or {other}. Say whether the month or the day "
    "was typed first",
)
TWO_DAYS = FaultCode(
    "two-days", TwoDays, "{value} is {one} or {other}. Say whether the month or the day was typed first"
)
NO_HAND_LIST = FaultCode(
    "no-hand-list",
    ListSize,
    "This is no list of hands: it needs a line of headings, then 1 to {rows} rows of 2 to {columns} columns",
)
NOT_CSV = FaultCode("not-csv", Nothing, "The quotation marks of this line don’t match")
TOO_MANY_ROWS = FaultCode("too-many-rows", Number, "The list has {found} lines; it can have at most {most}")
NEXT_NUMBER = FaultCode("next-number", NextNumber)
TOTAL_NOT_WHOLE = FaultCode("total-not-whole", ColumnValue, "{column} {value} is not a whole number")
TOTAL_NOT_TENTHS = FaultCode(
    "total-not-tenths", ColumnValue, "{column} {value} is not a number with one decimal at most"
)
NO_HANDS = FaultCode(
    "no-hands", Nothing, "Type in at least one hand: what was bid, what was taken, and the total beside it"
)
ZIP_UNREADABLE = FaultCode("zip-unreadable", Problem, "Can’t read this ZIP; get it again ({problem})")
ZIP_DAMAGED = FaultCode("zip-damaged", Nothing, "It is damaged; get the ZIP again")
TWICE_IN_ZIP = FaultCode("twice-in-zip", Nothing, "It is in the ZIP twice")
ZIP_IN_ZIP = FaultCode("zip-in-zip", Nothing, "It is a ZIP inside the ZIP; unpack it and import it alone")
ZIP_LOCKED = FaultCode("zip-locked", Nothing, "It is locked, or packed in a way we can’t read")
ZIP_OVERLAPS = FaultCode("zip-overlaps", Nothing, "It overlaps another file of the ZIP")
ZIP_BOMB = FaultCode("zip-bomb", Most, "It unpacks to more than {most} times its size; no game does")
ZIP_TOO_LARGE = FaultCode("zip-too-large", Nothing, "The ZIP is too large; split the export into smaller files")
ZIP_TOO_MANY = FaultCode(
    "zip-too-many", Files, "The ZIP has more than {files} files; split the export into smaller ones"
)
TOO_MANY_LINES = FaultCode(
    "too-many-lines", Nothing, "The file has too many lines; split the export into smaller files"
)
TOO_MANY_ENTRIES = FaultCode(
    "too-many-entries", Entries, "The game has {entries} entries; it can have at most {most_entries}"
)
TOO_MUCH_WORK = FaultCode(
    "too-much-work", Nothing, "This takes too much time or memory for one file; split it into smaller ones"
)

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

RECORDED_ALREADY = FaultCode("recorded-already", Nothing, "It is already recorded; correct it to change it")
RECORDED_SINCE = FaultCode("recorded-since", Nothing, "It was recorded again since; the first cannot come back")
NOT_RECORDED_YET = FaultCode(
    "not-recorded-yet", Nothing, "It is not recorded yet; only a recorded hand can be corrected"
)
GAME_IS_OVER = FaultCode("game-is-over", GameOver)
STOPPED_TOO_LATE = FaultCode("stopped-too-late", GameOver)
TIME_IS_CALLED = FaultCode(
    "time-is-called", OneHand, "Time was called already; the last hand is {hand}. Undo that first to call it again"
)
NOT_THE_LAST_HAND = FaultCode("not-the-last-hand", TooLate)
NOTHING_TO_REOPEN = FaultCode("nothing-to-reopen", Nothing, "Nobody ended this game early; there is nothing to resume")
ANOTHER_HAND_IS_NEXT = FaultCode("another-hand-is-next", OneHand, "The next hand is {hand}")
HAND_BEFORE_IT = FaultCode("hand-before-it", OneHand, "Hand {hand} comes before it")
NOT_TO_SIGN_YET = FaultCode("not-to-sign-yet", LastHand, "Hand {hand} is not recorded; the last one is {last}")
NOT_TO_SIT_YET = FaultCode("not-to-sit-yet", LastHand, "The hand is {hand}; it can be 1 to {last}")
NO_SUCH_ENTRY = FaultCode("no-such-entry", EntryNumber, "There is no entry {entry}; the last one is {last}")
TAKEN_BACK_ALREADY = FaultCode("taken-back-already", EntryNumber, "Entry {entry} is already undone")
NAME_IS_ERASED = FaultCode("name-is-erased", EntryNumber, "Entry {entry} erased a name; that cannot be undone")
ENTRY_STARTS_GAME = FaultCode("entry-starts-game", Nothing, "Entry 1 starts the game; it cannot be undone")
HAND_PLAYED_AFTER = FaultCode(
    "hand-played-after", HandAfter, "Hand {other} was played after hand {hand}; correct hand {hand} instead"
)
HAS_HANDS = FaultCode("has-hands", Nothing, "Only a game without hands can be deleted; end this one instead")
NOT_IMPORTED = FaultCode(
    "not-imported", Nothing, "Only a game that came from a file, and is no match, can be taken away"
)
NO_REASON = FaultCode("no-reason", Nothing, "Say why in a few words, for example: miscounted")
NOTHING_TO_UNDO = FaultCode("nothing-to-undo", Nothing, "Nothing to undo; nothing is recorded yet")
NOTHING_TO_REDO = FaultCode(
    "nothing-to-redo", Nothing, "Nothing to redo; nothing was undone, or something was recorded since"
)
NOT_OVER_YET = FaultCode("not-over-yet", Nothing, "This game is not over; finish it or end it first")
TOO_MANY_EVENTS = FaultCode(
    "too-many-events", MostEntries, "The game has {entries} entries, the most a game can have; end it"
)
TOO_MANY_PHONES = FaultCode("too-many-phones", Nothing, "Too many phones save at once; try again")
OBJECTED = FaultCode("objected", Objected)
NO_SUCH_KEY = FaultCode("no-such-key", Nothing, "This game has no such bid; tap one of the keys")
BIDDING_IS_OVER = FaultCode("bidding-is-over", Nothing, "All bids are in; ask the scorekeeper to fix yours")
BID_SINCE = FaultCode("bid-since", ConflictingBid)
WHO_GIVES_UP = FaultCode("who-gives-up", Nothing, "Choose the side that concedes")
WHICH_IS_LAST = FaultCode("which-is-last", Nothing, "Choose the last hand")
WHO_GETS_UP = FaultCode("who-gets-up", Nothing, "Choose who is leaving")
NOT_TWO_SEATS = FaultCode("not-two-seats", Nothing, "Choose two seats to swap")
WHO_SITS_DOWN = FaultCode("who-sits-down", Nothing, "Give the name of the substitute")
NOT_AGREED_POINTS = FaultCode("not-agreed-points", Nothing, "Give a whole number other than 0, such as −30")
NOT_AGREED_TENTHS = FaultCode(
    "not-agreed-tenths", Nothing, "Give a number other than 0 with one decimal at most, such as −1.5"
)
POINTS_FOR_WHAT = FaultCode("points-for-what", Nothing, "Say what for, such as “talking across the table”")
SET_BY_SERVER = FaultCode("set-by-server", OneName, "The server writes {name}; leave it out")
MATCH_HAS_ONE_GAME = FaultCode("match-has-one-game", Nothing, "A match has one game; the desk pairs the next")
SIDE_CODE_NEEDED = FaultCode(
    "side-code-needed",
    Nothing,
    "This phone is watching. To confirm for your side, scan the code that the scorekeeper’s phone shows for it",
)
SIGNED_ELSEWHERE = FaultCode(
    "signed-for-another-side",
    TwoNames,
    "This phone confirms for {name}. To confirm for {other} too, tick that you share it",
)
JUST_SIGNED_ELSEWHERE = FaultCode(
    "just-signed-for-another-side",
    Nothing,
    "This phone just confirmed for the other side. Look at the sheet, then confirm",
)

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
ONE_CALL_ONLY = FaultCode("one-call-only", Spelled, '"{spelled}" is more than one call; a bid here is one call')
CALLS_APART = FaultCode(
    "calls-apart",
    Spelled,
    '"{spelled}" do not go together; a bid is one number with at most one call of each kind, or one call alone',
)
PAIR_NUMBERS = FaultCode("pair-numbers", Count)
NOT_BLIND = FaultCode(
    "not-blind", OneCall, "A blind number is the pair’s; {call} is not blind, so its partner bids too"
)
NOT_PLAYED = FaultCode(
    "not-played", Count, "The bids add up to {found}; under {needed} the hand is not played, its tricks must be null"
)
IS_PLAYED = FaultCode(
    "is-played", Count, "The bids add up to {found}; from {needed} on the hand is played, give its tricks"
)
SEAT_NOT_COUNTED = FaultCode(
    "seat-not-counted", OneCall, "Tricks are missing for the hand that called {call}; count each seat of this side"
)
TRICKS_OUT_OF_RANGE = FaultCode("tricks-out-of-range", Number)
TRICKS_DO_NOT_ADD_UP = FaultCode("tricks-do-not-add-up", Count, "Tricks add up to {found}; a hand has {needed}")
SEATS_DO_NOT_ADD_UP = FaultCode("seats-do-not-add-up", Count)
FIRST_TRICKS_TWICE = FaultCode(
    "first-tricks-twice", Nothing, "Two sides are marked for the first tricks; only one side can take them"
)
FACT_NOT_CALLED = FaultCode("fact-not-called", OneCall, '"{call}" is marked as made; this side did not call it')
TOO_FEW_FOR_FIRST = FaultCode("too-few-for-first", TooFewForFirst)
FIRST_TRICKS_DENIED = FaultCode(
    "first-tricks-denied", OneCall, "{call} is marked as missed; a side that takes every trick takes the first ones"
)
RENEGE_SIDES = FaultCode("renege-sides", RenegeSides)
RENEGE_OF_OTHERS = FaultCode(
    "renege-of-others",
    RenegeParts,
    'The renege "{label}" was between two other sides; all its parts must name the same two',
)
RENEGE_IN_PARTS = FaultCode("renege-in-parts", RenegeParts)
RENEGE_BOOKS = FaultCode("renege-books", Number)
RULED_TWICE = FaultCode(
    "ruled-twice",
    Nothing,
    "A ruling costs books, a set or the game; give only one, and sides and books only with books",
)
NO_NUMBER_TO_SET = FaultCode(
    "no-number-to-set", Nothing, "This side bid no number in this hand that could count as set"
)
TOO_FEW_TO_MOVE = FaultCode("too-few-to-move", BooksToMove)
ADJUSTMENT_SIDE = FaultCode(
    "adjustment-side", NoSuchSide, "Points are agreed for side {side}; the sides are 0 to {last}"
)
NO_SUCH_DEALER = FaultCode("no-such-dealer", NoSuchSeat, "{seat} is not a seat; the dealer is 0 to {last}")

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
LOWERED = FaultCode("lowered", Replaced, "{before} became {after}; a bid can only go up")
RAISED = FaultCode("raised", Replaced, "{before} became {after}; on the second turn a bid can only go down")
CHANGED = FaultCode("changed", Replaced, "{before} became {after}; once said, a bid may not change")
BLIND_AFTER_LOOKING = FaultCode("blind-after-looking", Replaced, "{before} became {after}; bid blind before you look")
TOO_MANY_ROUNDS = FaultCode("too-many-rounds", TooManyChanges)
CONTRADICTS = FaultCode("contradicts", Contradiction)
SUM_IS_TRICKS = FaultCode(
    "sum-is-tricks", SumIsTricks, "Bids total {tricks}; they may not equal the tricks of the hand"
)
BELOW_MINIMUM = FaultCode("below-minimum", BelowMinimum, "The team bid {total}; it must bid at least {least}")
ABOVE_HIGHEST = FaultCode("above-highest", AboveHighest, "The contract is {total}; it can be at most {most}")
IMPOSSIBLE = FaultCode("impossible-contract", Impossible, "The contract is {total}; there are only {tricks} to take")
TOTAL_TOO_HIGH = FaultCode("total-too-high", TotalTooHigh, "Bids total {total}; they can total at most {most}")
SUM_IS = FaultCode("sum-is", WrongSum, "Bids total {total}; they must total {needed}")
SUM_AT_MOST = FaultCode("sum-at-most", SumTooHigh)
AT_LEAST = FaultCode("at-least", TooLow, "The {place} bid is {bid}; it must be at least {least}")
ONE_OF = FaultCode("one-of", NotAmong, "The {place} bid is {bid}; it must be {choices}")
HOW_MANY = FaultCode("how-many", Miscounted)
IN_EACH_PAIR = FaultCode("in-each-pair", Miscounted)
PARTNERS_ALIKE = FaultCode("partners-alike", PartnersDiffer, "Partners bid {first} and {second}; they must bid alike")
ALL_ALIKE = FaultCode("all-alike", NotAsTheFirst, "The {place} bid is {bid}; all must bid {first}, like the first")
RISING = FaultCode("rising", NotRising, "The {place} bid is {bid}; it must be {due}")
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

UNKNOWN_RULES = FaultCode("unknown-rules", UnknownRules, 'There is no rule set "{key}"; there are {known}')
NOT_SEATED = FaultCode("not-seated", NotSeated)
UNKNOWN_OPTION = FaultCode("unknown-option", UnknownOption)
VALUE_REFUSED = FaultCode("value-refused", ValueRefused)
OPTIONS_APART = FaultCode("options-apart", OptionsApart)
UNKNOWN_PRESET = FaultCode("unknown-preset", UnknownPreset, '{rules} has no preset "{preset}"; it has {known}')
TAKES_NO_SCRIPT = FaultCode("takes-no-script", OneRuleSet, "{rules} has deals of its own; leave out the list of deals")
TOO_MANY_DEALS = FaultCode("too-many-deals", Number, "There are {found} deals; a list has at most {most}")
NO_WORDS = FaultCode("no-words", Nothing, "A deal has no name or no rule; give it both")
TOO_MANY_LIMITS = FaultCode("too-many-limits", Number, "It has {found} limits; a deal has at most {most}")
UNKNOWN_LIMIT = FaultCode("unknown-limit", UnknownLimit, "There is no such limit; use one of {known}")
BAD_NUMBER = FaultCode("bad-number", BadNumber, "The number is {number}; it must be 0 to {most}")
NO_BID = FaultCode("no-bid", Nothing, "It has no bid; give at least one")
UNKNOWN_BID = FaultCode("unknown-bid", UnknownBid, '"{spelled}" is not a bid here; the bids are {bids}')
BAD_COUNTS = FaultCode(
    "bad-counts", BadCounts, "Low is {low} and high is {high}; they must be 0 ≤ low ≤ high ≤ {bidders}"
)
BAD_PLACE = FaultCode("bad-place", BadPlace, "{number} is not a place in the bidding; the places are 1 to {bidders}")

# What verification finds. A part has a number or a name if there are several; `difference` is a `Difference`.
PartOfExport = TypedDict("PartOfExport", {"part": ExportPart, "number": int, "name": str})
Different = TypedDict("Different", {"difference": Any})
RulesCodes = TypedDict("RulesCodes", {"code": str, "here": str})
LastEntries = TypedDict("LastEntries", {"stored": int, "written": int})
StoredTotal = TypedDict("StoredTotal", {"side": str, "stored": str, "due": str})
OtherRevision = TypedDict("OtherRevision", {"played": int, "now": int, "change": Fault})
ColumnDamaged = TypedDict("ColumnDamaged", {"table": str, "column": str, "count": int})

NO_EXPORT = FaultCode("no-export", Nothing, "This is not an export; use a text record, JSON or ZIP from Scorekeeper")
CHECKSUMS_CHANGED = FaultCode("checksums-changed", Nothing, "The checksums are missing here, or were changed")
BEFORE_GAME = FaultCode("before-game", Nothing, "The lines before this game were changed after export")
COMMA_MISSING = FaultCode("comma-missing", Nothing, "There is no comma between two games")
COMMA_TOO_MANY = FaultCode("comma-too-many", Nothing, "There is a comma after the last game")
END_CHANGED = FaultCode("end-changed", Nothing, "The end of the file was changed after export")
PART_CHANGED = FaultCode("part-changed", PartOfExport)
LINES_MISSING = FaultCode("lines-missing", Nothing, "Lines before the checksums are missing")
UNPROTECTED = FaultCode(
    "unprotected", Nothing, "The layout was changed after export, so no checksums protect it; the content is right"
)
CHECKSUMS_MISSING = FaultCode(
    "checksums-missing",
    Nothing,
    "The checksums are missing; the end was cut off or changed, or the record was typed by hand",
)
MISFIT = FaultCode(
    "signature-misfit",
    Nothing,
    "The signature does not fit; the game was changed, or the signature is from another game",
)
START_DIFFERS = FaultCode("start-differs", Nothing, "The start time is not that of the first entry")
HAND_DIFFERS = FaultCode("hand-differs", OneHand, "Hand {hand} of the sheet is not what the entries give")
HEAD_DIFFERS = FaultCode("head-differs", Nothing, "The beginning of the sheet is not what the entries give")
UNWRITABLE = FaultCode("unwritable", Nothing, "An entry has a value that no record can have")
DIFFERS = FaultCode("differs", Different)
UNKNOWN_RULES_CODE = FaultCode(
    "unknown-rules-code",
    RulesCodes,
    "This version doesn’t know the rules code {code}; its own code for these rules is {here}. "
    "Every score was checked all the same",
)
FILE_MISSING = FaultCode("file-missing", Nothing, "This file is missing from the ZIP")
FILE_ADDED = FaultCode("file-added", Nothing, "This file was added to the ZIP after export")
FILE_CHANGED = FaultCode("file-changed", Nothing, "This file was changed after export")
NO_LIST = FaultCode("no-list", Nothing, "The ZIP has no list of its files, so nothing shows whether one is missing")
ANOTHER_RECORD = FaultCode("another-record", Nothing, "The text record is of another game than the file beside it")
NOT_ONE_GAME = FaultCode("not-one-game", Nothing, "It must have one game")
ENTRIES_LOST = FaultCode("entries-lost", LastEntries, "Entries are missing after entry {stored}; there were {written}")
TOTAL_DIFFERS = FaultCode("total-differs", StoredTotal, "The stored total of {side} is {stored}, should be {due}")
SUMMARY_DIFFERS = FaultCode("summary-differs", Nothing, "The stored result is not what the entries give")
STATISTICS_DIFFER = FaultCode("statistics-differ", Nothing)
COLUMN_DAMAGED = FaultCode("column-damaged", ColumnDamaged)
NOT_DAMAGED = FaultCode("not-damaged", Nothing, "It is not damaged, so it stays")
DOES_NOT_FIT = FaultCode("does-not-fit", Nothing, "It does not fit the entries before it")
REVISION = FaultCode("other-revision", OtherRevision)
