"""Values as messages quote them: as JSON spells them, short, on one line, however large or deep they are."""

import json
from itertools import islice

SHOWN = 40
LARGEST_SHOWN = 2**53
"""From here on JavaScript has no whole numbers; a sheet has none that come near."""

PARTS_SHOWN = 4


def quote(value: object, within: bool = False) -> str:
    """A value as a message quotes it."""
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
