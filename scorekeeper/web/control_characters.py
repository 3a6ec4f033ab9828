"""Refuses addresses with control characters before a page sees them; forms say it beside their fields."""

import re
from collections.abc import Iterator

from flask import request
from werkzeug.exceptions import BadRequest

from scorekeeper.access.routes import is_call

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""All but tab, line feed, carriage return and next line."""


def refuse_control_characters() -> None:
    """Raise `BadRequest`, in words, where the address has one. Calls of the API say so themselves."""
    if request.endpoint is None or is_call():
        return
    for text in _texts():
        found = CONTROL.search(text)
        if found is not None:
            code = f"U+{ord(found[0]):04X}"
            raise BadRequest(
                f"The address has a control character ({code}). Open the page from its link, or type the search again."
            )


def _texts() -> Iterator[str]:
    for name, values in request.args.lists():
        yield name
        yield from values
