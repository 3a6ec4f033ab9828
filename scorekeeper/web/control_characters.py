"""Refuses text with control characters before a page sees it: no database keeps all of them, and nobody typed them."""

import re
from collections.abc import Iterator

from flask import request
from werkzeug.exceptions import BadRequest

from scorekeeper.access.routes import API

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""All but tab, line feed, carriage return and next line."""


def refuse_control_characters() -> None:
    """Raise `BadRequest`, in words, where the address or a field has one. Calls of the API say so themselves."""
    if request.endpoint is None or request.endpoint in API:
        return
    for text in _texts():
        found = CONTROL.search(text)
        if found is not None:
            code = f"U+{ord(found[0]):04X}"
            raise BadRequest(f"A control character ({code}) came with the text. Nothing was written: type it again.")


def _texts() -> Iterator[str]:
    yield request.path
    for given in (request.args, request.form):
        for name, values in given.lists():
            yield name
            yield from values
