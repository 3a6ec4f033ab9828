"""The forms, checked with WTForms. What a game asks for is drawn from its options: no variant is known here."""

import uuid
from collections.abc import Mapping, Sequence

from wtforms import BooleanField, Field, Form, IntegerField, StringField
from wtforms.validators import UUID, AnyOf, DataRequired, InputRequired, Length, NumberRange, Optional, ValidationError

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.fields import LONGEST_NAME, LONGEST_TEXT
from scorekeeper.core.rules.options import Option, Value, value_word
from scorekeeper.core.sheet.deals import LONGEST_RULE
from scorekeeper.core.words.refusals import error_text
from scorekeeper.services.names import check_name
from scorekeeper.storage import ROLES
from scorekeeper.web.numbers import whole_number


def stripped(value: str | None) -> str | None:
    """What was typed, without the space around it."""
    return value.strip() if value else value


def a_name(_form: Form, field: Field) -> None:
    """A name that can be seen and kept, as a sheet wants it."""
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


def one_line(_form: Form, field: Field) -> None:
    """Text without control characters, as a sheet wants it."""
    try:
        FieldPath.to("the text").text(field.data, "it", empty=True)
    except InvalidInput as error:
        raise ValidationError(sentence(error)) from error


class TableForm(Form):
    """A new table."""

    name = StringField(
        "Name of the table",
        filters=[stripped],
        validators=[
            DataRequired("Give the table a name, such as “Thursday”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
            a_name,
        ],
    )


class JoinForm(Form):
    """A device that joins: a code where no link was opened, and what the device is to be called."""

    code = StringField(
        filters=[stripped], validators=[Optional(), Length(max=20, message="A code has 8 letters and digits.")]
    )
    name = StringField(filters=[stripped], validators=[Optional(), a_name])


class NotCountedForm(Form):
    """Why statistics leave a game out."""

    reason = StringField(
        filters=[stripped],
        validators=[
            DataRequired("Say in a word why, such as “practice”."),
            Length(1, 200, "A reason has at most 200 characters."),
            one_line,
        ],
    )


class SureForm(Form):
    """The confirmation of what cannot be undone."""

    sure = BooleanField(validators=[DataRequired("Tick this to confirm.")])


class DeviceForm(Form):
    """A new name for a device."""

    name = StringField(filters=[stripped], validators=[DataRequired("Give the device a name."), a_name])


class RemoveDeviceForm(Form):
    """Removing a device: its box, where it is ticked, comes before the hidden field; where neither came, links end."""

    links = StringField(default="yes", validators=[AnyOf(["yes", "keep"])])

    @property
    def renews_links(self) -> bool:
        return bool(self.links.data == "yes")


class LimitedForm(Form):
    """A link with limits: for which role, how many devices, how long, and whether they leave when it ends."""

    role = StringField(validators=[AnyOf([role.value for role in ROLES])])
    uses = StringField(validators=[AnyOf(["any", "1", "2", "4", "10"])])
    lasts = StringField(validators=[AnyOf(["evening", "week", "ever"])])
    guests = BooleanField()


class NightForm(Form):
    """What a night is called, and what it is like."""

    name = StringField(
        filters=[stripped],
        validators=[
            InputRequired("Give the night a name, such as “Short fuse”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )
    words = StringField(
        filters=[stripped],
        validators=[Length(max=LONGEST_RULE, message=f"This has at most {LONGEST_RULE} characters.")],
    )


class DealForm(Form):
    """A deal of a night: its name, and its rule in words."""

    name = StringField(
        filters=[stripped],
        validators=[
            InputRequired("Give the deal a name, such as “thin ice”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )
    rule = StringField(
        filters=[stripped],
        validators=[
            InputRequired("Say the rule in words, such as “Everyone bids 2 or 3.”"),
            Length(1, LONGEST_RULE, f"A rule has 1 to {LONGEST_RULE} characters."),
        ],
    )


class NightFile(Form):
    """A night as a file, or what is in it."""

    text = StringField(validators=[Optional()])


class EntryForm(Form):
    """What every recording form carries: the entry's id, made with the form, and the last entry that its writer saw."""

    entry_id = StringField(filters=[stripped], validators=[Optional(), UUID()])
    seq = WholeField(validators=[Optional(), NumberRange(min=1)])

    @property
    def key(self) -> str | None:
        """The entry's id; None where it is missing or none, so that a new one is made."""
        return posted_id({"entry_id": self.entry_id.data or ""})

    @property
    def seen(self) -> int | None:
        """The number of the last entry that its writer saw; None where the form does not say."""
        seq: int | None = self.seq.data
        return seq


class StopForm(EntryForm):
    """Stopping a game before its end, or taking it up again."""

    reason = StringField(
        filters=[stripped],
        validators=[Optional(), Length(max=LONGEST_TEXT, message=f"A reason has at most {LONGEST_TEXT} characters.")],
    )


class BidForm(Form):
    """One seat's bid: a call, with what stands beside it."""

    hand = WholeField(validators=[InputRequired(), NumberRange(min=1)])
    seat = WholeField(validators=[InputRequired(), NumberRange(min=0)])
    call = StringField(validators=[InputRequired(), Length(max=40)])
    beside = StringField(validators=[Optional(), Length(max=80)])
    later = BooleanField()


class HandForm(EntryForm):
    """A hand to be saved, as the preview showed it."""

    hand = WholeField(validators=[InputRequired(), NumberRange(min=1)])
    record = StringField(validators=[InputRequired(), Length(max=4000)])
    note = StringField(filters=[stripped], validators=[Length(max=LONGEST_TEXT)])
    overruled = BooleanField()


class CorrectionForm(HandForm):
    """A correction, as its consequences were shown."""

    reason = StringField(
        filters=[stripped],
        validators=[
            DataRequired("Say in a few words why, such as “miscounted”."),
            Length(1, LONGEST_TEXT, f"A reason has at most {LONGEST_TEXT} characters."),
        ],
    )


def option_value(option: Option, text: str) -> Value:
    """A house rule's value from the text of a form; other text comes back as it is, to be refused by name."""
    for value in option.values:
        if value_word(value) == text:
            return value
    try:
        return int(text)
    except ValueError:
        return text


class NewGameForm(Form):
    """Who sits where, who deals first; the house rules are fields of their own, drawn from the options."""

    rules = StringField(validators=[InputRequired()])
    shape = StringField(validators=[InputRequired()])
    dealer = StringField(validators=[DataRequired("Say who deals first.")])


def new_game_form(seats: int) -> type[NewGameForm]:
    """The form for so many people."""
    names = {f"seat-{seat}": _name_field(seat) for seat in range(seats)}
    asked = "Say who deals first."
    dealers = StringField(validators=[DataRequired(asked), AnyOf([str(seat) for seat in range(seats)], asked)])
    return type("NewGameForm", (NewGameForm,), {**names, "dealer": dealers})


def _name_field(seat: int) -> StringField:
    return StringField(
        f"Seat {seat + 1}",
        filters=[stripped],
        validators=[
            DataRequired("Who sits here? Give a name."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )


def posted_id(given: Mapping[str, str]) -> str | None:
    """The id that was made with the form; None where it is missing or none, so that a new one is made."""
    try:
        return str(uuid.UUID(given.get("entry_id", "")))
    except ValueError:
        return None


def sentence(error: Exception) -> str:
    """A refusal as a page says it."""
    text = error_text(error)
    return f"{text[:1].upper()}{text[1:]}."


def sentences(errors: Sequence[str]) -> list[str]:
    """A field's errors, each once."""
    return list(dict.fromkeys(errors))
