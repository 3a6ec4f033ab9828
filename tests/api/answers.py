"""Writes the examples of answers that the OpenAPI document shows: `pytest tests/api/answers.py`, after a change of one.

They are what the app answers on the evening of `test_description`, with short lists and with other ids. As the file's
name says, `pytest` alone doesn't run it. A stream has no end: its example is written by hand.
"""

from __future__ import annotations

import json
import re
from random import Random
from string import ascii_letters, digits
from typing import Any

import pytest

from scorekeeper.api.operations import ApiCall, answers_beside
from tests.api.calling import API_CALLS, Program
from tests.api.test_description import EXPORTED, Evening, evening

__all__ = ["evening"]

LONGEST, LISTED = 600, 2
"""Characters of a text, and parts of a list."""
ID = re.compile(r"\b[0-9A-Za-z]{22}\b")


def short(value: Any) -> Any:
    """The value with short lists."""
    if isinstance(value, list):
        return [short(part) for part in value[:LISTED]]
    return {name: short(part) for name, part in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("call", API_CALLS, ids=lambda call: call.endpoint)
def test_answer_is_written(program: Program, evening: Evening, call: ApiCall) -> None:
    body = next(iter(call.operation.examples.values()), None)
    answer = program.call(call.method.upper(), evening.path(call), body, None if body else EXPORTED)
    assert answer.status_code in call.answers, answer.text
    if answer.is_json:
        shown = short(answer.get_json())
    elif answer.mimetype == "text/csv":
        shown = answer.text[:LONGEST].rpartition("\n")[0] + "\n"
    else:
        return
    text = json.dumps(shown, ensure_ascii=False)
    ids = sorted(set(ID.findall(text)), key=text.index)
    others = {own: "".join(Random(place).choices(digits + ascii_letters, k=22)) for place, own in enumerate(ids)}
    path = answers_beside(call.module)
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known[call.name] = json.loads(ID.sub(lambda own: others[own[0]], text))
    path.write_text(json.dumps(dict(sorted(known.items())), ensure_ascii=False, indent=1) + "\n", "utf-8")
