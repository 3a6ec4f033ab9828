"""Python's answers to the questions of tests/phone/harness.js, in the same notation."""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from scorekeeper.compiler.sources import LEFT_OUT
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import HandRules
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.words.faults import fault_text


def given(value: object) -> Any:
    """A value as the harness takes it: a dict is `["dict", [key, value], …]`."""
    if isinstance(value, dict):
        return ["dict", *([key, given(part)] for key, part in value.items())]
    return [given(part) for part in value] if isinstance(value, list | tuple) else value


PLAIN = frozenset({str, int, float, bool, type(None)})


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass that phones read."""
    unread = LEFT_OUT.fields.get(kind.__name__, ())
    return tuple(part.name for part in fields(kind) if part.name not in unread)


BRIEF: dict[str, Callable[[Any], Any]] = {
    "by_code": lambda calls: [[code, call.code] for code, call in calls.items()],
    "deal": lambda deal: [call.code for call in deal.calls] if isinstance(deal, HandRules) else deal,
}
"""Fields with what another field has in full: the calls of a deal by their code, and the deal of a hand."""


def shown(value: object) -> Any:
    """Any value of the core, as plain data that both sides write the same way."""
    if type(value) in PLAIN:  # most of them, by far
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, list | tuple):
        return [shown(part) for part in value]
    if isinstance(value, dict):
        return ["dict", *([shown(key), shown(part)] for key, part in value.items())]
    if isinstance(value, set | frozenset):
        return ["set", *sorted(spelled(shown(part)) for part in value)]
    if isinstance(value, type):
        return "function"
    if is_dataclass(value):
        return ["data", *(_part(name, getattr(value, name)) for name in names_of(value.__class__))]
    return "function" if callable(value) else value


def _part(name: str, value: object) -> Any:
    return BRIEF[name](value) if name in BRIEF else shown(value)


def spelled(value: object) -> str:
    """JSON as JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def answer_of(work: Callable[[], Any]) -> Any:
    """The result, or the refusal with code, words, place and figures."""
    try:
        return work()
    except InvalidInput as error:
        return [
            "refused",
            error.fault.code,
            fault_text(error.fault),
            shown(error.fault.path),
            shown(error.fault.params),
        ]


def sheet(value: object) -> Any:
    """A sheet read and written, its scoreboard as in the API, and both with every field."""

    def scored() -> Any:
        read = read_sheet(value)
        board = read.scoreboard()
        others = [shown(getattr(board, name)) for name in names_of(Scoreboard) if name != "rules"]  # as in the sheet
        return [shown(sheet_json(read)), shown(scoreboard_json(board, read.names)), shown(read), others]

    return answer_of(scored)
