"""Forms of sharing: joining, naming and removing a device, a link with limits."""

from wtforms import BooleanField, Form, SelectField, StringField
from wtforms.validators import DataRequired, Length, Optional

from scorekeeper.storage import ROLES
from scorekeeper.web.forms import AName, choices, stripped


class JoinForm(Form):
    """A device that joins: a code where no link was opened, and what the device is to be called."""

    code = StringField(
        "Code",
        description="8 letters and digits, from “Share” on a phone that is in.",
        render_kw={"placeholder": "7F3K-92QX"},
        filters=[stripped],
        validators=[Optional(), Length(max=20, message="A code has 8 letters and digits.")],
    )
    name = StringField(
        "Name of this device",
        description="The table sees it beside what you write, such as “Ann’s phone”.",
        filters=[stripped],
        validators=[Optional(), AName()],
    )

    @property
    def has_code_field(self) -> bool:
        """Whether a code was asked for: the page of an opened link has no such field."""
        return bool(self.code.raw_data)


class DeviceForm(Form):
    """A new name for a device."""

    name = StringField(
        "Name",
        description="It stands beside what this device writes.",
        filters=[stripped],
        validators=[DataRequired("Give the device a name."), AName()],
    )


class LinksField(BooleanField):
    """A box that is followed by a hidden field, `keep`, so that a form with neither ends the links."""

    def process_formdata(self, valuelist: list[str]) -> None:
        said = valuelist[0] if valuelist else "yes"
        if said not in ("yes", "keep"):
            raise ValueError("This is yes or keep.")
        self.data = said == "yes"


class RemoveDeviceForm(Form):
    """Removing a device, and whether the links that it knows end with it."""

    links = LinksField(
        description=(
            "The links and codes that it may have kept end for everyone: without this, it can come back by one as "
            "another browser. Devices that are in stay in; programs need the new links."
        ),
        default=True,
    )


class ShownLinkForm(Form):
    """Which link the share page shows: one by its id, else the standing one of a role."""

    role = StringField(default="")
    link = StringField(default="")


class LimitedForm(Form):
    """A link with limits: for which role, how many devices, how long, and whether they leave when it ends."""

    role = SelectField(
        "Role", choices=choices((role.value, role.value.capitalize()) for role in ROLES), default="scorer"
    )
    uses = SelectField(
        "How many devices",
        choices=choices([("1", "1"), ("2", "2"), ("4", "4"), ("10", "10"), ("any", "any number")]),
        default="1",
    )
    lasts = SelectField(
        "Lets in for",
        choices=choices([("evening", "12 hours"), ("week", "7 days"), ("ever", "good")]),
        default="evening",
    )
    guests = BooleanField("Guests: out when it ends", description="Who came by this link is out at the same time.")
