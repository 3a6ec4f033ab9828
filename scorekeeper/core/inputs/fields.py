"""Reads fields of untrusted data, with their place, type and bounds; quotes values in messages."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs.faults import (
    BLANK_TEXT,
    MISSING_PART,
    NOT_AN_OBJECT,
    NOT_ONE_OF,
    NOT_WHOLE,
    OUT_OF_RANGE,
    TEXT_TOO_LONG,
    UNKNOWN_PART,
    UNPRINTABLE_TEXT,
    UNSEEN_NAME,
    WRONG_KIND,
    WRONG_LENGTH,
    Bounds,
    Kind,
    Length,
    Misfit,
    Parts,
    WrongKind,
)
from scorekeeper.core.rules.lines import Code, F

SHOWN = 40
LARGEST_SHOWN = 9_007_199_254_740_992  # 2^53
"""From here on, JavaScript’s numbers are not exact; a sheet has none nearly as large, so no digits are shown."""

PARTS_SHOWN = 4
LONGEST_NUMBER = 9  # digits


def whole_number(text: str) -> int:
    """A whole number of at most nine digits, from a field or a URL. Raises `ValueError`."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        raise ValueError("no whole number of at most nine digits")
    return int(text)


def whole(text: str | None, otherwise: int = -1) -> int:
    """The number, or `otherwise` if the text is not one."""
    if not text:
        return otherwise  # as most fields of a query: on a phone, an exception takes longer
    try:
        return whole_number(text)
    except ValueError:
        return otherwise


def json_text(text: str) -> str:
    """Text as a JSON string in ASCII."""
    return json.dumps(text)


def quote(value: object, within: bool = False) -> str:
    """A value quoted for a message."""
    words = _quoted(value, within)
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"


def _quoted(value: object, within: bool) -> str:
    if isinstance(value, str):
        start = value[: SHOWN + 1]
        return json.dumps(start, ensure_ascii=not start.isprintable())
    if isinstance(value, bool) or value is None:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if abs(value) < LARGEST_SHOWN:
            return str(value)
        return "999…" if value > 0 else "-999…"
    if isinstance(value, list):
        inside = "…" if within else _some([quote(part, True) for part in value[:PARTS_SHOWN]], len(value))
        return f"[{inside if value else ''}]"
    if isinstance(value, dict):
        first = list(value.items())[: 0 if within else PARTS_SHOWN]
        inside = "…" if within else _some([f"{quote(k)}: {quote(v, True)}" for k, v in first], len(value))
        return f"{{{inside if value else ''}}}"
    return str(value)


def _some(parts: list[str], count: int) -> str:
    return ", ".join([*parts, "…"] if count > PARTS_SHOWN else parts)


