"""Forms of tables: a new one."""

from wtforms import Form, StringField
from wtforms.validators import DataRequired, Length

from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.web.forms import AName, stripped


class TableForm(Form):
    """A new table."""

    name = StringField(
        "Name of the table",
        description="Such as “Thursday” or “The kitchen”.",
        filters=[stripped],
        validators=[
            DataRequired("Give the table a name, such as “Thursday”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
            AName(),
        ],
    )
