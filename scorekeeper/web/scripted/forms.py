"""Forms of scripted games: the game, its deals, and a file of it."""

from wtforms import Form, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional

from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.sheet.deals import LONGEST_RULE
from scorekeeper.web.forms import stripped


class NightForm(Form):
    """What a night is called, and what it is like."""

    name = StringField(
        "Name of the night",
        filters=[stripped],
        validators=[
            InputRequired("Give the night a name, such as “Short fuse”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )
    words = TextAreaField(
        "What it is like (may be left empty)",
        filters=[stripped],
        validators=[Length(max=LONGEST_RULE, message=f"This has at most {LONGEST_RULE} characters.")],
    )


class DealForm(Form):
    """A deal of a night: its name, and its rule in words."""

    name = StringField(
        "Name of the deal",
        filters=[stripped],
        validators=[
            InputRequired("Give the deal a name, such as “thin ice”."),
            Length(1, LONGEST_NAME, f"A name has 1 to {LONGEST_NAME} characters."),
        ],
    )
    rule = TextAreaField(
        "Its rule",
        filters=[stripped],
        validators=[
            InputRequired("Say the rule in words, such as “Everyone bids 2 or 3.”"),
            Length(1, LONGEST_RULE, f"A rule has 1 to {LONGEST_RULE} characters."),
        ],
    )


class NightFile(Form):
    """A night as a file, or what is in it."""

    text = StringField(validators=[Optional()])
