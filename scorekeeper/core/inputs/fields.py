"""Values of untrusted data: reads whole numbers, and quotes values for messages."""

import json

SHOWN = 40
MAX_SHOWN_NUMBER = 9_007_199_254_740_992  # 2^53
"""From here on, JavaScript’s numbers are not exact; a sheet has none nearly as large, so no digits are shown."""

PARTS_SHOWN = 4
MAX_NUMBER_LENGTH = 9  # digits


def whole_number(text: str) -> int:
    """A whole number of at most nine digits, from a field or a URL. Raises `ValueError`."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_NUMBER_LENGTH):
        raise ValueError("no whole number of at most nine digits")
    return int(text)


def whole(text: str | None, otherwise: int = -1) -> int:
    """The number, or `otherwise` if the text is not one."""
    if not text:
        return otherwise  # as most fields of a query: on a phone, an exception takes longer
    try:
        return whole_number(text)
    except ValueError:
        return otherwise


def json_line(value: object, gap: str = "", in_ascii: bool = True) -> str:
    """A value as JSON on one line, with this gap after each comma and colon."""
    between = f",{gap}"
    if isinstance(value, dict):
        pairs = [(json_line(name, gap, in_ascii), json_line(part, gap, in_ascii)) for name, part in value.items()]
        return f"{{{between.join([f'{name}:{gap}{part}' for name, part in pairs])}}}"
    if isinstance(value, list):
        return f"[{between.join([json_line(part, gap, in_ascii) for part in value])}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return json.dumps(value, ensure_ascii=in_ascii) if isinstance(value, str) else str(value)


def quote(value: object, within: bool = False) -> str:
    """A value quoted for a message."""
    words = _quoted(value, within)
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"


def _quoted(value: object, within: bool) -> str:
    if isinstance(value, str):
        start = value[: SHOWN + 1]
        return json.dumps(start, ensure_ascii=not start.isprintable())
    if isinstance(value, bool) or value is None:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if abs(value) < MAX_SHOWN_NUMBER:
            return str(value)
        return "999…" if value > 0 else "-999…"
    if isinstance(value, list):
        inside = "…" if within else _some([quote(part, True) for part in value[:PARTS_SHOWN]], len(value))
        return f"[{inside if value else ''}]"
    if isinstance(value, dict):
        first = list(value.items())[:PARTS_SHOWN]
        inside = "…" if within else _some([f"{quote(k)}: {quote(v, True)}" for k, v in first], len(value))
        return f"{{{inside if value else ''}}}"
    return str(value)


def _some(parts: list[str], count: int) -> str:
    return ", ".join([*parts, "…"] if count > PARTS_SHOWN else parts)
