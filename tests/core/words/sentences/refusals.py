"""Every code that no other section has, with params made up from their types: first of one, then of several."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.inputs.faults import FaultCode
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.seating import Side, side_path
from scorekeeper.core.words.faults import fault_words
from tests.core.words.codes import fault_codes
from tests.core.words.sentences import faults as of_hands, objections as of_bids, refused as of_rules

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

NEEDED = (("bids", 2), ("took", 1), ("took", 2))
"""The lists that need a length."""
LISTS = ("bids", "by", "double_nil", "dealers", "presets", "differences")
"""The fields of lists that have a longest length."""
LAST = (faults.SAME_NAME.key, faults.SAME_NAME_NOW.key, faults.WRONG_LENGTH.key, faults.LIST_TOO_LONG.key)


def sentences() -> Iterator[tuple[str, str]]:
    """Those of the core, each with its code."""
    codes = [code for code in fault_codes() if code.key not in (*ELSEWHERE, *LAST)]
    yield from sentences_of(codes, faults.Named, LISTS)
    for what, most in NEEDED:
        wrong = faults.WRONG_LENGTH.at(NOWHERE, {"what": what, "found": 5, "most": most})
        yield wrong.code, fault_words(wrong)
    for now in (faults.Named.PLAYERS, faults.Named.SIDES):  # presets do not change names during a game
        same = faults.SAME_NAME_NOW.at(NOWHERE, {"of": now, "name": "‹2›"})
        yield same.code, fault_words(same)
    hidden = faults.HIDDEN_LETTER.at(NOWHERE, {"name": "", "letter": "U+200B"})
    yield hidden.code, fault_words(hidden)


def sentences_of(
    codes: Iterable[FaultCode[Any]], named: Iterable[Enum], lists: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The sentences of these codes, of two of a name, and of lists that are too long.

    An enumeration gives a sentence for each of its values.
    """
    for code in codes:
        for params in params_of(code.params):
            yield code.key, fault_words(Fault(code.key, params, NOWHERE))
    for one in named:
        same = faults.SAME_NAME.at(NOWHERE, {"of": one, "name": "‹2›"})
        yield same.code, fault_words(same)
    for what in lists:
        long = faults.LIST_TOO_LONG.at(NOWHERE, {"what": what, "found": 5, "most": 4})
        yield long.code, fault_words(long)


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
