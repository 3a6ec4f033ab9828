"""Joining by link or by code.

A table's permanent link admits a new device at once if its browser says that a person opened it. It asks first where no
browser says so (a chat's preview, a page that loads the link as a picture, plain http), if the link has limits, and if
the device is already at a table. Either way, the token is removed from the address bar and
never sent as a referrer.
"""

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response
from wtforms import Form
from wtforms.validators import Length, Optional

from scorekeeper.access import ANYONE
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, address, hit
from scorekeeper.access.quotas import check_room
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.members import (
    CannotJoin,
    Joined,
    asks_first,
    invite_of_code,
    invite_of_token,
    join,
    opened_invite,
)
from scorekeeper.services.membership import tables_here
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.games import find_table
from scorekeeper.storage.invites import Invite
from scorekeeper.web.forms import StringField, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing.claim_player import after_joining, asks_who
from scorekeeper.web.sharing.devices import device_name
from scorekeeper.web.sharing.pen import ELSEWHERE, HAS_PEN
from scorekeeper.web.sharing.roles import WELCOME, role_words


class JoinForm(Form):
    """Joining a table: a code, unless a link was opened."""

    code = StringField(
        lazy("Code"),
        description=lazy("8 letters and digits, from “Share” on a phone at the table."),
        render_kw={"placeholder": "7F3K-92QX"},
        filters=[stripped],
        validators=[Optional(), Length(max=20, message=lazy("Type the 8 letters and digits of the code."))],
    )

    @property
    def has_code_field(self) -> bool:
        """Whether the form has a code field; after opening a link it does not."""
        return bool(self.code.raw_data)


pages = Blueprint("join", __name__, url_prefix="/join")

STATUS = {"unknown": 404, "removed": 403, "full": 403}  # 410 for the others: they worked once
NO_LONGER = translatable("This link doesn’t work")
TITLES = {"removed": translatable("You’ve been removed"), "full": translatable("This table is full")}
PENDING_INVITE = "joining"  # session key: the table and invite of the opened link


@pages.get("/<token>", role=ANYONE)
def open(token: str) -> Response | tuple[str, int]:  # noqa: A001 - the endpoint is join.open
    try:
        invite = invite_of_token(token)
        if not _is_opened_by_a_person() or asks_first(invite, device_secret()):
            session[PENDING_INVITE] = [invite.table_id, invite.id]
            return redirect(url_for("join.show"), 303)
        return _after_joining(_join(invite, device_name()), invite)
    except CannotJoin as error:
        return _closed(error, "link")


@pages.get("", role=ANYONE)
def show() -> str | tuple[str, int]:
    if "code" in request.args:  # join by another table's code instead of the opened link
        session.pop(PENDING_INVITE, None)
    try:
        return _page(JoinForm(), _pending_invite())
    except CannotJoin as error:
        session.pop(PENDING_INVITE, None)
        return _closed(error, "link")


@pages.post("", role=ANYONE)
def create() -> Response | str | tuple[str, int]:
    form = JoinForm(request.form)
    by_code = form.has_code_field
    try:
        invite = None if by_code else _pending_invite()
        if invite is None and not form.code.data:
            form.code.errors = [_("Type the code, for example 7F3K-92QX.")]
        if not form.validate() or (invite is None and not form.code.data):
            return _page(form, invite), 422
        if invite is None:
            hit(RateLimit.CODES)
            invite = invite_of_code(str(form.code.data))
        return _after_joining(_join(invite, device_name()), invite)
    except CannotJoin as error:
        session.pop(PENDING_INVITE, None)
        if error.reason != "unknown" or not by_code:
            return _closed(error, "code" if by_code else "link")
        security_event("refused", guess="code")
        form.code.errors = [str(error)]
        return _page(form, None), 404


@pages.after_request
def name_no_link(response: Response) -> Response:
    """Keep the token out of `Referer` headers."""
    if request.endpoint == "join.open":
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _is_opened_by_a_person() -> bool:
    """Whether the browser says that it opens the link as a page because a person tapped or scanned it."""
    given = request.headers
    is_page = given.get("Sec-Fetch-Dest") == "document" and "prefetch" not in given.get("Sec-Purpose", "")
    is_wanted = given.get("Sec-Fetch-User") == "?1" or given.get("Sec-Fetch-Site") == "none"
    return request.method == "GET" and is_page and is_wanted


def _join(invite: Invite, name: str | None) -> Joined:
    """Admit this device. Raises `CannotJoin`, `TooMany`, `NoRoom`."""
    check_room()
    hit(RateLimit.JOINS, whose=f"{address()} {invite.table_id}")
    return join(invite, device_secret(), name)


def _pending_invite() -> Invite | None:
    """The invite of the link that this device opened; None if it has to type a code. Raises `CannotJoin`."""
    invite = session.get(PENDING_INVITE)
    return opened_invite(*invite) if invite else None


def _after_joining(joined: Joined, invite: Invite) -> Response:
    """Redirect to the question whose phone it is; if there is nobody to choose, to the table or its game."""
    session.pop(PENDING_INVITE, None)
    table, asks = joined.table.id, joined.secret is not None and asks_who(joined.member)
    if invite.hands_pen:
        session.pop(ELSEWHERE, None)
        flash(_(HAS_PEN), "success")
    elif not asks:
        flash(_welcome(joined), "success")
    if asks:
        url = url_for("who.show", table=table, joined="yes")
    else:
        url = after_joining(table) if invite.hands_pen else url_for("tables.show", table=table)
    landed = redirect(url, 303)
    return keep_secret(landed, joined.secret) if joined.secret else landed


def _welcome(joined: Joined) -> str:
    return _(WELCOME[joined.member.as_role])


def _closed(error: CannotJoin, by: str) -> tuple[str, int]:
    if error.reason == "unknown":
        hit(RateLimit.GUESSES)
        security_event("refused", guess=by)
    else:
        security_event("refused", by=by, reason=error.reason)
    links = [
        {"label": _("Join with a code"), "url": url_for("join.show")},
        {"label": _("Home"), "url": url_for("home.index")},
    ]
    title = _(TITLES.get(error.reason, NO_LONGER))
    page = render_template("error.html", title=title, text=str(error), links=links)
    return page, STATUS.get(error.reason, 410)


def _page(form: JoinForm, invite: Invite | None) -> str:
    if invite is None:
        return render_template("sharing/join/code.html", form=form)
    here = tables_here(device_secret())
    return render_template(
        "sharing/join/confirm.html",
        table=find_table(invite.table_id),
        role=role_words(invite.as_role),
        hands_pen=invite.hands_pen,
        devices=invite.uses_left,
        others=[table.name for table, _membership in here if table.id != invite.table_id],
    )
