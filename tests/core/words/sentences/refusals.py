"""Every code that no other section has, with params made up from their types: first of one, then of several."""

from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.seating import Side, side_path
from scorekeeper.core.words.faults import TOO_LONG, fault_words
from tests.core.words.codes import fault_codes
from tests.core.words.sentences import faults as of_hands
from tests.core.words.sentences import objections as of_bids
from tests.core.words.sentences import refused as of_rules

ELSEWHERE = {code for code, *_ in (*of_hands.FAULTS, *of_bids.OBJECTIONS)} | {fault.code for fault in of_rules.REFUSED}

MADE: dict[Any, list[Any]] = {
    "outcome": [Outcome((Side(0),), "closed", "highest", 4, 0, "rain")],
    "objections": [
        (Fault(faults.NOT_BEHIND.key, {"call": "blind-6", "needed": 100, "behind": 99}, side_path(Side(0)), "blind"),)
    ],
    "change": [faults.HAND_DIFFERS.at(NOWHERE, {"hand": 3})],
    "difference": [Difference("‹1›", "‹2›", "‹3›", 1, "‹5›", 1), Difference("‹1›", "‹2›", "‹3›", 5, "‹5›", 7)],
}
"""Params that are objects."""

LISTS = [
    *((faults.WRONG_LENGTH, what, most) for what, most in (("bids", 2), ("took", 1), ("took", 2))),
    *((faults.LIST_TOO_LONG, what, 4) for what in TOO_LONG),
]
"""The fields of lists that need a length, or have a longest one."""
NEVER = [{"of": named, "name": "‹2›"} for named in faults.Named if named.value not in ("players", "sides")]
"""Presets and seasons do not change names during a game."""


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code. An enumeration gives a sentence for each of its values."""
    others = {code.key for code, _, _ in LISTS} | ELSEWHERE
    for code in fault_codes():
        for params in [] if code.key in others else params_of(code.params):
            if code.key != faults.SAME_NAME_NOW.key or params not in NEVER:
                yield code.key, fault_words(Fault(code.key, params, NOWHERE))
    for of_list, what, most in LISTS:
        yield of_list.key, fault_words(of_list.at(NOWHERE, {"what": what, "found": 5, "most": most}))
    hidden = faults.HIDDEN_LETTER.at(NOWHERE, {"name": "", "letter": "U+200B"})
    yield hidden.code, fault_words(hidden)


def params_of(shape: Any) -> list[dict[str, Any]]:
    """As many as one of the params has examples; the others repeat their last one."""
    hints = get_type_hints(shape)
    examples = {name: MADE.get(name) or examples_of(kind, place) for place, (name, kind) in enumerate(hints.items())}
    most = max([len(each) for each in examples.values()], default=1)
    return [{name: each[min(number, len(each) - 1)] for name, each in examples.items()} for number in range(most)]


def examples_of(kind: Any, place: int) -> list[Any]:
    """Examples of a type; texts and numbers differ from param to param."""
    if kind is str:
        return [f"‹{place + 1}›"]
    if kind in (int, bool):
        return [kind(1), kind(place + 2)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    parts = [examples_of(part, place) for part in get_args(kind) if part is not Ellipsis]
    if get_origin(kind) in (Union, UnionType):
        return [example for examples in parts for example in examples]
    assert get_origin(kind) is tuple, kind
    return [(parts[0][0],), (parts[0][-1], parts[0][0])]
