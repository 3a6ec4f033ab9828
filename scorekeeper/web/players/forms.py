"""Forms that confirm what cannot be undone: erasing a name, deleting a table."""

from wtforms import BooleanField, Form
from wtforms.validators import DataRequired

CONFIRM = "Tick this to confirm."


class ErasePlayerForm(Form):
    """Erasing a player's name."""

    sure = BooleanField("Erase this name. It cannot be undone.", validators=[DataRequired(CONFIRM)])


class DeleteTableForm(Form):
    """Deleting a table with all its games."""

    sure = BooleanField("Delete this table. It cannot be undone.", validators=[DataRequired(CONFIRM)])
