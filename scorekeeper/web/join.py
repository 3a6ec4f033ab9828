"""Joining by link or by code.

A link for any number of devices lets the browser in at once; one for a few asks first, so that a program that looks
at links beforehand does not use it up. Either way the token leaves the address bar.
"""

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import Limit, check, spend
from scorekeeper.play.joining import CannotJoin, Joined, invite_again, invite_behind, invite_of_code, join
from scorekeeper.storage import Invite, find_table
from scorekeeper.web.device_names import device_name
from scorekeeper.web.forms import JoinForm, sentences
from scorekeeper.web.views.roles import ROLE_WORDS, article

pages = Blueprint("join", __name__, url_prefix="/join")

ASKED = "joining"  # in the signed session: the table and the invite of the link that was opened


@pages.get("/<token>")
def open(token: str) -> Response | tuple[str, int]:  # noqa: A001 - a link is opened
    check(Limit.GUESSES)
    try:
        invite = invite_behind(token)
        if invite.uses_left is not None:
            session[ASKED] = [invite.table_id, invite.id]
            return redirect(url_for("join.show"), 303)
        return _in(join(invite, device_secret(), device_name()))
    except CannotJoin as error:
        return _closed(error)


@pages.get("")
def show() -> str | tuple[str, int]:
    try:
        return _page(JoinForm(), _asked())
    except CannotJoin as error:
        session.pop(ASKED, None)
        return _closed(error)


@pages.post("")
def create() -> Response | str | tuple[str, int]:
    form = JoinForm(request.form)
    check(Limit.GUESSES)
    try:
        asked = _asked() if "code" not in request.form else None
        if asked is None and not form.code.data:
            form.code.errors = ["Type the code, such as 7F3K-92QX."]
        if not form.validate() or (asked is None and not form.code.data):
            return _page(form, asked), 422
        return _in(join(asked or invite_of_code(str(form.code.data)), device_secret(), form.name.data or device_name()))
    except CannotJoin as error:
        session.pop(ASKED, None)
        if error.known or "code" not in request.form:
            return _closed(error)
        spend(Limit.GUESSES)
        form.code.errors = [str(error)]
        return _page(form, None), 404


def _asked() -> Invite | None:
    """The invite whose link was opened just before; None where a code is to be typed. Raises `CannotJoin`."""
    asked = session.get(ASKED)
    return invite_again(*asked) if asked else None


def _in(joined: Joined) -> Response:
    session.pop(ASKED, None)
    role = joined.member.as_role
    flash(
        f"You are in as {article(role)}. This device is called “{joined.member.name}”: rename it under Share.",
        "success",
    )
    return keep_secret(redirect(url_for("tables.show", table=joined.table.id), 303), joined.secret)


def _closed(error: CannotJoin) -> tuple[str, int]:
    if not error.known:
        spend(Limit.GUESSES)
    links = [
        {"label": "Join with a code", "url": url_for("join.show")},
        {"label": "Home", "url": url_for("home.index")},
    ]
    page = render_template("error.html", title="This link does not open a table", text=str(error), links=links)
    return page, 410 if error.known else 404


def _page(form: JoinForm, asked: Invite | None) -> str:
    name = {
        "kind": "text",
        "name": "name",
        "label": "Name of this device",
        "help": "The table sees it beside what you write, such as “Ann’s phone”.",
        "value": form.name.data or device_name() or "",
        "errors": sentences(form.name.errors),
        "max_length": 40,
    }
    code = {
        "kind": "text",
        "name": "code",
        "label": "Code",
        "help": "8 letters and digits, from “Share” on a phone that is in.",
        "value": form.code.data or "",
        "errors": sentences(form.code.errors),
        "max_length": 20,
        "placeholder": "7F3K-92QX",
    }
    if asked is None:
        return render_template("join/code.html", code_field=code, name_field=name)
    return render_template(
        "join/confirm.html",
        table=find_table(asked.table_id),
        role=ROLE_WORDS[asked.as_role],
        hands_pen=asked.hands_pen,
        name_field=name,
    )
