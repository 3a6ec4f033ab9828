"""Shared parts of forms: fields, checks of names and text, error sentences."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

import wtforms
from flask import request
from markupsafe import escape
from werkzeug.datastructures import CombinedMultiDict, FileStorage, MultiDict
from werkzeug.exceptions import BadRequest
from wtforms import DateField, Field, FileField, Form, IntegerField, SelectChoice  # type: ignore[attr-defined] # its types know no SelectChoice
from wtforms.validators import Length, StopValidation, ValidationError

from scorekeeper.access.gate import is_call
from scorekeeper.access.routes import A_FILE
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from scorekeeper.core.inputs.fields import whole_number
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.pages.hand_words import sentence as full_sentence
from scorekeeper.core.words.faults import error_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.days import FIRST_YEAR, LAST_YEAR
from scorekeeper.services.names import check_name
from scorekeeper.web.language import lazy

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Control characters except tab, line feed, carriage return and next line, and lone surrogates."""


def refuse_control_characters() -> None:
    """Raise `BadRequest` if the query has a control character. API calls report it themselves."""
    if not request.query_string or request.endpoint is None or is_call():
        return
    for text in _texts():
        found = CONTROL.search(text)
        if found is not None:
            code = f"U+{ord(found[0]):04X}"
            raise BadRequest(_("The address has a control character ({code}). Open the page from its link.", code=code))


def _texts() -> Iterator[str]:
    for name, values in request.args.lists():
        yield name
        yield from values


MAX_SENT_BACK = 100_000
"""Bytes of a long text that a page shows again; the page of a longer one has an empty field."""
MAX_VALUE_SENT_BACK = 40
"""Letters of a number or a day that a page shows again."""


def bytes_shown(text: str) -> int:
    """The bytes of a text on a page."""
    return len(escape(text).encode())


class HasMaximum:
    """A text field without a maximum of its own gets the usual one, and a page shows no more of it again."""

    def _value(self) -> str:
        return str(super()._value())[: self.flags.maxlength]  # type: ignore[misc,attr-defined] # a field's, which comes after this

    def __init__(self, label: object = None, validators: Sequence[Any] = (), *args: Any, **parts: Any) -> None:
        checks = [*(validators or ())]
        if not any("maxlength" in getattr(check, "field_flags", {}) for check in checks):
            message = lazy("Use at most {most} characters.", most=MAX_TEXT_LENGTH)
            checks.append(Length(max=MAX_TEXT_LENGTH, message=message))
        super().__init__(label, checks, *args, **parts)  # type: ignore[call-arg] # a field's, which comes after this


class StringField(HasMaximum, wtforms.StringField):
    """A line of text."""


class HiddenField(HasMaximum, wtforms.HiddenField):
    """A text that the page knows."""


class SearchField(HasMaximum, wtforms.SearchField):
    """What is searched for."""


class TextAreaField(HasMaximum, wtforms.TextAreaField):
    """A text of several lines, all of which a page shows again, or nothing."""

    def _value(self) -> str:
        text = str(wtforms.TextAreaField._value(self))  # type: ignore[attr-defined] # its types leave it out
        return text if bytes_shown(text) <= MAX_SENT_BACK else ""


def stripped(value: str | None) -> str | None:
    """The text without surrounding space, in composed form."""
    return composed(value.strip()) if value else value


class ValidName:
    """Checks a visible name that a sheet can store."""

    field_flags: ClassVar = {"maxlength": MAX_NAME_LENGTH}

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise `ValidationError` unless it is one."""
        try:
            FieldPath.to("name").name(field.data, "it")
        except InvalidInput as error:
            raise ValidationError(_("Use 1 to {most} characters that show.", most=MAX_NAME_LENGTH)) from error
        try:
            check_name(str(field.data))
        except InvalidInput as error:
            raise ValidationError(sentence(error)) from error


class WholeField(IntegerField):
    """A whole number of at most nine digits."""

    def _value(self) -> str:
        return str(super()._value())[:MAX_VALUE_SENT_BACK]  # type: ignore[misc] # its types leave it out

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        self.data = None
        try:
            self.data = whole_number(valuelist[0])
        except ValueError:
            raise ValueError(_("Type a whole number of at most nine digits.")) from None


class DayField(DateField):
    """A day."""

    def _value(self) -> str:
        return str(super()._value())[:MAX_VALUE_SENT_BACK]  # type: ignore[misc] # its types leave it out

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(_("Choose a day, such as 2026-11-20.")) from None
        if self.data is not None and not FIRST_YEAR <= self.data.year <= LAST_YEAR:
            self.data = None
            raise ValueError(_("Choose another year."))


class WholeBetween:
    """Checks for a whole number from `low` to `high`, with the same sentence for every error."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.field_flags = {"min": low, "max": high}

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise `StopValidation` for anything else."""
        if field.data is None or not self.low <= field.data <= self.high:
            field.errors = []
            raise StopValidation(_("Type a whole number from {low} to {high}.", low=self.low, high=self.high))


class FileForm(Form):
    """A form with a file."""

    file = FileField()

    def __init__(
        self, given: MultiDict[str, str] | None = None, files: MultiDict[str, FileStorage] | None = None, **more: Any
    ) -> None:
        parts: list[MultiDict[str, Any]] = [part for part in (files, given) if part is not None]
        super().__init__(CombinedMultiDict(parts) if parts else None, **more)


class TextOrFileForm(FileForm):
    """A file, or its content pasted as text."""

    text = TextAreaField(validators=[Length(max=A_FILE)])

    def content(self, most: int = -1) -> bytes:
        """The pasted text, or else the file, cut off after `most` bytes.

        Of a text, space around it is stripped but for tabs before it: they are a list's first cells.
        """
        text = (self.text.data or "").replace("\r\n", "\n").rstrip().lstrip(" \n")
        if text:
            return f"{text}\n".encode()
        return bytes(self.file.data.read(most)) if isinstance(self.file.data, FileStorage) else b""


def choices(offered: Iterable[tuple[object, str]]) -> list[Any]:
    """A field's choices, from values with their labels."""
    return [SelectChoice(str(value), label) for value, label in offered]


def moved_to(to: object, now: int, last: int) -> int:
    """The place from 1 to `last` of what has place `now` in a list and goes one `up` or `down`, or to a number."""
    text = str(to)
    place = int(text) if text.isdecimal() and len(text) < 4 else now + {"up": -1, "down": 1}.get(text, 0)
    return max(1, min(place, last))


def one_line(_form: Form, field: Field) -> None:
    """Raise `ValidationError` for text with control characters, which a sheet cannot store."""
    try:
        FieldPath.to("text").text(field.data, "it", empty=True)
    except InvalidInput as error:
        raise ValidationError(sentence(error)) from error


def sentence(error: Exception) -> str:
    """A refusal as a sentence on a page."""
    return full_sentence(error_text(error))


def sentences(errors: Sequence[str]) -> list[str]:
    """A field's errors, without repeats."""
    return list(dict.fromkeys(str(error) for error in errors))
