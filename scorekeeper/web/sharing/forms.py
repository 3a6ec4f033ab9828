"""Forms of sharing: joining, naming and removing a device, a link with limits."""

from wtforms import BooleanField, Form, StringField
from wtforms.validators import AnyOf, DataRequired, Length, Optional

from scorekeeper.storage import ROLES
from scorekeeper.web.forms import AName, stripped


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


class DeviceForm(Form):
    """A new name for a device."""

    name = StringField(
        "Name",
        description="It stands beside what this device writes.",
        filters=[stripped],
        validators=[DataRequired("Give the device a name."), AName()],
    )


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
