"""JSON from anywhere, read strictly: whatever is handed in, the answer is a value or one clear sentence."""

import json

from scorekeeper.core.sheet.fields import quote
from scorekeeper.core.sheet.model import InvalidInput

LARGEST = 4 * 1024 * 1024
"""Bytes. A game of a thousand hands takes about 200 kB."""


def parse_json(text: bytes | str) -> object:
    """The JSON value in this text.

    Raises `InvalidInput` where it is too large, no JSON, too deeply nested, or says a thing twice.
    """
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > LARGEST:
        raise InvalidInput(f"this has more than {LARGEST:,} bytes, the most that a sheet may have")
    if not raw.strip():
        raise InvalidInput("this is empty, a sheet is an object of JSON")
    try:
        value: object = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InvalidInput("this is not text in UTF-8, a sheet is JSON in UTF-8") from error
    except RecursionError as error:
        raise InvalidInput("this JSON is nested too deeply, a sheet has at most six levels") from error
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
        raise InvalidInput(f"this is no JSON: {what} at line {error.lineno}, column {error.colno}") from error
    except InvalidInput:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise InvalidInput("this JSON has a number that is too long, scores are small whole numbers") from error
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidInput(f"{quote(key)} stands twice in one object, each name stands once")
        found[key] = value
    return found


def _no_constant(name: str) -> object:
    raise InvalidInput(f"{name} is no number of JSON, scores are whole numbers")
