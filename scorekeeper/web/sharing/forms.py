"""Forms of sharing: joining, naming and removing a device, a link with limits."""

from wtforms import BooleanField, Form, SelectField, StringField
from wtforms.validators import DataRequired, Length, Optional

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.members import ROLES, Role
from scorekeeper.web.forms import AName, choices, stripped
from scorekeeper.web.language import lazy

ROLE_NAMES = {Role.WATCHER: lazy("Watcher"), Role.SCORER: lazy("Scorer"), Role.KEEPER: lazy("Keeper")}


class JoinForm(Form):
    """Joining a table: a code, unless a link was opened, and a name for the device."""

    code = StringField(
        lazy("Code"),
        description=lazy("8 letters and digits, from “Share” on a phone at the table."),
        render_kw={"placeholder": "7F3K-92QX"},
        filters=[stripped],
        validators=[Optional(), Length(max=20, message=lazy("Type the 8 letters and digits of the code."))],
    )
    name = StringField(
        lazy("Name of this device"),
        description=lazy("The table sees it next to your entries. For example: Ann’s phone"),
        filters=[stripped],
        validators=[Optional(), AName()],
    )

    @property
    def has_code_field(self) -> bool:
        """Whether the form has a code field; after opening a link it does not."""
        return bool(self.code.raw_data)


class DeviceForm(Form):
    """A new name for a device."""

    name = StringField(
        lazy("Name"),
        description=lazy("The table sees it next to your entries."),
        filters=[stripped],
        validators=[DataRequired(lazy("Give the device a name.")), AName()],
    )


class LinksField(BooleanField):
    """A checkbox with a hidden `keep` field after it, so that a form without either still revokes the links."""

    def process_formdata(self, valuelist: list[str]) -> None:
        value = valuelist[0] if valuelist else "yes"
        if value not in ("yes", "keep"):
            raise ValueError(_("Choose from the page."))
        self.data = value == "yes"


class RemoveDeviceForm(Form):
    """Removing a device, and whether to revoke the links that it knows."""

    links = LinksField(
        description=lazy(
            "Revokes the links and codes it could come back with. Other devices stay; programs need the new links."
        ),
        default=True,
    )


class ShownLinkForm(Form):
    """Which link the share page shows: one by its id, else the permanent link of a role."""

    role = StringField(default="")
    link = StringField(default="")


class LimitedForm(Form):
    """A link with limits: its role, how many devices, how long, and whether they leave when it ends."""

    role = SelectField(
        lazy("Role"), choices=choices((role.value, ROLE_NAMES[role]) for role in ROLES), default="scorer"
    )
    uses = SelectField(
        lazy("How many devices"),
        choices=choices([("1", "1"), ("2", "2"), ("4", "4"), ("10", "10"), ("any", lazy("no limit"))]),
        default="1",
    )
    lasts = SelectField(
        lazy("Valid"),
        choices=choices([("evening", lazy("12 hours")), ("week", lazy("7 days")), ("ever", lazy("no limit"))]),
        default="evening",
    )
    guests = BooleanField(
        lazy("Remove guests when it expires"), description=lazy("Removes everyone who joined with this link.")
    )
