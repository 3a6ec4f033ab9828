"""How deeply JSON may be nested, wherever it is read: what others sent, or what is stored of it.

Python's own reader goes some hundreds of levels deep, and functions that call themselves over what it read do not.
"""

import json

MAX_DEPTH = 64
"""Lists and objects within one another. A sheet has six, and an export of a table ten."""


class TooDeep(ValueError):
    """JSON that is nested more deeply."""


def check_depth(value: object) -> None:
    """Raise `TooDeep` if lists and objects are nested too deeply. It looks level by level, so it goes no deeper."""
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(MAX_DEPTH):
        if not level:
            return
        level = [
            part
            for outer in level
            for part in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(part, list | dict)
        ]
    if level:
        raise TooDeep(f"this is nested more than {MAX_DEPTH} levels deep")


def has_few_levels(text: str) -> bool:
    """Whether this text cannot be too deep, as nearly all are: a short look that saves the long one."""
    return text.count("[") + text.count("{") <= MAX_DEPTH


def read_stored(text: str) -> object:
    """The value of a column. Raises `ValueError` if it is not JSON, or is nested too deeply."""
    try:
        value: object = json.loads(text)
    except RecursionError:
        raise TooDeep from None
    if not has_few_levels(text):
        check_depth(value)
    return value
