"""Every code of a refusal or a finding with figures made up from their types: first of one, then of several."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.inputs import faults, file_faults, findings
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.objections import NOT_BEHIND, NotBehind
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.findings import FINDINGS
from scorekeeper.core.words.lists import TOO_LONG
from scorekeeper.core.words.refusals import SENTENCES
from tests.core.words.codes import codes_in

MADE: dict[Any, list[Any]] = {
    Outcome: [Outcome((Side(0),), "closed", "highest", 4, 0, "rain")],
    Objection: [Objection(NOT_BEHIND.key, NotBehind("blind-6", 100, 99), "blind", Side(0))],
    findings.Finding: [findings.found(findings.HAND_DIFFERS, 3)],
    NoneType: [None],
    object: [None],
}
LISTS = [
    *((faults.WRONG_LENGTH, what, most) for what, most in (("bids", 2), ("took", 1), ("took", 2))),
    *((faults.LIST_TOO_LONG, what, 4) for what in TOO_LONG),
]
"""The fields of lists that need a length, or have a longest one."""
NEVER = faults.SameName(faults.Named.PRESETS, "‹2›")
"""Presets do not change names during a game."""


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code. An enumeration gives a sentence for each of its values."""
    lists = {code.key for code, _, _ in LISTS}
    for code in codes_in(faults, file_faults, findings):
        say = FINDINGS.get(code.key) or SENTENCES[code.key]
        for figures in figures_of(code.figures, 0):
            if code.key not in lists and (code is not faults.SAME_NAME_NOW or figures != NEVER):
                yield code.key, say(figures)
    for code, what, most in LISTS:
        yield code.key, SENTENCES[code.key](faults.Length(what, 5, most))
    hidden = faults.HIDDEN_LETTER.key
    yield hidden, SENTENCES[hidden](faults.HiddenLetter("", "U+200B"))


def figures_of(kind: Any, place: int) -> list[Any]:
    """Examples of a type; texts and numbers differ from field to field."""
    if kind in MADE:
        return MADE[kind]
    if kind is str:
        return [f"‹{place + 1}›"]
    if kind in (int, bool):
        return [kind(1), kind(place + 2)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    parts = [figures_of(part, place) for part in get_args(kind) if part is not Ellipsis]
    if get_origin(kind) in (Union, UnionType):
        return [example for examples in parts for example in examples]
    if get_origin(kind) is tuple:
        return [(parts[0][0],), (parts[0][-1], parts[0][0])]
    return _of_fields(kind)


def _of_fields(kind: Any) -> list[Any]:
    """Objects of a class, as many as one of its fields has examples; the others repeat their last one."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    examples = [figures_of(hints[name], place) for place, name in enumerate(names)]
    most = max(len(each) for each in examples)
    return [kind(*(each[min(number, len(each) - 1)] for each in examples)) for number in range(most)]
