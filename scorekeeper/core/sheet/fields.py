"""Taking values out of JSON: each is of its type and within its bounds, or one sentence says what would be right."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import islice

from scorekeeper.core.sheet.model import LONGEST_NAME, LONGEST_TEXT, InvalidInput

SHOWN = 40
LARGEST_SHOWN = 2**53
"""From here on JavaScript has no whole numbers; a sheet has none that come near."""

PARTS_SHOWN = 4
UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
"""Control characters, halves of surrogate pairs, and what breaks a line."""


def quote(value: object, within: bool = False) -> str:
    """A value as an error message quotes it: as JSON spells it, short, on one line, however large or deep it is."""
    words = _spelled(value, within)
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"


def _spelled(value: object, within: bool) -> str:
    if isinstance(value, str):
        start = value[: SHOWN + 1]
        return json.dumps(start, ensure_ascii=not start.isprintable())
    if isinstance(value, bool) or value is None:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < LARGEST_SHOWN else "a number of very many digits"
    if isinstance(value, list):
        inside = "…" if within else _some([quote(part, True) for part in value[:PARTS_SHOWN]], len(value))
        return f"[{inside if value else ''}]"
    if isinstance(value, dict):
        first = islice(value.items(), 0 if within else PARTS_SHOWN)
        inside = "…" if within else _some([f"{quote(k)}: {quote(v, True)}" for k, v in first], len(value))
        return f"{{{inside if value else ''}}}"
    return repr(value)


def _some(parts: list[str], count: int) -> str:
    return ", ".join([*parts, "…"] if count > PARTS_SHOWN else parts)


class FieldPath:
    """The place in the record that is being read, so that an error can name it: `hand 3`, `hand 3, Ann`."""

    def __init__(self, words: str, hand: int = 0, line: int = 0) -> None:
        self.words = words
        self.hand = hand
        self.line = line

    @classmethod
    def of_line(cls, number: int) -> "FieldPath":
        """A line of a text, counted from 1."""
        return cls(f"line {number}", line=number)

    def wrong(self, what: str) -> InvalidInput:
        return InvalidInput(f"{self.words}: {what}", self.hand, self.line, what)

    def at(self, more: str) -> "FieldPath":
        return FieldPath(f"{self.words}, {more}", self.hand, self.line)

    def mapping(
        self, value: object, what: str, keys: Sequence[str], required: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """An object with no key but these."""
        if not isinstance(value, dict):
            raise self.wrong(f"{what} is {quote(value)}, it must be an object with {', '.join(keys)}")
        for key in value:
            if key not in keys:
                raise self.wrong(f"{what} has {quote(key)}, its parts are {', '.join(keys)}")
        for key in required:
            if key not in value:
                raise self.wrong(f"{what} has no {quote(key)}, it must have {', '.join(required)}")
        return value

    def listing(self, value: object, what: str, length: int | None = None) -> Sequence[object]:
        """A list, of this length where one is given."""
        if not isinstance(value, list):
            raise self.wrong(f"{what} is {quote(value)}, it must be a list")
        if length is not None and len(value) != length:
            entries = "1 entry" if len(value) == 1 else f"{len(value)} entries"
            raise self.wrong(f"{what} has {entries}, this game needs {length}")
        return value

    def whole(self, value: object, what: str, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(f"{what} is {quote(value)}, it must be a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.wrong(f"{what} is {quote(value)}, it must be from {low} to {high}")
        return value

    def text(self, value: object, what: str, longest: int = LONGEST_TEXT, empty: bool = False) -> str:
        """Text without control characters, not blank unless it may be empty."""
        if not isinstance(value, str):
            raise self.wrong(f"{what} is {quote(value)}, it must be text")
        if not value.strip() and not empty:
            raise self.wrong(f"{what} is blank, it must have 1 to {longest} characters")
        if len(value) > longest:
            raise self.wrong(f"{what} has {len(value)} characters, it may have {longest}")
        # Nearly every text is printable, which Python says at once: only the others are looked at letter by letter.
        if not value.isprintable() and any(unicodedata.category(letter) in UNPRINTABLE for letter in value):
            raise self.wrong(f"{what} is {quote(value)}, it must be one line of text without control characters")
        return value

    def name(self, value: object, what: str) -> str:
        """A name: 1 to 40 characters, one of them to be seen, without space around it."""
        name = self.text(value, what, LONGEST_NAME).strip()
        if not any(letter.isprintable() for letter in name):
            raise self.wrong(f"{what} is {quote(name)}, it must have a character that can be seen")
        return name

    def switch(self, value: object, what: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.wrong(f"{what} is {quote(value)}, it must be true or false")
        return value
