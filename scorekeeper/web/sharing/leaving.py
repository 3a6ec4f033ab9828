"""Leaving by oneself: one table, or every table, after which the browser is told to forget what it keeps of us."""

from flask import Blueprint, flash, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE, WATCHER, current_membership, current_table
from scorekeeper.access.cookie import device_secret, remove_secret
from scorekeeper.services.membership import tables_here
from scorekeeper.services.revoking import is_last_keeper, leave, leave_all
from scorekeeper.web import theme

pages = Blueprint("leaving", __name__)

# Browsers do as these say over https alone; cookies are removed over plain http too.
FORGET_ALL = '"cache", "cookies", "storage"'
FORGET_PAGES = '"cache"'  # taps that wait in the storage may be another table's


@pages.get("/tables/<table>/leave", endpoint="confirm_table", role=WATCHER)
def confirm_table(table: str) -> str:
    own = current_membership().member_id or 0
    return render_template("leaving/table.html", table=current_table(), last_keeper=is_last_keeper(table, own))


@pages.post("/tables/<table>/leave", endpoint="leave", role=WATCHER)
def leave_table(table: str) -> Response:
    """This device is a stranger at the table from now on. Where it was its last one, nothing of it is kept."""
    name = current_table().name
    leave(table, current_membership().member_id or 0)
    if not tables_here(device_secret()):
        return _forgotten()
    flash(f"You left {name}. To come back, open a link or type a code.", "success")
    answer = redirect(url_for("home.index"), 303)
    answer.headers["Clear-Site-Data"] = FORGET_PAGES
    return answer


@pages.get("/forget", endpoint="confirm_device", role=ANYONE)
def confirm_device() -> str:
    found = [
        {"name": table.name, "last_keeper": is_last_keeper(table.id, membership.member_id or 0), "id": table.id}
        for table, membership in tables_here(device_secret())
    ]
    return render_template("leaving/device.html", tables=found, everything=request.is_secure)


@pages.post("/forget", endpoint="forget", role=ANYONE)
def forget_device() -> Response:
    """This device leaves every table."""
    leave_all(device_secret())
    return _forgotten()


def _forgotten() -> Response:
    """Said on a page of its own: the cookie that would carry the words to the next page goes too."""
    session.clear()
    text = "It is at no table any more. To come back to one, open a link or type a code."
    answer = make_response(render_template("error.html", title="This device is forgotten", text=text, links=[]))
    answer.headers["Clear-Site-Data"] = FORGET_ALL
    return theme.forget(remove_secret(answer))
