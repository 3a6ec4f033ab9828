"""Sharing a table: a link, a code and a QR code for each role, the members, and revoking links."""

from contextlib import suppress
from datetime import timedelta

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, WATCHER, NotAllowed, current_membership, current_table
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.invites import InviteLink, NoSuchInvite, invite, link_by_id, new_code, permanent_link
from scorekeeper.services.members import end_role, revoke_link
from scorekeeper.storage.members import ROLES, Role, member_by_id
from scorekeeper.web.sharing.forms import DeviceForm, LimitedForm, ShownLinkForm
from scorekeeper.web.sharing.roles import CROWDS
from scorekeeper.web.sharing.views import keep_game, share_page

pages = Blueprint("share", __name__, url_prefix="/tables/<table>/share")
pages.url_defaults(keep_game)

LASTS = {"evening": timedelta(hours=12), "week": timedelta(days=7), "ever": None}
NOT_YOURS = translatable("You can share your own role and lower ones. Ask a keeper for this link.")
ENDED = translatable("Links revoked. All {roles} were removed.")
ENDED_BUT_THIS = translatable("Links revoked. All {roles} but you were removed.")


@pages.get("", role=WATCHER)
def show(table: str) -> str:
    own = member_by_id(table, current_membership().member_id or 0)
    return render_template(
        "sharing/show.html",
        rename=DeviceForm(data={"name": own.name if own else ""}),
        **share_page(current_table(), _chosen(table)),
    )


@pages.post("/code", role=WATCHER)
def code(table: str) -> Response:
    """Create a short code for the shown link."""
    invite_link = _chosen(table)
    new_code(table, invite_link.invite.id)
    return _back(table, invite_link)


@pages.post("/links", role=KEEPER)
def limited(table: str) -> Response:
    """Create a link with limits."""
    form = LimitedForm(request.form)
    if not form.validate():
        flash(_("Choose a link from the page."), "error")
        return _to_page(table)
    uses = None if form.uses.data == "any" else int(str(form.uses.data))
    lasts = LASTS[str(form.lasts.data)]
    guests = bool(form.guests.data) and lasts is not None
    return _back(table, invite(table, Role(str(form.role.data)), lasts=lasts, uses=uses, guests=guests))


@pages.post("/links/<invite_id>/end", role=KEEPER)
def end(table: str, invite_id: str) -> Response:
    """Revoke one link; members who joined by it stay."""
    revoke_link(table, invite_id)
    flash(_("Link revoked. Everyone already here stays."), "success")
    return _to_page(table)


@pages.post("/roles/<any(watcher, scorer, keeper):role>/end", endpoint="end_role", role=KEEPER)
def end_whole_role(table: str, role: str) -> Response:
    """Revoke every link of a role, and remove all its members except the requester."""
    end_role(table, Role(role), except_member=current_membership().member_id)
    ended = ENDED_BUT_THIS if current_membership().role is Role(role) else ENDED
    flash(_(ended, roles=_(CROWDS[Role(role)])), "success")
    return _to_page(table)


def _chosen(table: str) -> InviteLink:
    """The link to show: the requested one, else the permanent link of a role. Raises `NotAllowed`."""
    form = ShownLinkForm(request.values)
    role = form.role.data
    chosen = Role(role) if role in ROLES else min(Role.SCORER, current_membership().role, key=lambda one: one.rank)
    invite_link = None
    with suppress(NoSuchInvite):
        invite_link = link_by_id(table, str(form.link.data))
    if not current_membership().may(invite_link.invite.as_role if invite_link else chosen):
        raise NotAllowed(_(NOT_YOURS))
    return invite_link or permanent_link(table, chosen)


def _back(table: str, invite_link: InviteLink) -> Response:
    if invite_link.invite.is_permanent:
        return redirect(url_for("share.show", table=table, role=invite_link.invite.role), 303)
    return redirect(url_for("share.show", table=table, link=invite_link.invite.id), 303)


def _to_page(table: str) -> Response:
    return redirect(url_for("share.show", table=table), 303)
