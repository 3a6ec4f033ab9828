"""The pen: shown as a code that the next scorekeeper scans, or taken."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, NotAllowed, current_membership, current_table
from scorekeeper.core.pages.descriptions import sentence
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.services import members
from scorekeeper.services.inviting import NoSuchInvite, link_by_id, new_code, pen_invite
from scorekeeper.storage import Role
from scorekeeper.web.sharing.forms import ShownLinkForm
from scorekeeper.web.sharing.views import link_view


def pen_words(table_id: str) -> str | None:
    """`Ann’s phone is keeping score. You can too.`; None for the device that has it, or where nobody has."""
    held, own = members.holder(table_id), current_membership()
    if not own.may(Role.SCORER):
        return _("You’re watching. {name} is keeping score.", name=held.name) if held else _("You’re watching.")
    if held is None or held.id == own.member_id:
        return None
    return _("{name} is keeping score. You can too.", name=held.name)


pages = Blueprint("pen", __name__, url_prefix="/tables/<table>/pen")

NOT_YOURS = translatable("Only the scorekeeper or a keeper can pass the pen. Ask them to show you the code.")


@pages.post("", role=SCORER)
def create(table: str) -> Response:
    """A link for the next hand: one device, ten minutes."""
    _check_holder(table)
    way = pen_invite(table)
    new_code(table, way.invite.id)
    return redirect(url_for("pen.show", table=table, link=way.invite.id), 303)


@pages.get("", role=SCORER)
def show(table: str) -> Response | str:
    """The code to scan; once it was scanned, who has the pen now."""
    _check_holder(table)
    try:
        way = link_by_id(table, str(ShownLinkForm(request.args).link.data))
    except NoSuchInvite:
        return redirect(url_for("share.show", table=table), 303)
    return render_template("sharing/pen.html", table=current_table(), way=link_view(way))


@pages.post("/take", role=SCORER)
def take(table: str) -> Response:
    try:
        members.take(current_membership())
        flash(_("You have the pen."), "success")
    except members.NotYours as error:
        flash(sentence(str(error)), "error")
    return redirect(url_for("share.show", table=table), 303)


def _check_holder(table: str) -> None:
    held = members.holder(table)
    if held is not None and held.id != current_membership().member_id and not current_membership().may(Role.KEEPER):
        raise NotAllowed(_(NOT_YOURS))
