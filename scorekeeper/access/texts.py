"""The maximum of every text of a query and a form, whoever reads it. API calls check their bodies as they read them."""

from collections.abc import Iterator
from io import BytesIO
from typing import IO, Any

from flask import Request, request
from werkzeug.formparser import FormDataParser

from scorekeeper.access.quotas import READING
from scorekeeper.access.refusals import Refused
from scorekeeper.access.routes import MAX_FORM_TEXT, Route
from scorekeeper.core.words.language import translatable, translate as _

MAX_VALUES = 4000
"""Names and values of a form and its query together; the longest form, of a paper score sheet, has about 1,500."""


MAX_ESCAPED = 300_000
"""Bytes of a form that are written as three characters; a long list in letters with accents has 100,000."""


class TooLong(Refused):
    """A text of a form or a query is longer than any that is asked for, or there are too many."""

    status = 422
    code = "too-long"
    heading = translatable("Too long")


class CountedFields(FormDataParser):
    """Counts the fields of a form, and the bytes that are written as `%2C`, before it reads them: a million take a
    second.
    """

    def parse(self, stream: IO[bytes], mimetype: str, content_length: int | None, options: Any = None) -> Any:
        """As the library's. Raises `TooLong`."""
        if mimetype == "application/x-www-form-urlencoded":
            content = stream.read()
            if content.count(b"&") >= MAX_VALUES // 2:
                raise _too_many()
            if content.count(b"%") > MAX_ESCAPED:
                raise _too_long(MAX_ESCAPED)
            stream = BytesIO(content)
        return super().parse(stream, mimetype, content_length, options)


class CountedRequest(Request):
    """A request whose form has a maximum of fields; one with files has the library's."""

    form_data_parser_class = CountedFields


def _too_long(most: int) -> TooLong:
    return TooLong(_("A text may have at most {most} characters here. Nothing was saved.", most=most))


def _too_many() -> TooLong:
    return TooLong(_("A form may have at most {most} fields. Nothing was saved.", most=MAX_VALUES // 2))


def refuse_long_texts() -> None:
    """Raise `TooLong` for a text longer than the route allows, so that nothing a view reads is without a maximum."""
    rule = request.url_rule
    if not isinstance(rule, Route):
        return
    number = 0
    for text, longest in _texts(rule):
        number += 1
        if len(text) > longest:
            raise _too_long(longest)
    if number > MAX_VALUES:
        raise _too_many()


def _texts(rule: Route) -> Iterator[tuple[str, int]]:
    for name, value in request.args.items(multi=True) if request.query_string else ():
        yield name, MAX_FORM_TEXT
        yield value, MAX_FORM_TEXT
    if request.method not in READING and rule.operation is None:
        for name, value in request.form.items(multi=True):
            yield name, MAX_FORM_TEXT
            yield value, rule.longest
