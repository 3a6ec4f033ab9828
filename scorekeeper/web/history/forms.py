"""Forms of the list of games: why statistics leave a game out."""

from wtforms import Form, StringField
from wtforms.validators import DataRequired, Length

from scorekeeper.web.forms import one_line, stripped


class NotCountedForm(Form):
    """Why statistics leave a game out."""

    reason = StringField(
        "Why?",
        render_kw={"placeholder": "practice"},
        filters=[stripped],
        validators=[
            DataRequired("Say in a word why, such as “practice”."),
            Length(1, 200, "A reason has at most 200 characters."),
            one_line,
        ],
    )
