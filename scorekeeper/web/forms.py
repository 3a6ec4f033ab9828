"""What all forms share: fields, checks of names and text, refusals; addresses with control characters are refused."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from flask import request
from werkzeug.datastructures import CombinedMultiDict, FileStorage, MultiDict
from werkzeug.exceptions import BadRequest
from wtforms import (  # type: ignore[attr-defined] # its types know no SelectChoice
    Field,
    FileField,
    Form,
    IntegerField,
    SelectChoice,
    TextAreaField,
)
from wtforms.validators import StopValidation, ValidationError

from scorekeeper.access.routes import is_call
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.words.refusals import error_text
from scorekeeper.services.names import check_name
from scorekeeper.web.formatting import whole_number

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


def stripped(value: str | None) -> str | None:
    """What was typed, without the space around it."""
    return value.strip() if value else value


class AName:
    """A name that can be seen and kept, as a sheet wants it."""

    field_flags: ClassVar = {"maxlength": LONGEST_NAME}

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise `ValidationError` for what is no name."""
        try:
            FieldPath.to("name").name(field.data, "it")
        except InvalidInput as error:
            raise ValidationError(f"A name has 1 to {LONGEST_NAME} characters that can be seen.") from error
        try:
            check_name(str(field.data))
        except InvalidInput as error:
            raise ValidationError(sentence(error)) from error


class WholeField(IntegerField):
    """A whole number of at most nine digits."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        self.data = None
        try:
            self.data = whole_number(valuelist[0])
        except ValueError:
            raise ValueError("This is a whole number of at most nine digits.") from None


class WholeBetween:
    """A whole number from `low` to `high`: one sentence says so, whatever was typed instead."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.field_flags = {"min": low, "max": high}

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise `StopValidation` for anything else."""
        if field.data is None or not self.low <= field.data <= self.high:
            field.errors = []
            raise StopValidation(f"This is a whole number from {self.low} to {self.high}.")


class TextOrFileForm(Form):
    """A file, or what is in one, pasted."""

    text = TextAreaField()
    file = FileField()

    def __init__(
        self, given: MultiDict[str, str] | None = None, files: MultiDict[str, FileStorage] | None = None, **more: Any
    ) -> None:
        parts: list[MultiDict[str, Any]] = [part for part in (files, given) if part is not None]
        super().__init__(CombinedMultiDict(parts) if parts else None, **more)

    def content(self, most: int = -1) -> bytes:
        """What was pasted, without what was around it in a chat, else (at most so many bytes of) the file."""
        text = (self.text.data or "").replace("\r\n", "\n").strip()
        if text:
            return f"{text}\n".encode()
        return bytes(self.file.data.read(most)) if isinstance(self.file.data, FileStorage) else b""


def choices(offered: Iterable[tuple[object, str]]) -> list[Any]:
    """What a field can be, from values with their labels."""
    return [SelectChoice(str(value), label) for value, label in offered]


def one_line(_form: Form, field: Field) -> None:
    """Text without control characters, as a sheet wants it."""
    try:
        FieldPath.to("the text").text(field.data, "it", empty=True)
    except InvalidInput as error:
        raise ValidationError(sentence(error)) from error


def sentence(error: Exception) -> str:
    """A refusal as a page says it."""
    return f"{capitalised(error_text(error))}."


def capitalised(text: str) -> str:
    """A fragment as the beginning of a line."""
    return f"{text[:1].upper()}{text[1:]}"


def sentences(errors: Sequence[str]) -> list[str]:
    """A field's errors, each once."""
    return list(dict.fromkeys(errors))
