"""The form of an event: an id made with it, and the last event that its writer saw."""

import uuid

from wtforms import Form
from wtforms.validators import UUID, NumberRange, Optional

from scorekeeper.web.forms import StringField, WholeField, stripped


class EventForm(Form):
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
