"""Pseudonyms: replaces players' names in everything that a table wrote."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.inputs.faults import MAX_LINE_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from scorekeeper.core.inputs.spelling import forms
from scorekeeper.core.sheet.deals import MAX_RULE_LENGTH
from scorekeeper.core.sheet.model import MAX_AGREED_LINE_LENGTH

NAMES = frozenset({"name", "player", "players", "reserve"})
"""Keys under which names are stored; there a lower-case word is not a name."""
TEXTS = (
    dict.fromkeys(("note", "reason", "tags", "what", "said", "gives", "side"), MAX_TEXT_LENGTH)
    | dict.fromkeys(("text", "message", "prizes", "directors", "scorers", "place"), MAX_LINE_LENGTH)
    | dict.fromkeys(("rule", "words"), MAX_RULE_LENGTH)
    | {"agreed": MAX_AGREED_LINE_LENGTH}
)
"""Keys of free text, with its maximum length. (`side` is a name in a difference, otherwise a number.)"""
SHORT = 2
"""A name this short may also be a common word, so it only matches in its own case."""
UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")
"""Scripts without spaces between words."""


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """The new name for each erased one. `others` are the table's other names: "Ann B." is not "Ann"."""

    instead: Mapping[str, str]
    others: tuple[str, ...] = ()
    _spelled: dict[str, str] = field(init=False)
    _exactly: re.Pattern[str] = field(init=False)
    _loosely: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_spelled", {form: new for old, new in self.instead.items() for form in forms(old)})
        object.__setattr__(self, "_exactly", _pattern([*_overlapping(self.others, self._spelled), *self._spelled]))
        loose = {form.casefold() for form in self._spelled if len(form) > SHORT}
        kept = [name for name in self.others if _has_one(name, self._spelled) or _has_one(name.casefold(), loose)]
        object.__setattr__(self, "_loosely", _pattern([*kept, *self._spelled], bool(loose)))

    def name(self, text: str) -> str:
        """A player's or side's name: all of it, or a part as in "Ann & Ben"."""
        renamed = self._exactly.sub(lambda match: self._spelled.get(match[0], match[0]), text)
        return text if renamed == text else renamed[:MAX_NAME_LENGTH]

    def text(self, text: str, longest: int = MAX_TEXT_LENGTH) -> str:
        """Free text: the name as a word, in any case."""
        return self._loosely.sub(self._instead, text)[:longest]

    def value(self, value: Any, key: str = "") -> Any:
        """JSON with the names in it replaced; `key` is the key it is stored under."""
        if isinstance(value, dict):
            if key == "tags":
                return self._tags(value)
            return {name: self.value(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self.value(part, key) for part in value]
        if isinstance(value, str) and key in NAMES:
            return self.name(value)
        if isinstance(value, str) and key in TEXTS:
            return self.text(value, TEXTS[key])
        return value

    def _tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        """The tags, each still with a name of its own: a new one is numbered if another tag has it."""
        renamed: dict[str, str] = {}
        for old, text in tags.items():
            name, number = self.text(old, MAX_NAME_LENGTH), 1
            start = name[: MAX_NAME_LENGTH - 5]
            while name != old and (name in tags or name in renamed):
                number += 1
                name = f"{start} ({number})"
            renamed[name] = self.text(text)
        return renamed

    def _instead(self, match: re.Match[str]) -> str:
        written = match[0]
        if written in self.others:
            return written
        small = written.casefold()
        new = self._spelled.get(written)
        if new is None:
            long = ((old, instead) for old, instead in self._spelled.items() if len(old) > SHORT)
            new = next((instead for old, instead in long if old.casefold() == small), None)
        return written if new is None else new


def _overlapping(others: Iterable[str], erased: Iterable[str]) -> list[str]:
    """The other names that can share letters of a text with an erased one: they contain it, or end as it begins."""
    erased = tuple(erased)
    begins = tuple(name[:length] for name in erased for length in range(1, len(name)))
    return [name for name in others if name.endswith(begins) or _has_one(name, erased)]


def _has_one(name: str, parts: Iterable[str]) -> bool:
    return any(part in name for part in parts)


def _pattern(names: Iterable[str], any_case: bool = False) -> re.Pattern[str]:
    """Any of these as a word, longest first."""
    words = [_word(name) for name in sorted(names, key=len, reverse=True)]
    return re.compile("|".join(words), re.IGNORECASE if any_case else 0)


def _word(name: str) -> str:
    before = "" if _is_unspaced(name[0]) else r"(?<!\w)"
    after = "" if _is_unspaced(name[-1]) else r"(?!\w)"
    return f"{before}{re.escape(name)}{after}"


def _is_unspaced(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(UNSPACED)
