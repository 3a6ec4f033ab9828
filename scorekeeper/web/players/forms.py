"""Forms of players: the confirmation of what cannot be undone."""

from wtforms import BooleanField, Form
from wtforms.validators import DataRequired


class SureForm(Form):
    """The confirmation of what cannot be undone."""

    sure = BooleanField(validators=[DataRequired("Tick this to confirm.")])
