"""The forms of a game, for recording, correcting and stopping, with any rule set."""

import uuid
from typing import Any

from wtforms import BooleanField, Form
from wtforms.validators import UUID, DataRequired, InputRequired, Length, NumberRange, Optional

from scorekeeper.access.routes import A_FILE
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import MAX_TEXT_LENGTH, ValueKind
from scorekeeper.core.inputs.spelling import composed, composed_json
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.web.forms import StringField, WholeField, stripped
from scorekeeper.web.language import lazy

TOO_LONG = lazy("Use at most {most} characters for the reason.", most=MAX_TEXT_LENGTH)


class PressForm(Form):
    """A form of a game that records an event."""

    @property
    def fields(self) -> dict[str, str]:
        """The values typed or tapped, by field name, without empty ones."""
        given = {field.name: "yes" if field.data is True else field.data for field in self}
        return {name: str(data) for name, data in given.items() if data or (data == 0 and data is not False)}


class EventForm(PressForm):
    """A form that records an event: `entry_id` was made with the form, `seq` is the last event its writer saw."""

    entry_id = StringField(filters=[stripped], validators=[Optional(), UUID()])
    seq = WholeField(validators=[Optional(), NumberRange(min=1)])

    @property
    def new_id(self) -> str | None:
        """The event's id; None if it is missing or malformed, so that a new one is made."""
        try:
            return str(uuid.UUID(self.entry_id.data or ""))
        except ValueError:
            return None

    @property
    def seen(self) -> int | None:
        """The number of the last event that the writer saw; None if the form does not say."""
        seq: int | None = self.seq.data
        return seq


class BegunForm(EventForm):
    """A new game; `begun` means that the phone has started it without the server."""

    begun = BooleanField()


class RematchForm(EventForm):
    """A rematch; `taps` means that the phone has started it without the server, and has taps for it."""

    taps = BooleanField()


class PostedEventForm(EventForm):
    """An event that a phone made from taps: its kind, and its payload as JSON."""

    kind = StringField(validators=[InputRequired(), Length(max=20)])
    payload = StringField(validators=[InputRequired(), Length(max=4000)])
    reason = StringField(filters=[stripped], validators=[Optional(), Length(max=MAX_TEXT_LENGTH)])

    def body(self) -> dict[str, object]:
        """The event's fields. Raises `InvalidInput` if the payload is not a JSON object."""
        found = composed_json(parse_json(self.payload.data or ""))
        if not isinstance(found, dict):
            raise FieldPath.to("entry").not_a(ValueKind.OBJECT, found, "payload")
        return found | ({"reason": self.reason.data} if self.reason.data else {})


class BatchForm(EventForm):
    """Several events that a phone made from taps, as a JSON list, after event `seq`, whose `hash` the phone knows."""

    entries = StringField(validators=[Length(max=A_FILE)])
    hash = StringField(validators=[Optional(), Length(max=64)])
    waiting = StringField()


class StopForm(EventForm):
    """Ending a game early."""

    reason = StringField(filters=[stripped], validators=[Optional(), Length(max=MAX_TEXT_LENGTH, message=TOO_LONG)])


class ReasonForm(EventForm):
    """A form that asks why: a chip, or the text of any other reason."""

    reason = StringField(filters=[stripped])
    other = StringField(filters=[stripped])

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Fill the form; the other reason counts if no chip has one."""
        super().process(*args, **kwargs)
        self.reason.data = self.reason.data or self.other.data


class MisdealForm(ReasonForm):
    """A misdeal: who called it, and why."""

    called_by = StringField(filters=[stripped])


class ForfeitForm(ReasonForm):
    """A side concedes."""

    forfeit = StringField(filters=[stripped])


class TimeForm(EventForm):
    """The call of time: which hand is the last."""

    hand = StringField(filters=[stripped])


class SubstituteForm(EventForm):
    """A substitute at a seat, from a hand on: one `chosen` of the table's players, or another `player`."""

    seat = StringField(filters=[stripped])
    player = StringField(filters=[stripped])
    chosen = StringField(filters=[stripped])
    hand = StringField(filters=[stripped])


class SwapForm(EventForm):
    """Two `seats`, such as `0-2`, whose players swap from a hand on."""

    seats = StringField(filters=[stripped])
    hand = StringField(filters=[stripped])


class NameForm(EventForm):
    """A player's name at a seat, typed or `chosen`; `new` is a name near a known one that was confirmed."""

    seat = StringField(filters=[stripped])
    player = StringField(filters=[stripped])
    chosen = StringField(filters=[stripped])
    new = StringField(filters=[stripped])


class SignOffForm(EventForm):
    """A side's verdict on the final score; `phone` says whose phone it is, `key` comes from the side's QR code."""

    verdict = StringField()
    phone = StringField()
    key = StringField()
    hand = WholeField(validators=[Optional()])
    note = StringField(filters=[lambda text: composed(" ".join((text or "").split()))])


class NoRaisesForm(PressForm):
    """No more changes to the bids of this hand."""

    hand = WholeField(validators=[Optional()])


class BidForm(PressForm):
    """One seat's bid: a call, and calls added to it (`added`); `deal` as in `bid_for_own_seat`."""

    hand = WholeField(validators=[InputRequired(), NumberRange(min=1)])
    seat = WholeField(validators=[InputRequired(), NumberRange(min=0)])
    call = StringField(validators=[InputRequired(), Length(max=40)])
    added = StringField(validators=[Optional(), Length(max=80)])
    later = BooleanField()
    was = StringField(validators=[Optional(), Length(max=120)])
    deal = StringField(validators=[Optional(), Length(max=80)])


class HandForm(EventForm):
    """A hand to be saved, as previewed."""

    hand = WholeField(validators=[InputRequired(), NumberRange(min=1)])
    record = StringField(validators=[InputRequired(), Length(max=4000)])
    note = StringField(filters=[stripped], validators=[Length(max=MAX_TEXT_LENGTH)])
    overruled = BooleanField()

    def written(self) -> object:
        """The hand as JSON. Raises `InvalidInput` if it is not JSON."""
        return composed_json(parse_json(self.record.data or ""))


class CorrectionForm(ReasonForm, HandForm):
    """A correction, as previewed, and why."""

    reason = StringField(
        filters=[stripped],
        validators=[
            DataRequired(lazy("Say why in a few words, for example: miscounted.")),
            Length(1, MAX_TEXT_LENGTH, TOO_LONG),
        ],
    )
