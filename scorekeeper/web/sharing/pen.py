"""The pen: who keeps score, passing it by a tap or a code, and taking it back."""

from flask import Blueprint, flash, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper import hooks
from scorekeeper.access import SCORER, NotAllowed, current_membership, current_table
from scorekeeper.access.limits import RateLimit
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services import members
from scorekeeper.services.invites import NoSuchInvite, link_by_id, new_code, pen_invite
from scorekeeper.services.membership import Membership
from scorekeeper.storage.members import Member, Role, member_by_id, name_with_pen, pen_holder
from scorekeeper.storage.visits import GameRow
from scorekeeper.web.sharing import ShownLinkForm, keep_game, link_view, shared_from

ELSEWHERE = "pen elsewhere"
"""Where the session has the table at which this phone saw the pen on another one."""


def pen_words(table_id: str) -> str | None:
    """`Ann is keeping score. You can too.`; None for the device with the pen, or if nobody has it.

    A phone to which the pen was passed says so the first time.
    """
    own = current_membership()
    if own.has_pen and own.may(Role.SCORER):
        if session.get(ELSEWHERE) == table_id:
            del session[ELSEWHERE]
            flash(_(HAS_PEN), "success")
        return None
    name = name_with_pen(table_id)
    if name is not None and session.get(ELSEWHERE) != table_id:
        session[ELSEWHERE] = table_id
    return _words(own, name)


def match_words(game: GameRow) -> str | None:
    """The same of a game of a match, which has a phone of its own that keeps its score."""
    own = current_membership()
    return None if own.keeps else _words(own, next((match.keeper() for match in hooks.match_of(game)), None))


def _words(own: Membership, name: str | None) -> str | None:
    if not own.may(Role.SCORER):
        return _("You’re watching.") if name is None else _("You’re watching. {name} is keeping score.", name=name)
    return None if name is None else _("{name} is keeping score. You can too.", name=name)


HAS_PEN = translatable("You have the pen. This phone keeps score now.")

pages = Blueprint("pen", __name__, url_prefix="/tables/<table>/pen")
pages.url_defaults(keep_game)

NOT_YOURS = translatable("Only the scorekeeper or a keeper can pass the pen. Ask them to show you the code.")


@pages.post("", role=SCORER, grows=RateLimit.LINKS)
def create(table: str) -> Response:
    """A link for the next scorekeeper: one device, ten minutes."""
    _check_holder(table)
    invite_link = pen_invite(table)
    new_code(table, invite_link.invite.id)
    return redirect(url_for("pen.show", table=table, link=invite_link.invite.id), 303)


@pages.get("", role=SCORER)
def show(table: str) -> Response | str:
    """The QR code to scan and, once it is used, who has the pen."""
    pen_member = pen_holder(table)
    try:
        invite_link = link_by_id(table, str(ShownLinkForm(request.args).link.data))
        _check_holder(table)
    except NoSuchInvite:
        if pen_member is None or pen_member.id == current_membership().member_id:
            return redirect(url_for("share.show", table=table), 303)
        invite_link = None
    return render_template(
        "sharing/pen.html",
        table=current_table(),
        game=shared_from(table),
        invite_link=link_view(invite_link) if invite_link else None,
        holder=pen_member.shown_name if pen_member else None,
        version=_version(pen_member),
    )


@pages.get("/holder", role=SCORER)
def holder(table: str) -> Response:
    """Who has the pen, as an ETag: 304 if the client has seen it."""
    response = make_response("", 200)
    response.set_etag(_version(pen_holder(table)))
    response.headers["Cache-Control"] = "no-cache, private"
    return response.make_conditional(request)


def _version(pen_member: Member | None) -> str:
    return str(pen_member.id if pen_member else 0)


@pages.post("/take", role=SCORER)
def take(table: str) -> Response:
    try:
        members.take(current_membership())
        session.pop(ELSEWHERE, None)
        flash(_("You have the pen."), "success")
    except members.NotYours as error:
        flash(sentence(str(error)), "error")
    return redirect(url_for("share.show", table=table), 303)


@pages.post("/<int:member>", role=SCORER)
def give(table: str, member: int) -> Response:
    """Pass the pen to another phone at the table; one that watches keeps score from then on."""
    _check_holder(table)
    found = member_by_id(table, member)
    if found is None or found.ended():
        flash(_("This device has already left."), "error")
    else:
        members.pass_pen(found)
        flash(_("{name} has the pen.", name=found.shown_name), "success")
    return redirect(url_for("share.show", table=table), 303)


def _check_holder(table: str) -> None:
    pen_member = pen_holder(table)
    if (
        pen_member is not None
        and pen_member.id != current_membership().member_id
        and not current_membership().may(Role.KEEPER)
    ):
        raise NotAllowed(_(NOT_YOURS))
