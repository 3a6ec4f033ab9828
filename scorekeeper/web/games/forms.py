"""Forms of a game: what is posted to record, correct and stop it. No variant is known here."""

import uuid

from wtforms import BooleanField, Form, StringField
from wtforms.validators import UUID, DataRequired, InputRequired, Length, NumberRange, Optional

from scorekeeper.core.inputs.fields import LONGEST_TEXT
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.web.forms import WholeField, stripped
from scorekeeper.web.language import lazy

TOO_LONG = lazy("Use at most {most} characters for the reason.", most=LONGEST_TEXT)


class PressForm(Form):
    """A form of a game whose press becomes an event."""

    @property
    def fields(self) -> dict[str, str]:
        """What was typed or tapped, by the name of the field; one that is left empty is missing."""
        given = {field.name: "yes" if field.data is True else field.data for field in self}
        return {name: str(data) for name, data in given.items() if data or (data == 0 and data is not False)}


class EntryForm(PressForm):
    """What every recording form carries: the entry's id, made with the form, and the last entry that its writer saw."""

    entry_id = StringField(filters=[stripped], validators=[Optional(), UUID()])
    seq = WholeField(validators=[Optional(), NumberRange(min=1)])

    @property
    def new_id(self) -> str | None:
        """The entry's id; None where it is missing or none, so that a new one is made."""
        try:
            return str(uuid.UUID(self.entry_id.data or ""))
        except ValueError:
            return None

    @property
    def seen(self) -> int | None:
        """The number of the last entry that its writer saw; None where the form does not say."""
        seq: int | None = self.seq.data
        return seq


class StopForm(EntryForm):
    """Stopping a game before its end."""

    reason = StringField(
        lazy("Reason (optional)"),
        render_kw={"placeholder": lazy("for example: out of time")},
        filters=[stripped],
        validators=[Optional(), Length(max=LONGEST_TEXT, message=TOO_LONG)],
    )


class MisdealForm(EntryForm):
    """A misdeal: who called it, and why."""

    called_by = StringField(filters=[stripped])
    reason = StringField(filters=[stripped])


class ForfeitForm(EntryForm):
    """A side that gives up."""

    forfeit = StringField(filters=[stripped])
    reason = StringField(filters=[stripped])


class SubstituteForm(EntryForm):
    """Somebody else at a seat, from a hand on."""

    seat = StringField(filters=[stripped])
    player = StringField(filters=[stripped])
    hand = StringField(filters=[stripped])


class SigningForm(EntryForm):
    """A side's word on the finished sheet; `phone` says whose phone it is, `key` is what the side's code holds."""

    verdict = StringField()
    phone = StringField()
    key = StringField()
    hand = WholeField(validators=[Optional()])
    note = StringField(filters=[lambda text: " ".join((text or "").split())])


class AllStandForm(PressForm):
    """Nobody changes a bid of this hand any more."""

    hand = WholeField(validators=[Optional()])


class BidForm(PressForm):
    """One seat's bid: a call, with what stands beside it."""

    hand = WholeField(validators=[InputRequired(), NumberRange(min=1)])
    seat = WholeField(validators=[InputRequired(), NumberRange(min=0)])
    call = StringField(validators=[InputRequired(), Length(max=40)])
    beside = StringField(validators=[Optional(), Length(max=80)])
    later = BooleanField()
    was = StringField(validators=[Optional(), Length(max=120)])


class HandForm(EntryForm):
    """A hand to be saved, as the preview showed it."""

    hand = WholeField(validators=[InputRequired(), NumberRange(min=1)])
    record = StringField(validators=[InputRequired(), Length(max=4000)])
    note = StringField(filters=[stripped], validators=[Length(max=LONGEST_TEXT)])
    overruled = BooleanField()

    def written(self) -> object:
        """The hand as the record has it. Raises `InvalidInput` for what is no JSON."""
        return parse_json(self.record.data or "")


class CorrectionForm(HandForm):
    """A correction, as its consequences were shown."""

    reason = StringField(
        filters=[stripped],
        validators=[
            DataRequired(lazy("Say why in a few words, for example: miscounted.")),
            Length(1, LONGEST_TEXT, TOO_LONG),
        ],
    )
