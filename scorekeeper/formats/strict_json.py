"""JSON from anywhere, read strictly: whatever is handed in, the answer is a value or one clear sentence."""

import json

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.faults import Misfit
from scorekeeper.core.inputs.fields import quote

LARGEST = 4 * 1024 * 1024
"""Bytes. A game of a thousand hands takes about 200 kB."""


def parse_json(text: bytes | str) -> object:
    """The JSON value in this text.

    Raises `InvalidInput` where it is too large, no JSON, too deeply nested, or says a thing twice.
    """
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > LARGEST:
        raise InvalidInput(faults.JSON_TOO_LARGE, NOWHERE, faults.Most(LARGEST))
    if not raw.strip():
        raise InvalidInput(faults.JSON_EMPTY, NOWHERE, None)
    try:
        value: object = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InvalidInput(faults.NOT_UTF8_JSON, NOWHERE, None) from error
    except RecursionError as error:
        raise InvalidInput(faults.JSON_TOO_DEEP, NOWHERE, None) from error
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
        raise InvalidInput(faults.JSON_MALFORMED, NOWHERE, faults.AtLine(what, error.lineno, error.colno)) from error
    except InvalidInput:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise InvalidInput(faults.JSON_NUMBER_TOO_LONG, NOWHERE, None) from error
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidInput(faults.JSON_SAID_TWICE, NOWHERE, Misfit("it", quote(key)))
        found[key] = value
    return found


def _no_constant(name: str) -> object:
    raise InvalidInput(faults.JSON_NO_NUMBER, NOWHERE, Misfit("it", name))