LONGEST_NAME = 40
LONGEST_TEXT = 1000
UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
"""Control characters, lone surrogates, and line breaks."""


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
    """The place of a field: `hand 3, Ann`. `outside` is the path of what contains it, such as a file or an event."""

    steps: tuple[Step, ...] = ()
    outside: tuple[Step, ...] = ()

    @classmethod
    def to(cls, name: str, number: int = 0) -> "FieldPath":
        """A path of one step."""
        return cls((Step(name, number),))

    def at(self, name: str, number: int = 0) -> "FieldPath":
        """A place inside this one."""
        return FieldPath((*self.steps, Step(name, number)), self.outside)

    def within(self, name: str, number: int = 0) -> "FieldPath":
        """The same place inside something larger."""
        return FieldPath(self.steps, (Step(name, number), *self.outside))

    @property
    def parts(self) -> tuple[str, ...]:
        """The text of each place, from the largest to the smallest."""
        own = ", ".join([step.words for step in self.steps])
        return (*[step.words for step in self.outside], *([own] if own else []))

    @property
    def words(self) -> str:
        """The whole path as text; empty for an empty path."""
        return ": ".join(self.parts)

    def number_of(self, name: str) -> int:
        """The number of the first step of this name, or 0 without one."""
        return next((step.number for step in self.steps if step.name == name), 0)

    def wrong(self, code: Code[F], figures: F) -> "InvalidInput":
        """An error at this place."""
        return InvalidInput(code, self, figures)

    def not_a(self, kind: Kind, value: object, what: str = "it") -> "InvalidInput":
        """The error for a value of the wrong kind at this place."""
        return self.wrong(WRONG_KIND, WrongKind(what, quote(value), kind))

    def mapping(
        self, value: object, what: str, keys: Sequence[str], required: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """An object with no other keys than these."""
        if not isinstance(value, dict):
            named = tuple(keys or required)
            if not named:
                raise self.not_a(Kind.OBJECT, value, what)
            raise self.wrong(NOT_AN_OBJECT, Parts(what, quote(value), named))
        for key in value:
            if key not in keys:
                raise self.wrong(UNKNOWN_PART, Parts(what, quote(key), tuple(keys)))
        for key in required:
            if key not in value:
                raise self.wrong(MISSING_PART, Parts(what, quote(key), tuple(required)))
        return value

    def listing(self, value: object, what: str, length: int | None = None) -> Sequence[object]:
        """A list, of this length if one is given."""
        if not isinstance(value, list):
            raise self.not_a(Kind.LIST, value, what)
        if length is not None and len(value) != length:
            raise self.wrong(WRONG_LENGTH, Length(what, len(value), length))
        return value

    def whole(self, value: object, what: str, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(NOT_WHOLE, Bounds(what, quote(value), low, high))
        if not low <= value <= high:
            raise self.wrong(OUT_OF_RANGE, Bounds(what, quote(value), low, high))
        return value

    def text(self, value: object, what: str, longest: int = LONGEST_TEXT, empty: bool = False) -> str:
        """Text without control characters, not blank unless it may be empty."""
        if not isinstance(value, str):
            raise self.not_a(Kind.TEXT, value, what)
        if not value.strip() and not empty:
            raise self.wrong(BLANK_TEXT, Length(what, 0, longest))
        if len(value) > longest:
            raise self.wrong(TEXT_TOO_LONG, Length(what, len(value), longest))
        # Nearly every text is printable, which is a fast check; only the others are checked letter by letter.
        if not value.isprintable() and any(unicodedata.category(letter) in UNPRINTABLE for letter in value):
            raise self.wrong(UNPRINTABLE_TEXT, Misfit(what, quote(value)))
        return value

    def name(self, value: object, what: str) -> str:
        """A name: 1 to 40 characters, at least one visible, without space around it."""
        name = self.text(value, what, LONGEST_NAME).strip()
        if not any(letter.isprintable() for letter in name):
            raise self.wrong(UNSEEN_NAME, Misfit(what, quote(name)))
        return name

    def one_of(self, value: object, what: str, choices: Sequence[str]) -> str:
        """One of these words."""
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(NOT_ONE_OF, Parts(what, quote(value), tuple(choices)))
        return value

    def switch(self, value: object, what: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.not_a(Kind.SWITCH, value, what)
        return value


class InvalidInput(ValueError):
    """Input that cannot be used: `code` says what is wrong, `path` where; `figures` belong to the code."""

    def __init__(self, code: Code[F], path: FieldPath, figures: F) -> None:
        super().__init__(code, path, figures)
        self.code = code.key
        self.path = path
        self.figures: object = figures

    def __str__(self) -> str:
        return f"{self.path.words or 'input'}: {self.code} {self.figures}"

    @property
    def hand(self) -> int:
        """The number of the wrong hand, from 1, or 0."""
        return self.path.number_of("hand")

    @property
    def line(self) -> int:
        """The line of a text, from 1, or 0."""
        return self.path.number_of("line")

    def within(self, name: str, number: int = 0) -> "InvalidInput":
        """The same error inside something larger."""
        return InvalidInput(Code(self.code, object), self.path.within(name, number), self.figures)


NOWHERE = FieldPath()
"""For errors whose place is obvious."""
