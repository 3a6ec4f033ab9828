"""Whole numbers from forms and addresses: short enough for every database, or none at all."""

import re

from werkzeug.routing import IntegerConverter

WHOLE = re.compile(r"-?[0-9]{1,9}")


def whole_number(text: str) -> int:
    """The number, for `request.form.get(…, type=whole_number)`. Raises `ValueError`."""
    if not WHOLE.fullmatch(text.strip()):
        raise ValueError("no whole number of at most nine digits")
    return int(text)


def whole(text: str | None, otherwise: int = -1) -> int:
    """The number, or `otherwise` where the text is none."""
    try:
        return whole_number(text or "")
    except ValueError:
        return otherwise


class ShortIntegerConverter(IntegerConverter):
    """`<int:…>` in an address: a longer number is nobody's, and the page is not found."""

    regex = r"\d{1,9}"
