"""Codes of `InvalidInput` for a value or a sheet, with the figures of each.

`what` is the field’s key, or "it" for the place in the path; `value` is the value found, quoted.
"""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.rules.lines import Code


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


@dataclass(frozen=True, slots=True)
class WrongKind:
    """A value of the wrong kind."""

    what: str
    value: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that does not fit, for the reason in the code."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Parts:
    """An object's part or value, and the allowed or required parts."""

    what: str
    value: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A value, and its allowed range of whole numbers."""

    what: str
    value: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Length:
    """How many there are, and how many are allowed or required."""

    what: str
    found: int
    most: int


@dataclass(frozen=True, slots=True)
class Number:
    """How many there are, and how many are allowed at most."""

    found: int
    most: int


@dataclass(frozen=True, slots=True)
class Example:
    """What was found, and an example of what would be right."""

    found: str
    example: str


@dataclass(frozen=True, slots=True)
class BidsGiven:
    """How many bids a side has, and an example of what would be right."""

    found: int
    example: str


class Named(Enum):
    """What has a name of its own."""

    PLAYERS = "players"
    SIDES = "sides"
    PRESETS = "presets"


@dataclass(frozen=True, slots=True)
class SameName:
    """A name that two players, sides or presets have."""

    of: Named
    name: str


@dataclass(frozen=True, slots=True)
class Look:
    """A name, and the name that it looks like."""

    name: str
    other: str


@dataclass(frozen=True, slots=True)
class HiddenLetter:
    """An invisible letter, as U+200B; `name` is empty if there is only one name."""

    name: str
    letter: str


@dataclass(frozen=True, slots=True)
class HandNumber:
    """A hand's number, and the hand number it must have."""

    hand: int
    other: int


WRONG_KIND = Code("wrong-kind", WrongKind)
NOT_AN_OBJECT = Code("not-an-object", Parts)
UNKNOWN_PART = Code("unknown-part", Parts)
MISSING_PART = Code("missing-part", Parts)
NOT_ONE_OF = Code("not-one-of", Parts)
NOT_EITHER = Code("not-either", Parts)
UNKNOWN_FORMAT = Code("unknown-format", Parts)
WRONG_LENGTH = Code("wrong-length", Length)
LIST_TOO_LONG = Code("list-too-long", Length)
TEXT_TOO_LONG = Code("text-too-long", Length)
BLANK_TEXT = Code("blank-text", Length)
UNPRINTABLE_TEXT = Code("unprintable-text", Misfit)
UNSEEN_NAME = Code("unseen-name", Misfit)
NOT_WHOLE = Code("not-whole", Bounds)
OUT_OF_RANGE = Code("out-of-range", Bounds)

NUMBER_OF_HANDS = Code("number-of-hands", Number)
NUMBER_OF_SIDES = Code("number-of-sides", Number)
NUMBER_OF_PLAYERS = Code("number-of-players", Number)
NUMBER_OF_DEALS = Code("number-of-deals", Number)
NUMBER_OF_LIMITS = Code("number-of-limits", Number)
NUMBER_OF_SUBSTITUTES = Code("number-of-substitutes", Number)
NUMBER_OF_AGREED_LINES = Code("number-of-agreed-lines", Number)
NUMBER_OF_BIDS = Code("number-of-bids", BidsGiven)
NOBODY_BIDS = Code("nobody-bids", type(None))
UNEVEN_SIDES = Code("uneven-sides", type(None))
SAME_NAME = Code("same-name", SameName)
SAME_NAME_NOW = Code("same-name-now", SameName)
NOT_A_BID = Code("not-a-bid", Example)
CALL_MISSING = Code("call-missing", Misfit)
BID_LEFT_OUT = Code("bid-left-out", type(None))
SUBSTITUTE_TOO_LATE = Code("substitute-too-late", HandNumber)
HIDDEN_LETTER = Code("hidden-letter", HiddenLetter)
LOOKS_LIKE = Code("looks-like-another-name", Look)
