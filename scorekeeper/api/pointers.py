"""Where in a JSON body a fault is, as a pointer of RFC 6901: `/hands/2/bids/0`.

A fault's path is for people: it names sides, counts from 1, and knows no keys. What was sent shows which part it means.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.core.inputs import Fault, faults
from scorekeeper.core.inputs.faults import FaultCode, PathStep
from scorekeeper.core.inputs.fields import quote

ABOUT_BIDS: Sequence[FaultCode[Any]] = (
    *(faults.NOT_A_BID, faults.CALL_MISSING, faults.NUMBER_OF_BIDS, faults.NOBODY_BIDS, faults.BID_LEFT_OUT),
    *(faults.BIDS_MISCOUNTED, faults.MISSING_BID, faults.UNKNOWN_CALL, faults.ONE_CALL_ONLY, faults.CALLS_APART),
    *(faults.PAIR_NUMBERS, faults.NOT_BLIND, faults.OBJECTED),
)
ABOUT_TRICKS: Sequence[FaultCode[Any]] = (
    *(faults.TRICKS_LEFT_OUT, faults.NOT_PLAYED, faults.IS_PLAYED, faults.SEAT_NOT_COUNTED),
    *(faults.TRICKS_OUT_OF_RANGE, faults.TRICKS_DO_NOT_ADD_UP, faults.SEATS_DO_NOT_ADD_UP, faults.SEATS_MISCOUNTED),
    *(faults.FIRST_TRICKS_TWICE, faults.FACT_NOT_CALLED, faults.TOO_FEW_FOR_FIRST, faults.FIRST_TRICKS_DENIED),
)
ABOUT_RENEGES: Sequence[FaultCode[Any]] = (
    *(faults.RENEGE_SIDES, faults.RENEGE_OF_OTHERS, faults.RENEGE_IN_PARTS, faults.RENEGE_BOOKS),
    *(faults.RULED_TWICE, faults.NO_NUMBER_TO_SET, faults.TOO_FEW_TO_MOVE),
)
KEY_OF = {
    **{code.key: "bids" for code in ABOUT_BIDS},
    **{code.key: "took" for code in ABOUT_TRICKS},
    **{code.key: "reneges" for code in ABOUT_RENEGES},
    faults.ADJUSTMENT_SIDE.key: "adjust",
    faults.NO_SUCH_DEALER.key: "dealer",
    faults.UNKNOWN_RULES.key: "rules",
    faults.NOT_SEATED.key: "sides",
    faults.NO_REASON.key: "reason",
    faults.NOT_TWO_SEATS.key: "seats",
    **{code.key: "options" for code in (faults.UNKNOWN_OPTION, faults.VALUE_REFUSED, faults.OPTIONS_APART)},
    **dict.fromkeys((faults.TAKES_NO_SCRIPT.key, faults.TOO_MANY_DEALS.key), "deals"),
}
"""The key of what a fault is about, where its code alone says it."""
OF_SIDES = ("bids", "took")
"""Keys of lists with a part for each side."""
LISTS = {"agreed line": "agreed", "entry": "entries"}
"""Steps that have a number, and the key of their list where it is not the plural."""


SEARCHED = 10_000
"""Parts of a body among which one is looked for that the path does not lead to."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A JSON body, and where it is in a larger one: `/entries/2`."""

    value: object
    at: str = ""


class _Place(NamedTuple):
    """A part of what was sent, and its pointer."""

    value: object
    pointer: str

    def inside(self, key: object) -> "_Place | None":
        """The part of this key or number, if there is one."""
        if isinstance(self.value, dict) and key in self.value:
            return _Place(self.value[key], f"{self.pointer}/{_escaped(key)}")
        if isinstance(self.value, list) and isinstance(key, int) and 0 <= key < len(self.value):
            return _Place(self.value[key], f"{self.pointer}/{key}")
        return None

    def everything(self) -> "Iterator[tuple[object, _Place]]":
        """All that is inside, with the key of each."""
        keys = self.value if isinstance(self.value, dict) else range(_length(self.value))
        for key in keys if isinstance(self.value, dict | list) else ():
            if (place := self.inside(key)) is not None:
                yield key, place
                yield from place.everything()


def pointer_of(fault: Fault, sent: Sent, names: Sequence[str]) -> str:
    """Where the fault is in what was sent; `names` are those of the sides. Of a missing part: where it belongs."""
    place = _Place(sent.value, sent.at)
    for step in (*fault.path.outside, *fault.path.steps):
        place = _step(place, step, fault, names) or place
    key = KEY_OF.get(fault.code)
    if key is not None and (found := place.inside(key)) is not None:
        place = found
    return _field(place, fault).pointer


def field_of(fault: Fault) -> str:
    """The field that the fault is about, in the object where it is; empty for the object itself."""
    if fault.code in (faults.MISSING_PART.key, faults.UNKNOWN_PART.key):
        return str(fault.params["value"]).strip('"')
    what = str(fault.params.get("what", fault.params.get("option", "it")))
    return KEY_OF.get(fault.code, "") if what == "it" else what


def _step(at: _Place, step: PathStep, fault: Fault, names: Sequence[str]) -> _Place | None:
    """One step further in; None where what was sent has no such level."""
    if step.number:
        if isinstance(at.value, list):
            return at.inside(step.number - 1)
        listed = at.inside(LISTS.get(step.name, f"{step.name}s"))
        return None if listed is None else listed.inside(step.number - 1)
    if isinstance(at.value, dict) and at.value.get("kind") == step.name:
        return None  # an entry is its own place
    if step.name in names:
        listed = at.inside(_of_sides(fault))
        return listed and (listed.inside(names.index(step.name)) or listed)
    found = at.inside(step.name) or at.inside(f"{step.name}s") or at.inside(step.name.strip('"'))
    has_parts = found is not None and isinstance(found.value, dict | list)
    return found if has_parts or fault.params.get("what", "it") == "it" else None


def _of_sides(fault: Fault) -> str:
    """Which list with a part for each side the fault is in."""
    what = KEY_OF.get(fault.code) or str(fault.params.get("what"))
    return what if what in OF_SIDES else "bids" if what == "bid" else "took"


def _field(at: _Place, fault: Fault) -> _Place:
    """The part of `at` that the params name, or the one that has their value."""
    if fault.code == faults.MISSING_PART.key and isinstance(at.value, dict):
        return _Place(None, f"{at.pointer}/{_escaped(field_of(fault))}")
    name = field_of(fault)
    named = (at.inside(name) or at.inside(f"{name}s")) if name else None
    if named is None and name:
        inside = islice(at.everything(), SEARCHED)
        named = next((part for key, part in inside if key == name and _is_it(part.value, fault)), None)
    at = named or at
    if not _is_it(at.value, fault):
        at = next((part for _key, part in islice(at.everything(), SEARCHED) if _is_it(part.value, fault)), at)
    return at


def _is_it(value: object, fault: Fault) -> bool:
    """Whether the fault may be about this value."""
    params: Mapping[str, object] = fault.params
    if fault.code == faults.UNKNOWN_PART.key or "needed" in params:
        return True
    if "value" in params:
        return quote(value) == params["value"]
    if "option" in params:
        return True
    found = params.get("found", params.get("bid"))
    if isinstance(value, list | str) and found == len(value):
        return True
    return found is not None and not isinstance(value, bool) and found in (value, quote(value))


def _length(value: object) -> int:
    return len(value) if isinstance(value, list | str) else 0


def _escaped(key: object) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
