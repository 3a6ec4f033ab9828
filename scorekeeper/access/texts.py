"""The maximum of every text of a query and a form, whoever reads it. API calls check their bodies as they read them."""

from collections.abc import Iterator

from flask import request

from scorekeeper.access.quotas import READING
from scorekeeper.access.refusals import Refused
from scorekeeper.access.routes import MAX_FORM_TEXT, Route
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _

MAX_VALUES = 4000
"""Names and values of a form and its query together; the longest form, of a paper score sheet, has about 1,500."""


class TooLong(Refused):
    """A text of a form or a query is longer than any that is asked for, or there are too many."""

    status = 422
    code = "too-long"
    heading = translatable("Too long")


def refuse_long_texts() -> None:
    """Raise `TooLong` for a text longer than the route allows, so that nothing a view reads is without a maximum."""
    rule = request.url_rule
    if not isinstance(rule, Route):
        return
    number = 0
    for text, longest in _texts(rule):
        number += 1
        if len(text) > longest:
            raise TooLong(_("A text may have at most {most} characters here. Nothing was saved.", most=longest))
    if number > MAX_VALUES:
        raise TooLong(_("A form may have at most {most} fields. Nothing was saved.", most=MAX_VALUES // 2))


def _texts(rule: Route) -> Iterator[tuple[str, int]]:
    for name, value in request.args.items(multi=True) if request.query_string else ():
        yield name, MAX_FORM_TEXT
        yield value, MAX_FORM_TEXT
    if request.method not in READING and rule.operation is None:
        for name, value in request.form.items(multi=True):
            yield name, MAX_FORM_TEXT
            yield value, rule.longest
