"""A tag of a text record, read: `[Side "Ann & Cal" "Ann" "Cal"]`."""

import json
import re

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.faults import Misfit
from scorekeeper.core.inputs.quoting import quote

TAG = re.compile(r"\[([A-Za-z][A-Za-z0-9_-]*) ")
OWN_TAG = re.compile(r'\[(?=")')
DECODER = json.JSONDecoder()

Tag = list[object]


def read_tag(here: FieldPath, line: str) -> tuple[str, bool, Tag]:
    """A tag's name, whether that stands in quotes (as the table's own do), and its values. Raises `InvalidInput`."""
    if match := TAG.match(line):
        name, own, at = match[1], False, match.end()
    elif match := OWN_TAG.match(line):
        value, at = _value(here, line, match.end())
        name, own, at = str(value), True, at + 1
    else:
        raise here.wrong(faults.NOTATION, faults.Notation(quote(line), faults.Due.TAG))
    values: Tag = []
    while True:
        value, at = _value(here, line, at)
        values.append(value)
        if line[at:] == "]":
            return name, own, values
        if line[at : at + 1] != " ":
            raise here.wrong(faults.TAG_NOT_ENDED, Misfit("it", quote(name)))
        at += 1


def _value(here: FieldPath, line: str, at: int) -> tuple[object, int]:
    try:
        return DECODER.raw_decode(line, at)
    except (ValueError, RecursionError):
        raise here.wrong(faults.NOTATION, faults.Notation(quote(line[at : at + 40]), faults.Due.WORDS)) from None
